"""The picture of a metric, as SVG: panels with the same two axes, a line for each value of a third."""

import itertools
import math
from html import escape
from typing import NamedTuple

from docsis_vp.sweeps.spec import Axis, Metric, Sweep
from docsis_vp.sweeps.table import CI95

PANELS_IN_A_ROW = 3
MOST_PANELS = 12
COLOURS = ("#0072b2", "#d98c00", "#00845f", "#c0609a", "#2f9bd8", "#c24a00", "#6e6e6e", "#7a5bb0")
# All lengths are in px.
PANEL = (280, 220)
ONLY_PANEL = (520, 300)
GAP, ABOVE, BELOW = 22, 24, 50  # around a panel: beside it, its title, its ticks and the axis's heading
LETTER = 6.8  # mean width
LEGEND_LINE = 18


class Point(NamedTuple):
    place: float  # along the picture
    value: float | None
    error: float  # half of the interval, 0 where none is known


class Scale:
    """From values to places along an axis, with ticks at round values."""

    def __init__(self, values: list[float], start: float, end: float):
        low, high = min(values, default=0), max(values, default=1)
        margin = (high - low) * 0.05 or abs(low) * 0.05 or 1
        self.low, self.high = low - margin, high + margin
        self.start, self.end = start, end
        least = (self.high - self.low) / max(2, abs(end - start) / 45)
        power = 10.0 ** math.floor(math.log10(least))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
        counts = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        self.ticks = [(count * step, f"{count * step:,.6g}") for count in counts]

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)


def order_axes(sweep: Sweep) -> list[Axis]:
    """Along the picture first: numbers before names, then whichever has most values."""
    return sorted(sweep.axes, key=lambda axis: (not axis.is_numeric, -len(axis.choices)))


def combinations(axes: list[Axis]) -> list[tuple]:
    return list(itertools.product(*(axis.choices for axis in axes)))


def words(text: str, x: float, y: float, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def moved(content: str, x: float, y: float, turn: str = "") -> str:
    return f'<g transform="translate({x:.1f} {y:.1f}){turn}">{content}</g>\n'


def drawn(number: int, line: str, marks: str) -> str:
    """A line in the colour of its number; the colours come again with dashes."""
    dashes = "6 3" if number // len(COLOURS) % 2 else "none"
    return (f'<g color="{COLOURS[number % len(COLOURS)]}">'
            f'<path class="line" stroke-dasharray="{dashes}" d="{line}"/>{marks}</g>')


def circle(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>'


def legend(axis: Axis) -> str:
    parts = [words(axis.heading, 0, 0, "start")]
    for number, choice in enumerate(axis.choices):
        y = LEGEND_LINE * (number + 1)
        parts += [drawn(number, f"M0 {y - 4}h24", circle(12, y - 4)), words(choice.label, 30, y, "start")]
    return "".join(parts)


class Picture:
    """The first axis along, the second as lines, a panel for each choice of the rest."""

    def __init__(self, sweep: Sweep, metric: Metric, rows: list[dict]):
        self.metric, self.axes = metric, order_axes(sweep)
        self.along, self.lines, self.others = self.axes[0], self.axes[1:2], self.axes[2:]
        self.rows = {tuple(row[axis.name] for axis in self.axes): row for row in rows}
        panels = combinations(self.others)
        self.panels = panels[:MOST_PANELS]
        self.left_out = len(panels) - len(self.panels)
        self.width, self.height = PANEL if len(self.panels) > 1 else ONLY_PANEL
        points = [point for panel in self.panels for curve in self.curves(panel) for point in curve]
        self.y = Scale([point.value + error for point in points if point.value is not None
                        for error in (point.error, -point.error)], self.height, 0)
        if self.along.is_numeric:
            self.x = Scale([point.place for point in points], 0, self.width)
        else:
            self.x = Scale([-0.4, len(self.along.choices) - 0.6], 0, self.width)
            self.x.ticks = [(index, choice.label) for index, choice in enumerate(self.along.choices)]

    def curves(self, panel: tuple) -> list[list[Point]]:
        """The points of each line, in the order of their places."""
        curves = []
        for line in combinations(self.lines):
            points = []
            for index, along in enumerate(self.along.choices):
                row = self.rows[tuple(choice.value if axis.is_numeric else choice.label
                                      for axis, choice in zip(self.axes, (along, *line, *panel)))]
                points.append(Point(along.value if self.along.is_numeric else index, row[self.metric.name],
                                    row[self.metric.name + CI95] or 0))
            curves.append(sorted(points))
        return curves

    def svg(self) -> str:
        left = LETTER * max((len(text) for _, text in self.y.ticks), default=0) + 34
        across = min(len(self.panels), PANELS_IN_A_ROW)
        parts = []
        for number, panel in enumerate(self.panels):
            row, column = divmod(number, across)
            x, y = left + column * (self.width + GAP), ABOVE + row * (ABOVE + self.height + BELOW)
            parts.append(moved(self.panel(panel), x, y))
            if column == 0:
                parts += [words(text, x - 6, y + self.y.at(value) + 4, "end") for value, text in self.y.ticks]
                parts.append(moved(words(self.metric.heading, 0, 0), 16, y + self.height / 2, "rotate(-90)"))
        width = left + across * (self.width + GAP)
        height = math.ceil(len(self.panels) / across) * (ABOVE + self.height + BELOW)
        for axis in self.lines:
            parts.append(moved(legend(axis), width, ABOVE))
            width += LETTER * max(len(axis.heading), *(len(choice.label) + 6 for choice in axis.choices))
            height = max(height, ABOVE + LEGEND_LINE * (len(axis.choices) + 1))
        return (f'<svg class="chart" role="img" aria-label="{escape(self.metric.heading)}" width="{width:.0f}" '
                f'height="{height}" viewBox="0 0 {width:.0f} {height}">{"".join(parts)}</svg>')

    def panel(self, panel: tuple) -> str:
        title = ", ".join(f"{axis.title} {choice.label}" for axis, choice in zip(self.others, panel))
        parts = [words(title, self.width / 2, -8), words(self.along.heading, self.width / 2, self.height + 36)]
        for value, text in self.x.ticks:
            x = self.x.at(value)
            parts += [f'<path class="grid" d="M{x:.1f} 0V{self.height}"/>', words(text, x, self.height + 16)]
        parts += [f'<path class="grid" d="M0 {self.y.at(value):.1f}H{self.width}"/>' for value, _ in self.y.ticks]
        parts.append(f'<path class="axis" d="M0 0V{self.height}H{self.width}"/>')
        return "".join(parts + [self.curve(*each) for each in enumerate(self.curves(panel))])

    def curve(self, number: int, points: list[Point]) -> str:
        """A mark and an interval at each value; a line through neighbours of a numeric axis."""
        line, marks, pen = "", "", "M"
        for point in points:
            if point.value is None:
                pen = "M"
                continue
            x, y = self.x.at(point.place), self.y.at(point.value)
            line += f"{pen}{x:.1f} {y:.1f}"
            pen = "L"
            top, bottom = self.y.at(point.value + point.error), self.y.at(point.value - point.error)
            if point.error:
                marks += f'<path class="interval" d="M{x - 3:.1f} {top:.1f}h6m-3 0V{bottom:.1f}m-3 0h6"/>'
            marks += circle(x, y)
        return drawn(number, line if self.along.is_numeric else "", marks)
