"""The page of a sweep: a picture of each metric, then the table."""

import itertools
import math
from html import escape

from docsis_vp import jsonfile
from docsis_vp.pages import drawn, page, table, text_of
from docsis_vp.sweep.spec import Axis, Metric, Sweep
from docsis_vp.sweep.table import CI95

PANELS_IN_A_ROW = 3
MOST_PANELS = 12
PANEL_INCHES = (3.6, 2.9)


def order_axes(sweep: Sweep) -> list[Axis]:
    """Along the picture first: numbers before names, then whichever has most values."""
    return sorted(sweep.axes, key=lambda axis: (not axis.is_numeric, -len(axis.choices)))


def column_of(axis: Axis, choice):
    return choice.value if axis.is_numeric else choice.label


class Picture:
    """One metric: the first axis along, the second as lines, a panel for each choice of the rest."""

    def __init__(self, sweep: Sweep, metric: Metric, rows: list[dict]):
        along, *rest = order_axes(sweep)
        self.along, self.lines, self.others = along, rest[0] if rest else None, rest[1:]
        self.metric = metric
        names = [axis.name for axis in (along, *rest)]
        self.rows = {tuple(row[name] for name in names): row for row in rows}
        self.panels = list(itertools.product(*(axis.choices for axis in self.others)))

    @property
    def left_out(self) -> int:
        return max(0, len(self.panels) - MOST_PANELS)

    def inches(self) -> tuple[float, float]:
        shown = len(self.panels) - self.left_out
        across = min(shown, PANELS_IN_A_ROW)
        width = 6.5 if shown == 1 else PANEL_INCHES[0] * across
        return width, PANEL_INCHES[1] * math.ceil(shown / PANELS_IN_A_ROW) + (0.6 if self.lines else 0.2)

    def draw(self, canvas) -> None:
        shown = self.panels[:MOST_PANELS]
        across = min(len(shown), PANELS_IN_A_ROW)
        grid = canvas.subplots(math.ceil(len(shown) / across), across, squeeze=False, sharey=True)
        for panel, axes in itertools.zip_longest(shown, grid.flat):
            if panel is None:
                axes.set_axis_off()
                continue
            self.draw_panel(axes, panel)
            if self.others:
                axes.set_title(", ".join(f"{axis.title} {choice.label}" for axis, choice in
                                         zip(self.others, panel)), fontsize="small")
        for row in grid:
            row[0].set_ylabel(self.metric.heading)
        if self.lines:
            canvas.legend(*grid[0][0].get_legend_handles_labels(), title=self.lines.heading,
                          loc="outside right upper", frameon=False)

    def draw_panel(self, axes, panel) -> None:
        others = tuple(column_of(axis, choice) for axis, choice in zip(self.others, panel))
        places = [choice.value if self.along.is_numeric else index
                  for index, choice in enumerate(self.along.choices)]
        for line in self.lines.choices if self.lines else [None]:
            middle = () if line is None else (column_of(self.lines, line),)
            rows = [self.rows[(column_of(self.along, choice), *middle, *others)]
                    for choice in self.along.choices]
            order = sorted(range(len(places)), key=places.__getitem__)
            values = [number(rows[index][self.metric.name]) for index in order]
            errors = [rows[index][self.metric.name + CI95] or 0 for index in order]
            axes.errorbar([places[index] for index in order], values, errors, marker="o", markersize=4,
                          capsize=3, linewidth=1.2 if self.along.is_numeric else 0,
                          elinewidth=1, label=None if line is None else line.label)
        axes.set_xlabel(self.along.heading)
        if not self.along.is_numeric:
            axes.set_xticks(places, [choice.label for choice in self.along.choices])
            axes.margins(x=0.15)


def number(value: float | None) -> float:
    return math.nan if value is None else value


def figure(sweep: Sweep, metric: Metric, rows: list[dict]) -> str:
    picture = Picture(sweep, metric, rows)
    caption = "Mean over the seeds and its 95 % interval."
    if picture.left_out:
        caption += f" {picture.left_out} more panels are in the table only."
    return (f"<figure>{drawn(picture.inches(), picture.draw)}"
            f"<figcaption><b>{escape(metric.heading)}</b> {caption}</figcaption></figure>")


def cell(row: dict, metric: Metric) -> str:
    interval = row[metric.name + CI95]
    around = "" if interval is None else f" <small>± {text_of(interval)}</small>"
    return text_of(row[metric.name]) + around


def build_page(sweep: Sweep, facts: dict, points: list[dict], runs: list[dict]) -> str:
    head = [axis.heading for axis in sweep.axes] + ["seeds"]
    head += [metric.heading for metric in sweep.metrics]
    lines = [
        [escape(str(row[axis.name])) for axis in sweep.axes] + [str(row["seeds"])]
        + [cell(row, metric) for metric in sweep.metrics]
        for row in points
    ]
    failed = [row for row in runs if row["error"] is not None]
    failures = "".join(f'<li>{escape(facts["labels"][row["point"]])}, seed {row["seed"]}: '
                       f'{escape(row["error"])}</li>' for row in failed)
    changes = "".join(f"<li><code>{escape(path)}</code>: {escape(jsonfile.line(value))}</li>"
                      for path, value in sweep.changes.items())
    pictures = "\n".join(figure(sweep, metric, points) for metric in sweep.metrics)
    return page(f"{sweep.name}: sweep", f"""
<h1>{escape(sweep.name)}</h1>
<p>{escape(sweep.description)}</p>
<p class="quiet">docsis-vp {escape(facts["version"])}. {len(points)} points, {len(runs)} runs,
{len(failed)} of them failed. Scenario {escape(sweep.scenario.name)}{", with in every run:" if changes else "."}</p>
<ul class="quiet">{changes}</ul>
{f"<h2>Runs that failed</h2><ul>{failures}</ul>" if failures else ""}
<h2>Metrics</h2>
{pictures}
<h2>All points</h2>{table(head, lines)}""")
