"""The experiments of the paper."""

from docsis_vp.studies.downstream import together
from docsis_vp.studies.study import Case

SCENARIO = "link.json"
SCHEMES = ("CoDel", "PIE", "ARED")
TARGETS_MS = (1, 5, 10, 15, 20, 30)
SENDERS = 4
PER_SENDER = (1, 4, 16)
ECN_PER_SENDER = (1, 4, 8, 16)
DEFAULT_MS = 5  # of the experiments that vary something else
CABLE_RTT_MS = 1.0  # what the way through the cable adds to an idle round trip
FRAME_BYTES = 1514
LINK_BYTES_PER_S = 10e6 / 8
AIR_BYTES_PER_S = 27e6 / 8


def flows(count: int, rtt_ms: float = 100) -> dict:
    return {"flows": [{"name": "ftp", "count": count, "rtt_ms": rtt_ms - CABLE_RTT_MS}]}


def thresholds(target_ms: float, bytes_per_s: float = LINK_BYTES_PER_S) -> tuple[float, float]:
    """Of ARED, in packets: half and one and a half times what a link sends in the target, and 1 and 2
    packets at the target of 1 ms, which is less than a packet."""
    packets = target_ms / 1000 * bytes_per_s / FRAME_BYTES
    return (1.0, 2.0) if packets < 1 else (0.5 * packets, 1.5 * packets)


def queue(scheme: str, target_ms: float, bytes_per_s: float = LINK_BYTES_PER_S, **more) -> dict:
    if scheme == "ARED":
        low, high = thresholds(target_ms, bytes_per_s)
        law = {"min_packets": low, "max_packets": high}
    else:
        law = {"target_ms": target_ms}
    return {"service_flows": [{"name": "link", "aqm": law | more}]}


def case(name: str, choices, *parts: dict, seeds: int = 5, seconds: float | None = None, quick_s: float = 30,
         **more) -> Case:
    whole = together(*parts, {"duration_s": seconds} if seconds else {})
    return Case(name, SCENARIO, tuple(choices), whole, seeds, quick_s, **more)


def target_cases():
    for scheme in SCHEMES:
        for target in TARGETS_MS:
            yield case(f"single-{scheme}-{target}", [scheme], flows(1), queue(scheme, target), quick_s=60)
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
    """802.11, as far as a link of varying rate stands for it."""
    for scheme in SCHEMES:
        for each in PER_SENDER:
            yield case(f"air-{scheme}-{each}", [scheme, "air"], flows(SENDERS * each),
                       queue(scheme, DEFAULT_MS, AIR_BYTES_PER_S), seeds=3)


def sensitivity_cases():
    for each in (1, 16):
        yield case(f"pie-linux-{each}", ["PIE-linux"], flows(SENDERS * each), queue("PIE", DEFAULT_MS),
                   sensitivity="PIE as it came into Linux 3.14, instead of the draft's of 2013")
    for each in (1, 8):
        yield case(f"pie-ecn-limited-{each}", ["PIE", "marks"], flows(SENDERS * each), queue("PIE", DEFAULT_MS),
                   sensitivity="PIE that drops from a probability of 0.1 on, ECN or not, as Linux and RFC 8033")
    for target in (1, 30):
        yield case(f"bucket-15kB-{target}", ["CoDel", "bucket-15kB"], flows(1), queue("CoDel", target), quick_s=60,
                   sensitivity="a token bucket of ten packets instead of one, as HTB may have had")
        yield case(f"rack-{target}", ["CoDel"], flows(1), queue("CoDel", target),
                   {"flows": [{"name": "ftp", "tcp": "linux"}]}, quick_s=60,
                   sensitivity="RACK, as Linux finds losses since 2016")
    yield case("droptail-1", ["DropTail"], flows(1), quick_s=60, sensitivity="no queue manager, one download")


def all_cases() -> tuple[Case, ...]:
    return (*target_cases(), *time_cases(), *fair_cases(), *ecn_cases(), *air_cases(), *sensitivity_cases())
