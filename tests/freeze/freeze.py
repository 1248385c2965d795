#!/usr/bin/env python3
"""Holds the figures of the program to those that were frozen: same scenario, same seed, same bytes.

  freeze.py PROGRAM            compares; ends with 1 and names what differs
  freeze.py PROGRAM --write    freezes the figures as they are

Plays runs (variants, matrices, stops, other bots), checks against the committed baselines, a tuning search, an explanation, a ladder,
skill, a comparison and 200 games of every game, and keeps a digest of every table and of every number of every JSON file in
digests.txt. Sentences are not held: text with a blank in it is left out of JSON files, and pages are not read.
"""
import concurrent.futures, hashlib, json, pathlib, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FROZEN = HERE / "digests.txt"
REPLAYED = 200

RUNS = {  # scenario: deals of each configuration
    "riverbed-4p": 1500, "riverbed-9p": 1500, "riverbed-coins": 600, "riverbed-tilesets": 300, "riverbed-layouts": 400,
    "niagara-3p": 1500, "niagara-spirits": 1000, "niagara-fork": 600, "niagara-joe": 600,
    "regatta-2p": 1500, "regatta-difficult": 800, "regatta-no-fleece": 800,
    "mekong-2p": 60, "mekong-4p": 100, "mekong-expert": 30,
}
LEVELS = ["riverbed-9p", "niagara-3p", "regatta-2p", "mekong-4p"]  # experts play here only: they are slow
OWN_SCENARIOS = sorted(path.relative_to(ROOT).as_posix() for path in HERE.glob("*.toml"))
REPLAYS = ["riverbed-9p", "niagara-4p", "regatta-4p", "mekong-4p"]


def scenario(name):
    return f"scenarios/{name}.toml"


def commands():
    """Name and arguments of everything that is played; `OUT` stands for a folder of its own."""
    for name, games in RUNS.items():
        alone = [] if name in LEVELS else ["--no-league"]
        yield f"run {name}", ["run", scenario(name), "--games", str(games), "--out", "OUT", *alone]
    for path in OWN_SCENARIOS:
        yield f"run {pathlib.Path(path).stem}", ["run", path, "--out", "OUT"]
    for name, games in {"riverbed-9p": 4096, "niagara-4p": 2048, "regatta-4p": 2048, "mekong-5p": 128}.items():
        arguments = ["check", scenario(name), "--games", str(games), "--unchanged", "--json", "--undecided", "pass"]
        yield f"check {name}", [*arguments, "--baselines", "reports/baselines"]
    tune = "scenarios/tune/riverbed-7p.toml"
    yield "tune riverbed-7p", ["tune", tune, "--games", "30_000", "--out", "OUT", "--json"]
    yield "explain riverbed-7p", ["explain", scenario("riverbed-7p"), "--games", "60_000", "--out", "OUT", "--json"]
    yield "ladder niagara-3p", ["bots", "ladder", scenario("niagara-3p"), "--bots", "heuristic,random,pirate", "--deals", "60", "--out", "OUT", "--json"]
    yield "skill regatta-2p", ["skill", scenario("regatta-2p"), "--bots", "heuristic,random", "--deals", "40", "--out", "OUT", "--json"]
    yield "why riverbed-7p", ["why", scenario("riverbed-7p"), "--set", "end-points.coins=5", "--games", "400", "--json"]
    yield "compare rotated", ["compare", "tests/freeze/rotated.toml", "tests/freeze/rotated-longer.toml", "--out", "OUT"]


def figures(value):
    """A JSON value without what is only said, and without which program said it."""
    if isinstance(value, dict):
        return {key: figures(each) for key, each in value.items() if key != "program"}
    if isinstance(value, list):
        return [figures(each) for each in value]
    return None if isinstance(value, str) and " " in value else value


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def json_digest(text):
    return digest(json.dumps(figures(json.loads(text)), sort_keys=True))


def play(program, name, arguments):
    with tempfile.TemporaryDirectory() as folder:
        arguments = [folder if each == "OUT" else each for each in arguments]
        done = subprocess.run([program, *arguments, "--quiet"], capture_output=True, text=True, cwd=ROOT)
        lines = {f"{name} exit": str(done.returncode)}
        if done.returncode not in (0, 1, 3):
            lines[f"{name} error"] = done.stderr.strip().replace("\n", " ")
        if "--json" in arguments and done.stdout:
            lines[f"{name} stdout"] = json_digest(done.stdout)
        for path in sorted(pathlib.Path(folder).rglob("*")):
            inside = f"{name} {path.relative_to(folder)}"
            if path.suffix == ".csv":
                lines[inside] = digest(path.read_text())
            elif path.suffix == ".json":
                lines[inside] = json_digest(path.read_text())
        return lines


def replay(program, name):
    told = hashlib.sha256()
    for game in range(REPLAYED):
        arguments = [program, "replay", scenario(name), "--game", str(game), "--json"]
        done = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=True)
        told.update(json.dumps({**json.loads(done.stdout), "program": ""}).encode())
    return {f"replay {name}": told.hexdigest()[:16]}


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        tasks = [threads.submit(play, program, name, arguments) for name, arguments in commands()]
        tasks += [threads.submit(replay, program, name) for name in REPLAYS]
        lines = {key: value for task in tasks for key, value in task.result().items()}
    if "--write" in sys.argv:
        FROZEN.write_text("".join(f"{key}: {value}\n" for key, value in sorted(lines.items())))
        print(f"{len(lines)} figures frozen")
        return
    frozen = dict(line.rsplit(": ", 1) for line in FROZEN.read_text().splitlines())
    changed = [key for key in sorted(frozen.keys() | lines.keys()) if frozen.get(key) != lines.get(key)]
    for key in changed:
        print(f"{key}: frozen {frozen.get(key)}, now {lines.get(key)}")
    print(f"{len(frozen) - len(changed)} of {len(frozen)} frozen figures are the same")
    sys.exit(bool(changed))


main()
