"""Figures 2 to 9, redrawn. Dashed lines are what the text prints about them."""

from docsis_vp.studies.cablelabs_2012 import burst
from docsis_vp.studies.cablelabs_2012.cases import SCHEMES, name_of
from docsis_vp.studies.cablelabs_2012.numbers import mos, page_median
from docsis_vp.studies.outcome import Outcomes
from docsis_vp.studies.published import read_rows
from docsis_vp.studies.study import Figure

SHOWN_S = 20.0
PRINTED = {"color": "0.3", "linestyle": "--", "linewidth": 1}


def lines(canvas, outcomes: Outcomes, cases: dict[str, str], draw, label: str):
    """A panel for each case."""
    panels = canvas.subplots(1, len(cases), sharey=True, squeeze=False)[0]
    for panel, (case, title) in zip(panels, cases.items()):
        draw(panel, outcomes[case][0])
        panel.set(title=f"{title} ({case})", xlabel="time (s)", xlim=(0, SHOWN_S))
    panels[0].set_ylabel(label)
    return panels


def draw_rate(panel, run) -> None:
    rates = burst.rate_mbps(run, SHOWN_S)
    panel.plot([(i + 1) * burst.STEP_S for i in range(len(rates))], rates, linewidth=1)
    for rate in (burst.SUSTAINED_MBPS, burst.PEAK_MBPS):
        panel.axhline(rate, **PRINTED)


def draw_delay(panel, run) -> None:
    times, delays = run.series("us0", "shaping_delay_ms")
    end = next((i for i, time in enumerate(times) if time > SHOWN_S), len(times))
    panel.plot(times[:end], delays[:end], linewidth=1)


def rates(suffix: str, letter: str = "D"):
    cases = {f"{letter}03{suffix}": "one TCP, 100 ms", f"{letter}05{suffix}": "five TCP, 100 ms"}

    def draw(canvas, outcomes: Outcomes) -> None:
        lines(canvas, outcomes, cases, draw_rate, "upstream (Mbit/s)")

    return tuple(cases), draw


def delays(suffix: str, printed_ms: tuple[float, ...], letter: str = "D"):
    cases = {f"{letter}03{suffix}": "one TCP, 100 ms", f"{letter}05{suffix}": "five TCP, 100 ms"}

    def draw(canvas, outcomes: Outcomes) -> None:
        for panel in lines(canvas, outcomes, cases, draw_delay, "delay in the queue (ms)"):
            for value in printed_ms:
                panel.axhline(value, **PRINTED)

    return tuple(cases), draw


def printed(metric: str) -> list[tuple[str, float]]:
    """Cases with what the tables have of them: CoDel twice, as the paper ran it twice."""
    return [(name_of(row.scenario, row.scheme), row.value) for row in read_rows("cablelabs-2012")
            if row.table.startswith("table") and row.metric == metric and row.scheme in SCHEMES]


def bars(of, label: str, metric: str, logarithmic: bool = False):
    schemes = {"DropTail, 417 packets": ("D", ""), "DropTail, 21 packets": ("D", "-21"), "CoDel": ("C", "")}
    digits = "123456789"
    names = tuple(f"{letter}0{digit}{suffix}" for letter, suffix in schemes.values() for digit in digits)

    def draw(canvas, outcomes: Outcomes) -> None:
        panel = canvas.subplots()
        places = {}
        for number, (title, (letter, suffix)) in enumerate(schemes.items()):
            cases = {f"{letter}0{digit}{suffix}": i + 0.27 * (number - 1) for i, digit in enumerate(digits)}
            values = [outcomes.mean(case, of) for case in cases]
            panel.bar(cases.values(), values, width=0.25, label=title)
            places |= cases
        points = [(places[case], value) for case, value in printed(metric) if case in places]
        panel.plot(*zip(*points), "kx", markersize=5, label="published")
        panel.set(ylabel=label, xlabel="case", **({"yscale": "log", "ylim": (1, 1000)} if logarithmic else {}))
        panel.set_xticks(range(len(digits)), [f"0{digit}" for digit in digits])
        panel.legend(ncols=4, loc="lower left", bbox_to_anchor=(0, 1))

    return names, draw


def slots(canvas, outcomes: Outcomes) -> None:
    _, counts = outcomes["D04-21"][0].series("us0", "shaping_queue_packets")
    panel = canvas.subplots()
    panel.hist([21 - count for count in counts], bins=[i - 0.5 for i in range(23)], density=True)
    panel.axvline(5.5, **PRINTED)
    panel.set(xlabel="empty places of 21", ylabel="share of time")


def figure(name: str, caption: str, cases_and_draw, inches=(9, 3.2)) -> Figure:
    cases, draw = cases_and_draw
    return Figure(name, caption, cases, draw, inches)


FIGURES = (
    figure("Figure 2", "Upstream rate with 417 packets. Printed: 20 Mbit/s after 0.6 s, then 5.", rates("")),
    figure(
        "Figure 3",
        "Delay with 417 packets. Printed: up to 250 ms at the peak rate, 1000 ms after it.",
        delays("", (250, 1000)),
    ),
    figure(
        "Figure 4",
        "Upstream rate with 21 packets. Printed: 20 Mbit/s after 10 s (one TCP) and 4.5 s (five).",
        rates("-21"),
    ),
    figure("Figure 5", "Delay with 21 packets. Printed: at most 50 ms.", delays("-21", (50,))),
    figure(
        "Figure 6", "Upstream rate with CoDel. Printed: one TCP falls to 15 Mbit/s at 2.5 s.", rates("", "C")
    ),
    figure(
        "Figure 7",
        "Delay with CoDel. Printed: generally below 5 ms, after the start and after the step back to it within 2.5 s.",
        delays("", (5,), "C"),
    ),
    figure("Tables 7 and 8, MOS", "Voice by load and queue. Crosses: published.", bars(mos, "MOS", "voip_mos")),
    figure(
        "Tables 5 and 6",
        "Median page load time by load and queue; 600 s: no page at all. Crosses: published.",
        bars(page_median, "page load time (s)", "page_load_time_median", True),
    ),
    figure(
        "Figure 9",
        "Empty places in the 21-packet queue of D04. Printed: 5 or fewer for 98.5 % of the time.",
        (("D04-21",), slots),
        (6, 3),
    ),
)
