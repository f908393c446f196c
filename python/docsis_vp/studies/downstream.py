"""Common parts of the downstream studies: families of modems, and values from their runs."""

import math
import statistics

from docsis_vp.merge import merged
from docsis_vp.studies.fairness import jain_index, min_max_ratio
from docsis_vp.studies.outcome import RunResult, number

IP_BYTES, PAYLOAD_BYTES, FRAME_BYTES = 1500, 1460, 1518

# Idle round trip of the cable, mean of case "idle" of clemson-2015. The papers give whole paths, so
# the wires behind the CMTS are shorter by it.
CABLE_RTT_MS = 7.5

# The channel of the papers, and the packets of 1500 bytes that it carries when it is full. Ours has 24 bytes more
# around a packet, MAPs and a call on it: 37.42 * 1524 / 1500 + 0.26 + 0.10 Mbit/s. One of four, where sequence
# numbers take 6 bytes of a packet and the first alone has MAPs, needs 37.42 * 1530 / 1500 + 0.36 / 4.
CHANNEL_MBPS = 38
SATURATED_MBPS = 37.42

# A rate that limits no flow.
UNLIMITED_MBPS = 10_000


def wire_ms(path_rtt_ms: float) -> float:
    return path_rtt_ms - CABLE_RTT_MS


def family(name: str, flows: list[dict], rate_mbps: float = UNLIMITED_MBPS, upstream_mbps: float = 27,
           regulator_packets: int = 4096) -> dict:
    """A modem for each flow, equal except for the flow. Its token bucket is in front of the common queue."""
    count = len(flows)
    if count == 0:
        return {}
    modems = [name] if count == 1 else [f"{name}{i}" for i in range(count)]
    return {
        "modems": [{"name": name, "count": count}],
        "service_flows": [
            {"name": f"{name}_up", "modem": name, "max_sustained_rate_mbps": upstream_mbps,
             "buffer_bytes": 10_000_000, "buffer_packets": 4096, "aqm": "none"},
            {"name": f"{name}_down", "modem": name, "direction": "downstream",
             "max_sustained_rate_mbps": rate_mbps, "max_burst_bytes": 3044,
             "buffer_bytes": 100_000_000, "buffer_packets": regulator_packets},
        ],
        "flows": [
            {"name": f"{name}{i}", "modem": modem, "direction": "downstream"} | flow
            for i, (modem, flow) in enumerate(zip(modems, flows))
        ],
    }


def tcp(path_rtt_ms: float, options: dict, **more) -> dict:
    return {"kind": "tcp", "rtt_ms": wire_ms(path_rtt_ms), "tcp": options} | more


def together(*parts: dict) -> dict:
    whole: dict = {}
    for part in parts:
        whole = merged(whole, part)
    return whole


def mbps(flow: dict) -> float:
    """As ns-2 counts: IP and TCP headers belong to a packet's 1500 bytes."""
    if flow["kind"] == "udp":
        return flow["goodput_mbps"] * IP_BYTES / FRAME_BYTES
    return flow["goodput_mbps"] * IP_BYTES / PAYLOAD_BYTES


def payload_rates(run: RunResult, name: str) -> list[float]:
    """Octets of the application."""
    return [flow["goodput_mbps"] for flow in run.flows(name)]


def mean(values: list[float]) -> float:
    """NaN: there is none."""
    return statistics.fmean(values) if values else math.nan


def rates(run: RunResult, name: str) -> list[float]:
    return [mbps(flow) for flow in run.flows(name)]


def rate_series(run: RunResult, name: str) -> list[float]:
    """A value per stats.goodput_interval_s."""
    factor = mbps(run.flow(name)) / (run.flow(name)["goodput_mbps"] or 1)
    return [factor * value for value in run.flow(name)["goodput_series_mbps"]]


def rate_during(run: RunResult, name: str, other: str) -> float:
    """While another flow is active, as far as the run goes."""
    config = run.results["config"]
    active = next(flow for flow in config["flows"] if flow["name"] == other)
    interval = config["stats"]["goodput_interval_s"]
    end = min(run.seconds, active.get("stop_s") or run.seconds)
    part = rate_series(run, name)[round(active["start_s"] / interval):round(end / interval)]
    return statistics.fmean(part) if part else math.nan


def losses(run: RunResult, name: str) -> list[float]:
    return [flow["loss_percent"] for flow in run.flows(name)]


def queue_delays_ms(run: RunResult, name: str) -> list[float]:
    """Mean queue delays of a family's flows, each in its modem's downstream service flow."""
    return [number(flow["queue_delay_ms"]["mean"]) for flow in run.results["service_flows"]
            if flow["name"] == f"{name}_down"]


def deviation(values: list[float]) -> float:
    """Between flows; the form with n - 1, and 0 for a single one, as table 7 of clemson-2015 has it."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


def fairness(run: RunResult, name: str) -> float:
    return jain_index(rates(run, name))


def least_over_most(run: RunResult, name: str) -> float:
    return min_max_ratio(rates(run, name))


def parse_load(load: str) -> dict[str, str]:
    """n_ftp=5;n_has=5"""
    return dict(part.split("=", 1) for part in load.split(";") if "=" in part)


def whole_number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None
