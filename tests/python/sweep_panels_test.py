"""The charts on the page of a sweep."""

import itertools
import unittest
from pathlib import Path

from docsis_vp.sweeps.panels import MetricPanels
from docsis_vp.sweeps.spec import Axis, Choice, Metric, Sweep
from docsis_vp.sweeps.table import CI95

METRIC = Metric("delay", "delay <all>", "ms", "delay")


def axis(name: str, values) -> Axis:
    return Axis(name, f"the {name}", "", tuple(Choice(str(value), value, {}) for value in values))


def panels(axes: list[Axis], value_of, half_width: float | None = 1) -> MetricPanels:
    sweep = Sweep("x.sweep", Path(), "x", "", Path("x.json"), {}, None, 1, tuple(axes), (METRIC,))
    rows = []
    for choices in itertools.product(*(each.choices for each in axes)):
        values = [choice.value for choice in choices]
        rows.append({each.name: value for each, value in zip(axes, values)}
                    | {"delay": value_of(*values), "delay" + CI95: half_width})
    return MetricPanels(sweep, METRIC, rows)


class Shown(unittest.TestCase):
    def test_a_line_through_the_values_in_their_order(self):
        (panel,) = panels([axis("rate", [10, 30, 20])], lambda rate: rate / 2).panels
        (series,) = panel.series
        self.assertEqual((series["kind"], series["x"], series["y"]), ("line", [10, 20, 30], [5, 10, 15]))
        self.assertTrue(series["marks"])
        self.assertEqual((panel.x.label, panel.y.label), ("the rate", "delay <all>, ms"))

    def test_an_interval_has_both_ends_and_fits(self):
        (panel,) = panels([axis("rate", [10, 20])], lambda rate: rate, half_width=5).panels
        (series,) = panel.series
        self.assertEqual((series["low"], series["high"]), ([5, 15], [15, 25]))
        self.assertLess(panel.y.low, 5)
        self.assertGreater(panel.y.high, 25)

    def test_one_seed_has_no_interval(self):
        (panel,) = panels([axis("rate", [10, 20])], lambda rate: rate, half_width=None).panels
        self.assertEqual((panel.series[0]["low"], panel.series[0]["high"]), ([10, 20], [10, 20]))

    def test_a_value_that_is_missing_is_a_gap(self):
        (panel,) = panels([axis("rate", [1, 2, 3, 4])], lambda rate: None if rate == 3 else rate).panels
        (series,) = panel.series
        self.assertEqual((series["y"], series["low"]), ([1, 2, None, 4], [0, 1, None, 3]))

    def test_without_any_value_the_axis_is_free(self):
        (panel,) = panels([axis("rate", [1, 2])], lambda rate: None).panels
        self.assertEqual((panel.series[0]["y"], panel.y.low, panel.y.high), ([None, None], None, None))

    def test_names_stand_side_by_side_without_a_line(self):
        (panel,) = panels([axis("law", ["none", "pie & co"])], lambda law: len(law)).panels
        self.assertEqual([(series["kind"], series["x"]) for series in panel.series], [("dots", [0, 1])])
        self.assertEqual(panel.x.ticks, [(0, "none"), (1, "pie & co")])

    def test_second_axis_lines_and_the_others_panels(self):
        made = panels([axis("law", ["a", "b"]), axis("rate", [1, 2, 3]), axis("buffer", [5, 6])],
                      lambda law, rate, buffer: rate * buffer)
        self.assertEqual([panel.title for panel in made.panels], ["the law a", "the law b"])
        for panel in made.panels:
            self.assertEqual([(series["label"], series["y"]) for series in panel.series],
                             [("the buffer 5", [5, 10, 15]), ("the buffer 6", [6, 12, 18])])
        self.assertEqual(len({(panel.y.low, panel.y.high) for panel in made.panels}), 1)

    def test_lines_beyond_the_colours_are_dashed(self):
        (panel,) = panels([axis("rate", [1, 2]), axis("law", "abcdefghijk")], lambda rate, law: rate).panels
        self.assertEqual(len({(series["colour"], series["dashed"]) for series in panel.series}), 11)

    def test_panels_beyond_the_most_are_counted(self):
        made = panels([axis("rate", [1, 2]), axis("law", ["a", "b"]), axis("name", "cdefghijklmno")],
                      lambda rate, law, name: rate)
        # The axis of names with most values becomes the lines.
        self.assertEqual((len(made.panels), made.left_out), (2, 0))
        made = panels([axis("rate", [1, 2]), axis("law", "abcdefgh"), axis("name", "cd"), axis("size", "stuvwxy")],
                      lambda rate, law, name, size: rate)
        self.assertEqual((len(made.panels), made.left_out), (12, 2))


if __name__ == "__main__":
    unittest.main()
