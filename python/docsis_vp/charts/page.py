"""Pages with charts: one file each that needs nothing beside it."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from docsis_vp.charts.panel import Panel
from docsis_vp.pages import page

FOLDER = Path(__file__).resolve().parent
# In a wheel beside this file; else in the project, or share/docsis-vp of an installation.
UPLOT = next((folder for folder in (FOLDER / "uplot", FOLDER.parents[2] / "third_party/uplot") if folder.is_dir()),
             FOLDER / "uplot")


def as_script(document: object) -> str:
    """JSON that no text in it can end early."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def library() -> str:
    return read(UPLOT / "uPlot.iife.min.js")


def library_style() -> str:
    return read(UPLOT / "uPlot.min.css")


def plot_script() -> str:
    """The part that all scripts of charts need."""
    return read(FOLDER / "plot.js")


class ChartPage:
    """Collects the charts of a page while its text is made."""

    def __init__(self):
        self.charts: list[dict] = []

    def figure(self, panels: Sequence[Panel], in_a_row: int, caption: str, height: int = 240) -> str:
        """Markup of a figure. caption: HTML. height: of a panel, in px."""
        places = []
        for panel in panels:
            places.append(f'<div class="chart" data-chart="{len(self.charts)}" tabindex="0" role="group" '
                          f'aria-label="{escape(summary(panel))}"></div>')
            self.charts.append(panel.as_data() | {"height": height})
        return (f'<figure><div class="panels" style="--across: {in_a_row}">{"".join(places)}</div>'
                f"<figcaption>{caption}</figcaption></figure>")

    def page(self, title: str, body: str) -> str:
        if not self.charts:
            return page(title, body)
        scripts = (f'<script type="application/json" id="charts">{as_script(self.charts)}</script>'
                   f"<script>{library()}</script>"
                   f'<script>"use strict";\n(() => {{\n{plot_script()}{read(FOLDER / "charts.js")}\nkeepDrawn();\n}})();</script>')
        hint = '<noscript><p class="quiet">The charts of this page need scripts.</p></noscript>'
        return page(title, hint + body + scripts, library_style())


def summary(panel: Panel) -> str:
    """The text for a reader who sees no picture."""
    axes = " against ".join(axis.label for axis in (panel.y, panel.x) if axis.label)
    names = ", ".join(dict.fromkeys(series["label"] for series in panel.series if series["label"]))
    return ": ".join(text for text in (panel.title, axes, names) if text)
