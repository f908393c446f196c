"""The paper's figures, redrawn from our runs."""

import statistics

from docsis_vp.charts.panel import Axis, Panel
from docsis_vp.studies.clemson_2015.cases import (LOADS, OBJECT_KB, RTT_STEPS_MS, SCHEMES, SHARED,
                                                  WEB_LOADS)
from docsis_vp.studies.clemson_2015.claims import cases, jfi, mean_of, mmr, response
from docsis_vp.studies.downstream import rate_series
from docsis_vp.studies.study import Figure


def lines(outcomes, experiment, of, schemes, loads, x: Axis, y: Axis) -> Panel:
    panel = Panel(x=x, y=y)
    for scheme in schemes:
        values = [outcomes.mean(f"{experiment}-{scheme}-{load}", of) for load in loads]
        panel.line(loads, values, scheme, SCHEMES.index(scheme), marks=True)
    return panel


def fairness(outcomes, experiment, loads, label) -> list[Panel]:
    return [lines(outcomes, experiment, of, SCHEMES, loads, Axis(label), Axis(name))
            for of, name in ((jfi, "Jain index"), (mmr, "least over most"))]


def fairness_by_load(outcomes) -> list[Panel]:
    return fairness(outcomes, "base", LOADS, "downloads")


def fairness_by_range(outcomes) -> list[Panel]:
    return fairness(outcomes, "range", RTT_STEPS_MS, "step of round trips, ms")


def web_rates(outcomes) -> list[Panel]:
    panels = []
    for kind, name, published in (("ftp", "Mbit/s per download", 5.2), ("web", "Mbit/s per web user", 0.129)):
        panels.append(lines(outcomes, "web", mean_of(kind), SHARED, WEB_LOADS, Axis("web users"), Axis(name)))
        panels[-1].across(published)
    return panels


def response_by_size(outcomes) -> list[Panel]:
    x = Axis("object, kB", logarithmic=True, ticks=[(size, str(size)) for size in OBJECT_KB])
    y = Axis("response time, s", logarithmic=True, ticks=[(time, str(time)) for time in (0.2, 0.5, 1, 2, 5, 10)])
    return [lines(outcomes, "object", response, SHARED, OBJECT_KB, x, y)]


def times_of(run, values: list[float]) -> list[float]:
    interval = run.results["config"]["stats"]["goodput_interval_s"]
    return [interval * (i + 0.5) for i in range(len(values))]


def series(panel: Panel, run, name, label, colour) -> None:
    values = rate_series(run, name)
    panel.line(times_of(run, values), values, label, colour)


def tier_transient(outcomes) -> list[Panel]:
    panel = Panel(x=Axis("s"), y=Axis("Mbit/s in 10 s"))
    run = outcomes["transient-CoDel"][0]
    for name, label, colour, published in (("tier10", "Tier-1, path of 80 ms", 0, 3.49), ("tier20", "Tier-2", 1, 3.77)):
        series(panel, run, name, label, colour)
        panel.across(published, colour, low=500, high=1500)
    return [panel]


def flood_transient(outcomes) -> list[Panel]:
    panel = Panel(x=Axis("s"), y=Axis("Mbit/s in 10 s"))
    run = outcomes["udp-PIE"][0]
    columns = [rate_series(run, flow["name"]) for flow in run.flows("ftp")]
    means = [statistics.fmean(values) for values in zip(*columns)]
    panel.line(times_of(run, means), means, "mean download", 0)
    series(panel, run, "flood0", "UDP", 1)
    return [panel]


FIGURES = (
    Figure("Figure 2", "Fairness of downloads by their number. Published as curves only; its text has 0.75, 0.60 and "
           "0.62 for ARED, CoDel and PIE at 50 downloads.", cases("base"), fairness_by_load),
    Figure("Figure 3", "Fairness of seven downloads by the spread of their round trips, mean 100 ms.",
           cases("range", SCHEMES, RTT_STEPS_MS), fairness_by_range),
    Figure("Figure 4", "Rates of five downloads and of web users. Dashed: published for 80 users and all but DT.",
           cases("web", SHARED, WEB_LOADS), web_rates),
    Figure("Figure 5", "Response time by the size of the object, among five downloads and 50 web users.",
           cases("object", SHARED, OBJECT_KB), response_by_size, 1),
    Figure("Figure 6", "A Tier-2 download among nine of Tier 1, under CoDel. Dashed: published means.", ("transient-CoDel",),
           tier_transient, 1),
    Figure("Figure 7", "An unresponsive stream of 12 Mbit/s among nine downloads, under PIE.", ("udp-PIE",), flood_transient, 1),
)
