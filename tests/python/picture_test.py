"""The pictures on the page of a sweep."""

import itertools
import re
import unittest
from pathlib import Path
from xml.etree import ElementTree

from docsis_vp.sweeps.picture import Picture, Scale
from docsis_vp.sweeps.spec import Axis, Choice, Metric, Sweep
from docsis_vp.sweeps.table import CI95

METRIC = Metric("delay", "delay <all>", "ms", "delay")


def axis(name: str, values: list) -> Axis:
    return Axis(name, f"the {name}", "", tuple(Choice(str(value), value, {}) for value in values))


def picture(axes: list[Axis], value_of, half_width: float | None = 1) -> Picture:
    sweep = Sweep("x.sweep", Path(), "x", "", Path("x.json"), {}, None, 1, tuple(axes), (METRIC,))
    rows = []
    for choices in itertools.product(*(each.choices for each in axes)):
        values = [choice.value for choice in choices]
        rows.append({each.name: value for each, value in zip(axes, values)}
                    | {"delay": value_of(*values), "delay" + CI95: half_width})
    return Picture(sweep, METRIC, rows)


class Drawn(unittest.TestCase):
    def draw(self, made: Picture):
        self.root = ElementTree.fromstring(made.svg())

    def texts(self) -> list[str]:
        return [each.text for each in self.root.iter("text")]

    def marks(self) -> list[tuple[float, float]]:
        return [(float(mark.get("cx")), float(mark.get("cy"))) for mark in self.root.iter("circle")]

    def paths(self, kind: str) -> list[str]:
        found = [path.get("d") for path in self.root.iter("path") if path.get("class") == kind]
        return [path for path in found if path]

    def test_a_line_through_the_values_in_their_order(self):
        self.draw(picture([axis("rate", [10, 30, 20])], lambda rate: rate / 2))
        (x1, y1), (x2, y2), (x3, y3) = self.marks()
        self.assertLess(x1, x2)
        self.assertAlmostEqual(x2 - x1, x3 - x2, delta=0.11)
        self.assertAlmostEqual(y1 - y2, y2 - y3, delta=0.11)
        self.assertLess(y3, y1)  # up is more
        self.assertEqual(self.paths("line"), [f"M{x1} {y1}L{x2} {y2}L{x3} {y3}"])
        self.assertIn("delay <all>, ms", self.texts())

    def test_an_interval_is_as_high_as_the_axis_says(self):
        self.draw(picture([axis("rate", [10, 20])], lambda rate: rate, half_width=5))
        (x, low), (_, high) = self.marks()
        intervals = self.paths("interval")
        self.assertEqual(len(intervals), 2)
        left, top, bottom = map(float, re.fullmatch(r"M(\S+) (\S+)h6m-3 0V(\S+)m-3 0h6", intervals[0]).groups())
        self.assertAlmostEqual(left + 3, x, delta=0.11)
        self.assertAlmostEqual(bottom - top, low - high, delta=0.21)
        self.draw(picture([axis("rate", [10, 20])], lambda rate: rate, half_width=None))
        self.assertEqual(self.paths("interval"), [])

    def test_a_value_that_is_missing_is_a_gap(self):
        self.draw(picture([axis("rate", [1, 2, 3, 4])], lambda rate: None if rate == 3 else rate))
        self.assertEqual(len(self.marks()), 3)
        (line,) = self.paths("line")
        self.assertEqual(line.count("M"), 2)
        self.draw(picture([axis("rate", [1, 2])], lambda rate: None))
        self.assertEqual(self.marks(), [])

    def test_names_stand_side_by_side_without_a_line(self):
        self.draw(picture([axis("law", ["none", "pie & co"])], lambda law: len(law)))
        self.assertEqual(self.paths("line"), [])
        self.assertEqual(len(self.marks()), 2)
        self.assertTrue({"none", "pie & co"} <= set(self.texts()))

    def test_second_axis_lines_and_the_others_panels(self):
        self.draw(picture([axis("law", ["a", "b"]), axis("rate", [1, 2, 3]), axis("buffer", [5, 6])],
                          lambda law, rate, buffer: rate * buffer))
        legend, panels = 2, 2 * 2
        self.assertEqual(len(self.paths("line")), panels + legend)
        self.assertEqual(len(self.marks()), 3 * panels + legend)
        self.assertTrue({"the law a", "the law b", "the buffer", "5", "6"} <= set(self.texts()))

    def test_lines_beyond_the_colours_are_dashed(self):
        self.draw(picture([axis("rate", [1, 2]), axis("law", "abcdefghijk")], lambda rate, law: rate))
        looks = [(group.get("color"), path.get("stroke-dasharray")) for group in self.root.iter("g")
                 for path in group.findall("path[@class='line']")]
        self.assertEqual(len(set(looks)), 11)
        self.assertEqual(looks[:11], looks[11:])  # the legend's are the panel's

    def test_panels_beyond_the_most_are_counted(self):
        made = picture([axis("rate", [1, 2]), axis("law", ["a", "b"]), axis("name", "cdefghijklmno")],
                       lambda rate, law, name: rate)
        # The axis of names with most values becomes the lines.
        self.assertEqual((len(made.panels), made.left_out), (2, 0))
        made = picture([axis("rate", [1, 2]), axis("law", "abcdefgh"), axis("name", "cd"), axis("size", "stuvwxy")],
                       lambda rate, law, name, size: rate)
        self.assertEqual((len(made.panels), made.left_out), (12, 2))

    def test_ticks_are_round_and_within_the_axis(self):
        for low, high in ((0, 1), (7, 42.5), (-3e-5, 2e-5), (6000, 7000), (5, 5), (0, 0), (1e9, 3e9)):
            scale = Scale([low, high], 0, 300)
            places = [scale.at(value) for value, _ in scale.ticks]
            self.assertGreaterEqual(len(places), 2, (low, high))
            self.assertTrue(all(-1e-6 <= place <= 300 + 1e-6 for place in places), (low, high))
            self.assertEqual(len({text for _, text in scale.ticks}), len(places), (low, high))


if __name__ == "__main__":
    unittest.main()
