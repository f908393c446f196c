"""The paper's statements, decided by our runs."""

import math
import statistics

from docsis_vp.studies import grid
from docsis_vp.studies.clemson_2015.cases import AQMS, LOADS, OBJECT_KB, RTT_STEPS_MS, SCHEMES, SHARED, WEB_LOADS
from docsis_vp.studies.clemson_2015.numbers import (SEGMENT_MBIT, bias, call, fetch_s,
                                                    mean_payload_rate, round_trips_ms, utilization, videos_mean)
from docsis_vp.studies.downstream import (CHANNEL_MBPS, SATURATED_MBPS, deviation, fairness, least_over_most, losses, queue_delays_ms,
                                          rate_during, rate_series, rates)
from docsis_vp.studies.grid import Claims, falling, rising
from docsis_vp.studies.outcome import Outcomes, estimate, number
from docsis_vp.studies.study import NOT_DECIDABLE, Decision, holds_if

MANY = (5, 7, 9, 11)
ALIKE = ("CoDel", "PIE")


def total(run) -> float:
    return sum(rates(run, "ftp"))


def jfi(run) -> float:
    return fairness(run, "ftp")


def mmr(run) -> float:
    return least_over_most(run, "ftp")


def mean_loss(run) -> float:
    return statistics.fmean(losses(run, "ftp"))


def spread(run) -> float:
    return deviation(rates(run, "ftp"))


def queue_ms(run) -> float:
    return statistics.fmean(queue_delays_ms(run, "ftp"))


def r_value(run) -> float:
    return call(run, "r_value")


def voice_loss(run) -> float:
    return call(run, "loss_percent")


def playback(run) -> float:
    return videos_mean(run, "playback_mbps")


def response(run) -> float:
    return number(run.flow("probe0")["wrt_s"]["mean"])


def mean_of(name: str):
    return lambda run: statistics.fmean(rates(run, name))


CLAIMS = Claims("M-2015", SCHEMES, LOADS)
claim, grid_claim = CLAIMS.add, CLAIMS.grid


def cases(experiment: str, schemes=SCHEMES, loads=LOADS) -> tuple[str, ...]:
    return grid.cases(experiment, schemes, loads)


class Grid(grid.Grid):
    """Covers all schemes and loads, if none are named."""

    def __init__(self, outcomes: Outcomes, experiment: str, of, schemes=SCHEMES, loads=LOADS):
        super().__init__(outcomes, experiment, of, schemes, loads)


grid_claim("01", "CoDel and PIE hold the mean queuing delay near the 20 ms target at every load, in ms", "base", queue_ms,
           lambda g: all(5 <= v <= 30 for v in g.all()), ALIKE)


@claim("02", "A lower target delay makes unfairness by round trip worse: JFI rises with the target",
       cases("base", ALIKE) + cases("target", ALIKE))
def lower_target(outcomes):
    low, high = Grid(outcomes, "base", jfi, ALIKE, MANY), Grid(outcomes, "target", jfi, ALIKE, MANY)
    return holds_if(all(b > a for a, b in zip(low.all(), high.all())),
                    f"20 ms: {low.text()}; 52 ms: {high.text()}, each with 5 to 11 downloads")


@claim("03", "The choice among ARED, CoDel and PIE hardly changes application performance",
       cases("base", AQMS) + cases("has", AQMS) + cases("web", AQMS, WEB_LOADS))
def same_applications(outcomes):
    voice, video = Grid(outcomes, "base", r_value, AQMS), Grid(outcomes, "has", playback, AQMS)
    web = Grid(outcomes, "web", response, AQMS, WEB_LOADS)
    r_gap = max(max(v) - min(v) for v in zip(*voice.values.values()))
    rate_gap = max(max(v) - min(v) for v in zip(*video.values.values()))
    ared = max(a / min(c, p) for a, c, p in zip(*web.values.values()))
    pair = max(max(c / p, p / c) for _, c, p in zip(*web.values.values()))
    return holds_if(r_gap <= 2 and rate_gap <= 0.4 and ared <= 1.35 and pair <= 1.1,
                    f"R apart by {r_gap:.2f}, playback by {rate_gap:.2f} Mbit/s, responses: ARED {ared:.2f} times, "
                    f"CoDel and PIE {pair:.3f} times")


@claim("05", "CoDel and PIE lose a little throughput with very few flows", cases("base", ("DT", *ALIKE)))
def few_flows(outcomes):
    grid = Grid(outcomes, "base", total, ("DT", *ALIKE))
    full = max(grid["DT"])
    return holds_if(all(0.9 * full < grid[s][0] < 0.995 * full and min(grid[s][2:]) > 0.99 * full for s in ALIKE),
                    grid.text(4))


@claim("06", "DT20 never reaches the full aggregate", cases("base", ("DT", "DT20")))
def never_full(outcomes):
    grid = Grid(outcomes, "base", total, ("DT", "DT20"))
    return holds_if(max(grid["DT20"]) < 0.995 * max(grid["DT"]), grid.text(4))


grid_claim("07", "All but 8 of the 36 runs reach the full aggregate (9 in its own table 2)", "base", total,
           lambda g: 26 <= sum(v > max(g.all()) - 0.1 for v in g.all()) <= 29, digits=4)
grid_claim("08", "DRR gives zero spread between flows: JFI", "base", jfi, lambda g: min(g["DRR"]) > 0.9995, ("DRR",), digits=5)
grid_claim("10", "TCP loss stays tiny, at most 0.245 % for DT20 with 11 flows, in %", "base", mean_loss,
           lambda g: max(g.all()) == g["DT20"][-1] and max(g.all()) <= 0.245 * 1.5)
grid_claim("11", "Loss rises with the number of flows, and is the less the larger the queue, in %", "base", mean_loss,
           lambda g: all(rising(g[s]) for s in ("DRR", "DT20", "ARED", "CoDel", "PIE"))
           and all(small > large for small, large in zip(g["DT20"][1:], g["DT"][1:])))
grid_claim("13", "PIE, CoDel and DT20 keep round trips consistent with a queue of 20 ms: queue delay in ms", "base", queue_ms,
           lambda g: all(v <= 30 for v in g.all()), ("DT20", *ALIKE))
grid_claim("14", "ARED's queuing delay is not constant, 45 to 60 ms as flows increase", "base", queue_ms,
           lambda g: rising(g["ARED"]) and 40 * 0.85 <= g["ARED"][0] and g["ARED"][-1] <= 60 * 1.15, ("ARED",))


@claim("16", "DRR's delay is the path's plus about n times QC/10", cases("base", ("DRR",)))
def drr_delay(outcomes):
    grid = Grid(outcomes, "base", queue_ms, ("DRR",))
    per_flow = [delay / count for delay, count in zip(grid["DRR"], LOADS)]
    return holds_if(all(40 <= each <= 65 for each in per_flow),
                    "ms per flow: " + " ".join(f"{each:.1f}" for each in per_flow) + "; 64.7 when full")


@claim("17", "Replications are tight: intervals of at most 0.002 Mbit/s and, with AQM, 0.2 ms, at 9 flows", cases("base", SCHEMES, (9,)))
def tight(outcomes):
    if any(len(outcomes[f"base-{scheme}-9"]) < 2 for scheme in SCHEMES):
        return Decision(NOT_DECIDABLE, "one seed has no interval")

    def width(scheme, of):
        return 2 * estimate([of(run) for run in outcomes[f"base-{scheme}-9"]]).half_width

    rate = {scheme: width(scheme, mean_of("ftp")) for scheme in SCHEMES}
    delay = {scheme: width(scheme, lambda run: statistics.fmean(round_trips_ms(run))) for scheme in AQMS}
    return holds_if(max(rate.values()) <= 0.002 and max(delay.values()) <= 0.2,
                    "width in Mbit/s: " + " ".join(f"{k} {v:.4f}" for k, v in rate.items())
                    + "; in ms: " + " ".join(f"{k} {v:.2f}" for k, v in delay.items()))


grid_claim("19", "At high load DT20 is the least fair; then PIE, CoDel, ARED, DT, DRR", "base", jfi,
           lambda g: all(g["DT20"][i] < min(g["PIE"][i], g["CoDel"][i]) < g["ARED"][i] + 0.005
                         and g["DRR"][i] == max(v[i] for v in g.values.values()) for i in range(2)), loads=(9, 11))
grid_claim("20", "CoDel and PIE are fairer than DT20 and less fair than ARED, DT and DRR (from 9 flows on)", "base", jfi,
           lambda g: all(g["DT20"][i] < min(g[s][i] for s in ALIKE) and max(g[s][i] for s in ALIKE)
                         < min(g[s][i] for s in ("ARED", "DT", "DRR")) for i in range(2)), loads=(9, 11))
grid_claim("22", "With 50 flows JFI falls to 0.75 (ARED), 0.60 (CoDel), 0.62 (PIE)", "many", jfi,
           lambda g: all(abs(g[s][0] - wanted) <= 0.1 for s, wanted in (("ARED", 0.75), ("CoDel", 0.60), ("PIE", 0.62))),
           AQMS, (50,))
grid_claim("23", "Equal round trips give a JFI near 1 at every load", "equal", jfi, lambda g: min(g.all()) > 0.97)


@claim("25", "Under AQM a flow's rate falls, not linearly, with its round trip", cases("base", AQMS, (11,)))
def by_round_trip(outcomes):
    lists = {s: [statistics.fmean(v) for v in zip(*(rates(run, "ftp") for run in outcomes[f"base-{s}-11"]))] for s in AQMS}
    return holds_if(all(falling(v, 0.15) and v[0] > 1.5 * v[-1] and v[0] - v[5] > v[5] - v[10] for v in lists.values()),
                    "; ".join(f"{s} " + " ".join(f"{x:.2f}" for x in v) for s, v in lists.items()))


grid_claim("26", "DT and ARED are less unfair, as they hold more: MMR of DT over ARED over CoDel and PIE", "base", mmr,
           lambda g: all(g["DT"][i] > g["ARED"][i] - 0.02 and g["ARED"][i] > max(g["CoDel"][i], g["PIE"][i])
                         for i in range(2)), loads=(9, 11))
grid_claim("28", "Fairness under AQM gets worse as round trips spread", "range", jfi,
           lambda g: all(falling(g[s], 0.01) and g[s][0] > g[s][-1] for s in AQMS), AQMS, RTT_STEPS_MS)


@claim("29", "The call's loss is of the order of the downloads'", cases("base", ("DT20", *AQMS), MANY))
def same_loss(outcomes):
    ratios = [v / t for v, t in zip(Grid(outcomes, "base", voice_loss, ("DT20", *AQMS), MANY).all(),
                                    Grid(outcomes, "base", mean_loss, ("DT20", *AQMS), MANY).all())]
    return holds_if(all(0.1 <= ratio <= 10 for ratio in ratios), f"between {min(ratios):.2f} and {max(ratios):.2f} times")


grid_claim("31", "DT20 gives the call less loss than CoDel and PIE (its table: from 7 flows on), in %", "base", voice_loss,
           lambda g: all(g["DT20"][i] <= min(g["CoDel"][i], g["PIE"][i]) for i in range(3)), ("DT20", *ALIKE), (7, 9, 11))
grid_claim("32", "DT's R falls from 41 to 33 over 1 to 11 flows", "base", r_value,
           lambda g: abs(g["DT"][0] - 41) <= 2 and abs(g["DT"][-1] - 33) <= 2, ("DT",))
grid_claim("34", "With AQM R stays of toll quality even with 50 to 90 flows, 88 down to 69", "many", r_value,
           lambda g: min(g.all()) >= 67, AQMS, (50, 70, 90))
grid_claim("35", "The video mix uses 94 % of the channel, except with one download", "has", utilization,
           lambda g: min(v for s in SHARED for v in g[s][1:]) >= 93.5, SHARED)


@claim("37", "Downloads' and videos' mean rates fall as downloads are added", cases("has", SHARED))
def both_fall(outcomes):
    downloads, videos = (Grid(outcomes, "has", mean_payload_rate(name), SHARED) for name in ("ftp", "video"))
    return holds_if(all(falling(downloads[s]) and falling(videos[s], 0.1) for s in SHARED),
                    f"downloads: {downloads.text()}; videos: {videos.text()}")


grid_claim("38", "The allocation favours downloads in every case: the videos' bias in % is negative", "has",
           lambda run: bias(run, "video"), lambda g: max(g.all()) < 0, SHARED)
grid_claim("40", "For CoDel and PIE the videos' bias gets worse with load, in %", "has", lambda run: bias(run, "video"),
           lambda g: all(g[s][-1] < g[s][0] - 5 for s in ALIKE), ALIKE)
grid_claim("41", "Adaptive videos never stall, in %", "has", lambda run: videos_mean(run, "rebuffer_percent"),
           lambda g: max(g.all()) == 0, SHARED)
grid_claim("43", "The three AQMs give nearly the same playback rate, in Mbit/s", "has", playback,
           lambda g: max(max(v) - min(v) for v in zip(*g.values.values())) <= 0.4, AQMS)
grid_claim("44", "CoDel causes the highest adaptation rate, per hour", "has", lambda run: videos_mean(run, "adaptations_per_hour"),
           lambda g: sum(g["CoDel"]) == max(sum(v) for v in g.values.values()), AQMS)


@claim("46", "Videos that always ask for 5 Mbit/s get it, but stall 0 to 53 % of the time under CoDel and PIE", cases("max", ALIKE))
def always_most(outcomes):
    stalls = Grid(outcomes, "max", lambda run: videos_mean(run, "rebuffer_percent"), ALIKE)
    rate = Grid(outcomes, "max", playback, ALIKE)
    return holds_if(all(stalls[s][0] <= 5 and 40 <= stalls[s][-1] <= 65 and rising(stalls[s], 2) for s in ALIKE)
                    and min(rate.all()) > 4.95, f"stalled %: {stalls.text()}; playback: {rate.text()}")


@claim("47", "A video's estimate is less than half of the free capacity, as its window restarts after each pause", ("has-alone",))
def estimate_alone(outcomes):
    seconds = outcomes.mean("has-alone", fetch_s)
    return holds_if(SEGMENT_MBIT / seconds < CHANNEL_MBPS / 2,
                    f"a segment takes {seconds:.3f} s: {SEGMENT_MBIT / seconds:.1f} of {CHANNEL_MBPS} Mbit/s")


@claim("49", "With web users downloads are near their max-min share in all but DT", cases("web", SHARED, (80,)))
def web_share(outcomes):
    grid = Grid(outcomes, "web", mean_of("ftp"), SHARED, (80,))
    web = Grid(outcomes, "web", lambda run: sum(rates(run, "web")), SHARED, (80,))
    fair = {s: (SATURATED_MBPS - web[s][0]) / 5 for s in SHARED}
    return holds_if(all(abs(grid[s][0] - fair[s]) <= 0.3 for s in SHARED if s != "DT"),
                    f"Mbit/s per download: {grid.text()}; web users together: {web.text()}")


@claim("50", "DT lets downloads take more than their share (over 6 Mbit/s)", cases("web", SHARED, (80,)))
def web_tail_drop(outcomes):
    grid = Grid(outcomes, "web", mean_of("ftp"), SHARED, (80,))
    return holds_if(grid["DT"][0] > 1.05 * max(grid[s][0] for s in SHARED if s != "DT"), grid.text())


grid_claim("52", "Response time grows with the object, DRR best and DT worst, in s", "object", response,
           lambda g: all(rising(v, 0.05) for v in g.values.values())
           and all(g["DT"][i] == max(v[i] for v in g.values.values()) for i in range(len(OBJECT_KB)))
           and all(g["DRR"][i] <= 1.05 * min(v[i] for v in g.values.values()) for i in range(len(OBJECT_KB))),
           SHARED, OBJECT_KB)


@claim("53", "DT's response time depends strongly on the seed", ("object-DT-2048",))
def by_seed(outcomes):
    values = [response(run) for run in outcomes["object-DT-2048"]]
    return holds_if(max(values) > 1.15 * min(values), "seeds: " + " ".join(f"{v:.2f}" for v in values) + " s")


@claim("55", "The Tier-2 flow varies more over time than a Tier-1 flow", ("transient-CoDel",))
def varies(outcomes):
    def phase(run, name):
        # From 10 s after the Tier-2 flow's start to 10 s before its end.
        series = rate_series(run, name)[51:min(149, round(run.seconds / 10))]
        return statistics.variance(series) if len(series) > 1 else math.nan

    runs = outcomes["transient-CoDel"]
    one, two = (statistics.fmean(phase(run, name) for run in runs) for name in ("tier10", "tier20"))
    return holds_if(two > one, f"variance of samples of 10 s: {one:.3f} and {two:.3f}")


@claim("56", "With 1 or 3 Tier-1 flows everybody gets the configured rate",
       cases("tier", SHARED, (1, 3)) + cases("bonded", SHARED, (1, 3)))
def configured(outcomes):
    grids = [(Grid(outcomes, x, mean_of(name), SHARED, (1, 3)), rate) for x, name, rate in
             (("tier", "tier1", 6), ("tier", "tier2", 12), ("bonded", "tier1", 24), ("bonded", "tier2", 48))]
    return holds_if(all(abs(v / rate - 1) <= 0.06 for grid, rate in grids for v in grid.all()),
                    " | ".join(f"{rate}: {grid.text()}" for grid, rate in grids))


@claim("58", "DT gives the Tier-2 flow more than its unweighted share at every load", cases("tier", ("DT",), MANY))
def tail_drop_tier(outcomes):
    grid = Grid(outcomes, "tier", mean_of("tier2"), ("DT",), MANY)
    fair = (8.0, 4.75, 3.8, 3.17)
    return holds_if(all(v >= f for v, f in zip(grid["DT"], fair)), f"{grid.text()} against {fair}")


@claim("59", "With growing load all tier shares under AQM converge to the unweighted share", cases("tier", AQMS, MANY))
def converge(outcomes):
    ratio = Grid(outcomes, "tier", lambda run: mean_of("tier2")(run) / mean_of("tier1")(run), AQMS, MANY)
    return holds_if(all(abs(ratio[s][-1] - 1) < 0.25 and abs(ratio[s][-1] - 1) < abs(ratio[s][0] - 1) for s in AQMS),
                    f"Tier-2 over Tier-1: {ratio.text()}")


@claim("61", "A higher tier loses more of its packets in the queue", cases("tier", AQMS, MANY))
def tier_losses(outcomes):
    def dropped(name):  # by the law, and not before its token bucket
        def percent(run):
            flows = [flow for flow in run.results["service_flows"] if flow["name"] == f"{name}_down"]
            return 100 * sum(flow["aqm_drops"] for flow in flows) / sum(flow["sent_packets"] + flow["aqm_drops"] for flow in flows)
        return percent

    two, one = (Grid(outcomes, "tier", dropped(name), AQMS, MANY) for name in ("tier2", "tier1"))
    return holds_if(all(a > b for a, b in zip(two.all(), one.all())), f"Tier-2: {two.text()}; Tier-1: {one.text()} %")


@claim("63", "Any single queue lets an unresponsive flow keep nearly all of its 12 Mbit/s", tuple(f"udp-{s}" for s in SCHEMES))
def unresponsive(outcomes):
    kept = {s: outcomes.mean(f"udp-{s}", lambda run: rate_during(run, "flood0", "flood0")) for s in SCHEMES}
    return holds_if(all(v > 11.5 for s, v in kept.items() if s != "DRR"), " ".join(f"{s} {v:.2f}" for s, v in kept.items()))


@claim("65", "CoDel and PIE behave alike in all experiments", cases("base", ALIKE) + cases("has", ALIKE) + cases("tier", ALIKE))
def alike(outcomes):
    worst = {}
    for experiment, of, label in (("base", total, "throughput"), ("base", queue_ms, "delay"), ("has", playback, "playback"),
                                  ("tier", mean_of("tier2"), "Tier-2")):
        grid = Grid(outcomes, experiment, of, ALIKE)
        worst[label] = max(abs(c / p - 1) for c, p in zip(*grid.values.values()))
    return holds_if(worst["throughput"] < 0.03 and worst["delay"] < 0.3 and worst["playback"] < 0.15 and worst["Tier-2"] < 0.15,
                    "largest difference: " + ", ".join(f"{k} {100 * v:.0f} %" for k, v in worst.items()))


@claim("66", "Tail drop with a large buffer: high latency, poor isolation", cases("base", ("DT", "CoDel", "PIE")))
def large_buffer(outcomes):
    grid = Grid(outcomes, "base", queue_ms, ("DT", *ALIKE))
    return holds_if(min(grid["DT"]) > 10 * max(grid["CoDel"] + grid["PIE"]), f"queue ms: {grid.text()}")


@claim("68", "The upstream is never congested", cases("base") + cases("web", SHARED, (80,)))
def upstream_free(outcomes):
    def busiest(run):
        return max(flow["queue_delay_ms"]["p90"] or 0 for flow in run.results["service_flows"] if flow["direction"] == "upstream")

    def drops(run):
        return sum(flow["buffer_drops"] for flow in run.results["service_flows"] if flow["direction"] == "upstream")

    names = cases("base") + cases("web", SHARED, (80,))
    longest = max(outcomes.mean(name, busiest) for name in names)
    dropped = sum(outcomes.mean(name, drops) for name in names)
    return holds_if(longest < 20 and dropped == 0, f"90 % wait less than {longest:.1f} ms for their grant, {dropped:.0f} drops")


@claim("69", "With AQM the 2048 packets never overflow", cases("base", AQMS))
def no_overflow(outcomes):
    def overflow(run):
        return sum(flow["buffer_drops"] for flow in run.results["service_flows"] if flow["direction"] == "downstream")

    dropped = {name: outcomes.mean(name, overflow) for name in cases("base", AQMS)}
    return holds_if(not any(dropped.values()), ", ".join(f"{k}: {v:.0f}" for k, v in dropped.items() if v) or "none in any run")
