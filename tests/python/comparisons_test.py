"""Comparison of two rows, and its confidence."""

import itertools
import math
import random
import unittest

from docsis_vp.codesign.comparisons import (
    BETTER,
    EQUAL,
    OPEN,
    SAME,
    WORSE,
    Comparisons,
    difference,
)
from docsis_vp.codesign.measures import BY_KEY
from tests.python.rows_by_hand import row, span

MOS, DELAY, MISSED = "mos", "latency_p99_ms", "grants_missed"


def page(*rows: dict, **options) -> Comparisons:
    return Comparisons(list(rows), **options)


class Pairs(unittest.TestCase):
    def test_of_the_same_seeds_leave_out_what_the_seeds_share(self):
        noise = [0, 40, 10, 90, 30, 70]
        one = [100 + each for each in noise]
        other = [105 + each + (index % 2) / 10 for index, each in enumerate(noise)]
        paired = difference(BY_KEY[DELAY], dict(enumerate(one)), dict(enumerate(other)))
        apart = difference(BY_KEY[DELAY], dict(enumerate(one)), dict(enumerate(other, 100)))
        self.assertAlmostEqual(paired.mean, apart.mean)
        self.assertLess(paired.half_width(0.95), 1)
        self.assertGreater(apart.half_width(0.95), 30)

    def test_are_those_of_the_seeds_that_both_rows_ran(self):
        found = difference(BY_KEY[DELAY], {1: 10, 2: 20, 3: 30}, {2: 25, 3: 37, 4: 1000})
        self.assertEqual((found.mean, found.seeds), (-6, 2))

    def test_of_other_seeds_are_welch_s(self):
        """Worked example: means 2 and 12, variances 1 and 100, three seeds and five."""
        one, other = {1: 1, 2: 2, 3: 3}, dict(zip(range(4, 9), (2, 2, 12, 22, 22)))
        found = difference(BY_KEY[DELAY], one, other)
        error = 1 / 3 + 100 / 5
        self.assertAlmostEqual(found.mean, -10)
        self.assertAlmostEqual(found.deviation / math.sqrt(found.seeds), math.sqrt(error))
        self.assertAlmostEqual(found.degrees_of_freedom, error ** 2 / ((1 / 3) ** 2 / 2 + 20 ** 2 / 4))

    def test_of_one_seed_say_nothing(self):
        found = page(row(0, mos=[4]), row(1, mos=[1]))
        self.assertIsNone(found.verdict(MOS, 0, 1))
        self.assertEqual((found.of_deciding, found.of_others), (0, 0))

    def test_of_counts_that_never_vary_prove_nothing_in_few_seeds(self):
        """Two systems that miss a grant in every other run do that once in eight times."""
        self.assertEqual(page(row(0, grants_missed=[0, 0]), row(1, grants_missed=[0.1, 0.1])).verdict(MISSED, 0, 1),
                         EQUAL)
        counts = difference(BY_KEY["hold_drops"], {1: 0, 2: 0}, {1: 1, 2: 1})
        self.assertLess(abs(counts.mean), counts.half_width(0.95))


class Verdicts(unittest.TestCase):
    def verdict(self, key: str, one: list, other: list, **options) -> tuple:
        found = page(row(0, **{key: one}), row(1, **{key: other}), **options)
        return found.verdict(key, 0, 1), found.verdict(key, 1, 0)

    def test_say_which_is_better_where_more_is_and_where_less_is(self):
        low, high = [1.0, 1.1, 0.9, 1.0], [4.0, 4.1, 4.0, 3.9]
        self.assertEqual(self.verdict(MOS, low, high), (WORSE, BETTER))
        self.assertEqual(self.verdict(DELAY, [10 * each for each in low], [10 * each for each in high]),
                         (BETTER, WORSE))

    def test_are_open_within_the_interval(self):
        self.assertEqual(self.verdict(MOS, [1, 4, 2, 3], [2, 3, 4, 4.5]), (OPEN, OPEN))

    def test_call_equal_what_surely_differs_by_no_more_than_matters(self):
        one, other = [4.0, 4.02, 3.98, 4.0, 4.01, 4.0], [4.03, 4.05, 4.01, 4.04, 4.04, 4.03]
        self.assertEqual(self.verdict(MOS, one, other), (EQUAL, EQUAL))
        self.assertEqual(self.verdict(MOS, one, other, matters={MOS: 0.01}), (WORSE, BETTER))

    def test_call_the_same_what_is_the_same_in_every_run(self):
        self.assertEqual(self.verdict(DELAY, [1, 200], [1, 200]), (SAME, SAME))

    def test_of_areas_hang_on_no_seed(self):
        crossing = row(3, 2.0) | {"values": row(3)["values"] | {"area_mm2": {"low": 0.4, "value": 1.1, "high": 3}}}
        found = page(row(0, 1.0), row(1, 1.001), row(2, 1.0), crossing)
        area = "area_mm2"
        self.assertEqual([found.verdict(area, 0, 1), found.verdict(area, 1, 0)], [BETTER, WORSE])
        self.assertEqual([found.verdict(area, 0, 2), found.verdict(area, 0, 3)], [SAME, OPEN])
        self.assertEqual(span(1.0)["value"], 1.0)


    def test_are_of_rows_that_have_the_same_given(self):
        low, high = [1.0, 1.1, 0.9, 1.0], [4.0, 4.1, 4.0, 3.9]
        found = page(row(0, given={"load": "half"}, mos=low), row(1, given={"load": "full"}, mos=high),
                     row(2, given={"load": "half"}, mos=high))
        self.assertIsNone(found.verdict(MOS, 0, 1))
        self.assertIsNone(found.verdict("area_mm2", 0, 1))
        self.assertEqual((found.verdict(MOS, 0, 2), found.of_others), (WORSE, 1))


class Corrections(unittest.TestCase):
    def setUp(self):
        source = random.Random(1)
        self.rows = [row(index, mos=[source.gauss(3, 1) for _ in range(6)],
                         latency_p99_ms=[source.gauss(90, 9) for _ in range(6)],
                         uploads_mbps=[source.gauss(90, 9) for _ in range(6)]) for index in range(5)]

    def test_give_half_of_the_risk_to_the_measure_that_decides(self):
        found = page(*self.rows, deciding=DELAY)
        self.assertEqual((found.of_deciding, found.of_others), (10, 20))
        self.assertAlmostEqual(1 - found.confidence_of_one(DELAY), 0.05 / 2 / 10)
        self.assertAlmostEqual(1 - found.confidence_of_one(MOS), 0.05 / 2 / 20)

    def test_share_the_whole_risk_without_such_a_measure(self):
        self.assertAlmostEqual(1 - page(*self.rows).confidence_of_one(MOS), 0.05 / 30)

    def test_share_it_among_looks(self):
        found = page(*self.rows, deciding=DELAY, confidence=0.9, looks=4)
        self.assertAlmostEqual(1 - found.confidence_of_one(DELAY), 0.1 / 4 / 2 / 10)

    def test_widen_intervals(self):
        alone, all_rows = page(*self.rows[:2], deciding=DELAY), page(*self.rows, deciding=DELAY)
        self.assertEqual(alone.interval(DELAY, 0, 1)[0], all_rows.interval(DELAY, 0, 1)[0])
        self.assertLess(alone.interval(DELAY, 0, 1)[1], all_rows.interval(DELAY, 0, 1)[1])


class SeedsWanted(unittest.TestCase):
    def test_are_as_many_as_decide(self):
        """Least count whose interval is below 10, for a difference of 10 with a deviation of 20."""
        one = [100 + 10 * (1 + sign * 2) for sign in (1, -1, 1, -1)]
        found = page(row(0, latency_p99_ms=one), row(1, latency_p99_ms=[100] * 4), matters={DELAY: 0},
                     deciding=DELAY)
        self.assertEqual(found.verdict(DELAY, 0, 1), OPEN)
        wanted = found.seeds_for_order(DELAY, 0, 1)
        (of_four,) = found.pairs[DELAY].values()
        for seeds, decided in ((wanted - 1, False), (wanted, True)):
            enough = difference(BY_KEY[DELAY], {seed: 0.0 for seed in range(seeds)}, {seed: 0.0 for seed in range(seeds)})
            half = of_four.deviation / enough.deviation * enough.half_width(found.confidence_of_one(DELAY))
            self.assertIs(half < 10, decided)

    def test_are_fewer_to_say_that_a_row_is_no_better(self):
        one, other = [100, 130, 95, 131], [99, 98, 99, 97]
        found = page(row(0, latency_p99_ms=one), row(1, latency_p99_ms=other), deciding=DELAY)
        self.assertEqual(found.verdict(DELAY, 0, 1), OPEN)
        self.assertLess(found.seeds_for_choice(DELAY, 0, 1), found.seeds_for_order(DELAY, 0, 1))

    def test_of_what_never_decides_is_none(self):
        found = page(row(0, latency_p99_ms=[0, 50, 0, 50]), row(1, latency_p99_ms=[50, 0, 50, 0]), matters={DELAY: 0})
        self.assertIsNone(found.seeds_for_order(DELAY, 0, 1))


class FalseOrders(unittest.TestCase):
    """Rows of one system that differ in their seeds only."""

    TIMES = 400

    def rate(self, size: int, draw, is_ordered) -> float:
        source = random.Random(7)
        found = 0
        for _ in range(self.TIMES):
            values = [draw(source) for _ in range(2 * size)]
            found += is_ordered(values[:size], values[size:])
        return found / self.TIMES

    @staticmethod
    def by_interval(one: list, other: list) -> bool:
        found = difference(BY_KEY[DELAY], dict(enumerate(one)), dict(enumerate(other)))
        return abs(found.mean) > found.half_width(0.95)

    @staticmethod
    def by_ranges(one: list, other: list) -> bool:
        return max(one) < min(other) or max(other) < min(one)

    def test_of_one_comparison_come_in_one_of_twenty(self):
        for name, draw in (("normal", lambda source: source.gauss(100, 20)),
                           ("skewed", lambda source: 100 * source.lognormvariate(0, 0.8))):
            for size in (3, 5, 10):
                with self.subTest(name, size=size):
                    # 5 %, and three standard errors of so many draws.
                    self.assertLessEqual(self.rate(size, draw, self.by_interval), 0.05 + 0.033)

    def test_come_twice_as_often_from_ranges_of_three_seeds_that_lie_apart(self):
        rate = self.rate(3, lambda source: source.gauss(100, 20), self.by_ranges)
        self.assertGreater(rate, 0.067)
        self.assertLess(rate, 0.133)

    def test_of_a_page_come_in_one_of_twenty_pages(self):
        source, found, pages = random.Random(3), 0, 60
        for _ in range(pages):
            rows = [row(index, **{key: [source.gauss(100, 20) for _ in range(5)] for key in (MOS, DELAY, "uploads_mbps")})
                    for index in range(6)]
            made = page(*rows, deciding=DELAY)
            found += any(made.verdict(key, *pair) in (BETTER, WORSE) for key in (MOS, DELAY, "uploads_mbps")
                         for pair in itertools.combinations(range(6), 2))
        self.assertLessEqual(found / pages, 0.05)
