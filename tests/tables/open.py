"""Other programs read what a run leaves: python3 tests/tables/open.py FOLDER...

polars and DuckDB open results.json and every tables/*.parquet of a run, and find in them what the CSV files say.
`cargo test` needs neither.
"""

import json
import math
import pathlib
import sys

import duckdb
import polars


def same(a, b):
    if isinstance(a, float) or isinstance(b, float):
        if a is None or b is None:
            return a is b
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
    # CSV does not tell an empty text from none.
    return (a or None) == (b or None)


def compare(one, other, what):
    assert len(one) == len(other), f"{what}: {len(one)} rows, {len(other)} rows"
    for number, (row, like) in enumerate(zip(one, other)):
        assert all(same(a, b) for a, b in zip(row, like, strict=True)), f"{what}, row {number}: {row} and {like}"


def check(folder):
    results = json.loads((folder / "results.json").read_text())
    connection = duckdb.connect()
    files = sorted((folder / "tables").glob("*.parquet"))
    assert files, f"{folder} has no tables"
    rows = {}
    for file in files:
        frame = polars.read_parquet(file)
        text = polars.read_csv(file.with_suffix(".csv"), schema=frame.schema)
        compare(frame.rows(), text.rows(), f"{file.name}: Parquet and CSV in polars")
        found = connection.execute("SELECT * FROM read_parquet(?)", [str(file)])
        assert [column[0] for column in found.description] == frame.columns, file.name
        compare(frame.rows(), found.fetchall(), f"{file.name}: polars and DuckDB")
        counted = connection.execute("SELECT count(*) FROM read_csv(?, header = true)", [str(file.with_suffix(".csv"))])
        assert counted.fetchone()[0] == frame.height, file.name
        rows[file.stem] = frame
    total = sum(each["games"] for each in results["configurations"])
    nested = polars.read_json(folder / "results.json")
    assert sum(each["games"] for each in nested["configurations"][0]) == total
    opened = connection.execute(
        "SELECT sum(each.games) FROM (SELECT unnest(configurations) AS each FROM read_json(?, maximum_object_size = 1000000000))",
        [str(folder / "results.json")])
    assert opened.fetchone()[0] == total
    # One number through all of them: games won by sides, nobody included, are in order of configuration and side.
    wins = [row["wins"] for each in results["configurations"] for row in each["sides"]]
    assert rows["sides"]["wins"].to_list() == wins
    # One row a game says the same, where it was asked for.
    if "games" in rows:
        games = rows["games"]
        assert games.height == total
        for each in results["configurations"]:
            own = games.filter(polars.col("configuration") == each["name"])
            for row in each["ways"]:
                assert own[f"wins.{row['side'].replace(' ', '-')}"].sum() == row["wins"], row["side"]
    print(f"{folder.name}: {len(files)} tables and results.json are the same in polars and DuckDB")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        check(pathlib.Path(name))
