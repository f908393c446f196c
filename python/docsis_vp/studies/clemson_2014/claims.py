"""The paper's statements, decided by our runs."""

import statistics

from docsis_vp.studies.clemson_2014.cases import AQMS, LOADS, SCHEMES, TIER_LOADS
from docsis_vp.studies.clemson_2014.numbers import active, allocation_error, nominal_shares
from docsis_vp.studies.downstream import fairness, least_over_most, queue_delays_ms, rate_during, rates
from docsis_vp.studies.fairness import jain_index
from docsis_vp.studies.grid import Claims, Grid, cases, falling
from docsis_vp.studies.outcome import number
from docsis_vp.studies.study import holds_if

ALIKE = ("CoDel", "PIE")
# The max-min share of the second tier with 5, 7, 9 and 11 of the first, of 38 Mbit/s.
TIER2_SHARES = (8.0, 4.75, 3.8, 38 / 12)

CLAIMS = Claims("M-2014")


def total(run) -> float:
    return sum(rates(run, "ftp"))


def jfi(run) -> float:
    return fairness(run, "ftp")


def mmr(run) -> float:
    return least_over_most(run, "ftp")


def r_value(run) -> float:
    return run.flow("call")["r_value"]


def queue_ms(run) -> float:
    return statistics.fmean(queue_delays_ms(run, "ftp"))


def mixed_jfi(run) -> float:
    """Fairness of downloads and videos, each by its share of the nominal rate."""
    of_downloads, of_videos = nominal_shares(run)
    return jain_index([rate / of_downloads for rate in rates(run, "ftp")]
                      + [rate / of_videos for rate in rates(run, "video")])


def playback(run) -> float:
    return statistics.fmean(number(flow["playback_mbps"]) for flow in run.flows("video"))


CLAIMS.grid("01", "With one flow DT has the highest and PIE the lowest throughput, in Mbit/s", "exp1", total,
            lambda g: g["DT"][0] >= max(g.all()) - 0.05 and g["PIE"][0] == min(g.all()), SCHEMES, (1,), digits=4)
CLAIMS.grid("02", "With several flows all schemes reach the same mean throughput", "exp1", total,
            lambda g: min(g.all()) > 0.97 * max(g.all()), SCHEMES, LOADS[1:], digits=4)
CLAIMS.grid("03", "Within one AQM the shares of flows differ widely: MMR", "exp1", mmr,
            lambda g: all(min(g[s]) < 0.7 for s in AQMS), AQMS, LOADS[1:])
CLAIMS.grid("04", "DRR is max-min fair: JFI", "exp1", jfi, lambda g: min(g.all()) > 0.999, ("DRR",), LOADS, digits=5)
CLAIMS.grid("06", "PIE and CoDel vary most when flows approach 11: JFI", "exp1", jfi,
            lambda g: all(min(g[s]) == g[s][-1] for s in ALIKE), ALIKE, LOADS)
CLAIMS.grid("07", "The gap between best and worst flow grows with their number for AQM, not for DT: MMR", "exp1", mmr,
            lambda g: all(falling(g[s], 0.05) and g[s][-1] < g[s][0] - 0.2 for s in AQMS)
            and g["DT"][-1] > max(g[s][-1] for s in AQMS), ("DT", *AQMS), LOADS[1:])


@CLAIMS.add("09", "A target of 80 ms makes CoDel and PIE as fair as DT and ARED",
            cases("target-80", ALIKE, TIER_LOADS) + cases("exp1", ("DT", "ARED", *ALIKE), TIER_LOADS))
def long_target(outcomes):
    long = Grid(outcomes, "target-80", jfi, ALIKE, TIER_LOADS)
    short = Grid(outcomes, "exp1", jfi, ("DT", "ARED", *ALIKE), TIER_LOADS)
    near = all(v > min(short["ARED"][i], short["DT"][i]) - 0.03 for s in ALIKE for i, v in enumerate(long[s]))
    return holds_if(near and all(a > b for a, b in zip(long["PIE"], short["PIE"])), f"80 ms: {long.text()}; as they are: {short.text()}")


CLAIMS.grid("10", "DT's R drops from 68 to 32 over 1 to 11 flows", "exp1", r_value,
            lambda g: abs(g["DT"][0] - 68) <= 2 and abs(g["DT"][-1] - 32) <= 2, ("DT",), LOADS)
CLAIMS.grid("12", "CoDel's and PIE's R stays above 85 up to 70 downloads", "many", r_value, lambda g: min(g.all()) > 85, ALIKE, (70,))


@CLAIMS.add("13", "Downloads and videos together depart further from max-min shares than downloads alone",
            cases("exp1", SCHEMES, LOADS) + cases("exp2", SCHEMES, LOADS))
def further(outcomes):
    alone, mixed = Grid(outcomes, "exp1", jfi, SCHEMES, LOADS), Grid(outcomes, "exp2", mixed_jfi, SCHEMES, LOADS)
    lower = sum(b < a for a, b in zip(alone.all(), mixed.all()))
    return holds_if(lower >= 0.7 * len(alone.all()), f"lower in {lower} of {len(alone.all())}; alone {alone.text()}; mixed {mixed.text()}")


CLAIMS.grid("15", "DT varies less as downloads are added to the mix: JFI", "exp2", mixed_jfi,
            lambda g: g["DT"][-1] > g["DT"][0], ("DT",), LOADS)


@CLAIMS.add("16", "Videos get less than their share, most so under DT, then CoDel; DRR, PIE and ARED by 5 to 7 %",
            cases("exp2", SCHEMES, LOADS))
def errors(outcomes):
    grid = Grid(outcomes, "exp2", lambda run: allocation_error(run, "video"), SCHEMES, LOADS)
    mean = {s: statistics.fmean(grid[s]) for s in SCHEMES}
    order = sorted(mean, key=mean.get, reverse=True)
    return holds_if(order[:2] == ["DT", "CoDel"], "below the share, mean over loads, %: " + " ".join(f"{s} {v:.1f}" for s, v in mean.items()))


CLAIMS.grid("18", "All AQMs give similar playback rates; DT differs with few downloads, in Mbit/s", "exp2", playback,
            lambda g: all(max(g[s][i] for s in AQMS) - min(g[s][i] for s in AQMS) < 0.5 for i in range(len(LOADS)))
            and abs(g["DT"][0] - statistics.fmean(g[s][0] for s in AQMS)) > 0.2, ("DT", *AQMS), LOADS)


@CLAIMS.add("19", "The second tier gets more than its max-min share with few flows; under CoDel and PIE less with many",
            cases("exp3", SCHEMES, TIER_LOADS))
def second_tier(outcomes):
    grid = Grid(outcomes, "exp3", lambda run: active(run, "tier2"), SCHEMES, TIER_LOADS)
    few = sum(grid[s][0] > TIER2_SHARES[0] for s in SCHEMES if s != "DRR")
    return holds_if(few >= 3 and all(grid[s][-1] < TIER2_SHARES[-1] for s in ALIKE), f"{grid.text()} of {TIER2_SHARES}")


@CLAIMS.add("21", "DRR gives max-min shares; any other scheme gives UDP its 12 Mbit/s and downloads the rest",
            tuple(f"exp4-{s}" for s in SCHEMES))
def unresponsive(outcomes):
    kept = {s: outcomes.mean(f"exp4-{s}", lambda run: rate_during(run, "flood0", "flood0")) for s in SCHEMES}
    return holds_if(all(v > 11.5 for s, v in kept.items() if s != "DRR") and abs(kept["DRR"] - 3.75) < 0.3,
                    " ".join(f"{s} {v:.2f}" for s, v in kept.items()))


CLAIMS.grid("22", "CoDel and PIE hold their target better than DT and ARED: queue delay in ms", "exp1", queue_ms,
            lambda g: max(g["CoDel"] + g["PIE"]) < min(g["ARED"] + g["DT"]) + 5, ("DT", *AQMS), LOADS)


@CLAIMS.add("24", "ARED can be tuned to act like CoDel and PIE only for a known, constant rate",
            ("ared-tuned", "half-rate-ARED-tuned", "half-rate-CoDel", "half-rate-PIE",
             "exp1-CoDel-9", "exp1-PIE-9"))
def tuned(outcomes):
    names = {"ARED": ("ared-tuned", "half-rate-ARED-tuned"), "CoDel": ("exp1-CoDel-9", "half-rate-CoDel"),
             "PIE": ("exp1-PIE-9", "half-rate-PIE")}
    found = {k: [outcomes.mean(name, queue_ms) for name in pair] for k, pair in names.items()}
    return holds_if(found["ARED"][0] < 35 and found["ARED"][1] / found["ARED"][0] > 1.2 * max(
        found[s][1] / found[s][0] for s in ALIKE),
        "; ".join(f"{k} {a:.1f} ms at 38, {b:.1f} at 19 Mbit/s" for k, (a, b) in found.items()))
