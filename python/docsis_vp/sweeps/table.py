"""Writes the results: a table of runs, and a table of points with means over their runs."""

import json
import math
from collections.abc import Iterable
from pathlib import Path

from docsis_vp import environment, jsonfile
from docsis_vp.csvfile import csv_text
from docsis_vp.errors import InputError
from docsis_vp.estimate import estimate
from docsis_vp.flatten import element_name
from docsis_vp.sweeps.folder import SweepFolder
from docsis_vp.sweeps.plan import SweepRun
from docsis_vp.sweeps.spec import Metric, Sweep, is_number

CI95 = "_ci95"
COUNT = "_n"


class NotThere(Exception):
    """The results have no such number; the text says where the path ends."""


def read_off(results: dict, metric: Metric) -> float | None:
    """None: the results say null. Elements of arrays go by name or index."""
    value = results
    for part in metric.path.split("."):
        if isinstance(value, list):
            value = {str(index): each for index, each in enumerate(value)} | {
                element_name(each, index): each for index, each in enumerate(value)}
        if not isinstance(value, dict) or part not in value:
            raise NotThere(part)
        value = value[part]
    if value is not None and not is_number(value):
        raise NotThere(metric.path.rpartition(".")[2])
    return value


def rows_of_runs(sweep: Sweep, runs: list[SweepRun], folder: SweepFolder) -> list[dict]:
    """A row a run, with the line of its error where it failed. Throws InputError: a metric is in no results."""
    rows, last = [], None
    nowhere = {metric.name for metric in sweep.metrics}
    for run in runs:
        row = axis_columns(sweep, run.point) | {"seed": run.seed, "run": run.identity, "error": None}
        results = folder.results(run.identity)
        if results is None:
            row["error"] = folder.error_of(run.identity)
        for metric in sweep.metrics:
            row[metric.name] = None
            if results is None:
                continue
            try:
                row[metric.name] = read_off(results, metric)
                nowhere.discard(metric.name)
            except NotThere as part:
                last = part
        rows.append(row)
    if last is not None:
        for index, metric in enumerate(sweep.metrics):
            if metric.name in nowhere:
                raise InputError(f"{sweep.origin}: metrics[{index}].path: expected a number of "
                                 f"results.json, none of the runs has {metric.path}")
    return rows


def axis_columns(sweep: Sweep, point) -> dict:
    columns = {"point": point.number}
    for axis, choice in zip(sweep.axes, point.choices):
        columns[axis.name] = choice.value if axis.is_numeric else choice.label
    return columns


def rows_of_points(sweep: Sweep, of_runs: list[dict]) -> list[dict]:
    """A row a point: mean, half of the 95 % interval, and of how many runs, for each metric."""
    groups: dict[int, list[dict]] = {}
    for row in of_runs:
        groups.setdefault(row["point"], []).append(row)
    rows = []
    for runs in groups.values():
        done = [run for run in runs if run["error"] is None]
        row = {name: runs[0][name] for name in ("point", *(axis.name for axis in sweep.axes))}
        row["seeds"] = len(done)
        for metric in sweep.metrics:
            found = estimate([run[metric.name] for run in done])
            known = found is not None
            row[metric.name] = found.mean if known else None
            row[metric.name + CI95] = (
                found.half_width if known and not math.isnan(found.half_width) else None)
            row[metric.name + COUNT] = found.count if known else 0
        row["error"] = "; ".join(sorted({run["error"] for run in runs if run["error"]})) or None
        rows.append(row)
    return rows


def as_csv(rows: list[dict]) -> str:
    return csv_text(list(rows[0]), [list(row.values()) for row in rows])


def write_table(folder: SweepFolder, name: str, rows: list[dict]) -> None:
    folder.table(name, "parquet").unlink(missing_ok=True)  # an earlier call's, which may hold other rows
    jsonfile.write_text(folder.table(name, "csv"), as_csv(rows))


def write_parquet(folder: SweepFolder, name: str, types: dict[str, str], python: Path) -> None:
    """From the CSV table, by a Python that has pyarrow. Throws InputError: it failed."""
    table = folder.table(name, "parquet")
    part = table.with_name(f".{table.name}.part")
    environment.call("-m", "docsis_vp.sweeps.parquet", str(folder.table(name, "csv")), str(part), json.dumps(types),
                     python=python, failure=f"{table}: pyarrow could not write it")
    part.replace(table)


def types_of(names: Iterable[str], sweep: Sweep) -> dict[str, str]:
    """The types of the columns, as pyarrow names them."""
    numbers = {axis.name for axis in sweep.axes if axis.is_numeric}
    numbers |= {metric.name + end for metric in sweep.metrics for end in ("", CI95)}
    whole = {"point", "seed", "seeds", *(metric.name + COUNT for metric in sweep.metrics)}
    return {name: "int64" if name in whole else "double" if name in numbers else "string" for name in names}
