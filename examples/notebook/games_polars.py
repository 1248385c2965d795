"""Win rates by version with polars, and a chart: python3 games_polars.py reports/riverbed-coins"""

import sys

import matplotlib
import polars

matplotlib.use("svg")
games = polars.read_parquet(f"{sys.argv[1]}/tables/games.parquet")
wins = polars.col("^wins\\..*$")
rates = games.group_by("configuration", maintain_order=True).agg(polars.len().alias("games"), wins.mean())
print(rates)
sides = [name for name in rates.columns if name.startswith("wins.")]
chart = rates.reverse().to_pandas().plot.barh(x="configuration", y=sides, figsize=(8, 1 + 0.4 * rates.height))
chart.set(xlabel="share of games won", ylabel="")
chart.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(sides), frameon=False)
chart.figure.savefig("win-rates.svg", bbox_inches="tight")
