"""Lengths by ending with pandas: python3 games_pandas.py reports/riverbed-coins"""

import sys

import pandas

games = pandas.read_parquet(f"{sys.argv[1]}/tables/games.parquet")
counters = [name for name in games.columns if name.startswith("counter.")]
print(games.groupby(["configuration", "ending"])["turns"].describe(percentiles=[0.05, 0.5, 0.95]))
print(games[counters].corrwith(games["turns"]).sort_values())
