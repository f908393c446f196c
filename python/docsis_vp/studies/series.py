"""Time series of a run, a column at a time: rows of timeseries.csv take too long to read again and again."""

import csv
import math
import zipfile
from array import array
from pathlib import Path

FILE = "series.zip"
TIME = "time_s"
OWNERS = ("service_flow", "flow")  # the columns that say whose row it is
DOUBLE = "d"


def pack(table: Path, names: tuple[str, ...], target: Path) -> None:
    """All columns of the service flows and flows of these names, in machine numbers; NaN: empty."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name in names:
            for column, values in columns_of(table, name).items():
                file.writestr(f"{name}/{column}", values.tobytes())


def columns_of(table: Path, name: str) -> dict[str, array]:
    with table.open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
        places = [header.index(column) for column in OWNERS]
        # Most rows are of others, and a search is quicker than cutting them up.
        rows = [row for row in csv.reader(line for line in file if name in line)
                if name in (row[places[0]], row[places[1]])]
    return {
        column: array(DOUBLE, [float(row[place]) if row[place] else math.nan for row in rows])
        for place, column in enumerate(header) if column not in ("modem", *OWNERS)
    }


def read(packed: Path, name: str, columns: tuple[str, ...]) -> list[array]:
    found = []
    with zipfile.ZipFile(packed) as file:
        for column in columns:
            found.append(array(DOUBLE))
            found[-1].frombytes(file.read(f"{name}/{column}"))
    return found
