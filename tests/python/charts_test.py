"""Data and pages of charts."""

import json
import math
import re
import unittest

from docsis_vp.charts.page import ChartPage, as_script
from docsis_vp.charts.panel import Axis, Interval, Panel, named


class Data(unittest.TestCase):
    def test_what_is_not_finite_is_a_gap(self):
        panel = Panel()
        panel.line([1, 2, 3, 4], [math.nan, math.inf, None, 1 / 3])
        self.assertEqual(panel.as_data()["series"][0]["y"], [None, None, None, 0.3333333])
        json.dumps(panel.as_data(), allow_nan=False)

    def test_places_and_values_are_as_many(self):
        with self.assertRaisesRegex(ValueError, "^pie: 2 places for 1 values$"):
            Panel().line([1, 2], [1], "pie")

    def test_intervals_may_lack_an_end(self):
        panel = Panel()
        panel.dots([1, 2], [5, 6], intervals=[Interval(4, 7), Interval(None, math.nan)])
        self.assertEqual((panel.series[0]["low"], panel.series[0]["high"]), ([4, None], [7, None]))

    def test_names_have_places(self):
        self.assertEqual(named("law", ["pie", 3]).as_data(),
                         {"label": "law", "log": False, "low": -0.5, "high": 1.5, "ticks": [[0, "pie"], [1, "3"]],
                          "names": True})

    def test_rules_have_an_axis(self):
        panel = Panel()
        panel.across(5, 2, low=1, high=3)
        panel.down(7)
        self.assertEqual(panel.rules, [{"axis": "y", "value": 5, "low": 1, "high": 3, "colour": 2},
                                       {"axis": "x", "value": 7, "low": None, "high": None, "colour": None}])


class Page(unittest.TestCase):
    def test_without_charts_it_has_no_script(self):
        self.assertNotIn("<script", ChartPage().page("t", "<p>text</p>"))

    def test_charts_are_numbered_over_figures(self):
        charts = ChartPage()
        panel = Panel(x=Axis("rate"), y=Axis("delay"))
        panel.line([1], [2], "pie")
        body = charts.figure([panel, panel], 2, "first") + charts.figure([panel], 1, "second")
        self.assertEqual(re.findall(r'data-chart="(\d)"', body), ["0", "1", "2"])
        self.assertIn('aria-label="delay against rate: pie"', body)
        text = charts.page("t", body)
        (data,) = re.findall(r'<script type="application/json" id="charts">(.*?)</script>', text)
        self.assertEqual(len(json.loads(data)), 3)

    def test_no_text_ends_the_script(self):
        charts = ChartPage()
        panel = Panel("</script><script>alert(1)</script>")
        text = charts.page("t", charts.figure([panel], 1, ""))
        self.assertNotIn("alert(1)</script>", text)
        self.assertNotIn("<", as_script({"x": "</script>"}))


if __name__ == "__main__":
    unittest.main()
