"""Which orders of rows hang on what was assumed of cycles, of rows put together by hand."""

import unittest

from docsis_vp.codesign.costs import turned_orders
from docsis_vp.codesign.measures import MEASURES

COSTS = {"half": "", "double": ""}


def row(index: int, low: float, high: float, half: float | None, double: float | None) -> dict:
    values = dict.fromkeys(measure.key for measure in MEASURES)
    span = {"low": low, "value": (low + high) / 2, "high": high}
    return {
        "id": index,
        "values": values | {"mos": span},
        "costs": {"assumed": {"mos": low}, "half": {"mos": half}, "double": {"mos": double}},
    }


class Orders(unittest.TestCase):
    def turned(self, *rows: dict) -> dict:
        (found,) = turned_orders(list(rows), COSTS)
        self.assertEqual(found["measure"], "mos")
        return found

    def test_that_stay_are_counted(self):
        found = self.turned(row(0, 1, 2, 1, 1), row(1, 3, 4, 3, 3))
        self.assertEqual((found["pairs"], found["turned"]), (1, []))

    def test_that_turn_round_are_named(self):
        found = self.turned(row(0, 1, 2, 1, 5), row(1, 3, 4, 3, 3), row(2, 8, 9, 8, 8))
        self.assertEqual(found["pairs"], 3)
        self.assertEqual(found["turned"], [{"rows": [0, 1], "at": "double"}])

    def test_that_come_out_even_do_not_turn(self):
        self.assertEqual(self.turned(row(0, 1, 2, 3, 1), row(1, 3, 4, 3, 3))["turned"], [])

    def test_that_seeds_leave_open_say_nothing(self):
        self.assertEqual(turned_orders([row(0, 1, 3, 9, 9), row(1, 2, 4, 0, 0)], COSTS), [])

    def test_of_rows_without_other_costs_say_nothing(self):
        rows = [row(0, 1, 2, 9, 9), row(1, 3, 4, 0, 0) | {"costs": None}]
        self.assertEqual(turned_orders(rows, COSTS), [])

    def test_of_runs_that_failed_say_nothing(self):
        self.assertEqual(self.turned(row(0, 1, 2, None, 1), row(1, 3, 4, 0, 3))["turned"], [])
