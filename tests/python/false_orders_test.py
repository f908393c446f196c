"""Rate at which the page separates two rows of one system, from 40 recorded seeds."""

import importlib.machinery
import importlib.util
import json
import random
import unittest
from pathlib import Path

HERE = Path(__file__).parent


def load_tool():
    loader = importlib.machinery.SourceFileLoader("false_orders", str(HERE.parents[1] / "tools/false-orders"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class FalseOrders(unittest.TestCase):
    """Each share is that of orders claimed between two disjoint groups of the same row's seeds."""

    DRAWS = 150

    @classmethod
    def setUpClass(cls):
        cls.tool = load_tool()
        recorded = json.loads((HERE / "forty_seeds.json").read_text(encoding="utf-8"))
        cls.values = recorded["values"]
        seeds = range(1, len(next(iter(cls.values.values()))) + 1)
        cls.row = {"seeds": list(seeds), "values": {key: {"of_seeds": values} for key, values in cls.values.items()}}

    def rates(self, size: int) -> dict[str, float]:
        source = random.Random(5)
        found = [self.tool.rates(key, dict(enumerate(values)), size, self.DRAWS, source)
                 for key, values in self.values.items()]
        return {column: sum(each[column] for each in found) / len(found) for column in self.tool.COLUMNS}

    def test_are_one_of_twenty_whatever_the_number_of_seeds(self):
        for size in (3, 5, 10):
            found = self.rates(size)
            self.assertLessEqual(found["paired"], 0.055, size)
            self.assertLessEqual(found["Welch"], 0.055, size)
            self.assertGreater(found["paired"], 0.01, size)

    def test_were_one_of_ten_when_ranges_of_three_seeds_lay_apart(self):
        self.assertGreater(self.rates(3)["ranges apart"], 0.075)

    def test_are_on_no_more_than_one_page_of_twenty(self):
        for size in (3, 10):
            self.assertLessEqual(self.tool.false_pages(self.row, size, 40, random.Random(5)), 0.05, size)
