"""Table 2 of the paper: what each case is made of."""

from docsis_vp.studies.study import Case

SCENARIO = "modem.json"

# By the last digit of a case.
LOADS = {
    "1": ("no-load",),
    "2": ("one-tcp", "rtt-20"), "3": ("one-tcp", "rtt-100"),
    "4": ("five-tcp", "rtt-20"), "5": ("five-tcp", "rtt-100"),
    "6": ("five-tcp", "rtt-20", "udp"), "7": ("five-tcp", "rtt-100", "udp"),
    "8": ("bursty-tcp", "rtt-20"), "9": ("bursty-tcp", "rtt-100"),
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


def paper_cases() -> list[Case]:
    cases = []
    for letter, suffix, queue in SCHEMES.values():
        for tens, congestion in CONGESTION.items():
            for ones, load in LOADS.items():
                figure = ones in "2345" and tens == "0"
                cases.append(Case(
                    f"{letter}{tens}{ones}{suffix}", SCENARIO, (queue, *load, *congestion),
                    seeds=3 if tens == "1" else 5, quick_s=None if tens == "0" else 120,
                    series=figure, subset=(tens, ones) == ("0", "4"),
                ))
    return cases
