"""Win rates by version with polars, and a chart: python3 games_polars.py reports/riverbed-coins"""

import sys

import matplotlib
import polars

matplotlib.use("svg")
games = polars.read_parquet(f"{sys.argv[1]}/tables/games.parquet")
wins = polars.col("^wins\\..*$")
rates = games.group_by("configuration", maintain_order=True).agg(polars.len().alias("games"), wins.mean())
print(rates)
chart = rates.to_pandas().plot.barh(x="configuration", y=[name for name in rates.columns if name.startswith("wins.")])
chart.set_xlabel("share of games won")
chart.figure.savefig("win-rates.svg", bbox_inches="tight")
