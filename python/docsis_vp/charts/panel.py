"""Contents of charts. charts.js reads the dictionaries that `Panel.as_data()` makes."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

DIGITS = 7  # a canvas shows four


class Interval(NamedTuple):
    """Ends of a line through a mark. None: not known."""

    low: float | None
    high: float | None


def rounded(value: float | None) -> float | None:
    """JSON has no NaN and no infinity; a chart has a gap there."""
    if value is None or not math.isfinite(value):
        return None
    return float(f"{value:.{DIGITS}g}")


def rounded_all(values: Iterable[float | None]) -> list[float | None]:
    return [rounded(value) for value in values]


class Axis(NamedTuple):
    """low, high: ends; None: what the values need. ticks: places with their texts, else round numbers. has_names: the
    texts are names of values at and around their places."""

    label: str = ""
    logarithmic: bool = False
    low: float | None = None
    high: float | None = None
    ticks: Sequence[tuple[float, str]] | None = None
    has_names: bool = False

    def as_data(self) -> dict:
        ticks = None if self.ticks is None else [[value, text] for value, text in self.ticks]
        return {"label": self.label, "log": self.logarithmic, "low": self.low, "high": self.high, "ticks": ticks,
                "names": self.has_names}


def named(label: str, names: Sequence[object]) -> Axis:
    """An axis with a place for each name: 0, 1, 2, ..."""
    ticks = [(place, str(name)) for place, name in enumerate(names)]
    return Axis(label, low=-0.5, high=len(names) - 0.5, ticks=ticks, has_names=True)


class Panel:
    """One chart: two axes, and what is drawn between them, the first below the next.

    Colours are numbers of the page's palette, which repeats after eight. A label puts a series into the legend.
    """

    def __init__(self, title: str = "", x: Axis = Axis(), y: Axis = Axis()):
        self.title, self.x, self.y = title, x, y
        self.series: list[dict] = []
        self.rules: list[dict] = []

    def add(self, kind: str, x: Iterable[float], y: Iterable[float | None], label: str, colour: int, **more) -> None:
        x, y = rounded_all(x), rounded_all(y)
        if len(x) != len(y):
            raise ValueError(f"{label}: {len(x)} places for {len(y)} values")
        self.series.append({"kind": kind, "x": x, "y": y, "label": label, "colour": colour, **more})

    def line(self, x, y, label: str = "", colour: int = 0, *, marks: bool = False, dashed: bool = False,
             intervals: Sequence[Interval] | None = None) -> None:
        """marks: a dot at each value. intervals: one for each value."""
        more = {} if intervals is None else ends_of(intervals)
        self.add("line", x, y, label, colour, marks=marks, dashed=dashed, **more)

    def dots(self, x, y, label: str = "", colour: int = 0, *, intervals: Sequence[Interval] | None = None) -> None:
        self.add("dots", x, y, label, colour, **({} if intervals is None else ends_of(intervals)))

    def crosses(self, x, y, label: str = "", colour: int | None = None) -> None:
        """Published values. colour: None: that of text."""
        self.add("crosses", x, y, label, colour)

    def steps(self, x, y, label: str = "", colour: int = 0) -> None:
        """A value holds until the next place."""
        self.add("steps", x, y, label, colour)

    def bars(self, x, y, label: str = "", colour: int = 0, *, width: float = 0.8) -> None:
        """width: in units of x."""
        self.add("bars", x, y, label, colour, width=width)

    def across(self, value: float, colour: int | None = None, *, low: float | None = None,
               high: float | None = None) -> None:
        """A dashed line at a value of y, from low to high along x. colour: None: that of text."""
        self.rules.append({"axis": "y", "value": value, "low": low, "high": high, "colour": colour})

    def down(self, value: float) -> None:
        """A dashed line at a value of x."""
        self.rules.append({"axis": "x", "value": value, "low": None, "high": None, "colour": None})

    def as_data(self) -> dict:
        return {"title": self.title, "x": self.x.as_data(), "y": self.y.as_data(), "series": self.series, "rules": self.rules}


def ends_of(intervals: Sequence[Interval]) -> dict:
    return {"low": rounded_all(each.low for each in intervals), "high": rounded_all(each.high for each in intervals)}
