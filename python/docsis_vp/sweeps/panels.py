"""Charts of a metric: panels with the same two axes, a line for each value of a third."""

import itertools
from typing import NamedTuple

from docsis_vp.charts.panel import Interval, Panel, named
from docsis_vp.charts.panel import Axis as ChartAxis
from docsis_vp.sweeps.spec import Axis, Metric, Sweep
from docsis_vp.sweeps.table import CI95

PANELS_IN_A_ROW = 3
MOST_PANELS = 12
COLOURS = 8  # of the page; lines beyond have dashes
MARGIN = 0.05  # between values and frame, as a share of the axis


class Point(NamedTuple):
    place: float  # along the chart
    value: float | None
    interval: Interval


def order_axes(sweep: Sweep) -> list[Axis]:
    """Along the chart first: numbers before names, then whichever has most values."""
    return sorted(sweep.axes, key=lambda axis: (not axis.is_numeric, -len(axis.choices)))


def combinations(axes: list[Axis]) -> list[tuple]:
    return list(itertools.product(*(axis.choices for axis in axes)))


def ends_of(values: list[float]) -> tuple[float | None, float | None]:
    """With a margin. None: there is no value."""
    if not values:
        return None, None
    low, high = min(values), max(values)
    margin = (high - low) * MARGIN or abs(low) * MARGIN or 1
    return low - margin, high + margin


class MetricPanels:
    """The first axis along, the second as lines, a panel for each choice of the others.

    rows: those of the table of points.
    """

    def __init__(self, sweep: Sweep, metric: Metric, rows: list[dict]):
        self.metric, self.axes = metric, order_axes(sweep)
        self.along, self.lines, self.others = self.axes[0], self.axes[1:2], self.axes[2:]
        self.rows = {tuple(row[axis.name] for axis in self.axes): row for row in rows}
        choices = combinations(self.others)
        self.left_out = max(0, len(choices) - MOST_PANELS)
        curves = [self.curves(each) for each in choices[:MOST_PANELS]]
        points = [point for each in curves for curve in each for point in curve if point.value is not None]
        low, high = ends_of([value for point in points for value in (point.value, *point.interval)])
        self.y = ChartAxis(metric.heading, low=low, high=high)
        self.panels = [self.panel(*each) for each in zip(choices, curves)]

    @property
    def in_a_row(self) -> int:
        return min(len(self.panels), PANELS_IN_A_ROW)

    def curves(self, others: tuple) -> list[list[Point]]:
        """The points of each line, in the order of their places."""
        curves = []
        for line in combinations(self.lines):
            points = []
            for index, along in enumerate(self.along.choices):
                row = self.rows[tuple(choice.value if axis.is_numeric else choice.label
                                      for axis, choice in zip(self.axes, (along, *line, *others)))]
                value, half = row[self.metric.name], row[self.metric.name + CI95] or 0
                interval = Interval(None, None) if value is None else Interval(value - half, value + half)
                points.append(Point(along.value if self.along.is_numeric else index, value, interval))
            curves.append(sorted(points, key=lambda point: point.place))
        return curves

    def x(self) -> ChartAxis:
        if self.along.is_numeric:
            return ChartAxis(self.along.heading)
        return named(self.along.heading, [choice.label for choice in self.along.choices])

    def panel(self, others: tuple, curves: list[list[Point]]) -> Panel:
        title = ", ".join(f"{axis.title} {choice.label}" for axis, choice in zip(self.others, others))
        panel = Panel(title, self.x(), self.y)
        labels = [f"{axis.title} {choice.label}" for axis in self.lines for choice in axis.choices] or [self.metric.title]
        for number, (label, points) in enumerate(zip(labels, curves)):
            x, y, intervals = ([point[part] for point in points] for part in range(3))
            if self.along.is_numeric:
                panel.line(x, y, label, number % COLOURS, marks=True, dashed=number // COLOURS % 2 == 1, intervals=intervals)
            else:
                panel.dots(x, y, label, number % COLOURS, intervals=intervals)
        return panel
