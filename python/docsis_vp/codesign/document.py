"""codesign.json and codesign.csv. docs/codesign.md describes the keys."""

import csv
import io

from docsis_vp.codesign.costs import turned_orders
from docsis_vp.codesign.measures import MEASURES

SCHEMA = 1


def build_document(facts: dict, rows: list[dict], limits: list[dict],
                   costs: dict[str, str]) -> dict:
    measures = [
        {
            "key": measure.key,
            "title": measure.title,
            "unit": measure.unit,
            "digits": measure.digits,
            "better": measure.better,
            "meaning": measure.meaning,
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
        "orders": turned_orders(rows, costs),
        "failures": failures,
    }


def as_csv(document: dict) -> str:
    """A line a row; three columns a measure: value, low, high. Empty: not measured."""
    axes = list(dict.fromkeys(axis for row in document["rows"] for axis in row["choices"]))
    header = axes + ["spec_conformant", "seeds"]
    for measure in document["measures"]:
        header += [measure["key"], f"{measure['key']}_low", f"{measure['key']}_high"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*header, "error"])
    for row in document["rows"]:
        conformant = row.get("spec", {}).get("conformant")
        line = [row["choices"].get(axis, "") for axis in axes]
        line += [{True: "yes", False: "no", None: ""}[conformant], len(row["seeds"])]
        for measure in document["measures"]:
            value = row["values"].get(measure["key"]) or {}
            line += [value.get(key, "") for key in ("value", "low", "high")]
        writer.writerow([*line, "; ".join(row["errors"])])
    return text.getvalue()
