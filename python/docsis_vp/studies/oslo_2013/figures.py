"""The paper's figures, redrawn from our runs."""

from docsis_vp.charts.panel import Axis, Interval, Panel, named
from docsis_vp.studies.oslo_2013.cases import DEFAULT_MS, ECN_PER_SENDER, PER_SENDER, SCHEMES, TARGETS_MS
from docsis_vp.studies.oslo_2013.claims import RTT_CASES, at_default, targets_of
from docsis_vp.studies.oslo_2013.numbers import delay, ecn_cases, goodput, goodput_median, marks_over_drops
from docsis_vp.studies.study import Figure

PERCENTILES = ("p10", "p50", "p90")


DELAY, RATE = Axis("queuing delay, ms"), Axis("Mbit/s")


def boxes(panel: Panel, outcomes, names, colour, label, shift) -> None:
    """Median with 10th and 90th percentile."""
    low, middle, high = ([outcomes.mean(name, lambda run, key=key: delay(run, key)) for name in names] for key in PERCENTILES)
    places = [place + shift for place in range(len(names))]
    panel.dots(places, middle, label, colour, intervals=[Interval(*ends) for ends in zip(low, high)])


def beside(outcomes, label, ticks, rows, of) -> list[Panel]:
    """Delays and goodputs. `rows`: the name of each and its cases, one for each tick."""
    left, right = Panel(x=named(label, ticks), y=DELAY), Panel(x=named(label, ticks), y=RATE)
    for number, (name, cases) in enumerate(rows):
        boxes(left, outcomes, cases, number, name, 0.15 * (number - 1))
        right.line(range(len(ticks)), [outcomes.mean(case, of) for case in cases], name, number, marks=True)
    return [left, right]


def delays_and_goodput(name_of, of, ticks, label, published=None):
    """`name_of`: the case of a scheme and a tick. `published`: goodputs of a scheme by tick, drawn as crosses."""

    def draw(outcomes) -> list[Panel]:
        rows = [(scheme, [name_of(scheme, tick) for tick in ticks]) for scheme in SCHEMES]
        left, right = beside(outcomes, label, ticks, rows, of)
        for number, scheme in enumerate(SCHEMES):
            printed = (published or {}).get(scheme, {})
            right.crosses([ticks.index(tick) for tick in printed], printed.values(), colour=number)
        return [left, right]

    return draw


def fair_queues(outcomes) -> list[Panel]:
    panels = []
    for target in (5, 20):
        panel = Panel(f"target {target} ms", named("flows per sender", PER_SENDER), DELAY)
        boxes(panel, outcomes, [f"target-CoDel-{e}-{target}" for e in PER_SENDER], 0, "CoDel", -0.1)
        boxes(panel, outcomes, [f"fq-{e}-{target}" for e in PER_SENDER], 3, "FQ_CoDel", 0.1)
        panels.append(panel)
    return panels


PUBLISHED_RATIOS = {"CoDel": {1: 1.256, 8: 1.719}, "PIE": {1: 1.156, 8: 1.591}, "ARED": {1: 6.621, 8: 4.303}}


def ratios(outcomes) -> list[Panel]:
    panel = Panel(x=Axis("flows per sender"), y=Axis("CE-marked over dropped"))
    for number, scheme in enumerate(SCHEMES):
        found = []
        for each in ECN_PER_SENDER:
            values = outcomes.values(ecn_cases(scheme, each), marks_over_drops)
            found.append(sum(values) / len(values))
        panel.line(ECN_PER_SENDER, found, scheme, number, marks=True)
        printed = PUBLISHED_RATIOS[scheme]
        panel.crosses(printed.keys(), printed.values(), colour=number)
    return [panel]


def times(prefix: str, scheme: str, values: tuple, label: str):
    def name_of(each: int, value: int) -> str:
        is_default = (scheme, value) in (("CoDel", 100), ("PIE", 30))
        return at_default(scheme, each) if is_default else f"{prefix}-{each}-{value}"

    def draw(outcomes) -> list[Panel]:
        rows = [(f"{label} {value} ms", [name_of(each, value) for each in PER_SENDER]) for value in values]
        return beside(outcomes, "flows per sender", PER_SENDER, rows, goodput_median)

    return draw


TIMES = tuple(f"interval-{e}-{i}" for e in PER_SENDER for i in (5, 30)), tuple(f"update-{e}-{u}" for e in PER_SENDER for u in (5, 100))

# The paper prints the least and the most over all targets, and what ARED has at 1 ms apart.
SINGLE = {"CoDel": {1: 8.2, 30: 8.94}, "PIE": {1: 8.2, 30: 8.85}, "ARED": {1: 7.06, 30: 8.71}}
LIGHT = {"CoDel": {1: 9.57, 30: 9.73}, "PIE": {1: 9.46, 30: 9.72}, "ARED": {1: 7.38, 5: 9.26, 30: 9.73}}

FIGURES = (
    Figure("Figure 2", "One download, by target in ms: median, 10th and 90th percentile of queuing delay, and goodput. Crosses: the range "
           "that the paper prints, at its ends.",
           tuple(f"single-{s}-{t}" for s in SCHEMES for t in TARGETS_MS),
           delays_and_goodput(lambda s, t: f"single-{s}-{t}", goodput, TARGETS_MS, "target, ms", SINGLE)),
    *(Figure(f"Figures 3 and 4, {4 * each} downloads", "Queuing delay and goodput in 5 s by target."
             + (" Crosses: the range that the paper prints, at its ends." if each == 1 else ""), targets_of(each),
             delays_and_goodput(lambda s, t, each=each: f"target-{s}-{each}-{t}", goodput_median, TARGETS_MS, "target, ms", LIGHT if each == 1 else None))
      for each in PER_SENDER),
    Figure("Figure 5", "CoDel by its interval, for 1, 4 and 16 flows per sender.",
           (*TIMES[0], *(at_default("CoDel", e) for e in PER_SENDER)), times("interval", "CoDel", (5, 30, 100), "interval")),
    Figure("Figure 6", "PIE by its update time, for 1, 4 and 16 flows per sender.",
           (*TIMES[1], *(at_default("PIE", e) for e in PER_SENDER)), times("update", "PIE", (5, 30, 100), "t_update")),
    *(Figure(f"Figures 7 and 8, {4 * each} downloads", "By base round trip in ms.", RTT_CASES, delays_and_goodput(
        lambda s, r, each=each: at_default(s, each) if r == 100 else f"rtt-{s}-{each}-{r}", goodput_median, (5, 100, 500), "round trip, ms"))
      for each in PER_SENDER),
    Figure("Figure 9, approximated", "A link of varying rate in place of 802.11g, by flows per sender.",
           tuple(f"air-{s}-{e}" for s in SCHEMES for e in PER_SENDER),
           delays_and_goodput(lambda s, e: f"air-{s}-{e}", goodput_median, PER_SENDER, "flows per sender")),
    Figure("Figures 11 and 12", "FQ_CoDel beside CoDel.", tuple(n for e in PER_SENDER for t in (5, 20)
           for n in (f"fq-{e}-{t}", f"target-CoDel-{e}-{t}")), fair_queues),
    Figure("Table 5", f"Marks with ECN over drops without, target {DEFAULT_MS} ms. Crosses: published.",
           tuple(n for s in SCHEMES for e in ECN_PER_SENDER for n in ecn_cases(s, e)), ratios, 1),
)
