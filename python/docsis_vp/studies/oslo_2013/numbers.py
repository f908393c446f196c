"""Finds the numbers of the figures and tables in a run."""

import math
import statistics

from docsis_vp.studies.downstream import parse_load, whole_number
from docsis_vp.studies.oslo_2013.cases import DEFAULT_MS, PER_SENDER, SCHEMES, TARGETS_MS
from docsis_vp.studies.outcome import RunResult, number
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import Measure

# Goodputs of up to 9.73 of 10 Mbit/s are of IP packets: 1500 of the 1538 bytes that a frame takes on
# the wire are 9.75, the 1448 of payload 9.41.
IP_BYTES, PAYLOAD_BYTES = 1500, 1448
# The paper's queuing delay is round trip less that of the path, so a packet's own 1538 bytes on the
# wire are in it, and if it had to wait, those of the one before it in the network card. Our queue's
# delay ends when a packet leaves the queue.
TRANSMISSION_MS = 1538 * 8 / 10e3


def goodput(run: RunResult) -> float:
    """All downloads together, over the run."""
    return sum(flow["goodput_mbps"] for flow in run.flows("ftp")) * IP_BYTES / PAYLOAD_BYTES


def goodput_median(run: RunResult) -> float:
    """Median over intervals of 5 s."""
    series = [sum(values) for values in zip(*(flow["goodput_series_mbps"] for flow in run.flows("ftp")))]
    return statistics.median(series) * IP_BYTES / PAYLOAD_BYTES if series else math.nan


def delay(run: RunResult, key: str = "p50") -> float:
    waited = number(run.service_flow("link")["queue_delay_ms"][key])
    return waited + TRANSMISSION_MS * (2 if waited > 0 else 1)


def tail(run: RunResult) -> float:
    """Tail of a distribution, as the paper defines it."""
    return delay(run, "p90") - delay(run, "p10")


def judged_share(run: RunResult) -> float:
    """Packets marked or dropped by the queue's law, of those offered."""
    link = run.service_flow("link")
    return (link["aqm_marks"] + link["aqm_drops"]) / link["offered_packets"]


def marked_share(run: RunResult) -> float:
    link = run.service_flow("link")
    return link["aqm_marks"] / link["offered_packets"]


def dropped_share(run: RunResult) -> float:
    link = run.service_flow("link")
    return link["aqm_drops"] / link["offered_packets"]


def reduction(before: float, after: float) -> float:
    return 100 * (before - after) / before if before else math.nan


def marks_over_drops(runs: list[RunResult]) -> float:
    with_marks, with_drops = runs
    dropped = dropped_share(with_drops)
    return marked_share(with_marks) / dropped if dropped else math.nan


def ecn_cases(scheme: str, each: int) -> tuple[str, str]:
    return f"ecn-{scheme}-{each}", f"target-{scheme}-{each}-{DEFAULT_MS}"


EXTREMES = {"min": min, "max": max}


def extreme_goodput(row: Row, experiment: str, of, targets) -> Measure:
    found = EXTREMES[row.metric.rsplit("_", 1)[1]]
    cases = tuple(f"{experiment}-{target}" for target in targets)
    return Measure("throughput", cases, lambda runs: found(map(of, runs)))


def single(row: Row) -> Measure | None:
    if row.scheme in SCHEMES and row.metric.startswith("goodput_total_"):
        return extreme_goodput(row, f"single-{row.scheme}", goodput, TARGETS_MS)
    if row.metric == "median_queue_delay_over_target":
        targets = TARGETS_MS[1:]
        cases = tuple(f"single-{scheme}-{target}" for scheme in SCHEMES for target in targets)
        return Measure("ratio", cases, lambda runs: max(
            delay(run) / target for run, target in zip(runs, targets * len(SCHEMES))))
    if row.metric == "low_utilization_target_threshold":
        # The largest target at which the link is used clearly less than at the largest of all.
        def threshold(runs):
            best = goodput(runs[-1])
            return float(max((t for t, run in zip(TARGETS_MS, runs) if goodput(run) < 0.95 * best), default=0))
        return Measure("count", tuple(f"single-ARED-{target}" for target in TARGETS_MS), threshold)
    return None


def light_and_heavy(row: Row, each: int | None, target: str | None) -> Measure | None:
    if target is None:
        return Measure("throughput", (f"target-{row.scheme}-{each}-{DEFAULT_MS}",),
                       lambda runs: goodput_median(runs[0]))
    if row.metric == "goodput_median":
        return Measure("throughput", (f"target-{row.scheme}-{each}-{target}",), lambda runs: goodput_median(runs[0]))
    low = int(target.split("..")[0])
    return extreme_goodput(row, f"target-{row.scheme}-{each}", goodput_median,
                           [target for target in TARGETS_MS if target >= low])


def shorter_interval(row: Row) -> Measure | None:
    loads = (1,) if "goodput" in row.metric else PER_SENDER
    pairs = [(f"interval-{each}-{interval}", f"target-CoDel-{each}-{DEFAULT_MS}") for each in loads for interval in (5, 30)]
    of = goodput_median if "goodput" in row.metric else delay
    found = min if row.metric.endswith("_min") else max
    return Measure("ratio", tuple(name for pair in pairs for name in pair), lambda runs: found(
        reduction(of(before), of(after)) for after, before in zip(runs[::2], runs[1::2])))


def finer_update(row: Row) -> Measure | None:
    of = goodput_median if "goodput" in row.metric else delay
    return Measure("ratio", ("update-1-5", f"target-PIE-1-{DEFAULT_MS}"),
                   lambda runs: reduction(of(runs[1]), of(runs[0])))


def fair_queues(row: Row, target: str) -> Measure | None:
    """The largest and the smallest change over the loads; an increase counts where there is one."""
    key, change, extreme = row.metric.split("_")[0], row.metric.split("_")[-2], row.metric.split("_")[-1]
    key = {"median": "p50"}.get(key, key)
    sign = -1 if change == "increase" else 1

    def found(runs):
        changes = [sign * reduction(delay(before, key), delay(after, key)) for after, before in zip(runs[::2], runs[1::2])]
        changes = [value for value in changes if value > 0] or changes
        return EXTREMES[extreme](changes)

    pairs = [(f"fq-{each}-{target}", f"target-CoDel-{each}-{target}") for each in PER_SENDER]
    return Measure("ratio", tuple(name for pair in pairs for name in pair), found)


def marks(row: Row, each: int | None) -> Measure | None:
    if row.metric == "ecn_marks_over_drops" and each:
        return Measure("ratio", ecn_cases(row.scheme, each), marks_over_drops)
    if row.metric.startswith("ecn_marks_over_drops_"):
        schemes, loads = (("ARED",), (1, 4, 8, 16)) if row.scheme == "ARED" else (("CoDel", "PIE"), (1, 4))
        names = tuple(name for scheme in schemes for each in loads for name in ecn_cases(scheme, each))
        found = EXTREMES[row.metric.rsplit("_", 1)[1]]
        return Measure("ratio", names, lambda runs: found(
            marks_over_drops(list(pair)) for pair in zip(runs[::2], runs[1::2])))
    return None


def measure(row: Row) -> Measure | None:
    load = parse_load(row.load)
    each, target = whole_number(load.get("flows_per_sender")), load.get("target_ms")
    if "CONFIG" in row.note:
        return None
    if row.scenario == "wired single flow":
        return single(row)
    if row.scenario in ("wired light", "wired heavy"):
        return light_and_heavy(row, each, target)
    if row.scenario == "wired CoDel interval":
        return shorter_interval(row)
    if row.scenario == "wired PIE t_update":
        return finer_update(row)
    if row.scenario == "wifi downlink" and row.scheme in SCHEMES and each:
        return Measure("throughput", (f"air-{row.scheme}-{each}",), lambda runs: goodput_median(runs[0]))
    if row.scenario.startswith("wired FQ_CoDel"):
        return fair_queues(row, target)
    if "ECN" in row.scenario:
        return marks(row, each)
    return None
