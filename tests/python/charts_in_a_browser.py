"""Charts as headless Chromium draws them."""

import json
import re
import tempfile
import unittest
from pathlib import Path

from docsis_vp.charts.page import ChartPage
from docsis_vp.charts.panel import Axis, Interval, Panel, named
from tests.python.browser import MadePage

# Pixels of each colour of the palette, chart by chart, into the title.
COUNT = """
const palette = [0, 1, 2].map((i) => getComputedStyle(document.documentElement).getPropertyValue(`--c${i}`).trim())
  .map((text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)));
const isLike = (data, at, colour) => data[at + 3] > 100 && colour.every((part, i) => Math.abs(part - data[at + i]) < 8);
setTimeout(() => {
  document.title = JSON.stringify([...document.querySelectorAll("canvas")].map((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const counts = palette.map(() => 0);
    for (let at = 0; at < data.length; at += 4) {
      const found = palette.findIndex((colour) => isLike(data, at, colour));
      if (found >= 0) ++counts[found];
    }
    return counts;
  }));
}, 500);
"""


class Drawn(unittest.TestCase):
    def draw(self, *panels: Panel) -> MadePage:
        charts = ChartPage()
        body = charts.figure(panels, 1, "caption")
        with tempfile.TemporaryDirectory(prefix="docsis-vp-charts-") as folder:
            page = Path(folder, "page.html")
            page.write_text(charts.page("charts", body), encoding="utf-8")
            made = MadePage(page, Path(folder, "chromium"), COUNT)
        self.assertEqual(made.console, "")
        return made

    def pixels(self, *panels: Panel) -> list[list[int]]:
        return json.loads(re.search("<title>(.*?)</title>", self.draw(*panels).text)[1])

    def test_bars_are_as_large_as_their_values(self):
        panel = Panel(x=named("law", "ab"), y=Axis(low=0, high=10))
        panel.bars([0], [2], "two", 0, width=0.5)
        panel.bars([1], [8], "eight", 1, width=0.5)
        ((two, eight, _),) = self.pixels(panel)
        self.assertAlmostEqual(eight / two, 4, delta=0.15)

    def test_a_bar_begins_at_the_least_value_of_a_logarithmic_axis(self):
        panel = Panel(x=named("law", "ab"), y=Axis(logarithmic=True, low=1, high=1000))
        panel.bars([0, 1], [10, 100], "bars", 0, width=0.5)
        both, = self.pixels(panel)
        panel = Panel(x=named("law", "ab"), y=Axis(logarithmic=True, low=1, high=1000))
        panel.bars([0], [10], "bar", 0, width=0.5)
        one, = self.pixels(panel)
        self.assertAlmostEqual(both[0] / one[0], 3, delta=0.1)

    def test_each_kind_leaves_ink_of_its_colour(self):
        def drawn(kind: str, **more) -> Panel:
            panel = Panel(x=Axis(low=0, high=4), y=Axis(low=0, high=4))
            getattr(panel, kind)([1, 2, 3], [1, 3, 2], kind, 1, **more)
            return panel

        ends = [Interval(0.5, 3.5)] * 3
        line, steps, dots, long_dots, crosses = self.pixels(
            drawn("line"), drawn("steps"), drawn("dots"), drawn("dots", intervals=ends), drawn("crosses"))
        for counts in (line, steps, dots, crosses):
            self.assertGreater(counts[1], 0)
            self.assertEqual((counts[0], counts[2]), (0, 0))
        self.assertGreater(long_dots[1], 2 * dots[1])

    def test_a_missing_value_breaks_the_line(self):
        def drawn(values) -> Panel:
            panel = Panel(x=Axis(low=0, high=4), y=Axis(low=0, high=4))
            panel.line([0, 1, 2, 3, 4], values, "line", 0)
            return panel

        whole, broken = self.pixels(drawn([2, 2, 2, 2, 2]), drawn([2, 2, None, 2, 2]))
        self.assertAlmostEqual(broken[0] / whole[0], 1 / 2, delta=0.03)

    def test_the_legend_has_each_label_once(self):
        panel = Panel(x=named("law", ["pie", "<codel>"]))
        for colour, label in ((0, "ours"), (0, "ours"), (1, ""), (2, "<b>published")):
            panel.dots([0, 1], [1, 2], label, colour)
        labels = re.findall(r'<tr class="u-series(?![^>]*display: none)[^>]*>.*?class="u-label"[^>]*>(.*?)</', self.draw(panel).text)
        self.assertEqual([label.rstrip(":") for label in labels], ["law", "ours", "&lt;b&gt;published"])

    def test_a_panel_without_values_is_an_empty_frame(self):
        panel = Panel("nothing", Axis("rate"), Axis("delay"))
        panel.line([1, 2], [None, None], "none")
        self.assertEqual(self.pixels(panel, Panel()), [[0, 0, 0], [0, 0, 0]])


if __name__ == "__main__":
    unittest.main()
