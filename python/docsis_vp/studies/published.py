"""The published numbers of a study, read from its folder."""

import csv
import math
from dataclasses import dataclass
from pathlib import Path

from docsis_vp.errors import InputError

# Beside python/, in the tree and in an installation.
SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
COLUMNS = ("table", "scenario", "scheme", "load", "metric", "unit", "value", "note")

# Words of a note that make a number a bound.
UPPER = ("at most", "below", "less than", "up to", "generally below")
LOWER = ("above", "greater than", "more than", "slightly more than", "over", "at least")


@dataclass(frozen=True)
class Row:
    table: str
    scenario: str
    scheme: str
    load: str
    metric: str
    unit: str
    value: float  # NaN: not printed
    note: str

    @property
    def bound(self) -> str:
        """upper, lower, or empty: a number as such."""
        _, found, text = self.note.partition("BOUND:")
        if not found:
            return ""
        text = text.split(";")[0].strip()
        if text.startswith(UPPER):
            return "upper"
        return "lower" if text.startswith(LOWER) else ""


def folder(study: str) -> Path:
    return SCENARIOS / study


def read_rows(study: str) -> list[Row]:
    path = folder(study) / "published.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != COLUMNS:
                raise InputError(f"{path}:1: expected the columns {', '.join(COLUMNS)}")
            return [parse(line, f"{path}:{reader.line_num}") for line in reader]
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def parse(line: dict, place: str) -> Row:
    try:
        value = float(line["value"])
    except (TypeError, ValueError):
        raise InputError(f"{place}: value: expected a number, got {line['value']}") from None
    if math.isinf(value):
        raise InputError(f"{place}: value: expected a finite number")
    return Row(**{**line, "value": value})
