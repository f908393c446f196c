"""The claims of the paper, decided by our runs."""

import math

from docsis_vp.studies.cablelabs_2014 import drops, prediction
from docsis_vp.studies.cablelabs_2014.cases import (
    AQMS,
    CALL_ALONE,
    LESS_LEFT,
    LESS_LEFT_PREDICTORS,
    PREDICTORS,
    PUBLISHED,
    SEVERAL_QUEUES,
    SINGLE_QUEUE,
    conditions,
    less_left_name,
    name_of,
    rate_name,
    upload_name,
)
from docsis_vp.studies.cablelabs_2014.numbers import mean, page_p90, voice_loss, voice_mos, voice_p90
from docsis_vp.studies.outcome import NoValue, Outcomes
from docsis_vp.studies.study import NOT_DECIDABLE, Claim, Decision, holds_if


def all_conditions(schemes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(case for scheme in schemes for case in conditions(scheme))


def pooled(outcomes: Outcomes, schemes: tuple[str, ...], of) -> dict[str, float]:
    found = {scheme: of([outcomes[case][0] for case in conditions(scheme)]) for scheme in schemes}
    for scheme, value in found.items():
        if math.isnan(value):
            raise NoValue(scheme)
    return found


def text(values: dict, unit: str = "", digits: int = 1) -> str:
    return ", ".join(f"{name} {value:.{digits}f}" for name, value in values.items()) + (
        f" {unit}" if unit else ""
    )


def voice_of(schemes: tuple[str, ...], low: float, high: float):
    def decide(outcomes: Outcomes) -> Decision:
        found = pooled(outcomes, schemes, voice_p90)
        return holds_if(all(low <= value <= high for value in found.values()), text(found, "ms"))

    return decide


def buffers(outcomes: Outcomes) -> Decision:
    found = pooled(outcomes, ("Buffer Control", "Buffer Bloat"), voice_p90)
    good = found["Buffer Control"] > 37 and abs(found["Buffer Bloat"] - 170) <= 0.15 * 170
    return holds_if(good, text(found, "ms"))


def nearly_equal(outcomes: Outcomes) -> Decision:
    found = pooled(outcomes, SINGLE_QUEUE, voice_p90)
    close = abs(found["CoDel"] - found["PIE"]) <= 0.15 * found["PIE"]
    return holds_if(close and found["CoDel-DT"] < min(found["CoDel"], found["PIE"]), text(found, "ms"))


def loss_order(outcomes: Outcomes) -> Decision:
    found = pooled(outcomes, SINGLE_QUEUE, voice_loss)
    return holds_if(found["PIE"] < found["CoDel"] < found["CoDel-DT"], text(found, "% lost", 3))


def excellent(outcomes: Outcomes) -> Decision:
    found = pooled(outcomes, PUBLISHED, voice_mos)
    good = min(value for name, value in found.items() if name != "Buffer Bloat") >= 4
    return holds_if(good and found["Buffer Bloat"] < 3.1, text(found, "MOS", 2))


def page_times(outcomes: Outcomes) -> Decision:
    found = pooled(outcomes, PUBLISHED, page_p90)
    expected = {name: (2.7, 3.0) for name in AQMS} | {
        "Buffer Control": (3.5, 3.5),
        "Buffer Bloat": (5.5, 5.5),
    }
    good = all(low * 0.85 <= found[name] <= high * 1.15 for name, (low, high) in expected.items())
    return holds_if(good, text(found, "s", 2))


def upload(outcomes: Outcomes, scheme: str, rtt_ms: int) -> float:
    return outcomes.required(
        upload_name(scheme, rtt_ms), lambda run: sum(f["goodput_mbps"] for f in run.flows("up"))
    )


def same_throughput(outcomes: Outcomes) -> Decision:
    found = {scheme: upload(outcomes, scheme, 20) for scheme in PUBLISHED}
    return holds_if(min(found.values()) >= 0.95 * max(found.values()), text(found, "Mbit/s at 20 ms"))


def no_winner(outcomes: Outcomes) -> Decision:
    """A winner is best in all four: voice, loss, pages, uploads at 100 ms."""
    scores = {
        "voice": pooled(outcomes, SINGLE_QUEUE, voice_p90),
        "loss": pooled(outcomes, SINGLE_QUEUE, voice_loss),
        "pages": pooled(outcomes, SINGLE_QUEUE, page_p90),
        "upload": {scheme: -upload(outcomes, scheme, 100) for scheme in SINGLE_QUEUE},
    }
    best = {name: min(values, key=values.get) for name, values in scores.items()}
    return holds_if(
        len(set(best.values())) > 1, ", ".join(f"{name}: {scheme}" for name, scheme in best.items())
    )


def small_gain(outcomes: Outcomes) -> Decision:
    voice = pooled(outcomes, AQMS, voice_p90)
    page = pooled(outcomes, AQMS, page_p90)
    gain = mean([voice[s] for s in SINGLE_QUEUE]) - mean([voice[s] for s in SEVERAL_QUEUES])
    saved = mean([page[s] for s in SINGLE_QUEUE]) - mean([page[s] for s in SEVERAL_QUEUES])
    return holds_if(
        0 < gain < 20 and abs(saved) < 0.5, f"voice {gain:.1f} ms, pages {saved:.2f} s less on average"
    )


def lower_and_lossier(outcomes: Outcomes) -> Decision:
    voice, loss = (pooled(outcomes, ("CoDel", "CoDel-DT"), of) for of in (voice_p90, voice_loss))
    return holds_if(
        voice["CoDel-DT"] < voice["CoDel"] and loss["CoDel-DT"] > loss["CoDel"],
        f"{text(voice, 'ms')}; {text(loss, '% lost', 3)}",
    )


def request_grant(outcomes: Outcomes) -> Decision:
    """Uses a modem that sends only the packets of a call: with a page of 7 MB it would not be idle."""
    least, most = (outcomes.required(CALL_ALONE, lambda run, key=key: run.service_flow("us0")["request_grant_ms"][key])
                   for key in ("p10", "p99"))
    return holds_if(
        3.5 <= least and most <= 8.5, f"10th percentile {least:.2f} ms, 99th {most:.2f} ms of a call alone",
    )


def fills_any_buffer(outcomes: Outcomes) -> Decision:
    most = {
        load: outcomes.required(
            name_of("Buffer Bloat", load, "none"),
            lambda run: run.service_flow("us0")["queue_delay_ms"]["max"],
        )
        for load in (2, 3)
    }
    return holds_if(
        min(most.values()) >= 225, text({f"load {k}": v for k, v in most.items()}, "ms at most, of 250", 0)
    )


def effective_probability(_: Outcomes) -> Decision:
    found = {f"{p:g}": drops.effective(p) / p for p in (0.001, 0.01, 0.05)}
    return holds_if(all(abs(ratio - 0.541) <= 0.05 * 0.541 for ratio in found.values()), text(found, "of p", 3))


def mode_is_one(_: Outcomes) -> Decision:
    modes = {f"p = {p:g}": drops.bernoulli_mode(p) for p in (0.001, 0.01, 0.1)}
    return holds_if(set(modes.values()) == {1}, text(modes, "packets", 0))


def deviations_common(_: Outcomes) -> Decision:
    outside = drops.binomial_outside(1000, 0.01, 5, 15)
    return holds_if(
        outside > 0.05, f"{100 * outside:.1f} % of 1000-packet runs have 5 drops or fewer, or 15 or more"
    )


def run_lengths(_: Outcomes) -> Decision:
    p = 0.01
    shortest, longest = drops.support(p)
    good = shortest * p >= 0.85 - p and longest * p <= 8.5 + p
    return holds_if(good, f"p = {p}: between {shortest * p:.2f}/p and {longest * p:.2f}/p")


def follows_capacity(outcomes: Outcomes) -> Decision:
    errors = {
        name: outcomes.required(rate_name(name, "congested"), prediction.error_ms) for name in PREDICTORS
    }
    delays = {
        name: outcomes.required(rate_name(name, "congested"), prediction.mean_delay_ms) for name in PREDICTORS
    }
    good = max(errors["rate-tracking"], errors["combined"]) < errors["departure-rate"]
    return holds_if(
        good,
        f"between expected and met delay, median: {text(errors, 'ms', 2)}; "
        f"mean delay under the law, target 15 ms: {text(delays, 'ms')}",
    )


def equal_or_better(outcomes: Outcomes) -> Decision:
    found = {
        name: outcomes.required(rate_name(name, "uncongested"), prediction.mean_delay_ms)
        for name in ("token-bucket", "combined")
    }
    voice = {
        congestion: [outcomes.required(less_left_name(name, congestion), lambda run: voice_p90([run])) for name in LESS_LEFT_PREDICTORS]
        for congestion in LESS_LEFT
    }
    free, congested = (voice[congestion] for congestion in LESS_LEFT)
    return holds_if(
        abs(found["token-bucket"] - found["combined"]) <= 1 and abs(free[0] - free[1]) <= 1 and congested[1] < congested[0],
        f"{text(found, 'ms mean queueing delay', 2)} at 20 Mbit/s; at 200 a 90th percentile of voice of {free[0]:.1f} and {free[1]:.1f} ms, "
        f"with 60 Mbit/s left {congested[0]:.0f} and {congested[1]:.0f}",
    )


def predicts_step(outcomes: Outcomes) -> Decision:
    found = {
        name: outcomes.required(rate_name(name, "uncongested"), prediction.error_ms)
        for name in ("token-bucket", "departure-rate")
    }
    return holds_if(
        found["token-bucket"] <= 8,
        text(found, "ms between expected and met delay, median; requests and grants take 4 to 8 ms of it", 2),
    )


def rate_cases(*predictors: str, congestion: str) -> tuple[str, ...]:
    return tuple(rate_name(predictor, congestion) for predictor in predictors)


COMMON = (
    Claim(
        "C-2014-01",
        "SFQ schemes: 90th percentile of voice latency about 13 ms",
        all_conditions(SEVERAL_QUEUES),
        voice_of(SEVERAL_QUEUES, 10, 16),
    ),
    Claim(
        "C-2014-02",
        "CoDel, CoDel-DT and PIE: 20 to 26 ms",
        all_conditions(SINGLE_QUEUE),
        voice_of(SINGLE_QUEUE, 17, 29.9),
    ),
    Claim(
        "C-2014-03",
        "Buffer control above 40 ms, buffer bloat about 170 ms",
        all_conditions(("Buffer Control", "Buffer Bloat")),
        buffers,
    ),
    Claim(
        "C-2014-04",
        "CoDel and PIE nearly equal, CoDel-DT slightly lower",
        all_conditions(SINGLE_QUEUE),
        nearly_equal,
    ),
    Claim(
        "C-2014-06",
        "Voice loss: PIE lowest, then CoDel, then CoDel-DT",
        all_conditions(SINGLE_QUEUE),
        loss_order,
    ),
    Claim(
        "C-2014-08",
        "MOS excellent for buffer control and all AQMs, mostly unacceptable for buffer bloat",
        all_conditions(PUBLISHED),
        excellent,
    ),
    Claim(
        "C-2014-09",
        "Page load 90th percentile 2.7 to 3.0 s for all AQMs, 3.5 s for buffer control, 5.5 s for buffer bloat",
        all_conditions(PUBLISHED),
        page_times,
    ),
    Claim(
        "C-2014-10",
        "Long-term TCP throughput about the same for all at short round trip",
        tuple(upload_name(s, 20) for s in PUBLISHED),
        same_throughput,
    ),
    Claim(
        "C-2014-14",
        "No single-queue AQM is best throughout",
        all_conditions(SINGLE_QUEUE) + tuple(upload_name(s, 100) for s in SINGLE_QUEUE),
        no_winner,
    ),
    Claim("C-2014-15", "The gain of SFQ is real but small", all_conditions(AQMS), small_gain),
    Claim(
        "C-2014-24",
        "CoDel-DT as configured aims lower and drops more",
        all_conditions(("CoDel", "CoDel-DT")),
        lower_and_lossier,
    ),
    Claim(
        "C-2014-26", "Requests and grants add 4 to 8 ms", (CALL_ALONE,), request_grant
    ),
    Claim(
        "C-2014-43",
        "Without AQM TCP fills any buffer",
        tuple(name_of("Buffer Bloat", load, "none") for load in (2, 3)),
        fills_any_buffer,
    ),
)
PREDICTION = (
    Claim(
        "C-2014-27",
        "Token-bucket state predicts the delay across the end of the burst credit",
        rate_cases("token-bucket", "departure-rate", congestion="uncongested"),
        predicts_step,
    ),
    Claim(
        "C-2014-36",
        "The DOCSIS-aware estimator follows congested capacity better than PIE's",
        rate_cases(*PREDICTORS, congestion="congested"),
        follows_capacity,
    ),
    Claim(
        "C-2014-38",
        "Combined tracking equals token state without congestion, and is better with 60 of 200 Mbit/s left (figure 15)",
        rate_cases("token-bucket", "combined", congestion="uncongested")
        + tuple(less_left_name(name, congestion) for name in LESS_LEFT_PREDICTORS for congestion in LESS_LEFT),
        equal_or_better,
    ),
)
DROPS = (
    Claim(
        "C-2014-07",
        "De-randomised, the effective drop probability is about 0.541 p below 0.1",
        (),
        effective_probability,
    ),
    Claim("C-2014-28", "Run lengths of independent drops have their mode at 1", (), mode_is_one),
    Claim(
        "C-2014-29",
        "With p = 0.01 and 1000 packets, deviations of 50 % from 10 drops are common",
        (),
        deviations_common,
    ),
    Claim("C-2014-30", "De-randomisation keeps run lengths between 0.85/p and 8.5/p", (), run_lengths),
)
CLAIMS = (*COMMON, *PREDICTION, *DROPS)
