"""Finds the packet rate at which a placement breaks: first by a flood, then at rates near the one that it judged."""

from docsis_vp.campaign import Campaign, Outcome
from docsis_vp.codesign.matrix import Rates, Row, flood_mbps
from docsis_vp.codesign.measures import BY_KEY, dig, upstream
from docsis_vp.codesign.plan import Base, Run, plan_runs

# Shares of the rate that a row judged of a flood: one for the line, one more if the flood broke it.
# Two lie around the expected limit, if the row has not broken by then.
LINE_SHARE = 0.2
HALF_SHARE = 0.5
BREAK_SHARES = (0.9, 1.1)

# The flood begins when firmware has started.
START_S = 0.01

# Laws that judge a packet when its burst takes it, not at its arrival.
HEAD_LAWS = ("codel", "fq_codel", "sfq_codel")


def limit_run(rates: Rates, row: Row, base: Base, mbps: float) -> Run:
    changes = {
        "duration_s": START_S + rates.duration_s,
        "stats": {"warmup_s": START_S + rates.duration_s / 4},
        "flows": [{"name": rates.flow, "rate_mbps": mbps, "start_s": START_S}],
    }
    return plan_runs(row, 1, base, changes, kind_of(row))[0]


def kind_of(row: Row) -> str:
    return f"rate {row.name}"


def plan_floods(rates: Rates, base: Base) -> list[Run]:
    """Plans floods for each row, and for the row at other costs."""
    return [limit_run(rates, each, base, flood_mbps(row))
            for row in rates.rows for each in (row, *row.at_costs.values())]


def flooded(results: dict) -> dict:
    """The service flow that the flood goes to: it is offered most."""
    return max(upstream(results), key=lambda flow: flow["offered_packets"])


def law_of(results: dict, flow: dict) -> str | None:
    flows = dig(results, "config", "service_flows") or []
    return next((dig(each, "aqm", "algorithm") for each in flows
                 if each.get("name") == flow["name"]), None)


def point(outcome: Outcome) -> dict:
    """Outcome of one rate, from the flood's start to the end of the run."""
    results = outcome.results
    flow = flooded(results)
    at_arrival, at_head = (BY_KEY[key].worst(results)[1] for key in ("decision_p99_us", "head_p99_us"))
    where = at_arrival or at_head or {}
    seconds = results["simulated_s"] - START_S
    cpu = BY_KEY["cpu_percent"].of(results)
    if law_of(results, flow) in HEAD_LAWS:
        judged = flow["sent_packets"] + flow["aqm_drops"]
    else:
        judged = (flow["offered_packets"] - flow.get("hold_drops", 0)
                  - flow.get("ingress_fifo_drops", 0))
    symptoms = {
        "lost in front of the port": flow.get("ingress_fifo_drops", 0),
        "lost in the hold": flow.get("hold_drops", 0),
        "grants missed": flow.get("grants_missed", 0),
        "bursts cut short": where.get("cut_short", 0),
        "ticks without a new law": flow.get("missed_updates", 0),
    }
    return {
        "offered_pps": flow["offered_packets"] / seconds,
        "judged_pps": judged / seconds,
        "sent_pps": flow["sent_packets"] / seconds,
        "cpu": None if cpu is None else min(1, cpu / 100 * results["simulated_s"] / seconds),
        "slack_min_us": BY_KEY["slack_min_us"].of(results),
        "dequeue_needed": BY_KEY["dequeue_needed"].of(results),
        "dequeue_built": BY_KEY["dequeue_built"].of(results),
        "decision_p99_us": dig(where, "decision_latency_us", "p99"),
        "symptoms": {name: count for name, count in symptoms.items() if count},
    }


def bytes_per_packet(outcome: Outcome) -> float:
    flow = flooded(outcome.results)
    return flow["offered_bytes"] / max(1, flow["offered_packets"])


def measure_limits(rates: Rates, base: Base, floods: list[Run], campaign: Campaign) -> list[dict]:
    """One curve a row."""
    outcomes = campaign.run(floods)
    rows = {id(row) for row in rates.rows}
    most_mbps = {
        id(flood.run.row): point(flood)["judged_pps"] * bytes_per_packet(flood) * 8 / 1e6
        for flood in outcomes
        if flood.results is not None and id(flood.run.row) in rows
    }

    def run_shares(of_rows: list[tuple[Row, tuple]]) -> list[Outcome]:
        runs = [limit_run(rates, row, base, rounded(share * most_mbps[id(row)]))
                for row, shares in of_rows for share in shares]
        campaign.progress.expect([run.kind for run in runs])
        return campaign.run(runs)

    def broken_of(rows: list[Row], outcomes: list[Outcome], wanted: bool) -> list[Row]:
        found = {id(o.run.row): bool(point(o)["symptoms"]) for o in outcomes
                 if o.results is not None}
        return [row for row in rows if found.get(id(row)) is wanted]

    lines = [row for row in rates.rows if id(row) in most_mbps]
    breaking = broken_of(lines, outcomes, True)
    halves = run_shares([(row, (HALF_SHARE,)) for row in breaking])
    outcomes += run_shares([(row, (LINE_SHARE,)) for row in lines]) + halves
    outcomes += run_shares([(row, BREAK_SHARES) for row in broken_of(breaking, halves, False)])
    return [curve(row, outcomes) for row in rates.rows]


def rounded(mbps: float) -> float:
    """Three digits: the run is the same whatever the last bits of a flood's."""
    return float(f"{mbps:.3g}")


def curve(row: Row, all_outcomes: list[Outcome]) -> dict:
    outcomes = [outcome for outcome in all_outcomes if outcome.run.row is row]
    points = [point(outcome) for outcome in outcomes if outcome.results is not None]
    points.sort(key=lambda each: each["offered_pps"])
    broken = [each for each in points if each["symptoms"]]
    holds = [p for p in points if not broken or p["offered_pps"] < broken[0]["offered_pps"]]
    return {
        "name": row.name,
        "choices": {axis: choice.name for axis, choice in row.choices.items()},
        "titles": {axis: choice.title for axis, choice in row.choices.items()},
        "points": points,
        "holds_pps": holds[-1]["offered_pps"] if holds else None,
        "breaks_pps": broken[0]["offered_pps"] if broken else None,
        "breaks_by": broken[0]["symptoms"] if broken else None,
        "judged_at_most_pps": max((each["judged_pps"] for each in points), default=None),
        "dequeue_needed": most(points, "dequeue_needed"),
        "dequeue_built": most(points, "dequeue_built"),
        "costs": judged_at_costs(row, all_outcomes),
        "errors": sorted({o.error for o in outcomes if o.error is not None}),
    }


def most(points: list[dict], key: str) -> float | None:
    return max((point[key] for point in points if point[key] is not None), default=None)


def judged_at_costs(row: Row, outcomes: list[Outcome]) -> dict | None:
    """Judged rate of the flood in packets per second, at the assumed costs and at others."""
    if not row.at_costs:
        return None
    floods = {name: next(outcome for outcome in outcomes if outcome.run.row is each)
              for name, each in ({"assumed": row} | row.at_costs).items()}
    return {name: point(flood)["judged_pps"] for name, flood in floods.items()
            if flood.results is not None}
