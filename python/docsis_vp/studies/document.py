"""reproduction.json: each published number beside ours, and each claim with its numbers."""

import math

from docsis_vp.studies.outcome import Estimate, NoValue, Outcomes, estimate
from docsis_vp.studies.published import Row
from docsis_vp.studies.study import NOT_DECIDABLE, Claim, Study
from docsis_vp.studies.verdict import DIFFERS, NOT_RUN, TOLERANCES, distance, judge

WORST = 10
BY_RUNS, BY_ANALYSIS = "runs", "analysis"


def number(value: float) -> float | None:
    return None if math.isnan(value) else value


def measure_rows(study: Study, rows: list[Row], outcomes: Outcomes):
    """The rows that are results, each with ours (None: not run) and its quantity."""
    for row in rows:
        measure = None if math.isnan(row.value) else study.measure(row)
        if measure is None:
            continue
        ours = None
        if outcomes.have(measure.cases):
            ours = estimate(outcomes.values(measure.cases, measure.of))
        yield row, measure, ours


def as_json(ours: Estimate | None) -> dict | None:
    if ours is None:
        return None
    return {"mean": ours.mean, "ci95": number(ours.half_width), "n": ours.count}


def cause_of(study: Study, row: Row, quick: bool) -> str | None:
    return next((cause.text for cause in study.causes if cause.explains(row, quick)), None)


def compare(study: Study, rows: list[Row], outcomes: Outcomes, quick: bool) -> list[dict]:
    measured = list(measure_rows(study, rows, outcomes))
    verdicts = judge([(row, ours, measure.quantity) for row, measure, ours in measured])
    return [
        {
            "table": row.table, "scenario": row.scenario, "scheme": row.scheme, "load": row.load,
            "metric": row.metric, "unit": row.unit, "published": row.value, "note": row.note,
            "bound": row.bound or None, "cases": list(measure.cases), "ours": as_json(ours),
            "tolerance": TOLERANCES[measure.quantity].text, "verdict": verdict,
            "tolerances_away": None if ours is None else distance(row, ours, measure.quantity),
            "cause": cause_of(study, row, quick) if verdict == DIFFERS else None,
        }
        for (row, measure, ours), verdict in zip(measured, verdicts)
    ]


def decide(claim: Claim, outcomes: Outcomes) -> dict:
    missing = [case for case in claim.cases if not outcomes.runs.get(case)]
    if missing:
        verdict, evidence = NOT_RUN, f"not run: {', '.join(missing)}"
    else:
        try:
            decision = claim.decide(outcomes)
            verdict, evidence = decision.verdict, decision.evidence
        except NoValue as case:
            verdict, evidence = NOT_DECIDABLE, f"the runs of {case} have no such value"
    return {"claim": claim.name, "statement": claim.statement, "decided_by": BY_RUNS if claim.cases else BY_ANALYSIS,
            "verdict": verdict, "evidence": evidence}


def sensitivity(study: Study, outcomes: Outcomes) -> list[dict]:
    """Lists, for each case that varies another, its gauges beside those of the other case."""
    found = []
    for case in study.cases:
        if not case.beside or not outcomes.have((case.name, case.beside)):
            continue
        values = {gauge.name: [number(outcomes.mean(name, gauge.of)) for name in (case.beside, case.name)]
                  for gauge in study.gauges}
        found.append({"case": case.name, "beside": case.beside, "effect_of": case.sensitivity,
                      "values": {name: pair for name, pair in values.items() if None not in pair}})
    return found


def count(values: list[str]) -> dict[str, int]:
    return {value: values.count(value) for value in sorted(set(values))}


def build_document(study: Study, rows: list[Row], outcomes: Outcomes, facts: dict) -> dict:
    numbers = compare(study, rows, outcomes, facts["quick"])
    claims = [decide(claim, outcomes) for claim in study.claims]
    differing = [entry for entry in numbers if entry["verdict"] == DIFFERS]
    differing.sort(key=lambda entry: -entry["tolerances_away"])
    return {
        "schema": 1, "study": study.name, "title": study.title, **facts,
        "counts": {
            "numbers": count([entry["verdict"] for entry in numbers]),
            "claims": count([claim["verdict"] for claim in claims]),
            **{f"claims_by_{by}": count([claim["verdict"] for claim in claims if claim["decided_by"] == by])
               for by in (BY_RUNS, BY_ANALYSIS)},
        },
        "cases": [describe(study, name, outcomes) for name in outcomes.runs],
        "failures": outcomes.failures,
        "claims": claims,
        "sensitivity": sensitivity(study, outcomes),
        "numbers": numbers,
        "worst": [
            {key: entry[key] for key in ("table", "scenario", "scheme", "metric", "published",
                                         "ours", "tolerances_away", "cause")}
            for entry in differing[:WORST]
        ],
        "notes": list(study.notes),
    }


def describe(study: Study, name: str, outcomes: Outcomes) -> dict:
    case, runs = study.case(name), outcomes.runs[name]
    return {
        "name": name, "scenario": case.scenario, "choices": list(case.choices),
        "sensitivity": case.sensitivity or None, "seeds": len(runs),
        "simulated_s": runs[0].seconds if runs else None,
        "runs": [run.folder.name for run in runs],
    }


