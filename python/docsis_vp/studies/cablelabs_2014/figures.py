"""The figures, redrawn. Dashed lines are what the text prints about them."""

import itertools

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

PRINTED = {"color": "0.3", "linestyle": "--", "linewidth": 1}
ALL = tuple(case for scheme in PUBLISHED for case in conditions(scheme))


def runs_of(outcomes: Outcomes, scheme: str) -> list:
    return [outcomes[case][0] for case in conditions(scheme)]


def latency(canvas, outcomes: Outcomes) -> None:
    panel = canvas.subplots()
    delays = [0.5 * step for step in range(500)]
    for scheme in PUBLISHED:
        curves = [(quantile_points(run), len(calls(run))) for run in runs_of(outcomes, scheme)]
        total = sum(weight for _, weight in curves)
        shares = [sum(w * share_below(points, d) for points, w in curves) / total for d in delays]
        panel.plot(delays, shares, label=scheme)
    for printed in (13, 20, 26, 40, 170):
        panel.axvline(printed, **PRINTED)
    panel.axhline(0.9, **PRINTED)
    panel.set(xlabel="voice packet latency (ms)", ylabel="share of packets", xlim=(0, 250), ylim=(0, 1))
    panel.legend()


def by_condition(of, label: str, printed: tuple[float, ...] = ()):
    """The distribution over conditions."""

    def draw(canvas, outcomes: Outcomes) -> None:
        panel = canvas.subplots()
        for scheme in PUBLISHED:
            values = sorted(of(run) for run in runs_of(outcomes, scheme))
            panel.step(
                values, [(i + 1) / len(values) for i in range(len(values))], where="post", label=scheme
            )
        for value in printed:
            panel.axvline(value, **PRINTED)
        panel.set(xlabel=label, ylabel="share of conditions", ylim=(0, 1))
        panel.legend()

    return draw


def loss(run) -> float:
    return mean([call["loss_percent"] for call in calls(run)])


def mos(run) -> float:
    return mean([call["mos"] for call in calls(run)])


def page_time(run) -> float:
    return mean([number(page["page_load_s"]["mean"]) for page in pages(run)])


def uploads(canvas, outcomes: Outcomes) -> None:
    panels = canvas.subplots(1, len(RTTS_MS), sharey=True)
    for panel, rtt_ms in zip(panels, RTTS_MS):
        for scheme in PUBLISHED:
            flows = outcomes[upload_name(scheme, rtt_ms)][0].flows("up")
            totals = [sum(values) for values in zip(*(flow["goodput_series_mbps"] for flow in flows))]
            means = [total / seconds for seconds, total in enumerate(itertools.accumulate(totals), 1)]
            panel.plot(range(1, len(means) + 1), means, label=scheme, linewidth=1)
        panel.set(title=f"{rtt_ms} ms", xlabel="length of the test (s)", ylim=(0, None))
    panels[0].set_ylabel("two uploads together, mean (Mbit/s)")
    canvas.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(PUBLISHED))


def run_lengths(canvas, _: Outcomes) -> None:
    p = 0.01
    panels = canvas.subplots(1, 3)
    panels[0].plot(range(1, 501), drops.bernoulli(p, 500))
    panels[0].set(title="independent drops", xlabel="run length", ylabel="probability")
    counts = range(25)
    panels[1].bar(counts, [drops.binomial(1000, p, n) for n in counts])
    panels[1].set(title="drops in 1000 packets", xlabel="drops")
    chances = drops.de_randomised(p)
    panels[2].plot(range(1, len(chances) + 1), chances)
    for edge in (drops.LOWEST, drops.FORCED):
        panels[2].axvline(edge / p, **PRINTED)
    panels[2].set(title="de-randomised", xlabel="run length", yscale="log")


def effective(canvas, _: Outcomes) -> None:
    panel = canvas.subplots()
    ps = [10 ** (-3 + 3 * i / 600) for i in range(601)]
    panel.plot(ps, [drops.effective(p) for p in ps], ".", markersize=2, label="effective")
    panel.plot(ps, [0.541 * p for p in ps], **PRINTED, label="0.541 p")
    for edge in (0.46, 0.85):
        panel.axhline(edge, **PRINTED)
    panel.set(xscale="log", yscale="log", xlabel="p", ylabel="drops per packet")
    panel.legend()


def predicted(congestion: str, until_s: float, most_ms: float):
    names = tuple(rate_name(predictor, congestion) for predictor in PREDICTORS)

    def draw(canvas, outcomes: Outcomes) -> None:
        panels = canvas.subplots(2, 2, sharex=True, sharey=True).flat
        for panel, predictor in zip(panels, PREDICTORS):
            found = [
                p for p in prediction.pairs(outcomes[rate_name(predictor, congestion)][0]) if p[0] < until_s
            ]
            panel.plot([t for t, _, _ in found], [met for _, _, met in found], linewidth=0.8, label="met")
            panel.plot(
                [t for t, _, _ in found], [expected for _, expected, _ in found], linewidth=0.8, label="expected"
            )
            panel.set(title=predictor.replace("-", " "), ylim=(0, most_ms))
            panel.legend(loc="upper right")
        canvas.supxlabel("time (s)")
        canvas.supylabel("delay (ms)")

    return names, draw


FIGURES = (
    Figure(
        "Figure 1",
        "Voice latency over all loads and congestion. Printed 90th percentiles: 13, 20 to 26, above 40, 170 ms.",
        ALL,
        latency,
    ),
    Figure(
        "Figure 2", "Voice loss. Printed: none with SFQ.", ALL, by_condition(loss, "voice packets lost (%)")
    ),
    Figure("Figures 3 and 4", "MOS.", ALL, by_condition(mos, "MOS")),
    Figure(
        "Figure 5",
        "Page load times. Printed 90th percentiles: 2.7 to 3.0, 3.5, 5.5 s.",
        ALL,
        by_condition(page_time, "mean page load time (s)", (2.7, 3.0, 3.5, 5.5)),
    ),
    Figure(
        "Figure 6",
        "Two uploads: mean rate by the length of the test. Printed: CoDel-DT overtakes after 20 s at a middle round trip.",
        tuple(upload_name(scheme, rtt) for scheme in PUBLISHED for rtt in RTTS_MS),
        uploads,
        (11, 3.5),
    ),
    Figure(
        "Figures 7 to 9",
        "Run lengths of independent drops, drops in 1000 packets, run lengths de-randomised; p = 0.01. Printed: 0.85/p and 8.5/p.",
        (),
        run_lengths,
        (10, 3),
    ),
    Figure(
        "Latency predictors",
        "Expected and met delay as the burst credit of 3 MB ends, 20 Mbit/s.",
        *predicted("uncongested", 10, 220),
        inches=(10, 5),
    ),
    Figure(
        "Figures 11 to 14",
        "Expected and met delay while the channels leave 10, 12, 18 or 20 Mbit/s.",
        *predicted("congested", 130, 110),
        inches=(10, 5),
    ),
    Figure(
        "Figure 16",
        "Drops per packet against p. Printed: 0.541 p, and nothing between 0.46 and 0.85.",
        (),
        effective,
        (6, 4),
    ),
)
