"""The page of a sweep: charts of each metric, then the table."""

from html import escape

from docsis_vp import jsonfile
from docsis_vp.charts.page import ChartPage
from docsis_vp.pages import table, text_of
from docsis_vp.sweeps.panels import MetricPanels
from docsis_vp.sweeps.spec import Metric, Sweep
from docsis_vp.sweeps.table import CI95


def figure(charts: ChartPage, sweep: Sweep, metric: Metric, rows: list[dict]) -> str:
    found = MetricPanels(sweep, metric, rows)
    caption = f"<b>{escape(metric.heading)}</b> Mean over the seeds and its 95 % interval."
    if found.left_out:
        caption += f" {found.left_out} more panels are in the table only."
    return charts.figure(found.panels, found.in_a_row, caption, height=240 if len(found.panels) > 1 else 320)


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
    charts = ChartPage()
    figures = "\n".join(figure(charts, sweep, metric, points) for metric in sweep.metrics)
    return charts.page(f"{sweep.name}: sweep", f"""
<h1>{escape(sweep.name)}</h1>
<p>{escape(sweep.description)}</p>
<p class="quiet">docsis-vp {escape(facts["version"])}. {len(points)} points, {len(runs)} runs,
{len(failed)} of them failed. Scenario {escape(sweep.scenario_name)}{", with in every run:" if changes else "."}</p>
<ul class="quiet">{changes}</ul>
{f"<h2>Runs that failed</h2><ul>{failures}</ul>" if failures else ""}
<h2>Metrics</h2>
{figures}
<h2>All points</h2>{table(head, lines)}""")
