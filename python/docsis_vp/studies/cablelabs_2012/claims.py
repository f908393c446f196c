"""The claims of the paper, decided by our runs."""

import math
import statistics

from docsis_vp.studies.cablelabs_2012 import burst
from docsis_vp.studies.cablelabs_2012.numbers import LOADED, ftp_kbytes, late, lost, mos, page, page_median
from docsis_vp.studies.outcome import Outcomes
from docsis_vp.studies.study import NOT_DECIDABLE, Claim, Decision, holds_if


def names(letter: str, digits: str = LOADED, suffix: str = "", tens: str = "0") -> tuple[str, ...]:
    return tuple(f"{letter}{tens}{digit}{suffix}" for digit in digits)


def each(outcomes: Outcomes, cases: tuple[str, ...], of) -> list[float]:
    return [outcomes.required(case, of) for case in cases]


def listed(values: list[float], digits: int = 2) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


def differences(outcomes: Outcomes, of, suffix: str, digits: str = LOADED) -> list[float]:
    tail = each(outcomes, names("D", digits, suffix), of)
    return [c - d for c, d in zip(each(outcomes, names("C", digits), of), tail)]


def ratios(outcomes: Outcomes, of, suffix: str, digits: str = LOADED) -> list[float]:
    tail = each(outcomes, names("D", digits, suffix), of)
    return [d / c for c, d in zip(each(outcomes, names("C", digits), of), tail)]


def gain_of_mos(outcomes: Outcomes) -> Decision:
    gains = differences(outcomes, mos, "")
    mean = statistics.fmean(gains)
    return holds_if(abs(mean - 2.7) <= 0.3, f"mean gain {mean:.2f} (02 to 09: {listed(gains)})")


def faster_pages(outcomes: Outcomes) -> Decision:
    factors = ratios(outcomes, page_median, "")
    most = sum(factor >= 7 for factor in factors) > len(factors) / 2
    return holds_if(most, f"medians by factors of {listed(factors, 1)} for 02 to 09")


def throughput_kept(outcomes: Outcomes) -> Decision:
    shares = [100 / ratio for ratio in ratios(outcomes, ftp_kbytes, "")]
    return holds_if(
        all(97.5 <= share <= 101.5 for share in shares),
        f"CoDel carries {listed(shares, 1)} % of DropTail's kB for 02 to 09",
    )


def equal_mos(outcomes: Outcomes) -> Decision:
    gains = differences(outcomes, mos, "-21")
    most = sum(abs(gain) <= 0.25 for gain in gains) > len(gains) / 2
    return holds_if(most, f"differences {listed(gains)} for 02 to 09; within 0.2 printed to one place")


def pages_beat_small_buffer(outcomes: Outcomes) -> Decision:
    factors = ratios(outcomes, page_median, "-21", "1" + LOADED)
    return holds_if(
        all(factor > 1 for factor in factors), f"medians by factors of {listed(factors)} for 01 to 09"
    )


def needs_no_tuning(outcomes: Outcomes) -> Decision:
    delays = each(outcomes, names("C", "2345"), burst.steady_delay)
    return holds_if(
        max(delays) <= 15, f"median delay in the rate-shaping queue at 5 Mbit/s {listed(delays, 1)} ms"
    )


def steady_rate(outcomes: Outcomes) -> Decision:
    rates = each(
        outcomes,
        names("D", "234567", "-21"),
        lambda run: 8e-6 * (run.service_flow("us0")["sent_bytes"] - 1e7) / run.seconds,
    )
    return holds_if(min(rates) >= 4.9, f"{listed(rates)} Mbit/s without the burst credit")


def too_small_for_peak(outcomes: Outcomes) -> Decision:
    cases = ("D03-21", "D05-21")
    ramps = [outcomes.mean(case, burst.time_to_peak) for case in cases]  # NaN: never within 30 s
    spent = each(outcomes, cases, burst.time_to_use_credit)
    slow = not ramps[0] <= 3 and not ramps[1] <= 1.5
    after = ["not within 30 s" if math.isnan(ramp) else f"after {ramp:.1f} s" for ramp in ramps]
    return holds_if(
        slow and spent[0] > 8,
        f"20 Mbit/s {after[0]} (one TCP) and {after[1]} (five), " f"10 MB spent after {listed(spent, 1)} s",
    )


def too_big_when_congested(outcomes: Outcomes) -> Decision:
    def median(run):
        return run.service_flow("us0")["queue_delay_ms"]["p50"]

    free = each(outcomes, names("D", "2345", "-21"), median)
    congested = each(outcomes, names("D", "2345", "-21", "1"), median)
    return holds_if(
        all(c > f * 1.15 for c, f in zip(congested, free)),
        f"median delay of both queues {listed(congested, 0)} ms, without congestion {listed(free, 0)} ms",
    )


def reaches_peak(outcomes: Outcomes) -> Decision:
    """Checks most runs, not all: a page that opens in the first half second costs the download packets."""
    seconds = [outcomes.values(("D03",), lambda runs, of=of: of(runs[0])) for of in (burst.time_to_peak, burst.time_to_use_credit)]
    quick = [ramp <= 0.8 and spent <= 6.5 for ramp, spent in zip(*seconds)]
    return holds_if(
        sum(quick) > len(quick) / 2,
        f"D03, by seed: 20 Mbit/s after {listed(seconds[0], 1)} s, the credit spent after {listed(seconds[1], 1)} s",
    )


def delay_bounded(outcomes: Outcomes) -> Decision:
    worst = each(outcomes, names("D", "2345", "-21"), burst.largest_delay)
    return holds_if(
        max(worst) <= 51.5,
        f"longest wait {listed(worst, 1)} ms in the rate-shaping queue; 20 packets of 1518 bytes and what is left of one are 51 ms",
    )


def fast_ramp_short_queue(outcomes: Outcomes) -> Decision:
    ramps = each(outcomes, names("C", "2345"), burst.time_to_peak)
    delays = each(outcomes, names("C", "2345"), burst.steady_delay)
    return holds_if(
        max(ramps) <= 1.5 and max(delays) <= 8,  # printed: generally below 5
        f"20 Mbit/s after {listed(ramps)} s; then a median delay of {listed(delays, 1)} ms",
    )


def sticks(outcomes: Outcomes) -> Decision:
    rate = outcomes.required("C03", burst.rate_after_drop)
    drop = outcomes.required("C03", burst.time_of_rate_drop)
    return holds_if(
        abs(rate - 15) <= 1.5,
        f"C03: rate falls at {drop:.1f} s, then {rate:.1f} Mbit/s until the credit is used",
    )


def buffer_cures(outcomes: Outcomes) -> Decision:
    cases = ("C03", "C03-130", "C03-170")
    rates = each(outcomes, cases, burst.rate_after_drop)
    cured = min(rates[1:]) >= 0.9 * burst.PEAK_MBPS and rates[0] < 0.9 * burst.PEAK_MBPS
    return holds_if(
        cured,
        f"mean rate from 3 s until the credit is used: {listed(rates, 1)} Mbit/s with 417, 130, 170 packets",
    )


def mostly_late(outcomes: Outcomes) -> Decision:
    shares = each(outcomes, names("D"), late)
    return holds_if(
        min(shares[:-1]) >= 80 and abs(shares[-1] - 20.5) <= 5, f"late {listed(shares, 1)} % for 02 to 09"
    )


def hardly_late(outcomes: Outcomes) -> Decision:
    shares = each(outcomes, names("C", "1" + LOADED), late)
    return holds_if(max(shares) <= 1.3, f"late {listed(shares)} % for 01 to 09")


def loses_with_five(outcomes: Outcomes) -> Decision:
    shares = each(outcomes, ("C04", "C06"), lost)
    return holds_if(min(shares) >= 6, f"lost {listed(shares)} %")


def never_late(outcomes: Outcomes) -> Decision:
    shares = each(outcomes, names("D", "1" + LOADED, "-21"), late)
    return holds_if(max(shares) == 0, f"late {listed(shares)} % for 01 to 09")


def narrow_spread(outcomes: Outcomes) -> Decision:
    shares = each(outcomes, names("C", "1" + LOADED), lambda run: 100 * page(run, "mad") / page_median(run))
    most = sum(share < 3 for share in shares) > len(shares) / 2
    return holds_if(most, f"{listed(shares, 1)} % of the median for 01 to 09")


def no_pages(outcomes: Outcomes) -> Decision:
    counts = each(outcomes, ("D04-21", "D06-21"), lambda run: page(run, "count"))
    return holds_if(max(counts) < 0.5, f"{listed(counts, 1)} pages on average")


def byte_limit_helps(outcomes: Outcomes) -> Decision:
    pages = each(outcomes, ("D04-21", "D04-bytes"), lambda run: page(run, "count"))
    losses = each(outcomes, ("D04-21", "D04-bytes"), lost)
    return holds_if(
        pages[1] > pages[0] and losses[1] < losses[0],
        f"pages {listed(pages, 1)}, voice packets lost {listed(losses)} % with 21 packets and with 31250 bytes",
    )


def equal_without_load(outcomes: Outcomes) -> Decision:
    values = [(outcomes.required(case, mos), outcomes.required(case, page_median)) for case in ("D01", "C01")]
    equal = abs(values[0][0] - values[1][0]) < 0.05 and abs(values[0][1] - values[1][1]) < 0.02
    return holds_if(equal, "; ".join(f"MOS {m:.2f}, page {p:.3f} s" for m, p in values))


def waits(run) -> tuple[float, float]:
    queue = run.service_flow("us0")["transmit_queue"]
    return queue["shaping_ms"]["mean"], queue["waiting_ms"]["mean"]


def queue_moves(outcomes: Outcomes) -> Decision:
    cases = names("C", "2345", tens="1")
    shaping = each(outcomes, cases, lambda run: waits(run)[0])
    transmit = each(outcomes, cases, lambda run: waits(run)[1])
    return holds_if(
        all(t > s for s, t in zip(shaping, transmit)),
        f"mean wait before the transmit queue {listed(shaping, 1)} ms, in it {listed(transmit, 1)} ms (C12 to C15)",
    )


def transmit_queue_dominates(outcomes: Outcomes) -> Decision:
    transmit = each(outcomes, ("C14-txq8", "C14", "C14-txq128"), lambda run: waits(run)[1])
    voices = each(outcomes, ("C14-txq8", "C14", "C14-txq128"), mos)
    return holds_if(
        transmit[0] < transmit[1] < transmit[2],
        f"wait in it {listed(transmit, 1)} ms, MOS {listed(voices)} with 8, 32, 128 packets",
    )


def back_pressure_best(outcomes: Outcomes) -> Decision:
    cases = ("C14", "C14-back-pressure", "C14-both-queues")
    voices = each(outcomes, cases, mos)
    pages = each(outcomes, cases, page_median)
    return holds_if(
        voices[1] >= max(voices) - 0.05,
        f"MOS {listed(voices)}, page {listed(pages, 1)} s: as published, with back-pressure, with the sojourn over both queues",
    )


def other_targets(outcomes: Outcomes) -> Decision:
    voices = each(outcomes, ("C14", "C14-both-queues", "C04", "C04-target-15"), mos)
    better = max(voices[1] - voices[0], voices[3] - voices[2])
    return holds_if(
        better > 0.1,
        f"MOS {voices[0]:.2f} and {voices[1]:.2f} over both queues (C14); {voices[2]:.2f} and {voices[3]:.2f} with 15 ms (C04)",
    )


def bursty_cycle(outcomes: Outcomes) -> Decision:
    spent = outcomes.required("D08", burst.time_to_use_credit)
    lasts = outcomes.required("D08", lambda run: run.flow("ftp")["wrt_s"]["median"])
    return holds_if(
        abs(spent - 5.3) <= 0.15 * 5.3 and abs(lasts - 14) <= 0.15 * 14,
        f"the first credit lasts {spent:.1f} s, the median file {lasts:.1f} s of 14",
    )


def bursty_is_mild(outcomes: Outcomes) -> Decision:
    pages = each(outcomes, names("D"), page_median)
    voice = outcomes.required("D09", mos)
    return holds_if(
        max(pages[6:]) < min(pages[:6]) and voice > 2,
        f"pages {listed(pages, 1)} s for 02 to 09; MOS of 09 {voice:.2f}",
    )


CLAIMS = (
    Claim(
        "C-2012-01",
        "Against 417-packet DropTail, CoDel gains about 2.7 MOS under load",
        names("D") + names("C"),
        gain_of_mos,
    ),
    Claim(
        "C-2012-02",
        "Pages load almost ten times faster in most loaded cases",
        names("D") + names("C"),
        faster_pages,
    ),
    Claim("C-2012-03", "FTP throughput falls by 0 to 2 % only", names("D") + names("C"), throughput_kept),
    Claim(
        "C-2012-04",
        "Against the 21-packet buffer MOS is equal within 0.1 to 0.2 in most cases",
        names("D", suffix="-21") + names("C"),
        equal_mos,
    ),
    Claim(
        "C-2012-06",
        "Pages load faster than with the 21-packet buffer in every case",
        names("D", "1" + LOADED, "-21") + names("C", "1" + LOADED),
        pages_beat_small_buffer,
    ),
    Claim("C-2012-07", "CoDel needs no tuning to the rate", names("C", "2345"), needs_no_tuning),
    Claim(
        "C-2012-08", "The right-sized buffer keeps the steady rate", names("D", "234567", "-21"), steady_rate
    ),
    Claim(
        "C-2012-10",
        "The fixed buffer is too small for the peak rate",
        ("D03-21", "D05-21"),
        too_small_for_peak,
    ),
    Claim(
        "C-2012-11",
        "The fixed buffer is too big when the upstream is congested",
        names("D", "2345", "-21") + names("D", "2345", "-21", "1"),
        too_big_when_congested,
    ),
    Claim(
        "C-2012-12",
        "With 417 packets TCP reaches the peak rate in 0.6 s and keeps the link full",
        ("D03",),
        reaches_peak,
    ),
    Claim(
        "C-2012-14", "With 21 packets the delay never exceeds 50 ms", names("D", "2345", "-21"), delay_bounded
    ),
    Claim(
        "C-2012-15",
        "CoDel: a fast ramp to 20 Mbit/s, then a short queue",
        names("C", "2345"),
        fast_ramp_short_queue,
    ),
    Claim("C-2012-16", "A single CUBIC under CoDel sticks at 15 Mbit/s within the burst", ("C03",), sticks),
    Claim(
        "C-2012-17", "A buffer of 130 or 170 packets cures that", ("C03", "C03-130", "C03-170"), buffer_cures
    ),
    Claim(
        "C-2012-19",
        "With 417 packets most voice packets are late: 86 to 99 %, D09 20.5 %",
        names("D"),
        mostly_late,
    ),
    Claim("C-2012-20", "With CoDel at most about 1.1 % are late", names("C", "1" + LOADED), hardly_late),
    Claim(
        "C-2012-21",
        "With five TCPs of short round trip CoDel loses 9 to 11 % of the voice packets",
        ("C04", "C06"),
        loses_with_five,
    ),
    Claim(
        "C-2012-22", "With 21 packets no voice packet is late", names("D", "1" + LOADED, "-21"), never_late
    ),
    Claim(
        "C-2012-24",
        "CoDel: the deviation of page times is below 3 % of the median in most cases",
        names("C", "1" + LOADED),
        narrow_spread,
    ),
    Claim("C-2012-25", "With 21 packets D04 and D06 complete no page", ("D04-21", "D06-21"), no_pages),
    Claim(
        "C-2012-28",
        "SYNs that fail come again after 1, 4, 10, 22, 46, 94, 154, 214, 274 s",
        (),
        lambda _: Decision(NOT_DECIDABLE, "results have no times of SYNs; a test of models/hosts/tcp holds the preset bsd-sack to that series"),
    ),
    Claim(
        "C-2012-29",
        "A limit in bytes would lower the drop rate of SYNs",
        ("D04-21", "D04-bytes"),
        byte_limit_helps,
    ),
    Claim(
        "C-2012-30",
        "Without load 417-packet DropTail and CoDel are equal",
        ("D01", "C01"),
        equal_without_load,
    ),
    Claim(
        "C-2012-32",
        "Under congestion the queue moves to the transmit queue, beyond CoDel's reach",
        names("C", "2345", tens="1"),
        queue_moves,
    ),
    Claim(
        "C-2012-33",
        "The size of the transmit queue then dominates",
        ("C14", "C14-txq8", "C14-txq128"),
        transmit_queue_dominates,
    ),
    Claim(
        "C-2012-34",
        "Back-pressure should do best under congestion",
        ("C14", "C14-back-pressure", "C14-both-queues"),
        back_pressure_best,
    ),
    Claim(
        "C-2012-35",
        "The sojourn over both queues, or other targets, are worth testing",
        ("C14", "C14-both-queues", "C04", "C04-target-15"),
        other_targets,
    ),
    Claim("C-2012-37", "The bursty file: 5.3 s at 20 Mbit/s, then 5", ("D08",), bursty_cycle),
    Claim(
        "C-2012-38",
        "The bursty load hurts pages least, and MOS recovers only at 100 ms",
        names("D"),
        bursty_is_mild,
    ),
)
