"""The versions side by side, game by game, with DuckDB: python3 games_duckdb.py reports/riverbed-coins"""

import sys

import duckdb

duckdb.sql(f"CREATE VIEW games AS FROM '{sys.argv[1]}/tables/games.parquet'")
duckdb.sql("""
    SELECT configuration, count(*) AS games, median(turns) AS turns, avg((winners = '')::INT) AS nobody
    FROM games GROUP BY configuration ORDER BY configuration
""").show()
duckdb.sql("""
    SELECT one.configuration, other.configuration AS than, avg(one.turns::INT - other.turns::INT) AS longer_by
    FROM games AS one JOIN games AS other USING (game, rotation, "rules.players")
    WHERE one.configuration < other.configuration GROUP BY ALL ORDER BY ALL
""").show()
