"""Finds orders of two rows that depend on the assumed costs in cycles."""

import itertools

from docsis_vp.codesign.comparisons import BETTER, WORSE, Comparisons
from docsis_vp.codesign.measures import MEASURES


def turned_orders(comparisons: Comparisons, costs: dict[str, str]) -> list[dict]:
    """Counts, for each measure, the pairs of rows whose order is sure, and names those that change
    sides as all cycles change alike. Pairs whose order is open say nothing."""
    measured = [row for row in comparisons.rows.values() if row.get("costs")]
    found = []
    for measure in MEASURES:
        pairs = [pair for pair in itertools.combinations(measured, 2)
                 if measure.better and is_sure(comparisons, measure.key, pair)]
        turned = [
            {"rows": [row["id"] for row in pair], "at": name}
            for pair in pairs for name in costs if turns(pair, name, measure.key)
        ]
        if pairs:
            found.append({"measure": measure.key, "pairs": len(pairs), "turned": turned})
    return found


def is_sure(comparisons: Comparisons, key: str, pair: tuple[dict, dict]) -> bool:
    return comparisons.verdict(key, *(row["id"] for row in pair)) in (BETTER, WORSE)


def turns(pair: tuple[dict, dict], name: str, key: str) -> bool:
    """From one side to the other; coming out even is no turn."""
    values = [row["costs"].get(name, {}).get(key) for row in pair]
    if None in values:
        return False
    before = pair[0]["values"][key]["value"] - pair[1]["values"][key]["value"]
    return (values[0] - values[1]) * before < 0
