"""Reads two sides of a comparison: results of a run, of its replications, of a sweep or of a campaign
of codesign, named or by their folder."""

import csv
import io
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.compare.declared import Declarations
from docsis_vp.csvfile import plain
from docsis_vp.errors import InputError
from docsis_vp.flatten import flattened
from docsis_vp.program import find
from docsis_vp.simulator import Simulator

NAMES = ("codesign.json", "results.json", "sweep.csv", "summary.json")
EXPECTED = f"{', '.join(NAMES[:-1])} or {NAMES[-1]}"
REPLICATION = re.compile("rep-[1-9][0-9]*")  # its folder
# A sweep of more points is compared without the configurations of its runs, because reading takes time.
MOST_CONFIGURATIONS = 1000


@dataclass(frozen=True)
class Side:
    path: Path
    kind: str  # "run", "replicated run", "sweep" or "codesign"
    made: dict  # the run: configuration, seeds, version
    measured: dict
    # For a campaign whose runs exist: by row, the facts that `made` lacks, such as other modems,
    # channels, load.
    of_runs: dict | None = None
    meanings: dict[str, str] = field(default_factory=dict)  # values of the measures, by key


def load(path: Path) -> Side:
    """Throws InputError."""
    if path.is_dir():
        files = [path / name for name in NAMES if (path / name).is_file()]
        if not files:
            raise InputError(f"{path}: expected {EXPECTED} in it")
        path = files[0]
    try:
        return of_sweep(path) if path.suffix == ".csv" else of_json(path, jsonfile.read(path))
    except (KeyError, TypeError, AttributeError, StopIteration):
        raise InputError(f"{path}: expected {EXPECTED}, complete as docsis-vp wrote it") from None


def of_json(path: Path, value) -> Side:
    if not isinstance(value, dict):
        raise InputError(f"{path}: expected {EXPECTED}")
    if "measures" in value and "rows" in value:
        return of_codesign(path, value)
    if "service_flows" in value and isinstance(value.get("config"), dict):
        return of_run(path, value)
    if "service_flows" in value and "replications" in value:
        return of_replications(path, value)
    raise InputError(f"{path}: expected {EXPECTED}")


def of_replications(path: Path, summary: dict) -> Side:
    """The means over the seeds. The first replication whose results are there tells the configuration."""
    made = {key: summary.get(key) for key in ("scenario", "seeds", "failed", "version", "firmware_sha256")}
    if (results := first_replication(path.parent)) is not None:
        made |= not_of_a_seed(jsonfile.read_own(results)["config"])
    rest = {key: item for key, item in summary.items() if key not in made}
    figures = declarations().figures(rest, only_means=True)
    return Side(path, "replicated run", made, figures.values, meanings=figures.meanings)


@cache
def declarations() -> Declarations:
    return Declarations(Simulator(find()).results_schema)


def first_replication(folder: Path) -> Path | None:
    """Returns the results of the replication with the lowest number; None: the folder has only the means."""
    numbers = [int(file.parent.name[4:]) for file in folder.glob("rep-[1-9]*/results.json")
               if REPLICATION.fullmatch(file.parent.name)]
    return folder / f"rep-{min(numbers)}/results.json" if numbers else None


def of_sweep(path: Path) -> Side:
    """The means of each metric at each point, by the values of its axes."""
    rows = table_of(path)
    if not rows or "point" not in rows[0] or "seeds" not in rows[0]:
        raise InputError(f"{path}: expected {EXPECTED}")
    columns = list(rows[0])
    at = columns.index("seeds")
    axes = columns[columns.index("point") + 1:at]
    metrics = [name for name in columns[at + 1:] if f"{name}_ci95" in columns]
    names = {row["point"]: " ".join(row[axis] for axis in axes) for row in rows}
    made = {f"{names[row['point']]}: seeds": number(row["seeds"]) for row in rows}
    measured = {f"{names[row['point']]}: {metric}": number(row[metric]) for row in rows
                for metric in (*metrics, "error") if metric in row}
    return Side(path, "sweep", made, measured, configurations_of_points(path.parent, names))


def configurations_of_points(folder: Path, names: dict[str, str]) -> dict | None:
    """Returns that of one seed of each point; None: they are not there, or too many."""
    if len(names) > MOST_CONFIGURATIONS or not (folder / "runs.csv").is_file():
        return None
    configurations = {}
    for row in table_of(folder / "runs.csv"):
        results = folder / "runs" / str(row.get("run")) / "results.json"
        name = names.get(row.get("point"))
        if name is not None and name not in configurations and results.is_file():
            found = jsonfile.read_own(results)
            configurations[name] = {"version": found.get("version")} | not_of_a_seed(found["config"])
    return configurations or None


def table_of(path: Path) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(jsonfile.read_text(path), newline=""), restval="")
    try:
        return [{plain(name): plain(cell) for name, cell in row.items() if name is not None} for row in reader]
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num}: expected CSV: {error}") from None


def number(text: str):
    """A cell: a number, null where it is empty, or else the text."""
    try:
        return float(text) if text else None
    except ValueError:
        return text


def not_of_a_seed(configuration: dict) -> dict:
    return {key: item for key, item in flattened(configuration).items() if key != "seed"}


def of_run(path: Path, results: dict) -> Side:
    made = {key: results.get(key) for key in ("seed", "version", "firmware_sha256")}
    made |= flattened(results["config"])
    rest = {key: item for key, item in results.items() if key not in made}
    figures = declarations().figures(rest)
    measured = figures.values
    images = {key: measured.pop(key) for key in list(measured) if key.endswith("firmware_sha256")}
    return Side(path, "run", made | images, measured, meanings=figures.meanings)


def of_codesign(path: Path, document: dict) -> Side:
    made = {key: document.get(key) for key in ("scenario", "version", "quick")}
    measured = {}
    for row in document["rows"]:
        made |= {f"{row['name']}: {key}": item for key, item in row.get("assumed", {}).items()}
        made |= {f"{row['name']}: {key}": row.get(key) for key in ("seeds", "simulated_s")}
        for measure in document["measures"]:
            value = row["values"].get(measure["key"])
            measured[f"{row['name']}: {measure['key']}"] = None if value is None else value["value"]
    for limit in document["limits"]:
        for key in ("holds_pps", "breaks_pps", "judged_at_most_pps"):
            measured[f"{limit['name']}: {key}"] = limit[key]
    return Side(path, "codesign", made, measured, of_runs(path.parent, document["rows"]))


def of_runs(folder: Path, rows: list[dict]) -> dict | None:
    configurations = {}
    for row in (row for row in rows if row["runs"]):
        file = folder / "runs" / row["runs"][0] / "results.json"
        if not file.is_file():
            return None
        configurations[row["name"]] = not_assumed(jsonfile.read_own(file)["config"])
    return configurations or None


def runs_of(first: Side, second: Side) -> tuple[dict, dict]:
    """Facts of the runs; for campaigns only those that both know. A fact on which all rows of a side
    agree appears once, without their names."""
    if first.of_runs is None or second.of_runs is None:
        return first.made, second.made
    sides = (first.of_runs.values(), second.of_runs.values())
    keys = dict.fromkeys(key for rows in sides for row in rows for key in row)
    shared = {key for key in keys if all(is_agreed(key, [*rows]) for rows in sides)}
    return first.made | named(first.of_runs, shared), second.made | named(second.of_runs, shared)


def is_agreed(key: str, rows: list[dict]) -> bool:
    return all((key in row, row.get(key)) == (key in rows[0], rows[0].get(key)) for row in rows)


def named(rows: dict, shared: set) -> dict:
    return {key if key in shared else f"{name}: {key}": value
            for name, row in rows.items() for key, value in row.items()}


def not_assumed(configuration: dict) -> dict:
    """Rows have the first modem and the first upstream flow's AQM as `assumed`."""
    flows = configuration["service_flows"]
    first = next(flow["name"] for flow in flows if flow["direction"] == "upstream")
    known = (f"modems.{configuration['modems'][0]['name']}.", f"service_flows.{first}.aqm.")
    return {key: item for key, item in flattened(configuration).items()
            if not key.startswith(known) and key not in ("seed", "duration_s")}
