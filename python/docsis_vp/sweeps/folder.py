"""Lays out the folder of a sweep."""

from dataclasses import dataclass
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.campaign import drop_series
from docsis_vp.sweeps.plan import Planner, SweepRun


@dataclass(frozen=True)
class PlannedRun:
    """A run, as far as the job that makes it must know."""

    seed: int
    scenario: dict
    sets: tuple[str, ...]


def put_in_order(part: Path, run) -> None:
    """results.json has the whole configuration, including the changes by `set`; the scenario has not."""
    drop_series(part, run)
    (part / "scenario.json").unlink()


class SweepFolder:
    def __init__(self, path: Path):
        self.path = path
        self.plan = path / "plan.json"
        self.log = path / "snakemake.log"
        self.runs = path / "runs"

    def run(self, identity: str) -> Path:
        return self.runs / identity

    def error(self, identity: str) -> Path:
        """The line of a run that failed."""
        return self.path / "errors" / f"{identity}.txt"

    def table(self, name: str, ending: str) -> Path:
        return self.path / f"{name}.{ending}"

    def is_done(self, identity: str) -> bool:
        return (self.run(identity) / "results.json").is_file()

    def results(self, identity: str) -> dict | None:
        return jsonfile.read_own(self.run(identity) / "results.json") if self.is_done(identity) else None

    def write_error(self, identity: str, text: str) -> None:
        jsonfile.write_text(self.error(identity), f"{text}\n")

    def error_of(self, identity: str) -> str:
        try:
            return self.error(identity).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return f"ended without results, see {self.log}"

    def write_plan(self, planner: Planner, runs: list[SweepRun]) -> None:
        jsonfile.write(self.plan, {
            "program": str(planner.simulator.program),
            "folder": str(planner.sweep.folder),
            "python_path": str(Path(__file__).parents[2]),
            "runs": {
                run.identity: {"seed": run.seed, "sets": run.point.sets, "scenario": run.scenario}
                for run in runs
            },
        })
