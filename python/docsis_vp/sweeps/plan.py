"""From a sweep to its points, and from those to runs."""

import hashlib
import itertools
import os
from dataclasses import dataclass, field
from pathlib import Path

from docsis_vp.campaign import identity_of
from docsis_vp.errors import InputError
from docsis_vp.simulator import Simulator, changes_of
from docsis_vp.sweeps.spec import LARGEST_SEED, Choice, Sweep
from docsis_vp.workers import workers

MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class Point:
    """A value of each axis."""

    number: int
    choices: tuple[Choice, ...]
    sets: tuple[str, ...]  # as the simulator takes them: path=value

    @property
    def label(self) -> str:
        return " ".join(choice.label for choice in self.choices)


@dataclass(frozen=True)
class SweepRun:
    point: Point
    seed: int
    identity: str  # two runs with the same one have the same results
    scenario: dict = field(hash=False)
    kind: str = "run"

    @property
    def sets(self) -> tuple[str, ...]:
        return self.point.sets


def points_of(sweep: Sweep) -> list[Point]:
    """All combinations; the last axis changes fastest. Of two changes to a key the later axis's counts."""
    count = 1
    for axis in sweep.axes:
        count *= len(axis.choices)
    if count > MOST_POINTS:
        raise InputError(f"{sweep.origin}: axes: expected {MOST_POINTS} points at most, got {count}")
    points = []
    for number, choices in enumerate(itertools.product(*(axis.choices for axis in sweep.axes))):
        changes = dict(sweep.changes)
        for choice in choices:
            changes |= choice.changes
        points.append(Point(number, choices, changes_of(changes)))
    return points


def files_of(configuration, folders: list[Path]) -> dict[str, str]:
    """The hashes of the files that a configuration names: firmware, traces, configuration files."""
    found: dict[str, str] = {}

    def visit(value):
        if isinstance(value, dict):
            for each in value.values():
                visit(each)
        elif isinstance(value, list):
            for each in value:
                visit(each)
        elif isinstance(value, str) and value and len(value) < os.pathconf("/", "PC_PATH_MAX"):
            for path in (folder / name for folder in folders for name in (value, f"{value}.elf")):
                if str(path) not in found and path.is_file():
                    found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()

    # Texts that name no file.
    visit({key: each for key, each in configuration.items() if key not in ("name", "description")})
    return found


class Planner:
    def __init__(self, sweep: Sweep, program: Path):
        self.sweep = sweep
        path = os.environ.get("DOCSIS_VP_PATH", "").split(":")
        folder = sweep.folder
        self.simulator = Simulator(program, folder)
        own = [sweep.scenario.parent] if isinstance(sweep.scenario, Path) else []
        self.folders = [*own, folder, *(folder / each for each in path if each)]

    def runs(self, points: list[Point]) -> list[SweepRun]:
        """Throws InputError: a point is no scenario."""
        with workers(os.cpu_count(), self.simulator.stop) as pool:
            return [run for runs in pool.in_order(self._runs_of, points) for run in runs]

    def _runs_of(self, point: Point) -> list[SweepRun]:
        try:
            configuration = self.simulator.effective_configuration(self.sweep.scenario, point.sets)
        except InputError as error:
            raise InputError(f'{self.sweep.origin}: point "{point.label}": {error}', file=error.file,
                             line=error.line, key=error.key) from None
        program = self.simulator.fingerprint_for(configuration)
        files = sorted(files_of(configuration, self.folders).values())
        runs = []
        for seed in self.seeds(configuration["seed"]):
            identity = identity_of({
                "configuration": configuration | {"seed": seed}, "files": files, "program": program,
            })
            runs.append(SweepRun(point, seed, identity, self.sweep.run_of))
        return runs

    def seeds(self, first: int) -> tuple[int, ...]:
        if self.sweep.seeds is not None:
            return self.sweep.seeds
        if first > LARGEST_SEED - self.sweep.replications:
            raise InputError(f"{self.sweep.origin}: replications: the last seed exceeds 2^53 - 1")
        return tuple(range(first, first + self.sweep.replications))
