"""Measures of a row, read from results.json. None: the run has no such value."""

from collections.abc import Callable
from dataclasses import dataclass

from docsis_vp.codesign.watch import CALL, PAGE, QUEUE, Watch

# A difference up to this share of the larger value decides nothing.
MATTERS_PERCENT = 10.0
# The 99th percentile of a delay is that of a few moments of a run, and varies more between runs.
TAIL_PERCENT = 20.0

# The range of an area comes from the technology. All other ranges are over the seeds.
SEEDS, TECHNOLOGY = "seeds", "technology"


@dataclass(frozen=True)
class Measure:
    """A number of a row. `read` takes an element of `place`, and the worst of all elements counts."""

    key: str
    title: str
    unit: str
    digits: int
    better: str  # "low", "high", or "" where neither is
    read: Callable[[dict], float | dict | None]
    meaning: str
    place: str = ""  # a kind to watch, or a list in the results; "": the results as a whole
    matters: float = 0  # a difference up to here decides nothing, nor one up to matters_percent
    matters_percent: float = MATTERS_PERCENT
    extreme: str = ""  # "low" or "high" if the page shows the worst run beside the mean

    @property
    def absent(self) -> str:
        """Why a row that has run has no value."""
        return ABSENT.get(self.place, "not known")

    @property
    def over(self) -> str:
        return TECHNOLOGY if self.place == "area" else SEEDS

    @property
    def resolution(self) -> float:
        """Value of the last digit."""
        return 10.0 ** -self.digits

    def margin(self, one: float, other: float) -> float:
        """The difference up to which two rows count as equal."""
        return max(self.matters, self.matters_percent / 100 * max(abs(one), abs(other)))

    def of(self, results: dict, watch: Watch = Watch()) -> float | dict | None:
        return self.worst(results, watch)[0]

    def worst(self, results: dict, watch: Watch = Watch()) -> tuple[float | dict | None, dict | None]:
        """The value, and the element that it is of."""
        found = [(self.read(each), each) for each in self.elements(results, watch)]
        there = [each for each in found if each[0] is not None]
        worst = min if self.better == "high" else max
        return worst(there, key=lambda each: plain(each[0]), default=(None, None))

    def elements(self, results: dict, watch: Watch) -> list[dict]:
        if not self.place:
            return [results]
        if self.place in (CALL, PAGE, QUEUE):
            return watch.elements(self.place, results)
        return dig(results, *self.place.split(".")) or []


def plain(value) -> float | None:
    return value["nominal"] if isinstance(value, dict) else value


def dig(value, *path):
    """The element at the path; None as soon as something is missing."""
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def total(elements: list[dict], key: str) -> float | None:
    values = [element.get(key) for element in elements or []]
    numbers = [value for value in values if value is not None]
    return sum(numbers) if numbers else None


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


def slacks(results: dict) -> list[dict]:
    """Deadline slack of each upstream channel, after the warm-up."""
    return [channel.get("deadline_slack_us") or {}
            for channel in dig(results, "mac", "channels") or []]


def over_line(channel: dict, which: str) -> float | None:
    """None on a channel without a burst."""
    return dig(channel, "dequeue_over_line", which) or None


def data_path(area: dict) -> dict:
    return area | {"kge": area.get("total_kge")}


def whole_area(area: dict) -> dict | None:
    """None: the size of this CPU is unknown."""
    return dig(area, "with_cpu") if area.get("cpu") else data_path(area)


def energy_per_packet(energy: dict) -> float | None:
    """None: the size of this CPU is unknown, or nothing was sent."""
    spent, packets = energy.get("on_die"), energy.get("sent_packets")
    return spent / packets if spent is not None and packets else None


def longest_handler_us(cpu: dict) -> float | None:
    cycles = [source["worst_cycles"] for source in cpu.get("interrupts") or []]
    return 1e6 * max(cycles) / cpu["clock_hz"] if cycles else None


def at(*path: str) -> Callable[[dict], float | None]:
    return lambda element: dig(element, *path)


def sum_of(key: str) -> Callable[[dict], float | None]:
    return lambda results: total(upstream(results), key)


AREA, CPU, PLACEMENT, ENERGY, CHANNELS = "area", "cpus", "placements", "energy", "mac.channels"

# A modem whose law and drops are gates may have a CPU, which its packets do not use.
ABSENT = {CPU: "CPU not used", PLACEMENT: "no verdict", CHANNELS: "no burst", CALL: "no call", PAGE: "no page",
          QUEUE: "no queue"}

ONE_WAY = "{} % of the packets of the call take no longer, one way"
QUEUEING = "{} % of the packets wait no longer for their grant"

MEASURES = [
    Measure("area_mm2", "Area", "mm²", 3, "low", lambda a: dig(whole_area(a), "mm2"),
            "logic and memories of the upstream data path and, where firmware decides, the CPU with its memories",
            AREA),
    Measure("gates_mm2", "Area without CPU", "mm²", 4, "low", at("mm2"),
            "logic and memories of the upstream data path alone, for a modem that has the CPU anyway", AREA),
    # Parts of the area; rows are not compared by them, because bits may move between them.
    Measure("logic_kge", "Logic", "kGE", 1, "", lambda a: dig(whole_area(a), "logic_kge"),
            "thousand gates of the size of a NAND2 without memories, the CPU's with them as published", AREA),
    Measure("path_kge", "Logic without CPU", "kGE", 1, "", at("logic_kge"),
            "thousand gates of the upstream data path alone, without memories", AREA),
    Measure("memory_kbit", "Memory", "kbit", 1, "", lambda a: dig(whole_area(a), "memory_kbit"),
            "memories, whatever they are made of, the CPU's with them", AREA),
    Measure("path_memory_kbit", "Memory without CPU", "kbit", 1, "", at("memory_kbit"),
            "memories of the upstream data path alone, whatever they are made of", AREA),
    Measure("sram_kbit", "SRAM", "kbit", 1, "", lambda a: dig(whole_area(a), "sram_kbit"),
            "memories that are smallest as SRAM macros, the CPU's with them", AREA),
    Measure("path_sram_kbit", "SRAM without CPU", "kbit", 1, "", at("sram_kbit"),
            "memories of the upstream data path alone that are smallest as SRAM macros", AREA),
    Measure("energy_per_packet", "Energy", "kGE clocks", 0, "low", energy_per_packet,
            "on die, for each upstream packet that the modem sent: a proxy to compare rows by, in clocks of a "
            "thousand gates at work", ENERGY),
    Measure("latency_p50_ms", "Call p50", "ms", 1, "low", at("one_way_ms", "p50"),
            ONE_WAY.format(50), CALL, 1),
    Measure("latency_p90_ms", "Call p90", "ms", 1, "low", at("one_way_ms", "p90"),
            ONE_WAY.format(90), CALL, 1),
    Measure("latency_p99_ms", "Call p99", "ms", 1, "low", at("one_way_ms", "p99"),
            ONE_WAY.format(99), CALL, 1, TAIL_PERCENT),
    Measure("voice_loss_percent", "Call loss", "%", 2, "low", at("loss_percent"),
            "packets of the call that did not arrive", CALL, 0.5),
    Measure("mos", "MOS", "", 2, "high", at("mos"),
            "mean opinion score of the call, 1 to 4.5", CALL, 0.1, 0),
    Measure("page_load_s", "Page", "s", 2, "low", at("page_load_s", "median"),
            "median time to load a page", PAGE, 0.1),
    Measure("uploads_mbps", "Uploads", "Mbit/s", 1, "high", uploads_mbps,
            "goodput of all TCP uploads"),
    Measure("queue_mean_ms", "Queue mean", "ms", 2, "low", at("queue_delay_ms", "mean"),
            "the mean time that a packet waits for its grant", QUEUE, 1),
    Measure("queue_p50_ms", "Queue p50", "ms", 1, "low", at("queue_delay_ms", "p50"),
            QUEUEING.format(50), QUEUE, 1),
    Measure("queue_p99_ms", "Queue p99", "ms", 1, "low", at("queue_delay_ms", "p99"),
            QUEUEING.format(99), QUEUE, 1, TAIL_PERCENT),
    Measure("cpu_percent", "CPU", "%", 3, "low", lambda cpu: percent(cpu.get("utilization")),
            "busy cycles of the control CPU", CPU, 1),
    Measure("missed_updates", "Ticks missed", "updates", 0, "low", sum_of("missed_updates"),
            "upstream: the law had not committed when the next tick of 16 ms came", matters=1),
    Measure("interrupt_max_us", "Interrupt max", "µs", 1, "low", at("interrupt_latency_us", "max"),
            "the longest that an interrupt waited for its handler's first instruction", CPU, 1,
            extreme="high"),
    Measure("handler_worst_us", "Handler max", "µs", 1, "low", longest_handler_us,
            "the longest that a handler kept other interrupts waiting", CPU, 1, extreme="high"),
    Measure("decision_p50_us", "Verdict p50", "µs", 1, "low", at("decision_latency_us", "p50"),
            "from arrival to firmware's verdict", PLACEMENT, 1),
    Measure("decision_p99_us", "Verdict p99", "µs", 1, "low", at("decision_latency_us", "p99"),
            "from arrival to firmware's verdict", PLACEMENT, 1),
    Measure("decision_jitter_p99_us", "Jitter p99", "µs", 1, "low", at("decision_jitter_us", "p99"),
            "of that time, between two packets in a row", PLACEMENT, 1),
    Measure("head_p99_us", "Head p99", "µs", 1, "low", at("head_latency_us", "p99"),
            "from the opening of a grant's window to firmware's verdict on a head", PLACEMENT, 1),
    Measure("slack_min_us", "Slack min", "µs", 1, "high", at("deadline_slack_us", "min"),
            "how long before its deadline a burst was ready, the least of all channels after the "
            "warm-up; below zero a grant was missed", CHANNELS, 10, extreme="low"),
    Measure("slack_p1_us", "Slack p1", "µs", 1, "high", at("deadline_slack_us", "p1"),
            "the same, all but 1 % of a channel's bursts; the least of all channels", CHANNELS, 10),
    Measure("dequeue_needed", "Dequeue needed", "× line", 2, "", lambda c: over_line(c, "needed"),
            "the rate at which a burst must be built to be in time, over the channel's; the most of "
            "any burst on any channel", CHANNELS),
    Measure("dequeue_built", "Built at", "× line", 2, "", lambda c: over_line(c, "built"),
            "the rate at which a burst, or a frame of it, was built, over the channel's; the most of "
            "any", CHANNELS),
    Measure("grants_missed", "Missed", "grants", 1, "low", lambda r: total(slacks(r), "missed"),
            "bursts that were not ready, on all channels after the warm-up", matters=1),
    Measure("unused_percent", "Unused", "%", 2, "low", unused_percent,
            "of the bytes granted, all those of missed grants among them", matters=0.5),
    Measure("aqm_drops", "AQM drops", "packets", 0, "", sum_of("aqm_drops"), "upstream, by the law"),
    Measure("buffer_drops", "Buffer drops", "packets", 0, "low", sum_of("buffer_drops"),
            "upstream, for want of room in the buffer", matters=10),
    Measure("hold_drops", "Hold drops", "packets", 0, "low", sum_of("hold_drops"),
            "upstream, lost while they waited for firmware, before any law saw them", matters=10),
    Measure("ingress_fifo_drops", "FIFO drops", "packets", 0, "low", sum_of("ingress_fifo_drops"),
            "upstream, lost in front of the queue memory's port, before any law saw them", matters=10),
]
BY_KEY = {measure.key: measure for measure in MEASURES}
