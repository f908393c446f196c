"""The paper's figures, redrawn from our runs."""

import statistics

from docsis_vp.studies.clemson_2015.cases import (LOADS, OBJECT_KB, RTT_STEPS_MS, SCHEMES, SHARED,
                                                  WEB_LOADS)
from docsis_vp.studies.clemson_2015.claims import cases, jfi, mean_of, mmr, response
from docsis_vp.studies.downstream import rate_series
from docsis_vp.studies.study import Figure


def lines(axes, outcomes, experiment, of, schemes, loads, label) -> None:
    for scheme in schemes:
        values = [outcomes.mean(f"{experiment}-{scheme}-{load}", of) for load in loads]
        axes.plot(loads, values, marker="o", markersize=3, color=f"C{SCHEMES.index(scheme)}", label=scheme)
    axes.set_xlabel(label)


def fairness_by_load(canvas, outcomes) -> None:
    left, right = canvas.subplots(1, 2)
    lines(left, outcomes, "base", jfi, SCHEMES, LOADS, "downloads")
    lines(right, outcomes, "base", mmr, SCHEMES, LOADS, "downloads")
    left.set_ylabel("Jain index")
    right.set_ylabel("least over most")
    left.legend()


def fairness_by_range(canvas, outcomes) -> None:
    left, right = canvas.subplots(1, 2)
    lines(left, outcomes, "range", jfi, SCHEMES, RTT_STEPS_MS, "step of round trips, ms")
    lines(right, outcomes, "range", mmr, SCHEMES, RTT_STEPS_MS, "step of round trips, ms")
    left.set_ylabel("Jain index")
    right.set_ylabel("least over most")
    left.legend()


def web_rates(canvas, outcomes) -> None:
    left, right = canvas.subplots(1, 2)
    lines(left, outcomes, "web", mean_of("ftp"), SHARED, WEB_LOADS, "web users")
    lines(right, outcomes, "web", mean_of("web"), SHARED, WEB_LOADS, "web users")
    left.axhline(5.2, color="k", linestyle=":", linewidth=1)
    right.axhline(0.129, color="k", linestyle=":", linewidth=1)
    left.set_ylabel("Mbit/s per download")
    right.set_ylabel("Mbit/s per web user")
    left.legend()


def response_by_size(canvas, outcomes) -> None:
    axes = canvas.subplots()
    lines(axes, outcomes, "object", response, SHARED, OBJECT_KB, "object, kB")
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis, ticks in ((axes.xaxis, OBJECT_KB), (axes.yaxis, (0.2, 0.5, 1, 2, 5, 10))):
        axis.set_ticks([], minor=True)
        axis.set_ticks(ticks, [str(tick) for tick in ticks])
    axes.set_ylabel("response time, s")
    axes.legend()


def series(axes, run, name, label, colour) -> None:
    values = rate_series(run, name)
    interval = run.results["config"]["stats"]["goodput_interval_s"]
    axes.plot([interval * (i + 0.5) for i in range(len(values))], values, label=label, color=colour, linewidth=1)


def tier_transient(canvas, outcomes) -> None:
    axes = canvas.subplots()
    run = outcomes["transient-CoDel"][0]
    series(axes, run, "tier10", "Tier-1, path of 80 ms", "C0")
    series(axes, run, "tier20", "Tier-2", "C1")
    for value, colour, text in ((3.49, "C0", "published mean, Tier-1"), (3.77, "C1", "published mean, Tier-2")):
        axes.hlines(value, 500, 1500, color=colour, linestyle=":", label=text)
    axes.set_xlabel("s")
    axes.set_ylabel("Mbit/s in 10 s")
    axes.legend()


def flood_transient(canvas, outcomes) -> None:
    axes = canvas.subplots()
    run = outcomes["udp-PIE"][0]
    names = [flow["name"] for flow in run.flows("ftp")]
    columns = [rate_series(run, name) for name in names]
    interval = run.results["config"]["stats"]["goodput_interval_s"]
    times = [interval * (i + 0.5) for i in range(len(columns[0]))]
    axes.plot(times, [statistics.fmean(values) for values in zip(*columns)], label="mean download", color="C0")
    series(axes, run, "flood0", "UDP", "C1")
    axes.set_xlabel("s")
    axes.set_ylabel("Mbit/s in 10 s")
    axes.legend()


FIGURES = (
    Figure("Figure 2", "Fairness of downloads by their number. Published as curves only; its text has 0.75, 0.60 and "
           "0.62 for ARED, CoDel and PIE at 50 downloads.", cases("base"), fairness_by_load),
    Figure("Figure 3", "Fairness of seven downloads by the spread of their round trips, mean 100 ms.",
           cases("range", SCHEMES, RTT_STEPS_MS), fairness_by_range),
    Figure("Figure 4", "Rates of five downloads and of web users. Dotted: published for 80 users and all but DT.",
           cases("web", SHARED, WEB_LOADS), web_rates),
    Figure("Figure 5", "Response time by the size of the object, among five downloads and 50 web users.",
           cases("object", SHARED, OBJECT_KB), response_by_size),
    Figure("Figure 6", "A Tier-2 download among nine of Tier 1, under CoDel.", ("transient-CoDel",), tier_transient),
    Figure("Figure 7", "An unresponsive stream of 12 Mbit/s among nine downloads, under PIE.", ("udp-PIE",), flood_transient),
)
