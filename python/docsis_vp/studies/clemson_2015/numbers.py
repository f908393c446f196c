"""Finds the numbers of the tables in a run."""

import math
import statistics

from docsis_vp.studies.clemson_2015.cases import LOADS, SCHEMES
from docsis_vp.studies.downstream import (CABLE_RTT_MS, CHANNEL_MBPS, deviation, fairness, losses, parse_load, payload_rates,
                                          queue_delays_ms, rate_during, rates, whole_number)
from docsis_vp.studies.fairness import bias_percent, water_filling
from docsis_vp.studies.outcome import RunResult, number
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import Measure

HAS_DEMAND_MBPS = 5
SEGMENT_S = 4
SEGMENT_MBIT = HAS_DEMAND_MBPS * SEGMENT_S


def path_rtts_ms(run: RunResult, name: str) -> list[float]:
    """From the run itself: the wires of each flow and the cable."""
    configured = {flow["name"]: flow["rtt_ms"] for flow in run.results["config"]["flows"]}
    return [first(configured[flow]) + CABLE_RTT_MS for flow in (f["name"] for f in run.flows(name))]


def first(value) -> float:
    return value[0] if isinstance(value, list) else value


def round_trips_ms(run: RunResult, name: str = "ftp") -> list[float]:
    """The path's round trip and the mean delay of the queue, as table 4 is headed."""
    return [path + delay for path, delay in zip(path_rtts_ms(run, name), queue_delays_ms(run, name))]


def call(run: RunResult, key: str) -> float:
    return run.flow("call")[key]


def utilization(run: RunResult) -> float:
    """As FullTCP counts, which carries downloads and videos of HAS: octets of the application. 37.42 Mbit/s of
    packets are 36.42 then, 96 % of the channel, as table 11 has it."""
    return 100 * (sum(payload_rates(run, "ftp")) + sum(payload_rates(run, "video"))) / CHANNEL_MBPS


def shares(run: RunResult) -> tuple[float, float]:
    """Fair shares of the total of downloads and videos: of a download, and of a video."""
    downloads, videos = payload_rates(run, "ftp"), payload_rates(run, "video")
    demands = [math.inf] * len(downloads) + [HAS_DEMAND_MBPS] * len(videos)
    found = water_filling(sum(downloads) + sum(videos), demands)
    return found[0], found[-1]


def bias(run: RunResult, name: str) -> float:
    of_downloads, of_videos = shares(run)
    share = of_videos if name == "video" else of_downloads
    return bias_percent(statistics.fmean(payload_rates(run, name)), share)


def videos_mean(run: RunResult, key: str) -> float:
    return statistics.fmean(number(flow[key]) for flow in run.flows("video"))


def web_total(run: RunResult) -> float:
    return sum(rates(run, "web"))


def fetch_s(run: RunResult) -> float:
    """Time of a segment in the steady state: the request's round trip, then the arriving octets."""
    interval = run.results["config"]["stats"]["goodput_interval_s"]
    arriving = [value > 0 for value in run.flow("video0")["goodput_series_mbps"]]
    arriving = arriving[len(arriving) // 2:]
    if not any(arriving):
        return math.nan
    # Within slow start there are gaps of less than a round trip between the bursts of a segment.
    gap = round(path_rtts_ms(run, "video")[0] / 1000 / interval)
    quiet, bursts, busy = gap + 1, 0, 0
    for arrives in arriving:
        if arrives:
            busy += 1 if quiet > gap else quiet + 1
            bursts += quiet > gap
        quiet = 0 if arrives else quiet + 1
    return busy * interval / bursts + path_rtts_ms(run, "video")[0] / 1000


def mean_rate(name: str):
    return lambda run: statistics.fmean(rates(run, name))


def mean_payload_rate(name: str):
    return lambda run: statistics.fmean(payload_rates(run, name))


# Numbers of a run of BASE.
BASE = {
    "tcp_throughput_mean": ("throughput", mean_rate("ftp")),
    "tcp_throughput_stddev": ("throughput_spread", lambda run: deviation(rates(run, "ftp"))),
    "tcp_throughput_sum": ("throughput", lambda run: sum(rates(run, "ftp"))),
    "tcp_loss_rate_mean": ("loss_rate", lambda run: statistics.fmean(losses(run, "ftp"))),
    "tcp_loss_rate_stddev": ("loss_rate", lambda run: deviation(losses(run, "ftp"))),
    "tcp_rtt_mean": ("delay_s", lambda run: statistics.fmean(round_trips_ms(run)) / 1000),
    "tcp_rtt_stddev": ("delay_s", lambda run: deviation(round_trips_ms(run)) / 1000),
    "voip_loss_rate_mean": ("loss_rate", lambda run: call(run, "loss_percent")),
    "voip_latency_mean_oneway": ("delay_s", lambda run: run.flow("call")["one_way_ms"]["mean"] / 1000),
    "voip_r_value": ("r_value", lambda run: call(run, "r_value")),
    "queue_delay_mean": ("delay_ms", lambda run: statistics.fmean(queue_delays_ms(run, "ftp"))),
    "jfi": ("jain_index", lambda run: fairness(run, "ftp")),
}
HAS = {
    "channel_utilization": ("share_percent", utilization),
    "consumed_bandwidth": ("throughput", lambda run: utilization(run) * CHANNEL_MBPS / 100),
    "ftp_throughput_mean": ("throughput", mean_payload_rate("ftp")),
    "has_throughput_mean": ("throughput", mean_payload_rate("video")),
    "ftp_application_bias": ("share_percent", lambda run: bias(run, "ftp")),
    "has_application_bias": ("share_percent", lambda run: bias(run, "video")),
    "ftp_max_min_share_of_consumed": ("throughput", lambda run: shares(run)[0]),
    "max_min_share_of_consumed": ("throughput", lambda run: shares(run)[0]),
    "has_max_min_share_of_consumed": ("throughput", lambda run: shares(run)[1]),
    "video_playback_rate_mean": ("printed_rate", lambda run: videos_mean(run, "playback_mbps")),
    "adaptation_rate": ("count", lambda run: videos_mean(run, "adaptations_per_hour")),
    "rebuffer_time": ("share_percent", lambda run: videos_mean(run, "rebuffer_percent")),
}
WEB = {
    "wrt_mean": ("duration", lambda run: number(run.flow("probe0")["wrt_s"]["mean"])),
    "wrt_stddev": ("spread", lambda run: number(run.flow("probe0")["wrt_s"]["deviation"])),
    "web_flow_throughput_mean": ("throughput", mean_rate("web")),
    "web_flow_demand_mean": ("throughput", mean_rate("web")),
    "web_total_throughput": ("throughput", web_total),
    "ftp_throughput_mean": ("throughput", mean_rate("ftp")),
    "consumed_bandwidth": ("throughput", lambda run: sum(rates(run, "ftp")) + web_total(run)),
}
TIER = {
    "tier1_throughput_mean": ("throughput", mean_rate("tier1")),
    "tier2_throughput": ("throughput", mean_rate("tier2")),
    "tier2_throughput_mean": ("throughput", mean_rate("tier2")),
}
ALONE = {
    "segment_fetch_time": ("duration", fetch_s),
    "mu": ("ratio", lambda run: SEGMENT_S / fetch_s(run)),
    "estimated_capacity": ("ratio", lambda run: SEGMENT_MBIT / fetch_s(run)),
}
TRANSIENT = {
    "tier1_80ms_flow_throughput_mean": ("throughput", lambda run: rate_during(run, "tier10", "tier20")),
    "tier2_throughput_mean": ("throughput", lambda run: rate_during(run, "tier20", "tier20")),
}


def of_one(table: dict, row: Row, case: str) -> Measure | None:
    if row.metric not in table:
        return None
    quantity, of = table[row.metric]
    return Measure(quantity, (case,), lambda runs: of(runs[0]))


def of_many(quantity: str, cases: tuple[str, ...], of) -> Measure:
    return Measure(quantity, cases, of)


def schemes_of(row: Row, last: str = "PIE") -> str:
    """Rows about several schemes are held against one of them."""
    return row.scheme if row.scheme in SCHEMES else last


def all_of_base() -> tuple[str, ...]:
    return tuple(f"base-{scheme}-{count}" for scheme in SCHEMES for count in LOADS)


def measure_base(row: Row, load: dict) -> Measure | None:
    if row.metric == "runs_with_tcp_sum_37.4":
        def at_ceiling(runs):
            found = [sum(rates(run, "ftp")) for run in runs]
            return float(sum(each > max(found) - 0.1 for each in found))
        return of_many("count", all_of_base(), at_ceiling)
    if row.metric == "tcp_loss_rate_max":
        return of_many("loss_rate", all_of_base(),
                       lambda runs: max(statistics.fmean(losses(run, "ftp")) for run in runs))
    if row.metric == "voip_latency_mean_oneway" and row.scheme == "DRR":
        return None  # the call's path is taken from it
    count = whole_number(load.get("n_ftp"))
    if count in LOADS and row.scheme in SCHEMES:
        return of_one(BASE, row, f"base-{row.scheme}-{count}")
    return None


def measure(row: Row) -> Measure | None:
    load = parse_load(row.load)
    if "CONFIG" in row.note or "reference" in row.note or "fair" in row.scheme:
        return None
    count = whole_number(load.get("n_ftp"))
    if row.scenario == "BASE":
        return measure_base(row, load)
    if row.scenario == "BASE equal RTT" and row.scheme in SCHEMES:
        return of_one(BASE, row, f"equal-{row.scheme}-{count}")
    if row.scenario == "BASE extended" and count in (50, 70, 90):
        return of_one(BASE, row, f"many-{schemes_of(row)}-{count}")
    if row.scenario == "HAS" and count in LOADS:
        return of_one(HAS, row, f"has-{schemes_of(row, 'DRR')}-{count}")
    if row.scenario == "HAS" and row.metric == "channel_utilization_min":
        return of_many("share_percent", tuple(f"has-{s}-{n}" for s in ("DRR", "DT", "ARED", "CoDel", "PIE")
                                              for n in LOADS[1:]), lambda runs: min(map(utilization, runs)))
    if row.scenario == "HAS" and row.metric == "rebuffer_time":
        return of_many("share_percent", tuple(f"has-{s}-{n}" for s in ("DRR", "DT", "ARED", "CoDel", "PIE")
                                              for n in LOADS),
                       lambda runs: max(videos_mean(run, "rebuffer_percent") for run in runs))
    if row.scenario == "HAS uncongested example":
        return of_one(ALONE, row, "has-alone")
    if row.scenario == "HAS max-always":
        return of_one(HAS, row, f"max-{schemes_of(row, 'CoDel')}-{count or 1}")
    if row.scenario == "WEB" and row.metric in WEB:
        users = whole_number(load.get("n_web")) or 80
        return of_one(WEB, row, f"web-{schemes_of(row)}-{users}")
    tier = whole_number(load.get("n_tier1"))
    if row.scenario == "TIER transient":
        return of_one(TRANSIENT, row, "transient-CoDel")
    if row.scenario.startswith("TIER 4-channel") and tier in LOADS:
        return of_one(TIER, row, f"bonded-{schemes_of(row)}-{tier}")
    if row.scenario.startswith("TIER") and tier in LOADS:
        return of_one(TIER, row, f"tier-{schemes_of(row)}-{tier}")
    return None
