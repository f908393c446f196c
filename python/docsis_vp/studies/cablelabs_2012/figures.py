"""Figures 2 to 9, redrawn. Dashed lines are values that the text prints."""

from collections import Counter

from docsis_vp.charts.panel import Axis, Panel, named
from docsis_vp.studies.cablelabs_2012 import burst
from docsis_vp.studies.cablelabs_2012.cases import SCHEMES, name_of
from docsis_vp.studies.cablelabs_2012.numbers import mos, page_median
from docsis_vp.studies.outcome import Outcomes
from docsis_vp.studies.published import read_rows
from docsis_vp.studies.study import Figure

SHOWN_S = 20.0


def panels(outcomes: Outcomes, cases: dict[str, str], draw, label: str) -> list[Panel]:
    """A panel for each case."""
    made = []
    for case, title in cases.items():
        made.append(Panel(f"{title} ({case})", Axis("time, s", low=0, high=SHOWN_S), Axis(label)))
        draw(made[-1], outcomes[case][0])
    return made


def draw_rate(panel: Panel, run) -> None:
    rates = burst.rate_mbps(run, SHOWN_S)
    panel.line([(i + 1) * burst.STEP_S for i in range(len(rates))], rates)
    for rate in (burst.SUSTAINED_MBPS, burst.PEAK_MBPS):
        panel.across(rate)


def draw_delay(panel: Panel, run) -> None:
    times, delays = run.series("us0", "shaping_delay_ms")
    end = next((i for i, time in enumerate(times) if time > SHOWN_S), len(times))
    panel.line(times[:end], delays[:end])


def rates(suffix: str, letter: str = "D"):
    cases = {f"{letter}03{suffix}": "one TCP, 100 ms", f"{letter}05{suffix}": "five TCP, 100 ms"}
    return tuple(cases), lambda outcomes: panels(outcomes, cases, draw_rate, "upstream, Mbit/s")


def delays(suffix: str, printed_ms: tuple[float, ...], letter: str = "D"):
    cases = {f"{letter}03{suffix}": "one TCP, 100 ms", f"{letter}05{suffix}": "five TCP, 100 ms"}

    def draw(outcomes: Outcomes) -> list[Panel]:
        made = panels(outcomes, cases, draw_delay, "delay in the queue, ms")
        for panel in made:
            for value in printed_ms:
                panel.across(value)
        return made

    return tuple(cases), draw


def printed(metric: str) -> list[tuple[str, float]]:
    """Cases with their values in the tables: CoDel twice, as the paper ran it twice."""
    return [(name_of(row.scenario, row.scheme), row.value) for row in read_rows("cablelabs-2012")
            if row.table.startswith("table") and row.metric == metric and row.scheme in SCHEMES]


def bars(of, label: str, metric: str, logarithmic: bool = False):
    schemes = {"DropTail, 417 packets": ("D", ""), "DropTail, 21 packets": ("D", "-21"), "CoDel": ("C", "")}
    digits = "123456789"
    names = tuple(f"{letter}0{digit}{suffix}" for letter, suffix in schemes.values() for digit in digits)

    def draw(outcomes: Outcomes) -> list[Panel]:
        y = Axis(label, logarithmic, 1, 1000) if logarithmic else Axis(label)
        panel = Panel(x=named("case", [f"0{digit}" for digit in digits]), y=y)
        places = {}
        for number, (title, (letter, suffix)) in enumerate(schemes.items()):
            cases = {f"{letter}0{digit}{suffix}": i + 0.27 * (number - 1) for i, digit in enumerate(digits)}
            panel.bars(cases.values(), [outcomes.mean(case, of) for case in cases], title, number, width=0.25)
            places |= cases
        points = [(places[case], value) for case, value in printed(metric) if case in places]
        panel.crosses(*zip(*points), "published")
        return [panel]

    return names, draw


def slots(outcomes: Outcomes) -> list[Panel]:
    _, counts = outcomes["D04-21"][0].series("us0", "shaping_queue_packets")
    shares = Counter(21 - int(count) for count in counts)
    panel = Panel(x=Axis("empty places of 21"), y=Axis("share of time"))
    panel.bars(range(22), [shares[places] / len(counts) for places in range(22)], width=1)
    panel.down(5.5)
    return [panel]


def figure(name: str, caption: str, cases_and_panels, in_a_row: int = 2) -> Figure:
    cases, made = cases_and_panels
    return Figure(name, caption, cases, made, in_a_row)


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
    figure("Tables 7 and 8, MOS", "Voice by load and queue. Crosses: published.", bars(mos, "MOS", "voip_mos"), 1),
    figure(
        "Tables 5 and 6",
        "Median page load time by load and queue; 600 s: no page at all. Crosses: published.",
        bars(page_median, "page load time, s", "page_load_time_median", True),
        1,
    ),
    figure(
        "Figure 9",
        "Empty places in the 21-packet queue of D04. Printed: 5 or fewer for 98.5 % of the time.",
        (("D04-21",), slots),
        1,
    ),
)
