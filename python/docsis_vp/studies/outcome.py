"""Results of the runs of a study's cases."""

import math
from array import array
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.estimate import Estimate, estimate, number  # noqa: F401  studies take them from here
from docsis_vp.studies import series


@lru_cache(maxsize=128)  # numbers, claims and figures ask for the same ones
def read_series(folder: Path, of: str, columns: tuple[str, ...]) -> list[array]:
    return series.read(folder / series.FILE, of, (series.TIME, *columns))


class RunResult:
    """A run that is done, in its folder. Files are read when somebody asks, and not kept twice."""

    def __init__(self, folder: Path):
        self.folder = folder

    @cached_property
    def results(self) -> dict:
        return jsonfile.read_own(self.folder / "results.json")

    @property
    def seconds(self) -> float:
        return self.results["simulated_s"]

    def flow(self, name: str) -> dict:
        return next(flow for flow in self.results["flows"] if flow["name"] == name)

    def flows(self, prefix: str) -> list[dict]:
        """A flow of this name, or those that `count` made of it: ftp, or ftp0, ftp1."""
        return [
            flow for flow in self.results["flows"]
            if flow["name"].startswith(prefix)
            and (rest := flow["name"].removeprefix(prefix)).isdecimal() | (rest == "")
        ]

    def group(self, name: str) -> dict:
        return next(group for group in self.results["groups"] if group["name"] == name)

    def service_flow(self, name: str) -> dict:
        return next(flow for flow in self.results["service_flows"] if flow["name"] == name)

    def series(self, of: str, *columns: str) -> list[array]:
        """Columns of timeseries.csv, time first, of a service flow or a flow that the case keeps; NaN: empty."""
        return read_series(self.folder, of, columns)


class NoValue(Exception):
    """No run of the case has the requested value."""


class Outcomes:
    """By the name of the case, the runs that ended well, by seed."""

    def __init__(self, runs: dict[str, list[RunResult]], failures: dict[str, str]):
        self.runs = runs
        self.failures = failures

    def have(self, cases: tuple[str, ...]) -> bool:
        return all(self.runs.get(case) for case in cases)

    def __getitem__(self, case: str) -> list[RunResult]:
        return self.runs[case]

    def values(self, cases: tuple[str, ...], of: Callable[[list[RunResult]], float]) -> list[float]:
        """Seed by seed, as far as all of the cases go; of no case what needs no run."""
        if not cases:
            return [of([])]
        return [of(list(runs)) for runs in zip(*(self.runs[case] for case in cases))]

    def mean(self, case: str, of: Callable[[RunResult], float]) -> float:
        """Over the seeds; NaN: no run has it."""
        found = estimate(self.values((case,), lambda runs: of(runs[0])))
        return found.mean if found else math.nan

    def required(self, case: str, of: Callable[[RunResult], float]) -> float:
        """The mean, or NoValue: a claim that needs it is not decidable."""
        value = self.mean(case, of)
        if math.isnan(value):
            raise NoValue(case)
        return value
