"""Finds the numbers of the figures and tables in a run."""

import math
import statistics

from docsis_vp.studies.clemson_2014.cases import LOADS, SCHEMES
from docsis_vp.studies.downstream import CHANNEL_MBPS, parse_load, payload_rates, rate_during, rates, whole_number
from docsis_vp.studies.fairness import bias_percent, water_filling
from docsis_vp.studies.outcome import RunResult
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import Measure

HAS_DEMAND_MBPS = 4.2
# The statement about the shortest and the longest path does not say of how many downloads. With nine
# the mean is 4.2 Mbit/s; 6.1 and 2.7 or 3.1 lie around it.
UNSTATED_DOWNLOADS = 9


def nominal_shares(run: RunResult) -> tuple[float, float]:
    """Fair shares of the channel's 38 Mbit/s: of a download, and of a video."""
    downloads, videos = len(run.flows("ftp")), len(run.flows("video"))
    found = water_filling(CHANNEL_MBPS, [math.inf] * downloads + [HAS_DEMAND_MBPS] * videos)
    return found[0], found[-1]


def allocation_error(run: RunResult, name: str) -> float:
    """In percent, below the share; of octets of the application, as a video's demand is."""
    share = nominal_shares(run)[1 if name == "video" else 0]
    return -bias_percent(statistics.fmean(payload_rates(run, name)), share)


def active_rates(run: RunResult, name: str) -> list[float]:
    """Rates of a family's flows while the second tier is active."""
    return [rate_during(run, flow["name"], "tier20") for flow in run.flows(name)]


def active(run: RunResult, name: str) -> float:
    return statistics.fmean(active_rates(run, name))


def mean_rate(name: str):
    return lambda run: statistics.fmean(rates(run, name))


EXP1 = {
    "tcp_throughput_sum": ("throughput", lambda run: sum(rates(run, "ftp"))),
    "voip_r_value": ("r_value", lambda run: run.flow("call")["r_value"]),
}
EXP2 = {
    "has_throughput_mean": ("throughput", mean_rate("video")),
    "ftp_throughput_mean": ("throughput", mean_rate("ftp")),
    "has_allocation_error": ("share_percent", lambda run: allocation_error(run, "video")),
    "ftp_allocation_error": ("share_percent", lambda run: allocation_error(run, "ftp")),
}
EXP3 = {
    "tier1_throughput_mean": ("throughput", lambda run: active(run, "tier1")),
    "tier2_throughput": ("throughput", lambda run: active(run, "tier2")),
}
BY_PATH = {"tcp_throughput_shortest_rtt": 0, "tcp_throughput_longest_rtt": -1}


def of_one(table: dict, row: Row, case: str) -> Measure | None:
    if row.metric not in table:
        return None
    quantity, of = table[row.metric]
    return Measure(quantity, (case,), lambda runs: of(runs[0]))


def measure(row: Row) -> Measure | None:
    load = parse_load(row.load)
    count = whole_number(load.get("n_ftp"))
    if "CONFIG" in row.note or row.scheme not in SCHEMES:
        return None
    if row.scenario == "EXP1" and row.metric in BY_PATH:
        place = BY_PATH[row.metric]
        return Measure("throughput", (f"exp1-{row.scheme}-{UNSTATED_DOWNLOADS}",),
                       lambda runs: rates(runs[0], "ftp")[place])
    if row.scenario == "EXP1" and count in LOADS:
        return of_one(EXP1, row, f"exp1-{row.scheme}-{count}")
    if row.scenario == "EXP1 extended" and count == 70 and row.scheme in ("CoDel", "PIE"):
        return of_one(EXP1, row, f"many-{row.scheme}-70")
    if row.scenario == "EXP2" and load.get("n_ftp") == "all":
        quantity, of = EXP2[row.metric]
        return Measure(quantity, tuple(f"exp2-{row.scheme}-{n}" for n in LOADS),
                       lambda runs: statistics.fmean(map(of, runs)))
    if row.scenario == "EXP2" and count in LOADS:
        return of_one(EXP2, row, f"exp2-{row.scheme}-{count}")
    if row.scenario == "EXP3":
        return of_one(EXP3, row, f"exp3-{row.scheme}-{load.get('n_tier1')}")
    if row.scenario == "EXP4" and row.metric == "udp_throughput_mean":
        return Measure("throughput", (f"exp4-{row.scheme}",),
                       lambda runs: rate_during(runs[0], "flood0", "flood0"))
    return None
