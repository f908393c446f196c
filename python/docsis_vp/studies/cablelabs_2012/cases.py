"""Table 2 of the paper: what each case is made of."""

from docsis_vp.studies.study import Case

SCENARIO = "modem.json"
SERIES = ("us0",)

# By the last digit of a case.
LOADS = {
    "1": ("no-load",),
    "2": ("one-tcp", "rtt-20"),
    "3": ("one-tcp", "rtt-100"),
    "4": ("five-tcp", "rtt-20"),
    "5": ("five-tcp", "rtt-100"),
    "6": ("five-tcp", "rtt-20", "udp"),
    "7": ("five-tcp", "rtt-100", "udp"),
    "8": ("bursty-tcp", "rtt-20"),
    "9": ("bursty-tcp", "rtt-100"),
}
CONGESTION = {"0": (), "1": ("borderline",)}
# By the scheme as the tables print it. The paper ran its D cases twice.
SCHEMES = {
    "DropTail-417": ("D", "", "drop-tail-417"),
    "DropTail-21": ("D", "-21", "drop-tail-21"),
    "CoDel-417": ("C", "", "codel"),
}


def name_of(scenario: str, scheme: str) -> str:
    """D04 with 21 packets is D04-21 here."""
    return scenario + SCHEMES[scheme][1]


def variant(
    name: str,
    base: str,
    effect: str,
    *,
    flows: list | None = None,
    upstream: dict | None = None,
    engine: dict | None = None,
    choices: tuple[str, ...] | None = None,
    series: tuple[str, ...] = (),
    beside: str = "",
) -> Case:
    """A case of the paper (D04, C14) with something changed."""
    letter, tens, ones = base[0], base[1], base[2]
    queue = "codel" if letter == "C" else "drop-tail-417"
    changes: dict = {}
    if flows:
        changes["flows"] = flows
    if upstream:
        changes["service_flows"] = [{"name": "us0"} | upstream]
    if engine:
        changes["modems"] = [{"name": "cm0"} | engine]
    return Case(
        name,
        SCENARIO,
        choices or (queue, *LOADS[ones], *CONGESTION[tens]),
        changes,
        seeds=3,
        quick_s=120,
        series=series,
        sensitivity=effect,
        beside=beside or base,
    )


def sensitivity_cases() -> list[Case]:
    queues = [
        variant(
            f"C03-{packets}",
            "C03",
            f"a buffer of {packets} packets behind CoDel (sec. 4.1.3)",
            upstream={"buffer_packets": packets},
            series=SERIES,
        )
        for packets in (130, 170)
    ]
    transmit = [
        variant(
            f"C14-txq{packets}",
            "C14",
            f"a transmit queue of {packets} packets (sec. 2.2.3)",
            upstream={"transmit_queue": {"packets": packets}},
        )
        for packets in (8, 128)
    ]
    return (
        queues
        + transmit
        + [
            variant(
                "C14-back-pressure",
                "C14",
                "back-pressure from the transmit queue (sec. 2.2.3)",
                upstream={"transmit_queue": {"packets": 32, "back_pressure": True}},
            ),
            variant(
                "C14-both-queues",
                "C14",
                "the sojourn and the queue's length over both queues (sec. 2.2.3)",
                # The law spares a queue of less than a packet, and under congestion the first one is that.
                engine={"aqm_engine": {"sojourn": "whole", "delay_bytes": "all"}},
            ),
            variant(
                "C04-target-15", "C04", "a target of 15 ms (sec. 2.2.3)", upstream={"aqm": {"target_ms": 15}}
            ),
            variant(
                "C04-one-queue",
                "C04",
                "one queue in the place of two",
                upstream={"transmit_queue": {"packets": 0}},
            ),
            variant(
                "C04-firmware",
                "C04",
                "firmware that decides on each packet, on one queue",
                upstream={"transmit_queue": {"packets": 0}},
                engine={"control_law": "firmware", "drop": "firmware"},
            ),
            variant(
                "C04-rfc8289", "C04", "CoDel as RFC 8289 has it", upstream={"aqm": {"reentry": "rfc8289"}}
            ),
            variant(
                "D04-bytes",
                "D04",
                "50 ms as a limit in bytes (sec. 4.3.2)",
                choices=("drop-tail-50ms", *LOADS["4"]),
                beside="D04-21",
            ),
            *(
                variant(
                    f"{base}{suffix}-waits",
                    base,
                    "packets that stay in the queue, unjudged, until the buckets hold them",
                    upstream={"transmit_queue": {"holds_next": False}},
                    choices=(queue, *LOADS[base[2]]),
                    beside=f"{base}{suffix}",
                )
                for base, suffix, queue in (
                    ("D01", "-21", "drop-tail-21"),
                    ("C02", "", "codel"),
                    ("C04", "", "codel"),
                    ("C05", "", "codel"),
                    ("C07", "", "codel"),
                )
            ),
            *(
                variant(
                    f"{base}{suffix}-lan-1G",
                    base,
                    "hosts behind a line of 1 Gbit/s, instead of at the queue",
                    engine={"lan": {"ports": [{"name": "lan0", "line": "ethernet", "rate_mbps": 1000}]}},
                    choices=(queue, *LOADS[base[2]]),
                    beside=f"{base}{suffix}",
                )
                for base, suffix, queue in (
                    ("D01", "-21", "drop-tail-21"),
                    ("D08", "-21", "drop-tail-21"),
                    ("D09", "", "drop-tail-417"),
                    ("C03", "", "codel"),
                    ("C09", "", "codel"),
                )
            ),
            *(
                variant(
                    f"{base}{suffix}-syn-1s",
                    base,
                    "SYNs of web users that come again after 1 s instead of 3",
                    flows=[{"name": "page", "tcp": {"initial_rto_ms": 1000}}],
                    choices=(queue, *LOADS[base[2]]),
                    beside=f"{base}{suffix}",
                )
                for base, suffix, queue in (
                    ("D01", "-21", "drop-tail-21"),
                    ("D02", "-21", "drop-tail-21"),
                    ("C02", "", "codel"),
                    ("C04", "", "codel"),
                )
            ),
            variant(
                "D01-persistent",
                "D01",
                "web connections that carry one object after another",
                flows=[{"name": "page", "web": {"persistent": True}}],
            ),
            variant("C05-files-1MB", "C05", "files of 1 MB, each on a new connection", flows=[{"name": "ftp", "bytes": 1_000_000}]),
            variant("C05-files-10MB", "C05", "files of 10 MB, each on a new connection", flows=[{"name": "ftp", "bytes": 10_000_000}]),
            *(
                variant(
                    f"{base}-new-connections",
                    base,
                    "bursty files on a new connection each",
                    choices=(queue, "bursty-tcp-new-connections", rtt),
                )
                for base, queue, rtt in (
                    ("D08", "drop-tail-417", "rtt-20"),
                    ("D09", "drop-tail-417", "rtt-100"),
                    ("C08", "codel", "rtt-20"),
                    ("C09", "codel", "rtt-100"),
                )
            ),
            variant(
                "D09-idle-restart",
                "D09",
                "a window that falls while the bursty file pauses (RFC 2861)",
                flows=[{"name": "ftp", "tcp": {"idle_restart": "rfc2861"}}],
            ),
            *(
                variant(
                    f"{base}{suffix}-{name}",
                    base,
                    effect,
                    choices=(queue, *LOADS[base[2]]),
                    beside=f"{base}{suffix}",
                    flows=[{"name": "ftp", "tcp": tcp}],
                    series=SERIES if base == "C03" else (),
                )
                for name, effect, tcp in (
                    ("linux", "bulk hosts as of Linux 6", {"preset": "linux"}),
                    ("each-second", "bulk receivers that acknowledge every second segment", {"ack_every": 2}),
                    ("sack", "recovery by RFC 6675 instead of that of TCP/Linux", {"recovery": "sack"}),
                )
                for base, suffix, queue in (
                    ("D03", "", "drop-tail-417"),
                    ("D04", "", "drop-tail-417"),
                    ("D04", "-21", "drop-tail-21"),
                    ("C03", "", "codel"),
                    ("C04", "", "codel"),
                )
            ),
            variant(
                "D04-21-full",
                "D04",
                "21 packets that wait, instead of the 20 of ns-2's DropTail",
                upstream={"drop_tail": "full"},
                choices=("drop-tail-21", *LOADS["4"]),
                beside="D04-21",
            ),
        ]
    )


def paper_cases() -> list[Case]:
    cases = []
    for letter, suffix, queue in SCHEMES.values():
        for tens, congestion in CONGESTION.items():
            for ones, load in LOADS.items():
                figure = ones in "23458" and tens == "0"
                cases.append(
                    Case(
                        f"{letter}{tens}{ones}{suffix}",
                        SCENARIO,
                        (queue, *load, *congestion),
                        seeds=3 if tens == "1" else 5,
                        quick_s=None if tens == "0" else 120,
                        series=SERIES if figure else (),
                        subset=(tens, ones) == ("0", "4"),
                    )
                )
    return cases
