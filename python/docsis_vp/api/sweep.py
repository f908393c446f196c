"""sweep(): a scenario over axes of values."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docsis_vp.api.folder import Folder
from docsis_vp.api.scenario import Changes, Scenario, changes_in, file_of, json_of, scenario_of
from docsis_vp.api.table import Table
from docsis_vp.errors import InputError
from docsis_vp.program import find
from docsis_vp.progress import Progress
from docsis_vp.signals import keyboard_heeded
from docsis_vp.simulator import without_prefix
from docsis_vp.sweeps.engine import run_missing
from docsis_vp.sweeps.folder import SweepFolder
from docsis_vp.sweeps.plan import Planner, points_of
from docsis_vp.sweeps.spec import RESERVED, Sweep, read_sweep, sweep_of
from docsis_vp.sweeps.table import rows_of_points, rows_of_runs

if TYPE_CHECKING:
    import pandas

ORIGIN = Path("the sweep")  # in messages, of one without a file
NOT_IN_NAMES = str.maketrans({character: "_" for character in ".-/[]"})


@dataclass(frozen=True)
class SweepResult:
    """The tables of a sweep; docs/sweeps.md describes their columns."""

    points: Table  # a row a point: means over its seeds, with their 95 % intervals
    runs: Table  # a row a run; `error` has the line of one that failed
    notes: tuple[str, ...]  # on options without effect, a line each

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows of runs that failed."""
        return [row for row in self.runs.rows() if row["error"] is not None]

    def to_pandas(self) -> "pandas.DataFrame":
        """The points. Throws PandasMissing."""
        return self.points.to_pandas()

    def __repr__(self) -> str:
        return f"<SweepResult of {self.points.row_count} points, {self.runs.row_count} runs>"


def sweep(source: Scenario, axes: Mapping[str, Sequence] | Sequence[Mapping[str, Any]] | None = None,
          metrics: Mapping[str, str] | Sequence[Mapping[str, Any]] | None = None, *, set: Changes | None = None,
          replications: int | None = None, seeds: Sequence[int] | None = None,
          folder: str | os.PathLike | None = None, jobs: int | None = None, progress: bool = False,
          program: str | os.PathLike | None = None) -> SweepResult:
    """Runs a scenario over all combinations of values, some at a time.

    source: with axes and metrics a scenario, as of run(); without them the path of a sweep file, or what would
        stand in one as a dict (docs/sweeps.md).
    axes: {"service_flows.us0.aqm.target_ms": [5, 10, 20]}, or a list of axes as of a sweep file.
    metrics: {"p99": "service_flows.us0.queue_delay_ms.p99"}, or a list as of a sweep file.
    set: changes to keys in every run.
    replications, seeds: so many seeds from the scenario's on, or these.
    folder: keeps each run that is finished, which no later call makes again. None: none is kept.
    jobs: runs side by side; None: one for each core.
    progress: tells of it on standard error.
    program: as of run().

    Throws InputError, whose `file`, `line` and `key` say where. A run that fails is a row with its error. An
    interrupt ends all runs.
    """
    given = sweep_from(source, axes, metrics, {"set": set, "replications": replications, "seeds": seeds})
    if jobs is not None and (not isinstance(jobs, int) or jobs < 1):
        raise InputError(f"jobs: expected a positive integer, got {jobs!r}")
    place = Folder(folder, "sweep")
    with keyboard_heeded():
        planner = Planner(given, find(program))
        runs = planner.runs(points_of(given))
        kept = SweepFolder(place.path)
        run_missing(kept, planner, runs, Progress("sweep", jobs or os.cpu_count() or 1, not progress))
    of_runs = rows_of_runs(given, runs, kept)
    return SweepResult(table_of(rows_of_points(given, of_runs)), table_of(of_runs),
                       without_prefix(sorted(planner.simulator.notes)))


def sweep_from(source: Scenario, axes, metrics, more: dict[str, Any]) -> Sweep:
    """Throws InputError."""
    more = {key: value for key, value in more.items() if value is not None}
    if (axes is None) != (metrics is None):
        raise InputError("expected axes and metrics, or a sweep file and neither")
    if axes is None:
        if more:
            raise InputError(f"{', '.join(more)}: expected in the sweep file, or with axes and metrics")
        if isinstance(source, Mapping):
            return sweep_of(json_of(source, "the sweep"), ORIGIN, Path.cwd(), "sweep")
        return read_sweep(file_of(source))
    scenario = scenario_of(source)
    if "set" in more:
        more["set"] = changes_in(more["set"])
    value = {"scenario": scenario if isinstance(scenario, dict) else str(scenario),
             "axes": axes_of(axes), "metrics": metrics_of(metrics)} | more
    name = "sweep" if isinstance(scenario, dict) else scenario.stem
    return sweep_of(json_of(value, "the sweep"), ORIGIN, Path.cwd(), name)


def axes_of(axes) -> list:
    """An axis that has only a path is called by it."""
    if not isinstance(axes, Mapping):
        return list(axes)
    return [{"name": name_of(path), "title": path, "path": path, "values": list(values)}
            for path, values in axes.items()]


def name_of(path) -> str:
    name = str(path).translate(NOT_IN_NAMES)
    return f"{name}_" if name in RESERVED else name


def metrics_of(metrics) -> list:
    if not isinstance(metrics, Mapping):
        return list(metrics)
    return [{"name": name, "path": path} for name, path in metrics.items()]


def table_of(rows: list[dict]) -> Table:
    return Table({name: [row[name] for row in rows] for name in rows[0]})
