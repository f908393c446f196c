"""The experiments of the paper: modems and traffic of each case."""

from docsis_vp.studies.downstream import CABLE_RTT_MS, CHANNEL_MBPS, family, tcp, together, wire_ms
from docsis_vp.studies.study import Case

SCENARIO = "domain.json"
SCHEMES = ("DRR", "DT", "DT20", "ARED", "CoDel", "PIE")
SHARED = ("DRR", "DT", "ARED", "CoDel", "PIE")  # those of HAS, WEB and TIER
AQMS = ("ARED", "CoDel", "PIE")
LOADS = (1, 3, 5, 7, 9, 11)
WEB_LOADS = (10, 20, 30, 40, 50, 60, 70, 80)
OBJECT_KB = (32, 64, 128, 256, 512, 1024, 2048)
RTT_STEPS_MS = (5, 10, 15, 20, 25)

SACK1 = {"preset": "ns2-sack1"}
# HAS: the window is reset after an idle timeout, and each segment is acknowledged, as in ns-2's
# FullTCP by default.
FULL_TCP = {"preset": "ns2-sack1", "idle_restart": "rfc5681", "ack_every": 1}
# FullTCP counts octets in a signed number of 32 bits. A download ends there: 8.59 Mbit/s over 2000 s, what table 12
# has under DRR, DT and ARED for the one download that would get more.
LONGEST_FILE = {"bytes": 2**31 - 1, "transfers": 1}
# HAS: without a limit, a video's window grows while the video asks for less. It then sends a whole
# segment at one instant, and CoDel at the tail drops later packets of other flows.
SERVER = {"server_rate_mbps": 100}
# ns-2's generator of web traffic makes sinks of its own, which do not delay ACKs.
WEB_TCP = {"preset": "ns2-sack1", "ack_every": 1}
# HAS and TIER: 80 ms, then alternately below and above.
ALTERNATING_MS = (80, 70, 90, 60, 100, 50, 110, 40, 120, 30, 130)
# The paper's 5 s are taken from the start of a page to the start of the next, one of two choices of ns-2's
# generator, as users get 4 objects of 20 kB in 5 s; ours pauses from the end. Four objects 0.5 s apart and the last one's fetch lie between.
PAGE_GAP_S = 5 - 3 * 0.5 - 0.2
TIER_MBPS, TIER2_MBPS = 6, 12
TIER_PACKETS = 2048  # in front of a token bucket in the CMTS
WEB_QUICK_S = 90  # eight or nine responses of the probe


def downloads(rtts_ms, options: dict = SACK1, **more) -> dict:
    return family("ftp", [tcp(rtt, options, start_spread_s=2, **more) for rtt in rtts_ms])


def rising(count: int) -> list[int]:
    """Path RTTs of BASE: flow i has 30 + 10 i ms, however many there are."""
    return [30 + 10 * i for i in range(count)]


def in_turn(count: int) -> list[int]:
    """The other reading for more flows than BASE has, within its 30 to 130 ms: its eleven paths again and again."""
    return [rising(11)[i % 11] for i in range(count)]


def around_100(step_ms: int) -> list[int]:
    return [100 + sign * k * step_ms for k, sign in
            ((0, 1), (1, -1), (1, 1), (2, -1), (2, 1), (3, -1), (3, 1))]


def videos(count: int = 5, rule: str | None = None) -> dict:
    client = {"preset": "clemson-2015"} | ({"rule": rule} if rule else {})
    return family("video", [
        {"kind": "has", "rtt_ms": wire_ms(rtt), "tcp": FULL_TCP, "has": client, "start_spread_s": 2} | SERVER
        for rtt in ALTERNATING_MS[:count]
    ])


def web_users(count: int) -> dict:
    return family("web", [
        {"kind": "web_users", "tcp": WEB_TCP, "start_spread_s": 1,
         "web_users": {"server_rtts_ms": [wire_ms(30 + 10 * (i % 5))], "page_gap_s": PAGE_GAP_S}}
        for i in range(count)
    ])


def probe(object_kb: int = 20) -> dict:
    return family("probe", [{
        "kind": "wrt", "rtt_ms": wire_ms(50), "tcp": WEB_TCP, "wrt": {"object_bytes": object_kb * 1000},
    }])


def tiers(count: int, scale: int, transient: bool = False, packets: int = TIER_PACKETS) -> dict:
    options = SACK1 | {"max_window_segments": 10_000 * scale}
    first = family("tier1", [tcp(rtt, options, start_spread_s=2) for rtt in ALTERNATING_MS[:count]],
                   TIER_MBPS * scale, regulator_packets=packets * scale)
    times = {"start_s": 500, "stop_s": 1500} if transient else {"start_spread_s": 2}
    return together(first, family("tier2", [tcp(80, options, **times)], TIER2_MBPS * scale,
                                  regulator_packets=packets * scale))


def flood(transient: bool = True) -> dict:
    times = {"start_s": 500, "stop_s": 1500} if transient else {}
    return family("flood", [{"kind": "udp", "rate_mbps": 12.144, "packet_bytes": 1518} | times])


def case(name: str, choices, changes: dict, seeds: int = 1, seconds: float | None = None,
         quick_s: float = 120, **more) -> Case:
    whole = changes | ({"duration_s": seconds} if seconds else {})
    return Case(name, SCENARIO, tuple(choices), whole, seeds, quick_s, **more)


def base_cases():
    for scheme in SCHEMES:
        for count in LOADS:
            yield case(f"base-{scheme}-{count}", [scheme], downloads(rising(count)),
                       seeds=5 if count == 9 else 1, subset=(scheme, count) == ("PIE", 5))
            yield case(f"equal-{scheme}-{count}", [scheme], downloads([80] * count))
        for step in RTT_STEPS_MS:
            yield case(f"range-{scheme}-{step}", [scheme], downloads(around_100(step)))
    for scheme in AQMS:
        for count in (50, 70, 90):
            yield case(f"many-{scheme}-{count}", [scheme], downloads(rising(count)))
    for scheme in ("CoDel", "PIE"):
        for count in LOADS:
            yield case(f"target-{scheme}-{count}", [scheme, "target-52"], downloads(rising(count)),
                       seconds=500)


def full_tcp_downloads(count: int) -> dict:
    return downloads(ALTERNATING_MS[:count], FULL_TCP, **(SERVER | LONGEST_FILE))


def video_cases():
    for scheme in SHARED:
        for count in LOADS:
            yield case(f"has-{scheme}-{count}", [scheme], together(full_tcp_downloads(count), videos()),
                       quick_s=300, subset=(scheme, count) == ("DRR", 1))
            yield case(f"max-{scheme}-{count}", [scheme], together(full_tcp_downloads(count), videos(rule="max_always")),
                       seconds=500, quick_s=80)
    alone = videos(1) | {"stats": {"goodput_interval_s": 0.01}}
    yield case("has-alone", ["DT"], alone, seconds=400, quick_s=400)
    yield case("has-alone-delayed-acks", ["DT"], together(alone, {"flows": [{"name": "video0", "tcp": {"ack_every": 2}}]}),
               seconds=400, quick_s=400, sensitivity="ACKs of the video for every second segment")

    def other(name, scheme, effect, changes):
        return case(f"{name}-{scheme}-1", [scheme], together(full_tcp_downloads(1), videos(), changes),
                    quick_s=300, sensitivity=effect, beside=f"has-{scheme}-1")

    yield other("has-endless", "DRR", "a download without end instead of 2^31 - 1 octets", {"flows": [{"name": "ftp0", "bytes": 2**50}]})
    yield other("has-at-once", "CoDel", "servers without a limit of their own, which send a window at one instant",
                {"flows": [{"name": name, "server_rate_mbps": 100_000} for name in ("ftp0", *(f"video{i}" for i in range(5)))]})
    for scheme in ("DRR", "CoDel"):
        yield other("has-half-buffer", scheme, "videos that keep 120 s instead of 240 s",
                    {"flows": [{"name": f"video{i}", "has": {"buffer_s": 120}} for i in range(5)]})


def web_cases():
    for scheme in SHARED:
        for count in WEB_LOADS:
            yield case(f"web-{scheme}-{count}", [scheme], together(
                downloads(rising(5)), web_users(count), probe()), seconds=1000, quick_s=WEB_QUICK_S)
        for size in OBJECT_KB:
            yield case(f"object-{scheme}-{size}", [scheme], together(
                downloads(rising(5)), web_users(50), probe(size)), seeds=5 if (scheme, size) == ("DT", 2048) else 1,
                quick_s=70)


def tier_cases():
    for scheme in SHARED:
        for count in LOADS:
            yield case(f"tier-{scheme}-{count}", [scheme], tiers(count, 1), quick_s=100)
            bonded = ["bonded"] + ([f"bonded-{scheme}"] if scheme in ("ARED", "DRR") else [])
            yield case(f"bonded-{scheme}-{count}", [scheme, *bonded], tiers(count, 4), quick_s=50)
    yield case("transient-CoDel", ["CoDel"], tiers(9, 1, transient=True), quick_s=800)


def flood_cases():
    for scheme in SCHEMES:
        yield case(f"udp-{scheme}", [scheme], together(downloads(rising(9)), flood()), quick_s=700)


def sensitivity_cases():
    def other(name, choices, count, effect, changes=None):
        scheme = choices[0].partition("-")[0]
        return case(f"{name}-{count}", choices, together(downloads(rising(count)), changes or {}),
                    seconds=1000, sensitivity=effect, beside=f"base-{scheme}-{count}")

    for count in (1, 5, 11):
        yield other("pie-as-printed", ["PIE-as-printed"], count, "alpha 1.25 and beta 0.125, as the paper prints them")
        yield other("pie-rfc8033", ["PIE-rfc8033"], count, "PIE of RFC 8033 with the paper's times")
        yield other("codel-dt", ["CoDel-dt"], count, "CableLabs' tail-drop CoDel itself, which the study took")
        yield other("codel-head", ["CoDel-head"], count, "CoDel of RFC 8289, which drops at the head")
        yield other("dt-bytes", ["DT-bytes"], count, "a limit in bytes, 2048 frames of 1518, instead of packets")
        yield other("few-opportunities", ["DT20"], count, "4 request opportunities per MAP, so that ACKs collide",
                    {"rf": {"request_opportunities": 4}})
        servers = [{"name": f"ftp{i}", "server_rate_mbps": 100} for i in range(count)]
        yield other("server-100", ["DT20"], count, "servers behind links of 100 Mbit/s", {"flows": servers})
    nominal, effect = {"rf": {"downstream_mbps": CHANNEL_MBPS}}, "a channel of 38 Mbit/s with our headers and MAPs on it"
    yield other("nominal-rate", ["DRR"], 5, effect, nominal)
    yield case("nominal-rate-tier-DRR-5", ["DRR"], together(tiers(5, 1), nominal), quick_s=100, beside="tier-DRR-5", sensitivity=effect)
    yield case("twice-the-regulator-DT-5", ["DT"], tiers(5, 1, packets=2 * TIER_PACKETS), quick_s=100, beside="tier-DT-5",
               sensitivity="4096 packets before a token bucket, as in routers outside the CMTS, instead of 2048")
    for scheme in AQMS:
        for count in (50, 90):
            yield case(f"eleven-paths-{scheme}-{count}", [scheme], downloads(in_turn(count)), beside=f"many-{scheme}-{count}",
                       sensitivity="the eleven paths of BASE again and again, of 30 to 130 ms, instead of rising by 10 ms a flow")
    for scheme in ("DRR", "CoDel"):
        yield case(f"web-gap-from-end-{scheme}-80", [scheme], together(
            downloads(rising(5)), web_users(80), probe(),
            {"flows": [{"name": f"web{i}", "web_users": {"page_gap_s": 5}} for i in range(80)]}), seconds=500, quick_s=WEB_QUICK_S,
            beside=f"web-{scheme}-80",
            sensitivity="5 s from the end of a page instead of from its start")
        yield case(f"probe-delayed-acks-{scheme}-10", [scheme], together(
            downloads(rising(5)), web_users(10), probe(),
            {"flows": [{"name": "probe0", "tcp": {"ack_every": 2}}]}), seconds=500, quick_s=WEB_QUICK_S,
            beside=f"web-{scheme}-10",
            sensitivity="ACKs of the probe's TCP for every second segment, as of the downloads")
    for scheme in ("DRR", "CoDel", "ARED"):
        yield case(f"probe-one-window-{scheme}-10", [scheme], together(
            downloads(rising(5)), web_users(10), probe(),
            {"flows": [{"name": "probe0", "tcp": {"initial_window_segments": 20}}]}), seconds=500, quick_s=WEB_QUICK_S,
            beside=f"web-{scheme}-10", sensitivity="a first window that holds the probe's whole object")
    for scheme in ("DRR", "CoDel", "DT"):
        yield case(f"probe-one-connection-{scheme}-10", [scheme], together(
            downloads(rising(5)), web_users(10), probe(), {"flows": [{"name": "probe0", "wrt": {"persistent": True}}]}),
            seconds=500, quick_s=WEB_QUICK_S, beside=f"web-{scheme}-10",
            sensitivity="one connection for all responses, whose window stays open")
    for count in (1, 5, 11):
        yield other("codel-server-40", ["CoDel"], count, "servers behind links of 40 Mbit/s, which space what they send",
                    {"flows": [{"name": f"ftp{i}", "server_rate_mbps": 40} for i in range(count)]})
    for count in (1, 11):
        yield other("ared-1500", ["ARED-1500"], count, "ARED's thresholds in packets of 1500 bytes, and max_p not below 0.01")
    yield case("idle", ["DRR"], downloads([CABLE_RTT_MS], SACK1 | {"max_window_segments": 4}), seconds=60,
               sensitivity="what the cable adds to a round trip: a window of four segments over no wire")


def all_cases() -> tuple[Case, ...]:
    return (*base_cases(), *video_cases(), *web_cases(), *tier_cases(), *flood_cases(), *sensitivity_cases())
