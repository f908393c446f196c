"""Runs for the paper's statements on single mechanisms, and the claims that they decide."""

import math
import statistics

from docsis_vp.studies.cablelabs_2014 import numbers
from docsis_vp.studies.cablelabs_2014.cases import CALL_ALONE, CONGESTION, LOADS, LOOP_BESIDE, PUBLISHED, SCENARIO, SCHEMES, name_of, upload_name
from docsis_vp.studies.cablelabs_2014.numbers import voice_loss, voice_p90
from docsis_vp.studies.outcome import NoValue, Outcomes, RunResult
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import NOT_DECIDABLE, Case, Claim, Decision, Measure, holds_if

# One upload at a round trip of 200 ms, as long as Reno takes to come back from a lost packet and more.
RECOVERY_S, RECOVERY_RTT_S = 500, 0.2
SETTLED_S = 30  # after the first slow start
FALL = 0.8  # factor by which a reduced window falls from one second to the next
RECOVERY = {"Reno": "recovery-reno", "CUBIC": "recovery-cubic"}
LOST_SEGMENTS = 1800  # of 3600, which a halved window lacks
SEGMENT_BYTES = 1448

# Loads under which more than a tenth is dropped, or less.
TCP_KBPS = (50, 100, 500, 2000)
UDP_PERCENT = (105, 110, 120, 150)
UDP_RATE_MBPS = 2.0

TRANSMIT_PACKETS = 400  # as long at 250 Mbit/s as the 32 of 2012 at 20


def recovery_cases() -> list[Case]:
    return [
        Case(name, SCENARIO, (*SCHEMES["PIE"][1], "two-uploads", "rtt-200"),
             {"duration_s": RECOVERY_S, "stats": {"tcp_interval_s": 1},
              "flows": [{"name": "up", "count": 1, "congestion_control": control.lower()}]},
             seeds=1, series=("up",))
        for control, name in RECOVERY.items()
    ]


def flow_of(rate_mbps: float) -> dict:
    """A service flow without a burst credit."""
    return {"service_flows": [{"name": "us0", "max_sustained_rate_mbps": rate_mbps, "peak_rate_mbps": 1.25 * rate_mbps,
                               "max_burst_bytes": 3044}]}


def loss_cases() -> list[Case]:
    docsis_pie = SCHEMES["DOCSIS-PIE"][1]
    tcp = [
        Case(f"loss-tcp-{kbps}", SCENARIO, (*docsis_pie, "two-uploads", "rtt-50"),
             flow_of(kbps / 1000) | {"duration_s": 120, "flows": [{"name": "up", "count": 1}]}, seeds=3)
        for kbps in TCP_KBPS
    ]
    udp = [
        Case(f"loss-udp-{percent}", SCENARIO, docsis_pie,
             flow_of(UDP_RATE_MBPS) | {"duration_s": 120, "flows": [
                 {"name": "flood", "kind": "udp", "modem": "cm0", "rate_mbps": UDP_RATE_MBPS * percent / 100, "packet_bytes": 1518}]},
             seeds=3)
        for percent in UDP_PERCENT
    ]
    return tcp + udp


def two_flows(uploads: bool) -> dict:
    """The call in a service flow of its own, and what loads the other."""
    flows = [{"name": "call", "kind": "voip", "modem": "cm0", "service_flow": "us1"}]
    if uploads:
        flows.append({"name": "up", "kind": "tcp", "modem": "cm0", "count": 6, "rtt_ms": 19, "start_spread_s": 0.1, "service_flow": "us0"})
    second = {"name": "us1", "modem": "cm0", "max_sustained_rate_mbps": 1, "aqm": "docsis_pie"}
    return {"duration_s": 30, "service_flows": [second], "flows": flows}


def further_cases() -> list[Case]:
    derandomised = Case(
        "pie-derandomised", SCENARIO, (*SCHEMES["PIE"][1], *CONGESTION["none"], *LOADS[3]),
        {"service_flows": [{"name": "us0", "aqm": {"derandomize": True}}]}, seeds=1, quick_s=60,
        sensitivity="PIE with run lengths between 0.85/p and 8.5/p", beside=name_of("PIE", 3, "none"))
    two_queues = [
        Case(f"{SCHEMES[scheme][0]}-upload-{rtt_ms}-two-queues", SCENARIO, (*SCHEMES[scheme][1], "two-uploads", f"rtt-{rtt_ms}"),
             {"service_flows": [{"name": "us0", "transmit_queue": {"packets": TRANSMIT_PACKETS}}],
              "modems": [{"name": "cm0", "aqm_engine": {"delay_bytes": "unreleased"}}]}, seeds=1, quick_s=30,
             sensitivity="a transmit queue behind the shaper, as in 2012, so that the law sees packets leave at the shaper's rate",
             beside=upload_name(scheme, rtt_ms))
        for scheme in ("PIE", "DOCSIS-PIE") for rtt_ms in (20, 100)
    ]
    estimators = [
        Case(f"pie-upload-{rtt_ms}-{name}", SCENARIO, (*SCHEMES["PIE"][1], "two-uploads", f"rtt-{rtt_ms}"),
             {"service_flows": [{"name": "us0", "aqm": aqm}]}, seeds=1, quick_s=30, sensitivity=effect, beside=upload_name("PIE", rtt_ms))
        for name, effect, aqm in (
            ("10-kB", "PIE that measures over 10 kB", {"dq_threshold_bytes": 10_000}),
            ("token-bucket", "PIE by the token bucket", {"estimator": "token_bucket"}),
            ("loop-beside", LOOP_BESIDE, {"target_ms": 20.5}),
        )
        for rtt_ms in (20, 100)
    ]
    isolated = [Case(f"two-flows-{name}", SCENARIO, SCHEMES["DOCSIS-PIE"][1], two_flows(uploads), seeds=3)
                for name, uploads in (("alone", False), ("loaded", True))]
    cubic = [
        Case(f"{upload_name(scheme, rtt_ms)}-cubic", SCENARIO, (*SCHEMES[scheme][1], "two-uploads", f"rtt-{rtt_ms}"),
             {"flows": [{"name": "up", "congestion_control": "cubic"}]}, seeds=1, quick_s=30,
             sensitivity="uploads with CUBIC", beside=upload_name(scheme, rtt_ms))
        for scheme in PUBLISHED for rtt_ms in (20, 100)
    ]
    alone = Case(CALL_ALONE, SCENARIO, (*SCHEMES["Buffer Bloat"][1], *CONGESTION["none"], "call-alone"), {"duration_s": 60}, seeds=3)
    return [*recovery_cases(), *loss_cases(), derandomised, *two_queues, *estimators, *isolated, *cubic, alone]


def window_segments(run: RunResult) -> tuple[list[float], list[float]]:
    times, octets = run.series("up", "cwnd_bytes")
    known = [(t, value / SEGMENT_BYTES) for t, value in zip(times, octets) if not math.isnan(value)]
    return [t for t, _ in known], [value for _, value in known]


def recoveries(run: RunResult) -> list[tuple[float, float]]:
    """Falls of the window after the first slow start: the window before each in segments, and the time until it was
    as large again. Falls that the next one overtakes do not count."""
    times, windows = window_segments(run)
    falls = [i for i in range(1, len(windows)) if times[i] > SETTLED_S and windows[i] < FALL * windows[i - 1]]
    found = []
    for fall, following in zip(falls, [*falls[1:], len(windows)]):
        before = windows[fall - 1]
        back = next((i for i in range(fall, following) if windows[i] >= before), None)
        if back is not None:
            found.append((before, times[back] - times[fall]))
    return found


def share_of_reno(run: RunResult) -> float:
    """Time to recover, as a share of what Reno takes for half the window at a segment per round trip; median."""
    shares = [seconds / (before / 2 * RECOVERY_RTT_S) for before, seconds in recoveries(run)]
    return statistics.median(shares) if shares else math.nan


def reno_recovery_s(run: RunResult) -> float:
    """Time in which Reno's window grows by what halving 3600 segments takes, by its median growth a second."""
    _, windows = window_segments(run)
    steps = [after - before for before, after in zip(windows[SETTLED_S:], windows[SETTLED_S + 1:]) if 0 < after - before < 50]
    return LOST_SEGMENTS / statistics.median(steps) if steps else math.nan


def together(run: RunResult) -> list[float]:
    return [sum(values) for values in zip(*(flow["goodput_series_mbps"] for flow in run.flows("up")))]


def overtakes_s(runs: list[RunResult]) -> float:
    """Time at which CoDel-DT (the first) first carried as much as PIE in the last 10 s, after carrying less."""
    dt, pie = map(together, runs)
    interval = runs[0].results["config"]["stats"]["goodput_interval_s"]
    width = max(1, round(10 / interval))
    behind = False
    for end in range(width, len(dt) + 1):
        ours, other = sum(dt[end - width:end]), sum(pie[end - width:end])
        if behind and ours >= other:
            return end * interval
        behind = behind or ours < other
    return math.nan


def leads_first(outcomes: Outcomes) -> Decision:
    found = {}
    for scheme in ("PIE", "CoDel-DT"):
        totals = [together(run) for run in outcomes[upload_name(scheme, 100)]]
        interval = outcomes[upload_name(scheme, 100)][0].results["config"]["stats"]["goodput_interval_s"]
        cut = round(20 / interval)
        found[scheme] = [statistics.fmean(statistics.fmean(part) for part in parts)
                         for parts in ([t[:cut] for t in totals], [t[cut:] for t in totals if t[cut:]])
                         if parts]
    if min(map(len, found.values())) < 2:
        raise NoValue(upload_name("PIE", 100))
    (pie_first, pie_then), (dt_first, dt_then) = found["PIE"], found["CoDel-DT"]
    return holds_if(pie_first > dt_first and dt_then >= 0.98 * pie_then,
                    f"first 20 s PIE {pie_first:.0f}, CoDel-DT {dt_first:.0f} Mbit/s; then {pie_then:.0f} and {dt_then:.0f}")


def slow_reno(outcomes: Outcomes) -> Decision:
    reno = outcomes.required(RECOVERY["Reno"], reno_recovery_s)
    cubic = outcomes.required(RECOVERY["CUBIC"], share_of_reno)
    return holds_if(abs(reno / 360 - 1) <= 0.15 and cubic < 0.5,
                    f"{LOST_SEGMENTS} segments take Reno {reno:.0f} s by its growth; CUBIC is back in {100 * cubic:.0f} % of the time that Reno takes "
                    "for half of its window (median)")


IN_GATES = {
    "SFQ-CoDel": name_of("SFQ-CoDel", 3, "none"), "SFQ-PIE": name_of("SFQ-PIE", 3, "none"),
    "CoDel": name_of("CoDel", 3, "none"), "CoDel-DT": name_of("CoDel-DT", 3, "none"), "PIE": "pie-hardware",
}


def complexity(outcomes: Outcomes) -> Decision:
    found = {scheme: outcomes.required(case, lambda run: run.results["area"][0]["mm2"]["nominal"]) for scheme, case in IN_GATES.items()}
    order = list(found.values())
    return holds_if(all(a > b for a, b in zip(order, order[1:])),
                    "modem in gates: " + ", ".join(f"{scheme} {mm2:.3f}" for scheme, mm2 in found.items()) + " mm2 of logic and memories at 28 nm")


def seldom(outcomes: Outcomes) -> Decision:
    """Firmware computes the law every 16 ms; the core is a slow one."""
    run = outcomes[name_of("PIE", 3, "none")][0]
    cpu = run.results["cpus"][0]
    updates = run.seconds / 0.016
    packets = run.service_flow("us0")["offered_packets"]
    return holds_if(cpu["utilization"] < 0.01, f"{cpu['instructions'] / updates:.0f} instructions per update, {100 * cpu['utilization']:.3f} % of the core, "
                    f"none for each of {packets} packets")


def harmless(outcomes: Outcomes) -> Decision:
    runs = [outcomes[name][0] for name in (name_of("PIE", 3, "none"), "pie-derandomised")]
    delays = [voice_p90([run]) for run in runs]
    rates = [8e-6 * run.service_flow("us0")["sent_bytes"] / run.seconds for run in runs]
    return holds_if(abs(delays[1] - delays[0]) <= max(3, 0.15 * delays[0]) and abs(rates[1] / rates[0] - 1) <= 0.03,
                    f"90th percentile of voice {delays[0]:.1f} and {delays[1]:.1f} ms, {rates[0]:.0f} and {rates[1]:.0f} Mbit/s, plain and de-randomised")


def dropped_percent(run: RunResult) -> float:
    flow = run.service_flow("us0")
    return 100 * (flow["aqm_drops"] + flow["buffer_drops"]) / flow["offered_packets"]


def rare(outcomes: Outcomes) -> Decision:
    tcp = {kbps: outcomes.required(f"loss-tcp-{kbps}", dropped_percent) for kbps in TCP_KBPS}
    udp = {percent: outcomes.required(f"loss-udp-{percent}", dropped_percent) for percent in UDP_PERCENT}
    good = (all(value < 10 for kbps, value in tcp.items() if kbps > 100) and tcp[TCP_KBPS[0]] > tcp[TCP_KBPS[-1]]
            and all((value > 10) == (percent > 111) for percent, value in udp.items()))
    return holds_if(good, "one TCP drops " + ", ".join(f"{value:.1f} % at {kbps} kbit/s" for kbps, value in tcp.items())
                    + "; UDP " + ", ".join(f"{value:.1f} % at {percent} %" for percent, value in udp.items()))


def loss_limit_kbps(runs: list[RunResult]) -> float:
    """The highest of our rates at which one TCP has a tenth dropped; 0: at none."""
    return float(max((kbps for kbps, run in zip(TCP_KBPS, runs) if dropped_percent(run) > 10), default=0))


def loss_limit_overload(runs: list[RunResult]) -> float:
    """Overload in per cent of the lightest of our floods that has a tenth dropped."""
    return float(min((p - 100 for p, run in zip(UDP_PERCENT, runs) if dropped_percent(run) > 10), default=math.nan))


def step_at_the_end(outcomes: Outcomes) -> Decision:
    run = outcomes["token-bucket-uncongested"][0]
    times, tokens, delays = run.series("us0", "sustained_tokens_bytes", "measured_delay_ms")
    end = next((t for t, level in zip(times, tokens) if level < 20_000), math.nan)
    def during(low, high):
        found = [d for t, d in zip(times, delays) if low <= t < high and not math.isnan(d)]
        if not found:
            raise NoValue("token-bucket-uncongested")
        return statistics.fmean(found)
    before, after = during(end - 0.2, end), during(end, end + 0.2)
    return holds_if(after > 1.1 * before, f"the credit ends at {end:.1f} s: {before:.1f} ms in the 0.2 s before, {after:.1f} ms in the 0.2 s after")


def independent(outcomes: Outcomes) -> Decision:
    found = {name: [outcomes.required(f"two-flows-{name}", of) for of in
                    (lambda run: run.flow("call")["one_way_ms"]["p90"], lambda run: run.flow("call")["loss_percent"],
                     lambda run: run.service_flow("us0")["aqm_drops"])] for name in ("alone", "loaded")}
    alone, loaded = found["alone"], found["loaded"]
    return holds_if(loaded[0] <= alone[0] + 3 and loaded[1] == alone[1] and loaded[2] > 0,
                    f"90th percentile of voice {alone[0]:.1f} and {loaded[0]:.1f} ms, lost {alone[1]:.2f} and {loaded[1]:.2f} %, "
                    f"without and with uploads in the other service flow, which loses {loaded[2]:.0f} packets")


def undecided(why: str):
    return lambda outcomes: Decision(NOT_DECIDABLE, why)


def never_to_an_empty_queue(outcomes: Outcomes) -> Decision:
    found = voice_loss([outcomes[name_of("SFQ-PIE", 1, congestion)][0] for congestion in CONGESTION])
    return Decision(NOT_DECIDABLE, f"a property of the law, which tests of models/queue check; a call alone loses {found:.2f} %")


# Numbers of figure 6 and of the text, by metric: quantity, cases and value.
NUMBERS = {
    "time_when_codel_dt_overtakes": ("duration", (upload_name("CoDel-DT", 100), upload_name("PIE", 100)), overtakes_s),
    "reno_recovery_time": ("duration", (RECOVERY["Reno"],), lambda runs: reno_recovery_s(runs[0])),
    "upstream_rate_for_tcp_loss_above_0.1": ("ratio", tuple(f"loss-tcp-{kbps}" for kbps in TCP_KBPS), loss_limit_kbps),
    "udp_overload_for_loss_above_0.1": ("ratio", tuple(f"loss-udp-{percent}" for percent in UDP_PERCENT), loss_limit_overload),
    "request_grant_latency_min": ("ratio", (CALL_ALONE,),
                                  lambda runs: runs[0].service_flow("us0")["request_grant_ms"]["p10"]),
    "request_grant_latency_max": ("ratio", (CALL_ALONE,),
                                  lambda runs: runs[0].service_flow("us0")["request_grant_ms"]["p99"]),
}

def measure(row: Row) -> Measure | None:
    return Measure(*NUMBERS[row.metric]) if row.metric in NUMBERS else numbers.measure(row)


SINGLE = (
    Claim("C-2014-11", "At a middle round trip PIE leads for 20 s, then CoDel-DT is as good or better (100 ms)",
          (upload_name("PIE", 100), upload_name("CoDel-DT", 100)), leads_first),
    Claim("C-2014-13", "Reno needs 360 s to grow by 1800 packets at 200 Mbit/s and 200 ms; CUBIC much less", tuple(RECOVERY.values()), slow_reno),
    Claim("C-2014-16", "Complexity: SFQ-CoDel, SFQ-PIE, CoDel, CoDel-DT, PIE", tuple(IN_GATES.values()), complexity),
    Claim("C-2014-17", "PIE's heavy part runs once per 15 or 16 ms and can be software", (name_of("PIE", 3, "none"),), seldom),
    Claim("C-2014-19", "SFQ-PIE never drops a packet for an empty queue", tuple(name_of("SFQ-PIE", 1, c) for c in CONGESTION), never_to_an_empty_queue),
    Claim("C-2014-23", "With perfect prediction CoDel-DT equals CoDel", (),
          undecided("no predictor sees what the channel will do; tests of models/aqm hold CoDel-DT to its own rule")),
    Claim("C-2014-32", "p settles so that the factor of de-randomisation does no harm", (name_of("PIE", 3, "none"), "pie-derandomised"), harmless),
    Claim("C-2014-35", "More than a tenth is dropped of TCP only below 100 kbit/s, of UDP only above 110 % load",
          tuple(case.name for case in loss_cases()), rare),
    Claim("C-2014-40", "Every interval obeys both inequalities of the shaper", (),
          undecided("a property of the shaper, which tests of models/cm/shaper check over random traffic")),
    Claim("C-2014-41", "The fall of the rate when the credit is used makes a step in the delay", ("token-bucket-uncongested",), step_at_the_end),
    Claim("C-2014-44", "AQM works on each service flow by itself", ("two-flows-alone", "two-flows-loaded"), independent),
    Claim("C-2014-46", "An AQM that drops at the head must run at several times the line rate with bonded channels", (),
          undecided("all cases have one channel; docs/codesign.md has what bonded channels ask of it")),
)
