"""What is compared: results.json of a run or codesign.json, named or by their folder."""

from dataclasses import dataclass
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.errors import InputError
from docsis_vp.flatten import flattened

NAMES = ("codesign.json", "results.json")
# Of the host, or of the whole and not of one side's behaviour; series have a file of their own, and
# a grant that one run missed is none of the other's.
NOT_COMPARED = ("cpu_s", "wall_s", "host", "config", "schema", "name", "drop_digest",
                "goodput_series_mbps", "histogram", "missed_grants")


@dataclass(frozen=True)
class Side:
    path: Path
    kind: str  # "run" or "codesign"
    made: dict  # what was run: configuration, seeds, version
    measured: dict
    # Of a campaign whose runs are there, by row, what `made` does not know: other modems, channels,
    # load.
    of_runs: dict | None = None


def load(path: Path) -> Side:
    """Throws InputError."""
    if path.is_dir():
        files = [path / name for name in NAMES if (path / name).is_file()]
        if not files:
            raise InputError(f"{path}: expected {' or '.join(NAMES)} in it")
        path = files[0]
    value = jsonfile.read(path)
    if not isinstance(value, dict):
        raise InputError(f"{path}: expected results.json or codesign.json")
    if "measures" in value and "rows" in value:
        return of_codesign(path, value)
    if "service_flows" in value and "config" in value:
        return of_run(path, value)
    raise InputError(f"{path}: expected results.json or codesign.json")


def of_run(path: Path, results: dict) -> Side:
    made = {key: results.get(key) for key in ("seed", "version", "firmware_sha256")}
    made |= flattened(results["config"])
    rest = {key: item for key, item in results.items() if key not in made}
    measured = flattened(rest, leave_out=NOT_COMPARED)
    images = {key: measured.pop(key) for key in list(measured) if key.endswith("firmware_sha256")}
    return Side(path, "run", made | images, measured)


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
        configurations[row["name"]] = not_assumed(jsonfile.read(file)["config"])
    return configurations or None


def runs_of(first: Side, second: Side) -> tuple[dict, dict]:
    """What was run; of campaigns no more than both can tell. What rows agree in, on either side,
    stands there once, without their names."""
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
