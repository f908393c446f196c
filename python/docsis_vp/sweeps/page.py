"""The page of a sweep: a picture of each metric, then the table."""

from html import escape

from docsis_vp import jsonfile
from docsis_vp.pages import page, table, text_of
from docsis_vp.sweeps.picture import Picture
from docsis_vp.sweeps.spec import Metric, Sweep
from docsis_vp.sweeps.table import CI95


def figure(sweep: Sweep, metric: Metric, rows: list[dict]) -> str:
    picture = Picture(sweep, metric, rows)
    caption = "Mean over the seeds and its 95 % interval."
    if picture.left_out:
        caption += f" {picture.left_out} more panels are in the table only."
    return (f"<figure>{picture.svg()}"
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
{len(failed)} of them failed. Scenario {escape(sweep.scenario_name)}{", with in every run:" if changes else "."}</p>
<ul class="quiet">{changes}</ul>
{f"<h2>Runs that failed</h2><ul>{failures}</ul>" if failures else ""}
<h2>Metrics</h2>
{pictures}
<h2>All points</h2>{table(head, lines)}""")
