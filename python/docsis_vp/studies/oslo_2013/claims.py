"""The paper's statements, decided by our runs."""

import statistics

from docsis_vp.studies.grid import Claims, Grid, rising
from docsis_vp.studies.oslo_2013.cases import DEFAULT_MS, ECN_PER_SENDER, PER_SENDER, SCHEMES, TARGETS_MS
from docsis_vp.studies.oslo_2013.numbers import (delay, ecn_cases, goodput, goodput_median, marks_over_drops,
                                                 reduction, tail)
from docsis_vp.studies.study import NOT_DECIDABLE, Decision, holds_if

CLAIMS = Claims("O-2013", SCHEMES, TARGETS_MS)
ALIKE = ("CoDel", "PIE")
LATER = TARGETS_MS[1:]


def at_default(scheme: str, each: int) -> str:
    return f"target-{scheme}-{each}-{DEFAULT_MS}"


def by_load(outcomes, scheme: str, of, name=at_default, loads=PER_SENDER) -> list[float]:
    return [outcomes.mean(name(scheme, each), of) for each in loads]


def numbers(values) -> str:
    return " ".join(f"{value:.3g}" for value in values)


def of_schemes(found: dict) -> str:
    return "; ".join(f"{scheme} {numbers(values)}" for scheme, values in found.items())


def p10(run) -> float:
    return delay(run, "p10")


def p90(run) -> float:
    return delay(run, "p90")


def loads_at_default(schemes=SCHEMES, loads=PER_SENDER) -> tuple[str, ...]:
    return tuple(at_default(scheme, each) for scheme in schemes for each in loads)


def undecided(name: str, statement: str, why: str) -> None:
    CLAIMS.add(name, statement, ())(lambda outcomes: Decision(NOT_DECIDABLE, why))


def ranges(grid: Grid, wanted: dict) -> bool:
    return all(abs(min(grid[s]) / low - 1) <= 0.03 and abs(max(grid[s]) / high - 1) <= 0.03
               for s, (low, high) in wanted.items())


def targets_of(each: int, schemes=SCHEMES, targets=TARGETS_MS) -> tuple[str, ...]:
    return tuple(f"target-{scheme}-{each}-{target}" for scheme in schemes for target in targets)


CLAIMS.grid("01", "Single flow, targets of 1 to 30 ms: CoDel 8.20-8.94, PIE 8.20-8.85, ARED 7.06-8.71 Mbit/s", "single", goodput,
            lambda g: ranges(g, {"CoDel": (8.2, 8.94), "PIE": (8.2, 8.85), "ARED": (7.06, 8.71)}))
CLAIMS.grid("02", "Single flow: for targets above 1 ms the median delay is at most the target, in ms", "single", delay,
            lambda g: all(v <= target for s in SCHEMES for v, target in zip(g[s], LATER)), loads=LATER)


@CLAIMS.add("04", "Single flow: CoDel and PIE show higher maxima and longer tails than ARED",
            tuple(f"single-{s}-{t}" for s in SCHEMES for t in TARGETS_MS))
def single_tails(outcomes):
    tails = Grid(outcomes, "single", tail, SCHEMES, TARGETS_MS)
    most = Grid(outcomes, "single", lambda run: delay(run, "max"), SCHEMES, TARGETS_MS)
    mean = {s: (statistics.fmean(tails[s]), statistics.fmean(most[s])) for s in SCHEMES}
    return holds_if(all(mean[s][i] > mean["ARED"][i] for s in ALIKE for i in range(2)),
                    "tail and maximum in ms, mean over targets: " + of_schemes(mean))


CLAIMS.grid("05", "Single flow: CoDel has the best goodput; ARED uses the link worse for targets of at most 10 ms", "single", goodput,
            lambda g: statistics.fmean(g["CoDel"]) == max(statistics.fmean(g[s]) for s in SCHEMES)
            and all(a < min(c, p) for a, c, p in list(zip(g["ARED"], g["CoDel"], g["PIE"]))[:3]))


@CLAIMS.add("06", "CoDel's and PIE's delays grow with load: median, 10th and 90th percentile", loads_at_default(ALIKE))
def grow(outcomes):
    found = {f"{s} {label}": by_load(outcomes, s, of) for s in ALIKE for label, of in (("p10", p10), ("p50", delay), ("p90", p90))}
    return holds_if(all(rising(values) for values in found.values()), of_schemes(found))


@CLAIMS.add("08", "ARED's delay follows the target down; at high load CoDel's and PIE's do so only loosely: heavy load", targets_of(16))
def follow(outcomes):
    grid = Grid(outcomes, "target", delay, [f"{s}-16" for s in SCHEMES], TARGETS_MS)
    span = {s: grid[f"{s}-16"][-1] / grid[f"{s}-16"][0] for s in SCHEMES}
    return holds_if(rising(grid["ARED-16"], 0.5) and span["ARED"] > 2 * max(span[s] for s in ALIKE), f"median in ms: {grid.text()}")


@CLAIMS.add("09", "CoDel's tail hardly depends on the target within one load",
            tuple(name for each in PER_SENDER[1:] for name in targets_of(each, ("CoDel",))))
def same_tail(outcomes):
    found = {f"{each} per sender": [outcomes.mean(f"target-CoDel-{each}-{t}", tail) for t in TARGETS_MS] for each in PER_SENDER[1:]}
    return holds_if(all(max(v) < 2 * min(v) for v in found.values()), "ms: " + of_schemes(found))


@CLAIMS.add("11", "ARED's tail shrinks with the target", tuple(n for e in PER_SENDER for n in targets_of(e, ("ARED",))))
def ared_tail(outcomes):
    found = {f"{each} per sender": [outcomes.mean(f"target-ARED-{each}-{t}", tail) for t in TARGETS_MS] for each in PER_SENDER}
    return holds_if(all(v[-1] > 1.5 * v[0] for v in found.values()), "ms: " + of_schemes(found))


def goodputs(outcomes, each: int) -> dict:
    return {s: [outcomes.mean(f"target-{s}-{each}-{t}", goodput_median) for t in TARGETS_MS] for s in SCHEMES}


@CLAIMS.add("12", "Light load: ARED 7.38 at 1 ms, 9.26-9.73 above; PIE 9.46-9.72, CoDel 9.57-9.73 Mbit/s", targets_of(1))
def light(outcomes):
    found = goodputs(outcomes, 1)
    near = all(abs(f(found[s][k:]) / w - 1) <= 0.03 for s, k, pair in
               (("ARED", 1, (9.26, 9.73)), ("PIE", 0, (9.46, 9.72)), ("CoDel", 0, (9.57, 9.73)))
               for f, w in zip((min, max), pair))
    return holds_if(near and abs(found["ARED"][0] / 7.38 - 1) <= 0.03, of_schemes(found))


@CLAIMS.add("13", "Moderate load: ARED equals the others except at 1 ms", targets_of(4))
def moderate(outcomes):
    found = goodputs(outcomes, 4)
    gaps = [1 - a / max(c, p) for a, c, p in zip(found["ARED"], found["CoDel"], found["PIE"])]
    return holds_if(max(gaps[1:]) < 0.03 < gaps[0], of_schemes(found))


@CLAIMS.add("14", "Heavy load: all reach about 9.7 Mbit/s", targets_of(16))
def heavy(outcomes):
    found = goodputs(outcomes, 16)
    return holds_if(all(abs(v / 9.7 - 1) <= 0.03 for values in found.values() for v in values), of_schemes(found))


@CLAIMS.add("17", "A fine update of PIE gives better delay, a coarse one better goodput",
            (*(f"update-{e}-{u}" for e in PER_SENDER for u in (5, 100)), *loads_at_default(("PIE",))))
def update(outcomes):
    names = {5: "update-{}-5", 30: "target-PIE-{}-5", 100: "update-{}-100"}
    delays, rates = ({f"{e} per sender": [outcomes.mean(n.format(e), of) for n in names.values()] for e in PER_SENDER}
                     for of in (delay, goodput_median))
    first = f"{PER_SENDER[0]} per sender"
    return holds_if(delays[first][0] < delays[first][-1] and rates[first][0] <= rates[first][-1] + 0.02,
                    f"every 5, 30, 100 ms: median ms {of_schemes(delays)}; Mbit/s {of_schemes(rates)}")


def by_rtt(outcomes, of) -> dict:
    return {f"{s} {e}": [outcomes.mean(f"rtt-{s}-{e}-5", of), outcomes.mean(at_default(s, e), of),
                         outcomes.mean(f"rtt-{s}-{e}-500", of)] for s in SCHEMES for e in PER_SENDER}


RTT_CASES = tuple(f"rtt-{s}-{e}-{r}" for s in SCHEMES for e in PER_SENDER for r in (5, 500)) + loads_at_default()


@CLAIMS.add("18", "A longer round trip lowers queuing delay and goodput: 5, 100, 500 ms", RTT_CASES)
def longer(outcomes):
    delays, rates = by_rtt(outcomes, delay), by_rtt(outcomes, goodput_median)
    lower = sum(v[0] > v[-1] for v in delays.values()), sum(v[0] >= v[-1] for v in rates.values())
    return holds_if(min(lower) >= len(delays) - 1, f"median ms {of_schemes(delays)}; Mbit/s {of_schemes(rates)}")


@CLAIMS.add("19", "At 5 ms ARED has clearly lower delay with equal goodput at all loads", RTT_CASES)
def short_path(outcomes):
    delays, rates = by_rtt(outcomes, delay), by_rtt(outcomes, goodput_median)
    lower = all(delays[f"ARED {e}"][0] < 0.9 * min(delays[f"{s} {e}"][0] for s in ALIKE) for e in PER_SENDER)
    equal = all(rates[f"ARED {e}"][0] > 0.97 * max(rates[f"{s} {e}"][0] for s in ALIKE) for e in PER_SENDER)
    text = "; ".join(f"{k} {v[0]:.3g} ms {rates[k][0]:.3g} Mbit/s" for k, v in delays.items())
    return holds_if(lower and equal, text)


@CLAIMS.add("21", "CoDel's usual interval suits round trips near or below 100 ms", RTT_CASES)
def interval(outcomes):
    delays, rates = by_rtt(outcomes, delay), by_rtt(outcomes, goodput_median)
    light_rates = rates["CoDel 1"]
    return holds_if(min(light_rates[:2]) > 0.95 * max(light_rates) and light_rates[2] < 0.95 * max(light_rates),
                    f"light load, 5, 100, 500 ms: {numbers(light_rates)} Mbit/s, {numbers(delays['CoDel 1'])} ms")


@CLAIMS.add("22", "Wi-Fi downlink, light load: ARED has lower delay but 18.6 against 20.4 and 21 Mbit/s (approximated)",
            tuple(f"air-{s}-1" for s in SCHEMES))
def air_light(outcomes):
    rates = {s: outcomes.mean(f"air-{s}-1", goodput_median) for s in SCHEMES}
    delays = {s: outcomes.mean(f"air-{s}-1", delay) for s in SCHEMES}
    return holds_if(rates["ARED"] < min(rates[s] for s in ALIKE) and delays["ARED"] < min(delays[s] for s in ALIKE),
                    "; ".join(f"{s} {rates[s]:.3g} Mbit/s {delays[s]:.3g} ms" for s in SCHEMES))


@CLAIMS.add("23", "Wi-Fi downlink: ARED's goodput recovers as load grows (approximated)", tuple(f"air-ARED-{e}" for e in PER_SENDER))
def air_loads(outcomes):
    found = [outcomes.mean(f"air-ARED-{each}", goodput_median) for each in PER_SENDER]
    return holds_if(found[-1] > found[0] * 1.02, numbers(found))


MIXED = "stations that contend for one medium are not simulated"
undecided("24", "Wi-Fi, mixed traffic: median round trips of 440 to 530 ms at light load", MIXED)
undecided("25", "Wi-Fi, mixed traffic, moderate load: 1.15 s CoDel, 1.18 s ARED, PIE almost as before", MIXED)
undecided("26", "Wi-Fi, mixed traffic: drops of ACKs lengthen the feedback loop", MIXED)


FQ_CASES = tuple(f"fq-{e}-5" for e in PER_SENDER) + loads_at_default(("CoDel",))


@CLAIMS.add("27", "FQ_CoDel cuts the 10th percentile of delay by 16 to 66 % and the median by 25 to 57 % at 5 ms", FQ_CASES)
def fair_queues(outcomes):
    cut = {label: [reduction(outcomes.mean(at_default("CoDel", e), of), outcomes.mean(f"fq-{e}-5", of)) for e in PER_SENDER]
           for label, of in (("p10", p10), ("p50", delay))}
    return holds_if(all(v > 10 for values in cut.values() for v in values), "%: " + of_schemes(cut))


@CLAIMS.add("29", "CoDel's percentiles grow in proportion to flows, FQ_CoDel's less", FQ_CASES)
def less(outcomes):
    plain = by_load(outcomes, "CoDel", delay)
    fair = [outcomes.mean(f"fq-{e}-5", delay) for e in PER_SENDER]
    return holds_if(fair[-1] / fair[0] < plain[-1] / plain[0] and fair[-1] < plain[-1], f"median ms: CoDel {numbers(plain)}; FQ_CoDel {numbers(fair)}")


@CLAIMS.add("30", "FQ_CoDel has more jitter: the longest queue is served last", FQ_CASES)
def jitter(outcomes):
    spread = {"CoDel": [outcomes.mean(at_default("CoDel", e), lambda r: tail(r) / delay(r)) for e in PER_SENDER],
              "FQ_CoDel": [outcomes.mean(f"fq-{e}-5", lambda r: tail(r) / delay(r)) for e in PER_SENDER]}
    return holds_if(all(f > c for f, c in zip(spread["FQ_CoDel"], spread["CoDel"])), "tail over median: " + of_schemes(spread))


ECN_ALL = tuple(name for s in SCHEMES for e in ECN_PER_SENDER for name in ecn_cases(s, e))


@CLAIMS.add("31", "With ECN packets stay in the queue, so that delay rises", ECN_ALL)
def ecn_delay(outcomes):
    ratio = {s: [outcomes.mean(f"ecn-{s}-{e}", delay) / outcomes.mean(at_default(s, e), delay) for e in ECN_PER_SENDER] for s in SCHEMES}
    higher = sum(v > 1 for values in ratio.values() for v in values)
    return holds_if(higher >= 10, f"higher in {higher} of 12, median with over without: {of_schemes(ratio)}")


@CLAIMS.add("33", "ARED's goodput with ECN drops as congestion decreases", ECN_ALL)
def ecn_goodput(outcomes):
    found = [outcomes.mean(f"ecn-ARED-{e}", goodput_median) for e in ECN_PER_SENDER]
    return holds_if(rising(found, 0.01) and found[0] < found[-1], numbers(found))


@CLAIMS.add("35", "With 16 flows per sender CoDel's and PIE's ratios of marks to drops exceed 6, ARED's is 3.9", ECN_ALL)
def ecn_ratios(outcomes):
    found = {s: [statistics.fmean(outcomes.values(ecn_cases(s, e), marks_over_drops)) for e in ECN_PER_SENDER] for s in SCHEMES}
    return holds_if(min(found[s][-1] for s in ALIKE) > 6 and abs(found["ARED"][-1] / 3.9 - 1) < 0.15, of_schemes(found))


@CLAIMS.add("36", "Laws should leave CE-marked packets out of what they measure: less delay, the same goodput",
            tuple(f"{n}-{s}-8" for n in ("ecn", "ecn-excluded") for s in SCHEMES))
def excluded(outcomes):
    pairs = {s: [outcomes.mean(f"{n}-{s}-8", of) for of in (delay, goodput_median) for n in ("ecn", "ecn-excluded")] for s in SCHEMES}
    return holds_if(all(v[1] < v[0] and v[3] > 0.97 * v[2] for v in pairs.values()),
                    "median ms and Mbit/s, as it is and without CE: " + of_schemes(pairs))


@CLAIMS.add("37", "ARED has less delay than CoDel and PIE, except with very few flows and ECN", loads_at_default(loads=(4, 8, 16)))
def ared_best(outcomes):
    found = {s: by_load(outcomes, s, delay, loads=(4, 8, 16)) for s in SCHEMES}
    return holds_if(all(a < min(c, p) for a, c, p in zip(found["ARED"], found["CoDel"], found["PIE"])), "median ms: " + of_schemes(found))


IN_TESTS = "a property of the law, not of a run: tests of models/aqm check it"
undecided("39", "CoDel drops nothing when less than one MTU is queued", IN_TESTS)
undecided("40", "CoDel's drops come closer with 1/sqrt(count); it stops when delay falls under the target", IN_TESTS)
undecided("41", "PIE drops at arrival with a probability from the delay's error and trend", IN_TESTS)


@CLAIMS.add("42", "ARED steers the average queue to the middle of its thresholds: median delay near the target", targets_of(4, ("ARED",), LATER))
def steers(outcomes):
    found = [outcomes.mean(f"target-ARED-4-{t}", delay) for t in LATER]
    return holds_if(all(0.5 * t <= v <= 1.5 * t for v, t in zip(found, LATER)), f"{numbers(found)} ms for targets of {LATER}")
