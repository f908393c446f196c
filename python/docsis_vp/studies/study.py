"""Parts of a study. README.md describes how to add one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from docsis_vp.charts.panel import Panel
from docsis_vp.studies.outcome import Outcomes, RunResult
from docsis_vp.studies.published import Row


@dataclass(frozen=True)
class Case:
    """A scenario of the study's folder with some of its `cases` applied in order, then `changes`."""

    name: str
    scenario: str  # a file of scenarios/<study>
    choices: tuple[str, ...] = ()
    changes: dict = field(default_factory=dict)
    seeds: int = 5
    quick_s: float | None = None  # duration with --quick; None: the whole
    series: tuple[str, ...] = ()  # service flows and flows whose time series a figure or a number needs
    sensitivity: str = ""  # of what this shows the effect; empty: a case of the paper
    beside: str = ""  # the case that it is laid beside
    subset: bool = False  # one of the cases that tests run, shortened


@dataclass(frozen=True)
class Measure:
    """A published number and its value in our runs: one value from a run of each case, seed by seed.
    NaN: these runs have no such value."""

    quantity: str  # a key of verdict.TOLERANCES
    cases: tuple[str, ...]
    of: Callable[[list[RunResult]], float]


# A claim whose cases were not run has the verdict NOT_RUN; runs that leave it open give NOT_DECIDABLE.
HOLDS, FAILS, NOT_DECIDABLE = "holds", "fails", "not decidable"


@dataclass(frozen=True)
class Decision:
    verdict: str
    evidence: str  # the numbers behind it


def holds_if(condition: bool, evidence: str) -> Decision:
    return Decision(HOLDS if condition else FAILS, evidence)


@dataclass(frozen=True)
class Claim:
    name: str
    statement: str
    cases: tuple[str, ...]  # none: numbers decide it that need no run
    decide: Callable[[Outcomes], Decision]


@dataclass(frozen=True)
class Figure:
    """A figure of the paper, redrawn in panels."""

    name: str
    caption: str
    cases: tuple[str, ...]
    panels: Callable[[Outcomes], Sequence[Panel]]
    in_a_row: int = 2


@dataclass(frozen=True)
class Cause:
    """Explanation of a difference of numbers, and its test. The keys are patterns of a shell."""

    text: str
    table: str = "*"
    metric: str = "*"
    scenario: str = "*"
    scheme: str = "*"
    load: str = "*"
    quick: bool = False  # of quick runs alone

    def explains(self, row: Row, of_quick_runs: bool) -> bool:
        if self.quick and not of_quick_runs:
            return False
        pairs = ((row.table, self.table), (row.metric, self.metric),
                 (row.scenario, self.scenario), (row.scheme, self.scheme), (row.load, self.load))
        return all(fnmatchcase(value, pattern) for value, pattern in pairs)


@dataclass(frozen=True)
class Gauge:
    """A value by which cases of the sensitivity table are compared. NaN: this run has none."""

    name: str  # with its unit
    of: Callable[[RunResult], float]


@dataclass(frozen=True)
class Study:
    name: str  # also that of its folder below scenarios/, and of its page below docs/studies
    title: str
    cases: tuple[Case, ...]
    measure: Callable[[Row], Measure | None]  # None: the row is an input, or there is nothing to run
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figure, ...] = ()
    causes: tuple[Cause, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    notes: tuple[str, ...] = ()  # notes for the reader, a sentence each

    def case(self, name: str) -> Case:
        return next(case for case in self.cases if case.name == name)
