"""Rows of the answer: the outcomes of all seeds put together."""

from collections import Counter, defaultdict

from docsis_vp.campaign import Outcome
from docsis_vp.codesign.histogram import sum_histograms
from docsis_vp.codesign.matrix import Choice, Row
from docsis_vp.codesign.measures import (
    BY_KEY,
    MEASURES,
    TECHNOLOGY,
    Measure,
    dig,
    plain,
    slacks,
    total,
    upstream,
)
from docsis_vp.codesign.placement import NO_LAWS, misnamed
from docsis_vp.codesign.watch import Watch
from docsis_vp.estimate import estimate
from docsis_vp.flatten import flattened

CONFORMANT = "law in firmware, as RFC 8034 sec. 5 wants it: it can be replaced in the field"
NOT_CONFORMANT = "law in gates, which RFC 8034 sec. 5 advises against: it cannot be replaced"
NO_LAW = "no law that could be replaced"

# Keys of a modem that gates do not use.
FIRMWARE_ONLY = ("cpu", "firmware", "ingress_hold")

# Share of offered upstream packets lost before any law, above which a row gets a warning.
HOLD_SHARE = 0.001


def configured(results: dict) -> list[dict]:
    """The upstream service flows of the configuration."""
    flows = dig(results, "config", "service_flows") or []
    return [flow for flow in flows if flow.get("direction") == "upstream"]


def laws_of(results: dict) -> list:
    return [dig(flow, "aqm", "algorithm") for flow in configured(results)]


def spec_conformance(results: dict) -> dict:
    """RFC 8034 sec. 5 is about the control path, not about drops."""
    if all(law in NO_LAWS for law in laws_of(results)):
        return {"conformant": None, "reason": NO_LAW}
    placements = results.get("placements") or [{}]
    in_firmware = all(each.get("control_law") == "firmware" for each in placements)
    return {"conformant": in_firmware, "reason": CONFORMANT if in_firmware else NOT_CONFORMANT}


def uses_cpu(results: dict) -> bool:
    """True if firmware has the law or the drops of any modem."""
    return any("firmware" in (each.get("control_law"), each.get("drop"))
               for each in results.get("placements") or [])


def is_of_cpu(choice: Choice) -> bool:
    """It changes nothing but the CPU and its program."""
    return set(choice.changes) <= {"modem"} and set(choice.changes.get("modem", {})) <= set(FIRMWARE_ONLY)


def range_of(measure: Measure, done: list[dict], watch: Watch) -> dict | None:
    """An area keeps its own range. Everything else ranges over the seeds and has the 95 % interval
    of its mean."""
    found = [measure.worst(results, watch) for results in done]
    values = [value for value, _ in found]
    there = [value for value in values if value is not None]
    if not there:
        return None
    if measure.over == TECHNOLOGY:
        area = there[0]
        if isinstance(area, dict):
            return {"low": area["low"], "value": area["nominal"], "high": area["high"]}
        return {"low": area, "value": area, "high": area}
    of_mean = estimate(there)
    names = Counter(element["name"] for _, element in found if element and "name" in element)
    return {
        "low": min(there),
        "value": of_mean.mean,
        "high": max(there),
        "ci95": of_mean.half_width if of_mean.count > 1 else None,
        "of_seeds": values,
        "of": [name for name, _ in names.most_common()],
    }


def one_or_each(elements: list[dict]) -> dict:
    """Elements without their names if they are alike, else by name."""
    plain_elements = {each.get("name", ""): {key: value for key, value in each.items() if key != "name"}
                      for each in sorted(elements, key=lambda each: each.get("name", ""))}
    first = next(iter(plain_elements.values()), {})
    return first if all(each == first for each in plain_elements.values()) else plain_elements


def assumptions(results: dict) -> dict:
    """Assumed chip of this row, costs in cycles included."""
    modems = [
        {key: value for key, value in modem.items()
         if modem.get("control_law") != "hardware" or key not in FIRMWARE_ONLY}
        for modem in dig(results, "config", "modems") or []
    ]
    laws = [{"name": flow.get("name", ""), "aqm": flow.get("aqm")} for flow in configured(results)]
    technology = {"technology": dig(results, "area", 0, "technology")}
    law = one_or_each(laws)
    law = law if "aqm" in law else {"aqm": {name: each["aqm"] for name, each in law.items()}}
    return flattened({"modem": one_or_each(modems)} | law) | technology


def at_costs(done: list[dict], others: dict[str, Outcome], watch: Watch) -> dict | None:
    """Values of one seed by measure, at the assumed costs and at others."""
    results = {"assumed": done[0]} | {
        name: outcome.results for name, outcome in others.items() if outcome.results is not None}
    if len(results) < 2:
        return None
    return {name: {measure.key: plain(measure.of(each, watch)) for measure in MEASURES}
            for name, each in results.items()}


def warnings(values: dict, offered: float | None) -> list[str]:
    """Warnings about misleading figures of a row: a short hold keeps delay low, not the law."""
    lost, judged = (dig(values, key, "value") or 0 for key in ("hold_drops", "aqm_drops"))
    if not lost or not offered:
        return []
    share = f"{100 * lost / offered:.2g} % of what is offered"
    what = f"loses {count_text(lost)} packets a run ({share}) in the ingress hold, before any law saw them"
    if lost > judged:
        return [f"{what}, and the law drops {count_text(judged)}: its delay is not what the law makes of it"]
    if lost > HOLD_SHARE * offered:
        return [f"{what}, more than {100 * HOLD_SHARE:g} %: its delay is not what the law makes of it"]
    return []


def count_text(count: float) -> str:
    """The mean of counts: whole where it is large."""
    return f"{count:,.0f}" if count >= 10 else f"{count:.2g}"


def build_row(index: int, row: Row, outcomes: list[Outcome], others: dict[str, Outcome],
              watch: Watch, given: tuple[str, ...]) -> dict:
    done = [outcome.results for outcome in outcomes if outcome.results is not None]
    given_to = {axis: choice for axis, choice in row.choices.items() if axis in given}
    entry = {
        "id": index,
        "name": row.name,
        "choices": {axis: choice.name for axis, choice in row.choices.items()},
        "titles": {axis: choice.title for axis, choice in row.choices.items()},
        "given": {axis: choice.name for axis, choice in given_to.items()},
        "given_to_gates": {axis: choice.name for axis, choice in given_to.items() if not is_of_cpu(choice)},
        "seeds": [outcome.run.seed for outcome in outcomes if outcome.results is not None],
        "errors": sorted({outcome.error for outcome in [*outcomes, *others.values()]
                          if outcome.error is not None}),
        "runs": [outcome.run.identity for outcome in outcomes if outcome.results is not None],
        "values": {},
        "warnings": [],
    }
    if not done:
        return entry
    entry["values"] = {measure.key: range_of(measure, done, watch) for measure in MEASURES}
    offered = estimate([total(upstream(results), "offered_packets") for results in done])
    return entry | {
        "simulated_s": done[0].get("simulated_s"),
        "spec": spec_conformance(done[0]),
        "uses_cpu": uses_cpu(done[0]),
        "assumed": assumptions(done[0]),
        # The modem that gives the row's figures.
        "area": BY_KEY["area_mm2"].worst(done[0])[1] or BY_KEY["gates_mm2"].worst(done[0])[1],
        "energy": BY_KEY["energy_per_packet"].worst(done[0])[1],
        "slack_histogram": summed_slack(done),
        "slack_missed": total([slack for result in done for slack in slacks(result)], "missed"),
        "missed_by_cause": missed_by_cause(done),
        "warnings": misnamed(row.choices["placement"].name, laws_of(done[0]))
        + warnings(entry["values"], offered.mean if offered else None),
        "costs": at_costs(done, others, watch),
    }


def summed_slack(done: list[dict]) -> list | None:
    """Bins [from, to, count] of all channels, all seeds together. The first begins where the least
    slack lies."""
    bins = [dig(slack, "histogram") for results in done for slack in slacks(results)]
    summed = sum_histograms([each for each in bins if dig(each, "counts")])
    least = min((slack["min"] for results in done for slack in slacks(results)
                 if slack.get("min") is not None), default=None)
    if summed and least is not None and summed[0][0] < least < summed[0][1]:
        summed[0][0] = least
    return summed


def missed_by_cause(done: list[dict]) -> list:
    """Pairs [cause, grants] of all seeds and whole runs, most first, without those that are 0."""
    counts = Counter()
    for results in done:
        counts.update(dig(results, "mac", "missed_by_cause") or {})
    return [[cause, count] for cause, count in counts.most_common() if count]


def build_rows(rows: list[Row], outcomes: list[Outcome], watch: Watch = Watch(),
               given: tuple[str, ...] = ()) -> list[dict]:
    """One entry a row, in the order of the rows."""
    by_row: dict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_row[id(outcome.run.row)].append(outcome)
    return [
        build_row(index, row, by_row[id(row)],
                  {name: by_row[id(other)][0] for name, other in row.at_costs.items()}, watch, given)
        for index, row in enumerate(rows)
    ]
