"""Orders of rows that depend on the assumed costs in cycles, with hand-made rows."""

import unittest

from docsis_vp.codesign.comparisons import Comparisons
from docsis_vp.codesign.costs import turned_orders
from tests.python.rows_by_hand import row as row_of

COSTS = {"half": "", "double": ""}


def row(index: int, low: float, high: float, half: float | None, double: float | None) -> dict:
    """Whose runs are close by the ends, and the mean between them."""
    middle = (low + high) / 2
    costs = {"assumed": {"mos": low}, "half": {"mos": half}, "double": {"mos": double}}
    return row_of(index, mos=[low, middle, high, middle]) | {"costs": costs}


def turned_of(rows: list[dict]) -> list[dict]:
    found = turned_orders(Comparisons(rows), COSTS)
    return [each for each in found if each["measure"] == "mos"]


class Orders(unittest.TestCase):
    def turned(self, *rows: dict) -> dict:
        (found,) = turned_of(list(rows))
        self.assertEqual(found["measure"], "mos")
        return found

    def test_that_stay_are_counted(self):
        found = self.turned(row(0, 1, 1.1, 1, 1), row(1, 3, 3.1, 3, 3))
        self.assertEqual((found["pairs"], found["turned"]), (1, []))

    def test_that_turn_round_are_named(self):
        found = self.turned(row(0, 1, 1.1, 1, 5), row(1, 3, 3.1, 3, 3), row(2, 8, 8.1, 8, 8))
        self.assertEqual(found["pairs"], 3)
        self.assertEqual(found["turned"], [{"rows": [0, 1], "at": "double"}])

    def test_that_come_out_even_do_not_turn(self):
        self.assertEqual(self.turned(row(0, 1, 1.1, 3, 1), row(1, 3, 3.1, 3, 3))["turned"], [])

    def test_that_seeds_leave_open_say_nothing(self):
        self.assertEqual(turned_of([row(0, 1, 3, 9, 9), row(1, 4, 1.2, 0, 0)]), [])

    def test_of_rows_without_other_costs_say_nothing(self):
        rows = [row(0, 1, 1.1, 9, 9), row(1, 3, 3.1, 0, 0) | {"costs": None}]
        self.assertEqual(turned_of(rows), [])

    def test_of_runs_that_failed_say_nothing(self):
        self.assertEqual(self.turned(row(0, 1, 1.1, None, 1), row(1, 3, 3.1, 0, 3))["turned"], [])
