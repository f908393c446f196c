"""Rows of the answer: the outcomes of all seeds put together."""

from collections import defaultdict

from docsis_vp.campaign import Outcome
from docsis_vp.codesign.histogram import sum_histograms
from docsis_vp.codesign.matrix import Row
from docsis_vp.codesign.measures import MEASURES, dig, first, placement, total
from docsis_vp.flatten import flattened

CONFORMANT = "law in firmware, as RFC 8034 sec. 5 wants it: it can be replaced in the field"
NOT_CONFORMANT = "law in gates, which RFC 8034 sec. 5 advises against: it cannot be replaced"
NO_LAW = "no law that could be replaced"

# Keys of a modem that gates have no use for.
FIRMWARE_ONLY = ("cpu", "firmware", "ingress_hold")


def spec_conformance(results: dict) -> dict:
    """RFC 8034 sec. 5 is about the control path, not about drops."""
    flow = first(dig(results, "config", "service_flows"), direction="upstream")
    if dig(flow, "aqm", "algorithm") in (None, "none", "tail_drop"):
        return {"conformant": None, "reason": NO_LAW}
    in_firmware = placement(results).get("control_law") == "firmware"
    return {"conformant": in_firmware, "reason": CONFORMANT if in_firmware else NOT_CONFORMANT}


def value_over_seeds(values: list) -> dict | None:
    """A figure with a range of its own keeps it; others range over the seeds."""
    there = [value for value in values if value is not None]
    if not there:
        return None
    if isinstance(there[0], dict):
        return {"low": there[0]["low"], "value": there[0]["nominal"], "high": there[0]["high"]}
    return {"low": min(there), "value": sum(there) / len(there), "high": max(there)}


def assumptions(results: dict) -> dict:
    """What the chip of this row is taken to be, costs in cycles included."""
    config = results.get("config") or {}
    flow = first(config.get("service_flows"), direction="upstream") or {}
    modem = dig(config, "modems", 0) or {}
    if modem.get("control_law") == "hardware":
        modem = {key: value for key, value in modem.items() if key not in FIRMWARE_ONLY}
    technology = {"technology": dig(results, "area", 0, "technology")}
    return flattened({"modem": modem, "aqm": flow.get("aqm")}) | technology


def at_costs(done: list[dict], others: dict[str, Outcome]) -> dict | None:
    """Of one seed: measure -> its value at the costs that are assumed, and at others."""
    results = {"assumed": done[0]} | {
        name: outcome.results for name, outcome in others.items() if outcome.results is not None}
    if len(results) < 2:
        return None
    return {name: {measure.key: plain(measure.of(each)) for measure in MEASURES}
            for name, each in results.items()}


def plain(value) -> float | None:
    return value["nominal"] if isinstance(value, dict) else value


def build_row(index: int, row: Row, outcomes: list[Outcome], others: dict[str, Outcome]) -> dict:
    done = [outcome.results for outcome in outcomes if outcome.results is not None]
    entry = {
        "id": index,
        "name": row.name,
        "choices": {axis: choice.name for axis, choice in row.choices.items()},
        "titles": {axis: choice.title for axis, choice in row.choices.items()},
        "seeds": [outcome.run.seed for outcome in outcomes if outcome.results is not None],
        "errors": sorted({outcome.error for outcome in [*outcomes, *others.values()]
                          if outcome.error is not None}),
        "runs": [outcome.run.identity for outcome in outcomes if outcome.results is not None],
        "values": {},
    }
    if not done:
        return entry
    for measure in MEASURES:
        entry["values"][measure.key] = value_over_seeds([measure.of(result) for result in done])
    return entry | {
        "simulated_s": done[0].get("simulated_s"),
        "spec": spec_conformance(done[0]),
        "assumed": assumptions(done[0]),
        "area": dig(done[0], "area", 0),
        "energy": dig(done[0], "energy", 0),
        "slack_histogram": summed_slack(done),
        "slack_missed": total([slack for result in done for slack in slacks(result)], "missed"),
        "costs": at_costs(done, others),
    }


def summed_slack(done: list[dict]) -> list | None:
    """Bins [from, to, count] of all channels, all seeds together."""
    bins = [dig(slack, "histogram") for results in done for slack in slacks(results)]
    return sum_histograms([each for each in bins if dig(each, "counts")])


def slacks(results: dict) -> list[dict]:
    return [channel.get("deadline_slack_us") or {}
            for channel in dig(results, "mac", "channels") or []]


def build_rows(rows: list[Row], outcomes: list[Outcome]) -> list[dict]:
    """One entry a row, in the order of the rows."""
    by_row: dict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_row[id(outcome.run.row)].append(outcome)
    return [
        build_row(index, row, by_row[id(row)],
                  {name: by_row[id(other)][0] for name, other in row.at_costs.items()})
        for index, row in enumerate(rows)
    ]
