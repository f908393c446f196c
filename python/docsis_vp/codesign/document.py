"""codesign.json and codesign.csv. docs/codesign.md describes the keys."""

from docsis_vp.codesign.comparisons import Comparisons
from docsis_vp.codesign.costs import turned_orders
from docsis_vp.codesign.decision import AREA_MATTERS_PERCENT, decide
from docsis_vp.codesign.measures import MEASURES
from docsis_vp.codesign.watch import KINDS
from docsis_vp.csvfile import csv_text

SCHEMA = 1


def build_document(facts: dict, comparisons: Comparisons, limits: list[dict],
                   costs: dict[str, str]) -> dict:
    rows = list(comparisons.rows.values())
    measures = [
        {
            "key": measure.key,
            "title": measure.title,
            "unit": measure.unit,
            "digits": measure.digits,
            "better": measure.better,
            "meaning": measure.meaning,
            "absent": measure.absent,
            "over": measure.over,
            "extreme": measure.extreme,
            "of": measure.place if measure.place in KINDS else None,
            "matters": comparisons.matters.get(measure.key, measure.matters),
            "matters_percent": 0 if measure.key in comparisons.matters else measure.matters_percent,
        }
        for measure in MEASURES
    ]
    failures = [{"row": row["name"], "error": error} for row in rows + limits
                for error in row["errors"]]
    return {
        "schema": SCHEMA,
        **facts,
        "measures": measures,
        "rows": rows,
        "limits": limits,
        "costs": costs,
        "orders": turned_orders(comparisons, costs),
        "confidence": comparisons.facts(),
        "comparisons": comparisons.as_lists(),
        "area_matters_percent": AREA_MATTERS_PERCENT,
        "decision": decide(comparisons),
        "failures": failures,
    }


def as_csv(document: dict) -> str:
    """A line a row; four columns a measure: value, low, high, half of the 95 % interval. Empty: not
    measured."""
    axes = list(dict.fromkeys(axis for row in document["rows"] for axis in row["choices"]))
    header = axes + ["spec_conformant", "seeds"]
    for measure in document["measures"]:
        header += [measure["key"] + end for end in ("", "_low", "_high", "_ci95")]
    lines = []
    for row in document["rows"]:
        conformant = row.get("spec", {}).get("conformant")
        line = [row["choices"].get(axis, "") for axis in axes]
        line += [{True: "yes", False: "no", None: ""}[conformant], len(row["seeds"])]
        for measure in document["measures"]:
            value = row["values"].get(measure["key"]) or {}
            line += [value.get(key, "") for key in ("value", "low", "high", "ci95")]
        lines.append([*line, "; ".join(row["warnings"]), "; ".join(row["errors"])])
    return csv_text([*header, "warning", "error"], lines)
