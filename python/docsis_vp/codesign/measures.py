"""What a row is judged by, read from results.json. None: this run does not say."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    key: str
    title: str
    unit: str
    digits: int
    better: str  # "low", "high", or "" where neither is
    of: Callable[[dict], float | dict | None]
    meaning: str


def dig(value, *path):
    """The element at the path; None as soon as something is missing."""
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def first(elements: list[dict], **wanted) -> dict | None:
    for element in elements or []:
        if all(element.get(key) == value for key, value in wanted.items()):
            return element
    return None


def total(elements: list[dict], key: str) -> float | None:
    values = [element.get(key) for element in elements or []]
    numbers = [value for value in values if value is not None]
    return sum(numbers) if numbers else None


def voice(results: dict) -> dict | None:
    return first(results.get("flows"), kind="voip")


def web(results: dict) -> dict | None:
    return first(results.get("flows"), kind="web") or first(results.get("flows"), kind="web_users")


def queue(results: dict) -> dict | None:
    return first(results.get("service_flows"), direction="upstream")


def upstream(results: dict) -> list[dict]:
    return [f for f in results.get("service_flows") or [] if f.get("direction") == "upstream"]


def uploads_mbps(results: dict) -> float | None:
    flows = [f for f in results.get("flows") or []
             if f.get("kind") == "tcp" and f.get("direction") == "upstream"]
    return total(flows, "goodput_mbps")


def percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def unused_percent(results: dict) -> float | None:
    granted, used = dig(results, "mac", "granted_bytes"), dig(results, "mac", "used_bytes")
    return None if not granted or used is None else 100 * (1 - used / granted)


def over_line(results: dict, which: str) -> float | None:
    """0 on channels without a burst."""
    rates = [dig(channel, "dequeue_over_line", which)
             for channel in dig(results, "mac", "channels") or []]
    return max((rate for rate in rates if rate), default=None)


def whole_area(results: dict) -> dict | None:
    """None: nobody says how large this CPU is."""
    area = dig(results, "area", 0)
    if area is None or area.get("cpu"):
        return dig(area, "with_cpu")
    return {"kge": area.get("total_kge"), "sram_kbit": area.get("sram_kbit"), "mm2": area.get("mm2")}


def energy_per_packet(results: dict) -> float | None:
    """None: nobody says how large this CPU is, or nothing was sent."""
    spent, packets = (dig(results, "energy", 0, key) for key in ("on_die", "sent_packets"))
    return spent / packets if spent is not None and packets else None


def longest_handler_us(results: dict) -> float | None:
    cpu = dig(results, "cpus", 0)
    cycles = [source["worst_cycles"] for source in dig(cpu, "interrupts") or []]
    return 1e6 * max(cycles) / cpu["clock_hz"] if cycles else None


def placement(results: dict) -> dict:
    return dig(results, "placements", 0) or {}


MEASURES = [
    Measure("area_mm2", "Area", "mm²", 3, "low", lambda r: dig(whole_area(r), "mm2"),
            "of the upstream data path and, where firmware decides, the CPU with its memories"),
    Measure("gates_mm2", "Area but CPU", "mm²", 4, "low", lambda r: dig(r, "area", 0, "mm2"),
            "of the upstream data path alone, as if the CPU were there anyway"),
    Measure("logic_kge", "Logic", "kGE", 1, "low", lambda r: dig(whole_area(r), "kge"),
            "thousand gates of the size of a NAND2, the CPU's with them as published"),
    Measure("sram_kbit", "SRAM", "kbit", 1, "low", lambda r: dig(whole_area(r), "sram_kbit"),
            "memories of 2 kbit and more, the CPU's with them"),
    Measure("energy_per_packet", "Energy", "kGE clocks", 0, "low", energy_per_packet,
            "on die, for each upstream packet that the modem sent: a proxy to compare rows by, in clocks of a "
            "thousand gates at work"),
    Measure("latency_p50_ms", "Call p50", "ms", 1, "low",
            lambda r: dig(voice(r), "one_way_ms", "p50"), "one way, of the first voice flow"),
    Measure("latency_p90_ms", "Call p90", "ms", 1, "low",
            lambda r: dig(voice(r), "one_way_ms", "p90"), "one way, of the first voice flow"),
    Measure("latency_p99_ms", "Call p99", "ms", 1, "low",
            lambda r: dig(voice(r), "one_way_ms", "p99"), "one way, of the first voice flow"),
    Measure("voice_loss_percent", "Call loss", "%", 2, "low",
            lambda r: dig(voice(r), "loss_percent"), "of the first voice flow"),
    Measure("mos", "MOS", "", 2, "high", lambda r: dig(voice(r), "mos"),
            "mean opinion score of the first voice flow, 1 to 4.5"),
    Measure("page_load_s", "Page", "s", 2, "low",
            lambda r: dig(web(r), "page_load_s", "median"), "median time to load a page"),
    Measure("uploads_mbps", "Uploads", "Mbit/s", 1, "high", uploads_mbps,
            "goodput of all TCP uploads"),
    Measure("queue_mean_ms", "Queue mean", "ms", 2, "low",
            lambda r: dig(queue(r), "queue_delay_ms", "mean"), "of the first upstream flow"),
    Measure("queue_p50_ms", "Queue p50", "ms", 1, "low",
            lambda r: dig(queue(r), "queue_delay_ms", "p50"), "of the first upstream flow"),
    Measure("queue_p99_ms", "Queue p99", "ms", 1, "low",
            lambda r: dig(queue(r), "queue_delay_ms", "p99"), "of the first upstream flow"),
    Measure("cpu_percent", "CPU", "%", 3, "low",
            lambda r: percent(dig(r, "cpus", 0, "utilization")), "busy cycles of the control CPU"),
    Measure("missed_updates", "Ticks missed", "updates", 0, "low",
            lambda r: total(upstream(r), "missed_updates"),
            "upstream: the law had not committed when the next tick of 16 ms came"),
    Measure("interrupt_max_us", "Interrupt max", "µs", 1, "low",
            lambda r: dig(r, "cpus", 0, "interrupt_latency_us", "max"),
            "the longest that an interrupt waited for its handler's first instruction"),
    Measure("handler_worst_us", "Handler max", "µs", 1, "low", longest_handler_us,
            "the longest that a handler kept other interrupts waiting"),
    Measure("decision_p50_us", "Verdict p50", "µs", 1, "low",
            lambda r: dig(placement(r), "decision_latency_us", "p50"),
            "from arrival to firmware's verdict"),
    Measure("decision_p99_us", "Verdict p99", "µs", 1, "low",
            lambda r: dig(placement(r), "decision_latency_us", "p99"),
            "from arrival to firmware's verdict"),
    Measure("decision_jitter_p99_us", "Jitter p99", "µs", 1, "low",
            lambda r: dig(placement(r), "decision_jitter_us", "p99"),
            "of that time, between two packets in a row"),
    Measure("head_p99_us", "Head p99", "µs", 1, "low",
            lambda r: dig(placement(r), "head_latency_us", "p99"),
            "from the opening of a grant's window to firmware's verdict on a head"),
    Measure("slack_min_us", "Slack min", "µs", 1, "high",
            lambda r: dig(queue(r), "deadline_slack_us", "min"),
            "how long before its deadline a burst was ready, the first upstream flow; below zero "
            "a grant was missed"),
    Measure("slack_p1_us", "Slack p1", "µs", 1, "high",
            lambda r: dig(queue(r), "deadline_slack_us", "p1"), "the same, all but 1 %"),
    Measure("dequeue_needed", "Dequeue needed", "× line", 2, "",
            lambda r: over_line(r, "needed"), "the rate at which a burst must be built to be in "
            "time, over the channel's; the most of any burst on any channel"),
    Measure("dequeue_built", "Built at", "× line", 2, "",
            lambda r: over_line(r, "built"), "the rate at which a burst, or a frame of it, was "
            "built, over the channel's; the most of any"),
    Measure("grants_missed", "Missed", "grants", 0, "low",
            lambda r: dig(r, "mac", "grants_missed"),
            "bursts that were not ready, of the whole run"),
    Measure("unused_percent", "Unused", "%", 2, "low", unused_percent,
            "of the bytes granted, all those of missed grants among them"),
    Measure("aqm_drops", "AQM drops", "packets", 0, "", lambda r: total(upstream(r), "aqm_drops"),
            "upstream, by the law"),
    Measure("buffer_drops", "Full", "packets", 0, "low",
            lambda r: total(upstream(r), "buffer_drops"), "upstream, for want of room"),
    Measure("hold_drops", "Hold drops", "packets", 0, "low",
            lambda r: total(upstream(r), "hold_drops"),
            "upstream, lost while they waited for firmware"),
]
