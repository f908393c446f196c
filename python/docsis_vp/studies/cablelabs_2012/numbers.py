"""Finds the numbers of the tables in a run."""

import math
import statistics

from docsis_vp.studies.cablelabs_2012 import burst
from docsis_vp.studies.cablelabs_2012.cases import SCHEMES, name_of
from docsis_vp.studies.outcome import RunResult, number
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import Measure

FTP_FRAME_BYTES = 1518  # the study's kB count headers: see docs/studies/cablelabs-2012.md


def lost(run: RunResult) -> float:
    return run.flow("call")["loss_percent"]


def late(run: RunResult) -> float:
    return 100 * run.flow("call")["late_ratio"]


def mos(run: RunResult) -> float:
    return run.flow("call")["mos"]


def page(run: RunResult, key: str) -> float:
    return number(run.flow("page")["page_load_s"][key])


def page_median(run: RunResult) -> float:
    """Without any page the run's length is a lower bound, which the paper prints as well."""
    return page(run, "median") if page(run, "count") else run.seconds


def ftp_kbytes(run: RunResult) -> float:
    return sum(flow["received_packets"] for flow in run.flows("ftp")) * FTP_FRAME_BYTES / 1000


# Numbers of one run, by metric: quantity and value.
SINGLE = {
    "voip_lost": ("loss_percent", lost),
    "voip_late": ("loss_percent", late),
    "voip_total_plr": ("loss_percent", lambda run: lost(run) + late(run)),
    "voip_mos": ("mos", mos),
    "ftp_kbytes_600s": ("throughput", ftp_kbytes),
    "page_load_time_median": ("page_load", page_median),
    "page_load_time_mad": ("spread", lambda run: page(run, "mad")),
    "page_loads_completed": ("count", lambda run: page(run, "count")),
    "page_load_time_max": ("page_load", lambda run: page(run, "max")),
    "page_load_time_mad_over_median": (
        "share_percent",
        lambda run: 100 * page(run, "mad") / page_median(run),
    ),
}


def percent_of(value: float, of: float) -> float:
    return 100 * value / of if of else math.nan


# Numbers of a run with DropTail and one with CoDel.
PAIRED = {
    "voip_mos_delta": ("mos", lambda runs: mos(runs[1]) - mos(runs[0])),
    "ftp_ratio_codel_over_dt": (
        "throughput",
        lambda runs: percent_of(ftp_kbytes(runs[1]), ftp_kbytes(runs[0])),
    ),
    "plt_ratio_codel_over_dt": ("ratio", lambda runs: percent_of(page_median(runs[1]), page_median(runs[0]))),
}


# Numbers of all loaded cases, from pairs of runs with DropTail and CoDel.
LOADED = "23456789"
OVERALL = {
    "voip_mos_delta_mean": ("mos", lambda pairs: statistics.fmean(mos(c) - mos(d) for d, c in pairs)),
    "plt_improvement_factor": ("ratio", lambda pairs: statistics.median(page_median(d) / page_median(c) for d, c in pairs)),
    "tcp_throughput_drop_min": ("share_percent", lambda pairs: min(100 - percent_of(ftp_kbytes(c), ftp_kbytes(d)) for d, c in pairs)),
    "tcp_throughput_drop_max": ("share_percent", lambda pairs: max(100 - percent_of(ftp_kbytes(c), ftp_kbytes(d)) for d, c in pairs)),
}


# Numbers of the figures, by figure, scheme and metric: quantity, case and value. The paper does not
# say whose round trip they show; a ramp of 0.6 s implies 100 ms.
PLOTTED = {
    ("fig02", "DropTail-417", "time_to_peak_rate"): ("duration", "D03", burst.time_to_peak),
    ("fig02", "DropTail-417", "peak_rate"): ("throughput", "D03", lambda run: max(burst.rate_mbps(run, 5))),
    ("fig02", "DropTail-417", "sustained_rate"): ("throughput", "D03", burst.steady_rate),
    ("fig03", "DropTail-417", "queue_delay_max"): ("delay_ms", "D03", burst.largest_delay),
    ("fig03", "DropTail-417", "burst_duration"): ("duration", "D03", burst.time_to_use_credit),
    ("fig05", "DropTail-21", "queue_delay_max"): ("delay_ms", "D03-21", burst.largest_delay),
    ("fig06", "CoDel-417", "time_of_rate_drop"): ("duration", "C03", burst.time_of_rate_drop),
    ("fig06", "CoDel-417", "rate_after_drop"): ("throughput", "C03", burst.rate_after_drop),
    ("fig06", "CoDel-417", "utilization_after_drop"): (
        "throughput",
        "C03",
        lambda run: 100 * burst.rate_after_drop(run) / burst.PEAK_MBPS,
    ),
    ("fig06", "CoDel-130", "stuck_at_75pct"): ("yes_or_no", "C03-130", burst.is_stuck),
    ("fig06", "CoDel-170", "stuck_at_75pct"): ("yes_or_no", "C03-170", burst.is_stuck),
    ("fig07", "CoDel-417", "queue_delay_spike_max"): ("delay_ms", "C05", burst.largest_delay),
    ("fig09", "DropTail-21", "time_with_5_or_fewer_empty_slots"): (
        "share_percent",
        "D04-21",
        burst.few_empty_slots_percent,
    ),
}
RAMPS = {"time_to_peak_rate": burst.time_to_peak, "time_to_use_10MB_burst": burst.time_to_use_credit}


def plotted(row: Row) -> Measure | None:
    if row.table == "fig04" and row.metric in RAMPS:
        case = ("D05" if "5 TCP" in row.load else "D03") + SCHEMES[row.scheme][1]
        return of_one("duration", case, RAMPS[row.metric])
    if row.table == "fig03" and row.load == "phase=peak" and row.metric == "queue_delay_max":
        return of_one("delay_ms", "D03", burst.peak_phase_delay)
    if row.table == "fig07" and row.metric == "queue_delay_typical_max":
        return Measure("delay_ms", ("C02", "C03", "C04", "C05"), lambda runs: max(map(burst.steady_delay, runs)))
    if row.table == "fig07" and row.metric == "spike_settle_time":
        return Measure("duration", ("C03", "C05"), lambda runs: max(map(burst.settle_time, runs)))
    found = PLOTTED.get((row.table, row.scheme, row.metric))
    return of_one(*found) if found else None


def of_one(quantity: str, case: str, of) -> Measure:
    return Measure(quantity, (case,), lambda runs: of(runs[0]))


def measure(row: Row) -> Measure | None:
    if row.table.startswith("fig"):
        return plotted(row)
    if row.table.startswith("table") or row.table == "text":
        if row.metric in SINGLE and row.scheme in SCHEMES and row.scenario[1:].isdecimal():
            quantity, of = SINGLE[row.metric]
            return of_one(quantity, name_of(row.scenario, row.scheme), of)
        if row.metric in OVERALL:
            quantity, of = OVERALL[row.metric]
            cases = tuple(f"{letter}0{digit}" for digit in LOADED for letter in "DC")
            return Measure(quantity, cases, lambda runs: of(list(zip(runs[::2], runs[1::2]))))
        if row.metric in PAIRED and "/" in row.scenario:
            quantity, of = PAIRED[row.metric]
            schemes = row.scheme.split(" vs ")[::-1]
            return Measure(quantity, tuple(map(name_of, row.scenario.split("/"), schemes)), of)
    return None
