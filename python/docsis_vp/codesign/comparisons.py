"""Decides which of two rows is better in a measure, with a stated confidence.

A difference of two means has an interval of Student's t: of the differences seed by seed where both
rows ran at least two seeds in common, else of Welch. The intervals of a page hold all together with
its confidence: by Bonferroni each one may be wrong with an equal share of what is left to 1. Half of
that belongs to the measure that decides, the other half to all other measures.
"""

import itertools
import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from docsis_vp.codesign.measures import BY_KEY, MEASURES, SEEDS, Measure
from docsis_vp.estimate import CONFIDENCE
from docsis_vp.student import student_t

BETTER, WORSE, EQUAL, SAME, OPEN = "better", "worse", "equal", "same", "open"

# No campaign runs so many seeds: a comparison that needs more is not worth deciding.
MOST_SEEDS = 10_000


@dataclass(frozen=True)
class Difference:
    """The mean of the first row less that of the second."""

    mean: float
    deviation: float  # of the difference at one seed
    seeds: int
    degrees_of_freedom: float
    margin: float  # largest difference at which two rows count as equal
    same: bool  # in every run that both have

    def half_width(self, confidence: float) -> float:
        return (student_t(confidence, self.degrees_of_freedom) * self.deviation
                / math.sqrt(self.seeds))

    def seeds_that_decide(self, confidence: float, is_decided: Callable[[float], bool]) -> int | None:
        """So many, if mean and deviation stay as they are; `is_decided` takes half of the interval.
        None: more than MOST_SEEDS."""
        def decide(seeds: int) -> bool:
            return is_decided(student_t(confidence, seeds - 1) * self.deviation / math.sqrt(seeds))

        low, high = 1, max(2, self.seeds)
        while not decide(high):
            if high >= MOST_SEEDS:
                return None
            low, high = high, min(2 * high, MOST_SEEDS)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if decide(middle) else (middle, high)
        return high


def difference(measure: Measure, one: dict[int, float], other: dict[int, float],
               matters: float | None = None) -> Difference | None:
    """Takes the values by seed. None: a row has fewer than two. `matters` replaces the measure's
    margin."""
    common = sorted(one.keys() & other.keys())
    # A printed digit rounds, so no value is known better than that: counts that never vary in few
    # seeds do not prove a difference.
    rounding = measure.resolution ** 2 / 12
    same = len(common) >= 2 and all(one[seed] == other[seed] for seed in common)
    if len(common) >= 2:
        differences = [one[seed] - other[seed] for seed in common]
        mean, seeds = statistics.fmean(differences), len(common)
        variance = max(statistics.variance(differences), 2 * rounding)
        degrees = seeds - 1
    elif min(len(one), len(other)) >= 2:
        mean = statistics.fmean(one.values()) - statistics.fmean(other.values())
        seeds = min(len(one), len(other))
        errors = [max(statistics.variance(each.values()), rounding) / len(each) for each in (one, other)]
        degrees = sum(errors) ** 2 / sum(error ** 2 / (len(each) - 1)
                                         for error, each in zip(errors, (one, other)))
        variance = sum(errors) * seeds
    else:
        return None
    margin = matters
    if matters is None:
        margin = measure.margin(statistics.fmean(one.values()), statistics.fmean(other.values()))
    return Difference(mean, math.sqrt(variance), seeds, degrees, margin, same)


class Comparisons:
    """All pairs of rows in all measures of a page. Rows that are given something else, such as
    another load, are no pair. `looks` says how often the rows are compared while seeds are added: each
    time has its share of the risk."""

    def __init__(self, rows: list[dict], confidence: float = CONFIDENCE, deciding: str | None = None,
                 looks: int = 1, matters: dict[str, float] = MappingProxyType({})):
        self.rows = {row["id"]: row for row in rows}
        self.matters = matters
        self.compared = [(one["id"], other["id"]) for one, other in itertools.combinations(rows, 2)
                         if one["given"] == other["given"]]
        self.confidence, self.deciding, self.looks = confidence, deciding, looks
        self.pairs = {measure.key: self._pairs(measure) for measure in MEASURES
                      if measure.better and measure.over == SEEDS}
        counts = {key: len(pairs) for key, pairs in self.pairs.items()}
        self.of_deciding = counts.get(deciding, 0)
        self.of_others = sum(counts.values()) - self.of_deciding

    def _pairs(self, measure: Measure) -> dict[tuple[int, int], Difference]:
        values = {id: by_seed(row, measure.key) for id, row in self.rows.items()}
        matters = self.matters.get(measure.key)
        pairs = {pair: difference(measure, *(values[id] for id in pair), matters)
                 for pair in self.compared}
        return {pair: found for pair, found in pairs.items() if found is not None}

    def confidence_of_one(self, key: str) -> float:
        """Confidence of each interval of the measure, so that all together have the page's."""
        groups = [count for count in (self.of_deciding, self.of_others) if count]
        count = self.of_deciding if key == self.deciding else self.of_others
        return 1 - (1 - self.confidence) / self.looks / len(groups) / count

    def interval(self, key: str, one: int, other: int) -> tuple[float, float] | None:
        """Difference of the first row less the second: mean and half of the interval."""
        found = self._difference(key, one, other)
        if found is None:
            return None
        mean = found.mean if (one, other) in self.pairs[key] else -found.mean
        return mean, found.half_width(self.confidence_of_one(key))

    def _difference(self, key: str, one: int, other: int) -> Difference | None:
        pairs = self.pairs.get(key, {})
        return pairs.get((one, other)) or pairs.get((other, one))

    def verdict(self, key: str, one: int, other: int) -> str | None:
        """Compares the first row with the second. None: there is nothing to compare."""
        if BY_KEY[key].over != SEEDS:
            return self._area_verdict(key, one, other)
        found = self._difference(key, one, other)
        if found is None:
            return None
        if found.same:
            return SAME
        mean, half = self.interval(key, one, other)
        if abs(mean) + half <= found.margin:
            return EQUAL
        if half >= abs(mean):
            return OPEN
        return BETTER if (mean < 0) == (BY_KEY[key].better == "low") else WORSE

    def is_no_better(self, key: str, one: int, other: int) -> bool:
        """The first row is surely not better than the second by more than matters."""
        found = self._difference(key, one, other)
        return found is not None and is_no_better(*self._excess(key, one, other), found.margin)

    def _excess(self, key: str, one: int, other: int) -> tuple[float, float]:
        """By how much the first row is worse: mean and half of the interval."""
        mean, half = self.interval(key, one, other)
        return mean if BY_KEY[key].better == "low" else -mean, half

    def _area_verdict(self, key: str, one: int, other: int) -> str | None:
        """Areas of all rows use the same cells: low is compared with low, high with high."""
        values = [self.rows[id]["values"].get(key) for id in (one, other)]
        if None in values or self.rows[one]["given"] != self.rows[other]["given"]:
            return None
        signs = {(a > b) - (a < b) for a, b in
                 ((values[0][end], values[1][end]) for end in ("low", "value", "high"))}
        if signs == {0}:
            return SAME
        return {-1: BETTER, 1: WORSE}[signs.pop()] if len(signs) == 1 and 0 not in signs else OPEN

    def seeds_for_order(self, key: str, one: int, other: int) -> int | None:
        """Number of seeds that would decide which row is better, or that both are equal."""
        found = self._difference(key, one, other)
        return found.seeds_that_decide(
            self.confidence_of_one(key),
            lambda half: half < abs(found.mean) or abs(found.mean) + half <= found.margin)

    def seeds_for_choice(self, key: str, one: int, other: int) -> int | None:
        """Number of seeds that would decide if the first row is better by more than matters."""
        found = self._difference(key, one, other)
        excess, _ = self._excess(key, one, other)
        return found.seeds_that_decide(
            self.confidence_of_one(key),
            lambda half: half < -excess or is_no_better(excess, half, found.margin))

    def facts(self) -> dict:
        """The paragraph of the page that says how sure it is."""
        return {
            "level": self.confidence,
            "looks": self.looks,
            "measure": self.deciding,
            "of_measure": self.of_deciding,
            "of_others": self.of_others,
        }

    def as_lists(self) -> dict[str, list[list]]:
        """Measure -> [row, row, verdict, difference, half of its interval, margin, seeds], for the page.
        Areas have no more than a verdict; `seeds` is there where an order is open."""
        found = {}
        for measure in MEASURES:
            pairs = self.pairs.get(measure.key, {})
            if measure.over != SEEDS:
                pairs = self.compared
            lists = [self._as_list(measure.key, pair) for pair in pairs]
            if measure.better and any(each[2] for each in lists):
                found[measure.key] = [each for each in lists if each[2]]
        return found

    def _as_list(self, key: str, pair: tuple[int, int]) -> list:
        found = [*pair, self.verdict(key, *pair)]
        if key not in self.pairs:
            return found
        numbers = (*self.interval(key, *pair), self.pairs[key][pair].margin)
        found += [float(f"{number:.6g}") for number in numbers]
        return [*found, self.seeds_for_order(key, *pair)] if found[2] == OPEN else found


def is_no_better(excess: float, half: float, margin: float) -> bool:
    return excess - half >= -margin


def by_seed(row: dict, key: str) -> dict[int, float]:
    """The values of a row that were measured."""
    values = (row["values"].get(key) or {}).get("of_seeds") or []
    return {seed: value for seed, value in zip(row["seeds"], values) if value is not None}
