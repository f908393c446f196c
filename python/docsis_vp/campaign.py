"""Many runs side by side. A finished one is kept and not run again."""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from docsis_vp import jsonfile
from docsis_vp.errors import RunFailed
from docsis_vp.progress import Progress
from docsis_vp.simulator import Simulator
from docsis_vp.workers import workers

# Mark of an unfinished run, between its name and the number of the process.
PART = ".part"
PART_NAME = re.compile(rf"\.[0-9a-f]+{re.escape(PART)}(?P<process>[0-9]+)")


class Run(Protocol):
    """Facts of a run that a campaign needs."""

    seed: int
    scenario: dict  # contents of a scenario file
    sets: tuple[str, ...]  # changes to it, path=value
    identity: str  # two runs with the same one have the same results
    kind: str  # runs of one kind take about as long


@dataclass(frozen=True)
class Outcome:
    """Outcome of a run: its results, or the line of error."""

    run: Run
    results: dict | None
    error: str | None


def drop_series(folder: Path, _run: Run) -> None:
    """Removes the time series of a run whose page shows none: it has megabytes."""
    (folder / "timeseries.csv").unlink(missing_ok=True)


def identity_of(facts: dict) -> str:
    """Hashes all facts on which results depend."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:24]


def parts_in(folder: Path) -> list[tuple[Path, str]]:
    """The folders of runs that are not done, each with the number of its process. Whatever else lies
    there is not ours to remove."""
    found = [(path, PART_NAME.fullmatch(path.name)) for path in folder.glob(f".*{PART}*")]
    return [(path, name["process"]) for path, name in found if name and path.is_dir() and not path.is_symlink()]


def execute(simulator: Simulator, run: Run, folder: Path,
            finish: Callable[[Path, Run], None] = drop_series) -> dict:
    """The results of one run. The folder is there when it is done, and not before."""
    part = folder.with_name(f".{folder.name}{PART}{os.getpid()}")
    part.mkdir(parents=True)
    try:
        results = simulator.run(run.scenario, run.seed, part, run.sets)
        jsonfile.write(part / "scenario.json", run.scenario | {"seed": run.seed})
        finish(part, run)
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return results


class Campaign:
    def __init__(
        self,
        simulator: Simulator,
        folder: Path,
        jobs: int,
        progress: Progress,
        finish: Callable[[Path, Run], None] = drop_series,
    ):
        """`finish` puts the files of each new run in order before anybody sees them."""
        self.simulator = simulator
        self.finish = finish
        self.folder = folder / "runs"
        self.jobs = jobs
        self.progress = progress

    def run(self, runs: list[Run]) -> list[Outcome]:
        """In the order of the runs, however they ended. Of runs that are alike one is enough."""
        alike: dict[str, list[int]] = {}
        for index, run in enumerate(runs):
            alike.setdefault(run.identity, []).append(index)
        outcomes: dict[int, Outcome] = {}

        def take(done: Outcome) -> None:
            for index in alike[done.run.identity]:
                outcomes[index] = Outcome(runs[index], done.results, done.error)

        self.run_each([runs[same[0]] for same in alike.values()], take)
        self.progress.skip(len(runs) - len(alike))
        return [outcomes[index] for index in range(len(runs))]

    def run_each(self, runs: list[Run], take: Callable[[Outcome], None]) -> None:
        """`take` gets each outcome when it is there; none is kept. No two runs are alike."""
        self._sweep()
        with workers(self.jobs, self.simulator.stop) as pool:
            for outcome in pool.as_done(self._one, runs):
                take(outcome)

    def _sweep(self) -> None:
        """Removes the folders of runs that were killed."""
        for part, process in parts_in(self.folder):
            if not Path("/proc", process).exists():
                shutil.rmtree(part, ignore_errors=True)

    def _one(self, run: Run) -> Outcome:
        folder = self.folder / run.identity
        with self.progress.of(run.kind) as step:
            if (folder / "results.json").is_file():
                step.was_there()
                return Outcome(run, jsonfile.read_own(folder / "results.json"), None)
            try:
                return Outcome(run, execute(self.simulator, run, folder, self.finish), None)
            except RunFailed as error:
                return Outcome(run, None, str(error))
