"""Tables: columns by name, as lists, or as a DataFrame of pandas, which only to_pandas() needs."""

import csv
import gzip
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docsis_vp.csvfile import plain
from docsis_vp.errors import DocsisVpError, InputError

if TYPE_CHECKING:
    import pandas

# Columns of timeseries.csv and of packets that hold names, which may look like numbers.
TEXTS = frozenset({"modem", "service_flow", "flow", "direction", "outcome", "cause", "place", "verdict",
                   "granted_by"})


class PandasMissing(DocsisVpError, ImportError):
    """to_pandas() was called and pandas is not installed."""


def load_pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        if error.name != "pandas":
            raise
        raise PandasMissing("to_pandas() needs pandas, which is not installed: pip install pandas") from None
    return pandas


class Table(Mapping[str, list]):
    """Columns of one length: table["time_s"] is a list, rows() gives a dict for each row. A cell where there is
    nothing to say is None."""

    def __init__(self, columns: dict[str, list]):
        self._given = columns

    @cached_property
    def _columns(self) -> dict[str, list]:
        return self._given

    @property
    def columns(self) -> list[str]:
        """Their names, in order."""
        return list(self._columns)

    @property
    def row_count(self) -> int:
        return len(next(iter(self._columns.values()), []))

    def __getitem__(self, column: str) -> list:
        try:
            return self._columns[column]
        except KeyError:
            raise KeyError(f'no column "{column}", expected one of {", ".join(self._columns)}') from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """The number of columns, as that of a dict of them."""
        return len(self._columns)

    def rows(self) -> Iterator[dict[str, Any]]:
        for cells in zip(*self._columns.values()):
            yield dict(zip(self._columns, cells))

    def __repr__(self) -> str:
        return f"<Table of {self.row_count} rows: {', '.join(self._columns)}>"

    def to_pandas(self) -> "pandas.DataFrame":
        """Columns of integers with empty cells are of pandas' type Int64. Throws PandasMissing."""
        pandas = load_pandas()
        return pandas.DataFrame({name: series_of(pandas, values) for name, values in self._columns.items()})


def series_of(pandas: Any, values: list) -> Any:
    known = [value for value in values if value is not None]
    if known and all(type(value) is int for value in known):
        return pandas.Series(values, dtype="Int64" if len(known) < len(values) else "int64")
    if all(type(value) in (int, float) for value in known):
        return pandas.Series(values, dtype="float64")
    return pandas.Series(values, dtype="object")


class CsvTable(Table):
    """A file that the program wrote. It is read when a cell is asked for."""

    def __init__(self, path: Path, owner: object = None):
        """`owner`: kept, as the file goes with it."""
        self._path = path
        self._owner = owner

    @cached_property
    def _columns(self) -> dict[str, list]:
        is_packed = self._path.suffix == ".gz"
        try:
            opened = gzip.open if is_packed else open
            with opened(self._path, "rt", encoding="utf-8", newline="") as file:
                reader = csv.reader(file)
                names = next(reader, [])
                columns = list(zip(*reader, strict=True)) or [()] * len(names)
        except OSError as error:
            raise InputError(f"{self._path}: {error.strerror or error}", file=str(self._path)) from None
        except (ValueError, EOFError, csv.Error):
            raise InputError(f"{self._path}: is damaged, expected rows of one length", file=str(self._path)) from None
        return {name: texts(cells) if name in TEXTS else numbers(cells) for name, cells in zip(names, columns)}


def texts(cells: tuple[str, ...]) -> list:
    return [plain(cell) if cell else None for cell in cells]


def numbers(cells: tuple[str, ...]) -> list:
    """Integers, else numbers, else texts."""
    for kind in (int, float):
        try:
            return [kind(cell) if cell else None for cell in cells]
        except ValueError:
            pass
    return texts(cells)
