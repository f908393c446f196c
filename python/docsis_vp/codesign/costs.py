"""Whether an order of two rows hangs on what was assumed of cycles."""

import itertools

from docsis_vp.codesign.measures import MEASURES


def turned_orders(rows: list[dict], costs: dict[str, str]) -> list[dict]:
    """Of each measure the pairs of rows whose ranges over the seeds lie apart, and which of them
    change sides as all cycles change alike. Pairs that the seeds leave open say nothing."""
    measured = [row for row in rows if row.get("costs")]
    found = []
    for measure in MEASURES:
        pairs = [pair for pair in itertools.combinations(measured, 2)
                 if measure.better and lie_apart(*(row["values"][measure.key] for row in pair))]
        turned = [
            {"rows": [row["id"] for row in pair], "at": name}
            for pair in pairs for name in costs if turns(pair, name, measure.key)
        ]
        if pairs:
            found.append({"measure": measure.key, "pairs": len(pairs), "turned": turned})
    return found


def lie_apart(one: dict | None, other: dict | None) -> bool:
    return bool(one and other) and (one["high"] < other["low"] or other["high"] < one["low"])


def turns(pair: tuple[dict, dict], name: str, key: str) -> bool:
    """From one side to the other; coming out even is no turn."""
    values = [row["costs"].get(name, {}).get(key) for row in pair]
    if None in values:
        return False
    before = pair[0]["values"][key]["value"] - pair[1]["values"][key]["value"]
    return (values[0] - values[1]) * before < 0
