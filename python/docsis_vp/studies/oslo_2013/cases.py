"""The experiments of the paper."""

import math

from docsis_vp.studies.downstream import together
from docsis_vp.studies.study import Case

SCENARIO = "link.json"
SCHEMES = ("CoDel", "PIE", "ARED")
TARGETS_MS = (1, 5, 10, 15, 20, 30)
SENDERS = 4
PER_SENDER = (1, 4, 16)
ECN_PER_SENDER = (1, 4, 8, 16)
DEFAULT_MS = 5  # of the experiments that vary something else
CABLE_RTT_MS = 1.0  # delay that the cable adds to an idle round trip
FRAME_BYTES = 1514
LINK_BYTES_PER_S = 10e6 / 8
AIR_BYTES_PER_S = 27e6 / 8
TC_PACKET_BYTES = 1000
GRO_SEGMENTS = 10


def flows(count: int, rtt_ms: float = 100) -> dict:
    return {"flows": [{"name": "ftp", "count": count, "rtt_ms": rtt_ms - CABLE_RTT_MS}]}


def thresholds(target_ms: float, bytes_per_s: float = LINK_BYTES_PER_S) -> tuple[float, float]:
    """ARED's thresholds in packets: half and one and a half times what a link sends in the target,
    or 1 and 2 packets at the target of 1 ms, which is less than a packet."""
    packets = target_ms / 1000 * bytes_per_s / FRAME_BYTES
    return (1.0, 2.0) if packets < 1 else (0.5 * packets, 1.5 * packets)


def average_weight(low: float, high: float) -> float:
    """Weight of a new sample in RED's average, as Linux's `tc` derives it from the thresholds, with the
    burst and the packet of 1000 bytes that its manual advises: the largest power of two that lets
    such a burst pass."""
    low, high = low * FRAME_BYTES / TC_PACKET_BYTES, high * FRAME_BYTES / TC_PACKET_BYTES
    burst = math.ceil((2 * low + high) / 3)
    weight = 0.5
    while burst + 1 - low > (1 - (1 - weight) ** burst) / weight:
        weight /= 2
    return weight


def queue(scheme: str, target_ms: float, bytes_per_s: float = LINK_BYTES_PER_S, **more) -> dict:
    if scheme == "ARED":
        low, high = thresholds(target_ms, bytes_per_s)
        law = {"min_packets": low, "max_packets": high, "weight": average_weight(low, high)}
    else:
        law = {"target_ms": target_ms}
    return {"service_flows": [{"name": "link", "aqm": law | more}]}


def case(name: str, choices, *parts: dict, seeds: int = 5, seconds: float | None = None,
         quick_s: float | None = None,
         **more) -> Case:
    whole = together(*parts, {"duration_s": seconds} if seconds else {})
    return Case(name, SCENARIO, tuple(choices), whole, seeds, quick_s, **more)


def target_cases():
    for scheme in SCHEMES:
        for target in TARGETS_MS:
            yield case(f"single-{scheme}-{target}", [scheme], flows(1), queue(scheme, target))
            for each in PER_SENDER:
                yield case(f"target-{scheme}-{each}-{target}", [scheme], flows(SENDERS * each), queue(scheme, target),
                           subset=(scheme, each, target) == ("CoDel", 1, DEFAULT_MS))


def time_cases():
    for each in PER_SENDER:
        for interval in (5, 30):
            yield case(f"interval-{each}-{interval}", ["CoDel"], flows(SENDERS * each),
                       queue("CoDel", DEFAULT_MS, interval_ms=interval))
        for update in (5, 100):
            yield case(f"update-{each}-{update}", ["PIE"], flows(SENDERS * each),
                       queue("PIE", DEFAULT_MS, t_update_ms=update))
        for scheme in SCHEMES:
            yield case(f"rtt-{scheme}-{each}-5", [scheme], flows(SENDERS * each, 5), queue(scheme, DEFAULT_MS), seeds=3)
            yield case(f"rtt-{scheme}-{each}-500", [scheme], flows(SENDERS * each, 500), queue(scheme, DEFAULT_MS),
                       seeds=3, seconds=300, quick_s=150)


def fair_cases():
    for each in PER_SENDER:
        for target in (5, 20):
            yield case(f"fq-{each}-{target}", ["FQ_CoDel"], flows(SENDERS * each), queue("FQ_CoDel", target))


def marking(scheme: str) -> tuple[str, ...]:
    """PIE marks at any probability: the paper has 6.6 marks per drop at a load that needs a
    probability far above the 0.1 where later versions begin to drop."""
    return (scheme, "marks", *(["marks-at-any-p"] if scheme == "PIE" else []))


def ecn_cases():
    for scheme in SCHEMES:
        for each in ECN_PER_SENDER:
            yield case(f"ecn-{scheme}-{each}", marking(scheme), flows(SENDERS * each), queue(scheme, DEFAULT_MS),
                       subset=(scheme, each) == ("CoDel", 1))
        yield case(f"target-{scheme}-8-5", [scheme], flows(SENDERS * 8), queue(scheme, DEFAULT_MS))
        yield case(f"ecn-excluded-{scheme}-8", [*marking(scheme), "CE-excluded"], flows(SENDERS * 8),
                   queue(scheme, DEFAULT_MS))


def air_cases():
    """802.11, approximated by a link of varying rate."""
    for scheme in SCHEMES:
        for each in PER_SENDER:
            yield case(f"air-{scheme}-{each}", [scheme, "air"], flows(SENDERS * each),
                       queue(scheme, DEFAULT_MS, AIR_BYTES_PER_S), seeds=3, quick_s=60)


def sensitivity_cases():
    for each in (1, 16):
        yield case(f"pie-draft-{each}", ["PIE-draft"], flows(SENDERS * each), queue("PIE", DEFAULT_MS), beside=f"target-PIE-{each}-5",
                   sensitivity="PIE of the draft of 2013, as ns-2 has it, instead of Linux's of then")
        yield case(f"pie-linux-{each}", ["PIE-linux"], flows(SENDERS * each), queue("PIE", DEFAULT_MS), beside=f"target-PIE-{each}-5",
                   sensitivity="PIE as Linux has it since 2019, by timestamps and derandomised, instead of that of 2013")
    for each in (1, 8):
        yield case(f"pie-ecn-limited-{each}", ["PIE", "marks"], flows(SENDERS * each), queue("PIE", DEFAULT_MS), beside=f"ecn-PIE-{each}",
                   sensitivity="PIE that drops from a probability of 0.1 on, ECN or not, as Linux and RFC 8033")
    for target in (1, 30):
        yield case(f"bucket-15kB-{target}", ["CoDel", "bucket-15kB"], flows(1), queue("CoDel", target), beside=f"single-CoDel-{target}",
                   sensitivity="a token bucket of ten packets instead of two, as HTB may have had")
        yield case(f"rack-{target}", ["CoDel"], flows(1), queue("CoDel", target),
                   {"flows": [{"name": "ftp", "tcp": "linux"}]}, beside=f"single-CoDel-{target}",
                   sensitivity="RACK, as Linux finds losses since 2016")
    for count, name, beside in ((1, "gro-single", "single-CoDel"), (SENDERS, "gro-light", "target-CoDel-1")):
        for target in (1, 5, 30):
            yield case(f"{name}-{target}", ["CoDel"], flows(count),
                       queue("CoDel", target, mtu_bytes=GRO_SEGMENTS * FRAME_BYTES), beside=f"{beside}-{target}",
                       sensitivity="CoDel that spares ten segments instead of one, as if the router's receive offload had joined so many")
    for scheme in ("CoDel", "PIE"):
        for target in (1, 30):
            yield case(f"cubic-{scheme}-{target}", [scheme], flows(1), queue(scheme, target), {"flows": [{"name": "ftp", "congestion_control": "cubic"}]}, beside=f"single-{scheme}-{target}",
                       sensitivity="CUBIC instead of Reno")
    cubic = {"flows": [{"name": "ftp", "congestion_control": "cubic"}]}
    for scheme in SCHEMES:
        for each in (1, 8, 16):
            yield case(f"cubic-target-{scheme}-{each}-5", [scheme], flows(SENDERS * each), queue(scheme, DEFAULT_MS), cubic,
                       beside=f"target-{scheme}-{each}-5", sensitivity="CUBIC instead of Reno")
    for each in (1, 8):
        yield case(f"cubic-ecn-PIE-{each}", marking("PIE"), flows(SENDERS * each), queue("PIE", DEFAULT_MS), cubic,
                   beside=f"ecn-PIE-{each}", sensitivity="CUBIC instead of Reno")
    for scheme in ("PIE", "ARED"):
        yield case(f"cubic-air-{scheme}-1", [scheme, "air"], flows(SENDERS), queue(scheme, DEFAULT_MS, AIR_BYTES_PER_S), cubic,
                   seeds=3, quick_s=60, beside=f"air-{scheme}-1", sensitivity="CUBIC instead of Reno")
    for scheme, usual, key in (("CoDel", "interval-1-5", "interval_ms"), ("PIE", "update-1-5", "t_update_ms")):
        yield case(f"cubic-{usual}", [scheme], flows(SENDERS), queue(scheme, DEFAULT_MS, **{key: 5}), cubic,
                   beside=usual, sensitivity="CUBIC instead of Reno")
    for each in (1, 8):
        yield case(f"ared-ns2-{each}", ["ARED-ns2"], flows(SENDERS * each), queue("ARED", DEFAULT_MS, weight=0), beside=f"target-ARED-{each}-5",
                   sensitivity="Adaptive RED as ns-2 has it instead of Linux: gentle, slow to average")
        yield case(f"ared-ns2-ecn-{each}", ["ARED-ns2", "marks"], flows(SENDERS * each), queue("ARED", DEFAULT_MS, weight=0), beside=f"ecn-ARED-{each}",
                   sensitivity="the same with marks, but drops where a drop is forced")
    yield case("droptail-1", ["DropTail"], flows(1), sensitivity="no queue manager, one download")


def all_cases() -> tuple[Case, ...]:
    return (*target_cases(), *time_cases(), *fair_cases(), *ecn_cases(), *air_cases(), *sensitivity_cases())
