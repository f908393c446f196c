"""The experiments of the paper: modems and traffic of each case."""

from docsis_vp.studies.downstream import CHANNEL_MBPS, family, tcp, together, wire_ms
from docsis_vp.studies.study import Case

SCENARIO = "domain.json"
SCHEMES = ("DT", "ARED", "CoDel", "PIE", "DRR")
AQMS = ("ARED", "CoDel", "PIE")
LOADS = (1, 3, 5, 7, 9, 11)
TIER_LOADS = (5, 7, 9, 11)
UPSTREAM_MBPS = 30
TIER_PACKETS = 2048  # in front of a token bucket in the CMTS

OPTIONS = {"preset": "ns2-sack1", "max_window_segments": 4096}
# The study of 2015 has it for videos, this paper one TCP for all.
FULL_TCP = OPTIONS | {"idle_restart": "rfc5681", "ack_every": 1}
# The paper has a range of 50 to 150 ms: its eleven downloads in even steps, videos over the same
# range, and what stands alone in the middle; beside the second tier in turn below and above it, as in 2015.
FIRST_RTT_MS, STEP_MS, MIDDLE_MS = 50, 10, 100
ALTERNATING_MS = (100, 90, 110, 80, 120, 70, 130, 60, 140, 50, 150)
VIDEO_RTTS_MS = (60, 80, 100, 120, 140)


def rising(count: int) -> list[int]:
    return [FIRST_RTT_MS + STEP_MS * i for i in range(count)]


def greedy(rtts_ms) -> list[dict]:
    return [tcp(rtt, OPTIONS, start_spread_s=2) for rtt in rtts_ms]


def downloads(count: int, rtts_ms=None) -> dict:
    """Paths that rise by 10 ms a flow if no others are given."""
    return family("ftp", greedy(rtts_ms or rising(count)), upstream_mbps=UPSTREAM_MBPS)


def videos(options: dict = OPTIONS, **more) -> dict:
    has = {"preset": "clemson-2014"} | more
    return family("video", [
        {"kind": "has", "rtt_ms": wire_ms(rtt), "tcp": options, "has": has, "start_spread_s": 2}
        for rtt in VIDEO_RTTS_MS
    ], upstream_mbps=UPSTREAM_MBPS)


def tiers(count: int, rtts_ms=ALTERNATING_MS, packets: int = TIER_PACKETS) -> dict:
    second = tcp(MIDDLE_MS, OPTIONS, start_s=500, stop_s=1500)
    return together(family("tier1", greedy(rtts_ms[:count]), 6, UPSTREAM_MBPS, packets),
                    family("tier2", [second], 12, UPSTREAM_MBPS, packets))


def flood() -> dict:
    return family("flood", [{"kind": "udp", "rate_mbps": 12.144, "packet_bytes": 1518, "start_s": 500,
                             "stop_s": 1500}], upstream_mbps=UPSTREAM_MBPS)


def case(name: str, choices, changes: dict, seeds: int = 1, seconds: float | None = None,
         quick_s: float = 150, **more) -> Case:
    whole = changes | ({"duration_s": seconds} if seconds else {})
    return Case(name, SCENARIO, tuple(choices), whole, seeds, quick_s, **more)


def all_cases() -> tuple[Case, ...]:
    found = []
    for scheme in SCHEMES:
        for count in LOADS:
            found.append(case(f"exp1-{scheme}-{count}", [scheme], downloads(count), seeds=2,
                              subset=(scheme, count) == ("PIE", 1)))
            found.append(case(f"exp2-{scheme}-{count}", [scheme], together(downloads(count), videos()), quick_s=500))
        for count in TIER_LOADS:
            found.append(case(f"exp3-{scheme}-{count}", [scheme], tiers(count), seeds=2, quick_s=800))
        found.append(case(f"exp4-{scheme}", [scheme], together(downloads(9), flood()), quick_s=800))
    for scheme in ("CoDel", "PIE"):
        for count in TIER_LOADS:
            found.append(case(f"target-80-{scheme}-{count}", [scheme, "target-80"], downloads(count), seconds=1000))
        found.append(case(f"many-{scheme}-70", [scheme], downloads(70)))
        found.append(case(f"eleven-paths-{scheme}-70", [scheme], downloads(70, [rising(11)[i % 11] for i in range(70)]),
                          beside=f"many-{scheme}-70",
                          sensitivity="eleven paths of 50 to 150 ms again and again, instead of rising by 10 ms a flow"))
    for scheme in ("ARED-tuned", "CoDel", "PIE"):
        found.append(case(f"half-rate-{scheme}", [scheme, "half-rate"], downloads(9), seconds=500))
    found.append(case("ared-tuned", ["ARED-tuned"], downloads(9), seconds=500))
    for count in (1, 11):
        found.append(case(f"pie-as-printed-{count}", ["PIE-as-printed"], downloads(count), seconds=1000, beside=f"exp1-PIE-{count}",
                          sensitivity="alpha 2.5 and beta 0.25, as the paper prints them"))
        found.append(case(f"docsis-pie-{count}", ["DOCSIS-PIE"], downloads(count), seconds=1000, beside=f"exp1-PIE-{count}",
                          sensitivity="DOCSIS-PIE of RFC 8034 at the CMTS instead of PIE with its parameters"))
        found.append(case(f"large-window-{count}", ["DT"], together(downloads(count), {"flows": [
            {"name": f"ftp{i}", "tcp": {"max_window_segments": 10_000}} for i in range(count)]}), seconds=1000, beside=f"exp1-DT-{count}",
            sensitivity="a window of 10000 segments, as in 2015, instead of 4096"))
    for count in (1, 9):
        found.append(case(f"rare-changes-PIE-{count}", ["PIE"], together(downloads(count), videos(least_between_changes_s=100)), quick_s=500, beside=f"exp2-PIE-{count}",
                          sensitivity="at least 100 s from one change of a video's rate to the next"))
    for scheme, count in (("PIE", 3), ("CoDel", 9), ("DT", 9)):
        found.append(case(f"full-tcp-{scheme}-{count}", [scheme], together(downloads(count), videos(options=FULL_TCP)), quick_s=500,
                          beside=f"exp2-{scheme}-{count}", sensitivity="videos of FullTCP, as in 2015: each segment acknowledged, and a window that pauses reset"))
    found.append(case("nominal-rate-DRR-5", ["DRR"], together(tiers(5), {"rf": {"downstream_mbps": CHANNEL_MBPS}}),
                      quick_s=800, beside="exp3-DRR-5", sensitivity="a channel of 38 Mbit/s with our headers and MAPs on it"))
    found.append(case("rising-paths-CoDel-5", ["CoDel"], tiers(5, rising(5)), quick_s=800, beside="exp3-CoDel-5",
                      sensitivity="first tiers whose paths rise from 50 ms, all of them shorter than that of the second"))
    found.append(case("twice-the-regulator-DT-5", ["DT"], tiers(5, packets=2 * TIER_PACKETS), quick_s=800, beside="exp3-DT-5",
                      sensitivity="4096 packets before a token bucket, as in routers outside the CMTS, instead of 2048"))
    found.append(case("early-congestion-avoidance-1", ["DT"], together(downloads(1), {"flows": [
        {"name": "ftp0", "tcp": {"initial_ssthresh_segments": 100}}]}), beside="exp1-DT-1",
        sensitivity="a first slow start that ends at 100 segments"))
    return tuple(found)
