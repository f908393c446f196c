"""The figures, redrawn. Dashed lines are values that the text prints."""

import itertools

from docsis_vp.charts.panel import Axis, Panel
from docsis_vp.studies.cablelabs_2014 import drops, prediction
from docsis_vp.studies.cablelabs_2014.cases import (
    PREDICTORS,
    PUBLISHED,
    RTTS_MS,
    conditions,
    rate_name,
    upload_name,
)
from docsis_vp.studies.cablelabs_2014.numbers import calls, mean, pages, quantile_points, share_below
from docsis_vp.studies.outcome import Outcomes, number
from docsis_vp.studies.study import Figure

ALL = tuple(case for scheme in PUBLISHED for case in conditions(scheme))


def runs_of(outcomes: Outcomes, scheme: str) -> list:
    return [outcomes[case][0] for case in conditions(scheme)]


def latency(outcomes: Outcomes) -> list[Panel]:
    panel = Panel(x=Axis("voice packet latency, ms", low=0, high=250), y=Axis("share of packets", low=0, high=1))
    delays = [0.5 * step for step in range(500)]
    for number, scheme in enumerate(PUBLISHED):
        curves = [(quantile_points(run), len(calls(run))) for run in runs_of(outcomes, scheme)]
        total = sum(weight for _, weight in curves)
        shares = [sum(w * share_below(points, d) for points, w in curves) / total for d in delays]
        panel.line(delays, shares, scheme, number)
    for printed in (13, 20, 26, 40, 170):
        panel.down(printed)
    panel.across(0.9)
    return [panel]


def by_condition(of, label: str, printed: tuple[float, ...] = ()):
    """The distribution over conditions."""

    def draw(outcomes: Outcomes) -> list[Panel]:
        panel = Panel(x=Axis(label), y=Axis("share of conditions", low=0, high=1))
        for number, scheme in enumerate(PUBLISHED):
            values = sorted(of(run) for run in runs_of(outcomes, scheme))
            panel.steps(values, [(i + 1) / len(values) for i in range(len(values))], scheme, number)
        for value in printed:
            panel.down(value)
        return [panel]

    return draw


def loss(run) -> float:
    return mean([call["loss_percent"] for call in calls(run)])


def mos(run) -> float:
    return mean([call["mos"] for call in calls(run)])


def page_time(run) -> float:
    return mean([number(page["page_load_s"]["mean"]) for page in pages(run)])


def uploads(outcomes: Outcomes) -> list[Panel]:
    panels = []
    for rtt_ms in RTTS_MS:
        panels.append(Panel(f"{rtt_ms} ms", Axis("length of the test, s"), Axis("two uploads together, mean Mbit/s", low=0)))
        for number, scheme in enumerate(PUBLISHED):
            flows = outcomes[upload_name(scheme, rtt_ms)][0].flows("up")
            totals = [sum(values) for values in zip(*(flow["goodput_series_mbps"] for flow in flows))]
            means = [total / seconds for seconds, total in enumerate(itertools.accumulate(totals), 1)]
            panels[-1].line(range(1, len(means) + 1), means, scheme, number)
    return panels


def run_lengths(_: Outcomes) -> list[Panel]:
    p = 0.01
    independent = Panel("independent drops", Axis("run length"), Axis("probability"))
    independent.line(range(1, 501), drops.bernoulli(p, 500))
    counted = Panel("drops in 1000 packets", Axis("drops"), Axis("probability"))
    counted.bars(range(25), [drops.binomial(1000, p, n) for n in range(25)])
    chances = drops.de_randomised(p)
    spaced = Panel("de-randomised", Axis("run length"), Axis("probability", logarithmic=True))
    spaced.line(range(1, len(chances) + 1), chances)
    for edge in (drops.LOWEST, drops.FORCED):
        spaced.down(edge / p)
    return [independent, counted, spaced]


def effective(_: Outcomes) -> list[Panel]:
    panel = Panel(x=Axis("p", logarithmic=True), y=Axis("drops per packet", logarithmic=True))
    ps = [10 ** (-3 + 3 * i / 600) for i in range(601)]
    panel.line(ps, [drops.effective(p) for p in ps], "effective", 0)
    panel.line(ps, [0.541 * p for p in ps], "0.541 p", 6, dashed=True)
    for edge in (0.46, 0.85):
        panel.across(edge)
    return [panel]


def predicted(congestion: str, until_s: float, most_ms: float):
    names = tuple(rate_name(predictor, congestion) for predictor in PREDICTORS)

    def draw(outcomes: Outcomes) -> list[Panel]:
        panels = []
        for predictor in PREDICTORS:
            run = outcomes[rate_name(predictor, congestion)][0]
            found = [pair for pair in prediction.pairs(run) if pair[0] < until_s]
            panel = Panel(predictor.replace("-", " "), Axis("time, s"), Axis("delay, ms", low=0, high=most_ms))
            times, expected, met = zip(*found) if found else ((), (), ())
            panel.line(times, met, "met", 0)
            panel.line(times, expected, "expected", 1)
            panels.append(panel)
        return panels

    return names, draw


FIGURES = (
    Figure(
        "Figure 1",
        "Voice latency over all loads and congestion. Printed 90th percentiles: 13, 20 to 26, above 40, 170 ms.",
        ALL,
        latency,
        1,
    ),
    Figure(
        "Figure 2", "Voice loss. Printed: none with SFQ.", ALL, by_condition(loss, "voice packets lost, %"), 1
    ),
    Figure("Figures 3 and 4", "MOS.", ALL, by_condition(mos, "MOS"), 1),
    Figure(
        "Figure 5",
        "Page load times. Printed 90th percentiles: 2.7 to 3.0, 3.5, 5.5 s.",
        ALL,
        by_condition(page_time, "mean page load time, s", (2.7, 3.0, 3.5, 5.5)),
        1,
    ),
    Figure(
        "Figure 6",
        "Two uploads: mean rate by the length of the test. Printed: CoDel-DT overtakes after 20 s at a middle round trip.",
        tuple(upload_name(scheme, rtt) for scheme in PUBLISHED for rtt in RTTS_MS),
        uploads,
        len(RTTS_MS),
    ),
    Figure(
        "Figures 7 to 9",
        "Run lengths of independent drops, drops in 1000 packets, run lengths de-randomised; p = 0.01. Printed: 0.85/p and 8.5/p.",
        (),
        run_lengths,
        3,
    ),
    Figure(
        "Latency predictors",
        "Expected and met delay as the burst credit of 3 MB ends, 20 Mbit/s.",
        *predicted("uncongested", 10, 220),
    ),
    Figure(
        "Figures 11 to 14",
        "Expected and met delay while the channels leave 10, 12, 18 or 20 Mbit/s.",
        *predicted("congested", 130, 110),
    ),
    Figure(
        "Figure 16",
        "Drops per packet against p. Printed: 0.541 p, and nothing between 0.46 and 0.85.",
        (),
        effective,
        1,
    ),
)
