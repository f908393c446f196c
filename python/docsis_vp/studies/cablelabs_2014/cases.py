"""The schemes, loads and congestion that the study combines."""

from docsis_vp.studies.study import Case

SCENARIO = "modem.json"

# As the paper calls them: what names them here, and the choices. Where the law has a periodic part, firmware computes it and hardware drops.
# All else is hardware: CoDel and CoDel-DT have no periodic part, and packets that wait for firmware's verdict would overflow where no law drops.
SCHEMES = {
    "Buffer Bloat": ("bloat", ("buffer-bloat",)),
    "Buffer Control": ("control", ("buffer-control",)),
    "CoDel": ("codel", ("codel",)),
    "CoDel-DT": ("codel-dt", ("codel-dt",)),
    "PIE": ("pie", ("pie", "law-in-firmware")),
    "SFQ-CoDel": ("sfq-codel", ("sfq-codel",)),
    "SFQ-PIE": ("sfq-pie", ("sfq-pie",)),
    "DOCSIS-PIE": ("docsis-pie", ("docsis-pie", "law-in-firmware")),
}
PUBLISHED = tuple(scheme for scheme in SCHEMES if scheme != "DOCSIS-PIE")
SINGLE_QUEUE = ("CoDel", "CoDel-DT", "PIE")
SEVERAL_QUEUES = ("SFQ-CoDel", "SFQ-PIE")
AQMS = SINGLE_QUEUE + SEVERAL_QUEUES

LOADS = {
    1: ("one-user",),
    2: ("one-user", "uploads"),
    3: ("one-user", "uploads", "three-each"),
    4: ("one-user", "uploads", "three-each", "cbr"),
    5: ("one-user", "uploads", "bursts"),
    6: ("four-users", "uploads", "three-each"),
    7: ("four-users", "uploads", "three-each", "cbr"),
    8: ("four-users", "uploads", "five-each", "cbr"),
    9: ("four-users", "uploads", "three-each", "torrent"),
}
CONGESTION = {"none": ("uncongested",), "light": ("light",), "moderate": ("moderate",), "heavy": ("heavy",)}
RTTS_MS = (20, 50, 100, 200)
LOOP_BESIDE = "PIE that aims 5.5 ms higher: what a request and its grant take, beside its target"
UNGRANTED = {"modems": [{"name": "cm0", "aqm_engine": {"delay_bytes": "ungranted"}}]}
CALL_ALONE = "call-alone"
QUICK_S = 20
QUICK_UPLOAD_S = 25  # claims compare the first 20 s with what follows


def name_of(scheme: str, load: int, congestion: str) -> str:
    return f"{SCHEMES[scheme][0]}-{load}-{congestion}"


def upload_name(scheme: str, rtt_ms: int) -> str:
    return f"{SCHEMES[scheme][0]}-upload-{rtt_ms}"


def conditions(scheme: str) -> tuple[str, ...]:
    """All loads under all congestion, as the study pools them."""
    return tuple(name_of(scheme, load, congestion) for load in LOADS for congestion in CONGESTION)


# Appendix A: how the delay is predicted.
RATES = "rates.json"
PREDICTORS = ("token-bucket", "rate-tracking", "combined", "departure-rate")
LESS_LEFT_PREDICTORS = ("token-bucket", "combined")
LESS_LEFT = ("uncongested", "sixty-left")


def rate_name(predictor: str, congestion: str) -> str:
    return f"{predictor}-{congestion}"


def rate_cases() -> list[Case]:
    return [
        Case(
            rate_name(predictor, congestion), RATES, (predictor, congestion), seeds=3, quick_s=60, series=("us0",)
        )
        for predictor in PREDICTORS
        for congestion in ("uncongested", "congested")
    ]


def less_left_name(predictor: str, congestion: str) -> str:
    return f"{predictor}-3-{congestion}"


def less_left_cases() -> list[Case]:
    """Appendix A.1, figure 15: DOCSIS-PIE under load 3, the channels free or with 60 Mbit/s left."""
    return [
        Case(less_left_name(predictor, congestion), SCENARIO, (*SCHEMES["DOCSIS-PIE"][1], congestion, *LOADS[3]),
             {"duration_s": 60, "service_flows": [{"name": "us0", "aqm": {"target_ms": 15, "predictor": predictor.replace("-", "_")}}]},
             seeds=3, quick_s=QUICK_S)
        for predictor in LESS_LEFT_PREDICTORS
        for congestion in LESS_LEFT
    ]


def sensitivity_cases() -> list[Case]:
    """Load 3, and files of load 5, without congestion, with one thing changed."""

    def of(scheme: str, name: str, effect: str, changes: dict, more: tuple[str, ...] = ()) -> Case:
        return Case(
            name,
            SCENARIO,
            (*SCHEMES[scheme][1], *more, *CONGESTION["none"], *LOADS[3]),
            changes,
            seeds=1,
            quick_s=QUICK_S,
            sensitivity=effect,
            beside=name_of(scheme, 3, "none"),
        )

    def on_new_connections(scheme: str) -> Case:
        return Case(
            f"{SCHEMES[scheme][0]}-bursts-on-new-connections",
            SCENARIO,
            (*SCHEMES[scheme][1], *CONGESTION["none"], *LOADS[5][:-1], "bursts-on-new-connections"),
            seeds=1,
            quick_s=QUICK_S,
            sensitivity="files of 19 MB, each on a new connection (load 5)",
            beside=name_of(scheme, 5, "none"),
        )

    def in_heavy(scheme: str, name: str, effect: str, changes: dict, load: int = 3) -> Case:
        return Case(f"{name}-heavy", SCENARIO, (*SCHEMES[scheme][1], *CONGESTION["heavy"], *LOADS[load]), changes, seeds=1, quick_s=QUICK_S,
                    sensitivity=effect, beside=name_of(scheme, load, "heavy"))

    def queue(**aqm) -> dict:
        return {"service_flows": [{"name": "us0", "aqm": aqm}]}

    judged = ("drops-in-firmware",)
    return [
        of("CoDel-DT", "codel-dt-firmware", "firmware that judges each packet of CoDel-DT", {}, judged),
        of("CoDel-DT", "codel-dt-hold-64", "the same, with room for 64 packets that wait for its verdict",
           {"modems": [{"name": "cm0", "ingress_hold": {"descriptors": 64, "capacity_bytes": 128_000}}]}, judged),
        *(
            of(scheme, f"{SCHEMES[scheme][0]}-new-connections", "files of 50 MB, each on a new connection",
               {"flows": [{"name": "near", "bytes": 50_000_000}, {"name": "far", "bytes": 50_000_000}]})
            for scheme in ("CoDel", "PIE", "Buffer Bloat")
        ),
        *map(on_new_connections, ("CoDel", "PIE")),
        of(
            "PIE",
            "pie-timestamps",
            "PIE as RFC 8033 has it, with timestamps",
            queue(algorithm="pie", target_ms=15),
        ),
        of("PIE", "pie-token-bucket", "PIE that knows its delay by the token bucket", queue(estimator="token_bucket")),
        of("PIE", "pie-10-kB", "PIE that measures over 10 kB, as at the rates of 2012", queue(dq_threshold_bytes=10_000)),
        of("CoDel-DT", "codel-dt-token-bucket", "CoDel-DT that predicts by the token bucket", queue(predictor="token_bucket")),
        of("CoDel-DT", "codel-dt-10-kB", "CoDel-DT that measures over 10 kB, as at the rates of 2012", queue(rate_threshold_bytes=10_000)),
        of("SFQ-PIE", "sfq-pie-10-kB", "SFQ-PIE that measures over 10 kB", queue(dq_threshold_bytes=10_000)),
        *(in_heavy(scheme, name, effect, queue(**aqm)) for scheme, name, effect, aqm in (
            ("PIE", "pie-token-bucket", "PIE by the token bucket under heavy congestion", {"estimator": "token_bucket"}),
            ("CoDel-DT", "codel-dt-token-bucket", "CoDel-DT by the token bucket under heavy congestion", {"predictor": "token_bucket"}),
        )),
        of("CoDel-DT", "codel-dt-at-target", "CoDel-DT that aims at its target", queue(target_offset=False)),
        of("CoDel", "codel-firmware", "firmware that judges each packet of CoDel", {}, judged),
        of("PIE", "pie-hardware", "PIE in gates", {"modems": [{"name": "cm0", "control_law": "hardware"}]}),
        of("PIE", "pie-ungranted", "PIE that counts no byte with a grant", UNGRANTED),
        of("PIE", "pie-token-bucket-ungranted", "the same, by the token bucket", UNGRANTED | queue(estimator="token_bucket")),
        of("PIE", "pie-loop-beside", LOOP_BESIDE, queue(target_ms=20.5)),
        in_heavy("PIE", "pie-loop-beside", LOOP_BESIDE, queue(target_ms=20.5)),
        *(of(scheme, f"{SCHEMES[scheme][0]}-stage", "a transmit queue of 250 kB, 8 ms at the peak rate, behind the scheduler",
             queue(stage_bytes=250_000)) for scheme in SEVERAL_QUEUES),
        in_heavy("SFQ-PIE", "sfq-pie-rfc8033-9", "SFQ-PIE with the PIE of RFC 8033 (load 9)", queue(algorithm="sfq_pie", byte_mode=False), load=9),
        of(
            "CoDel",
            "codel-persistent",
            "web connections that carry one object after another",
            {"flows": [{"name": "page", "web": {"persistent": True}}]},
        ),
    ]


def paper_cases() -> list[Case]:
    cases = []
    for scheme, (_, choices) in SCHEMES.items():
        for load, traffic in LOADS.items():
            for congestion, capacity in CONGESTION.items():
                cases.append(
                    Case(
                        name_of(scheme, load, congestion),
                        SCENARIO,
                        (*choices, *capacity, *traffic),
                        seeds=1,
                        quick_s=QUICK_S,
                        subset=(scheme, load, congestion) == ("DOCSIS-PIE", 1, "none"),
                    )
                )
        for rtt_ms in RTTS_MS:
            cases.append(
                Case(
                    upload_name(scheme, rtt_ms),
                    SCENARIO,
                    (*choices, "two-uploads", f"rtt-{rtt_ms}"),
                    seeds=3,
                    quick_s=QUICK_UPLOAD_S,
                )
            )
    return cases
