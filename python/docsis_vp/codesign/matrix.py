"""The matrix file: which choices there are, and which of them are run together.

"axes": name of an axis -> name of a choice -> {"title", and changes to the scenario}. Changes are
"modem", merged into every modem, "upstream", merged into every upstream service flow, and
"scenario", merged into the whole. "rows" name one choice or several of each axis and stand for
all their combinations. "costs" are choices that every row is run at besides, once, unless it says
"costs": false; or the name of a file of them, beside the matrix, for several matrices. "quick" has
rows of its own; "rates" asks where placements break. "watch" names the flows that are measured and
the measure that decides; "matters" says up to which difference of a measure rows are equal;
"cpu_is_there" says whether the page leaves the CPU out of areas at first; "given" names axes that
nobody chooses, such as the load: rows of different loads are not compared.
"""

import itertools
from dataclasses import dataclass, field, replace
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.codesign.measures import BY_KEY, SEEDS
from docsis_vp.codesign.watch import KINDS, Watch
from docsis_vp.reader import Reader

CHANGES = ("modem", "upstream", "scenario")
REQUIRED_AXES = ("placement", "algorithm")
COSTS = "costs"


@dataclass(frozen=True)
class Choice:
    name: str
    title: str
    changes: dict = field(hash=False)
    flood_mbps: float | None = None


@dataclass(frozen=True)
class Row:
    """One combination: name of an axis -> its choice, in the order of the axes. And the same at
    other costs, by their names."""

    choices: dict[str, Choice] = field(hash=False)
    at_costs: dict[str, "Row"] = field(hash=False, default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join(choice.name for choice in self.choices.values())


@dataclass(frozen=True)
class Rates:
    """A flood of packets of one size, to find the rate that a placement can judge."""

    scenario: Path
    flow: str
    duration_s: float
    rows: list[Row]


@dataclass(frozen=True)
class Matrix:
    seeds: int
    rows: list[Row]
    rates: Rates | None
    duration_s: float | None  # None: the scenario's
    costs: dict[str, str]  # titles by name
    watch: Watch
    matters: dict[str, float]  # by key of a measure, in its unit
    cpu_is_there: bool
    given: tuple[str, ...]  # axes


class MatrixReader(Reader):
    def choice(self, name: str, value, place: str) -> Choice:
        self.keys(value, place, ("title",), CHANGES + ("flood_mbps",))
        title = self.take(value["title"], f"{place}.title", str, "text")
        changes = {key: value[key] for key in CHANGES if key in value}
        for key, change in changes.items():
            self.take(change, f"{place}.{key}", dict, "an object")
        flood = value.get("flood_mbps")
        if flood is not None:
            self.take(flood, f"{place}.flood_mbps", (int, float), "a rate in Mbit/s")
        return Choice(name, title, changes, flood)

    def axes(self, value, place: str) -> dict[str, dict[str, Choice]]:
        self.take(value, place, dict, "an object of axes")
        return {axis: self.choices(choices, f"{place}.{axis}") for axis, choices in value.items()}

    def choices(self, value, place: str) -> dict[str, Choice]:
        self.take(value, place, dict, "an object of choices")
        return {name: self.choice(name, choice, f"{place}.{name}")
                for name, choice in value.items()}

    def costs(self, value, axes: dict) -> dict[str, Choice]:
        if COSTS in axes:
            self.fail(f"axes.{COSTS}", f'another name, a row says "{COSTS}": false')
        if isinstance(value, str):
            shared = MatrixReader(self.path.parent / value)
            if not shared.path.exists():
                self.fail(COSTS, f"costs, or the name of a file of them; there is no file {shared.path.absolute()}")
            return shared.choices(jsonfile.read(shared.path), COSTS)
        return self.choices(value, COSTS)

    def rows(self, value, place: str, axes: dict, costs: dict[str, Choice]) -> list[Row]:
        rows = []
        optional = tuple(axis for axis in axes if axis not in REQUIRED_AXES) + (COSTS,)
        for index, entry in enumerate(self.take(value, place, list, "an array of rows")):
            here = f"{place}[{index}]"
            self.keys(entry, here, REQUIRED_AXES, optional)
            self.truth(entry.get(COSTS, True), f"{here}.{COSTS}")
            named = {axis: self.named(axes[axis], entry[axis], f"{here}.{axis}") for axis in axes
                     if axis in entry}
            for combination in itertools.product(*named.values()):
                choices = dict(zip(named, combination))
                others = costs if entry.get(COSTS, True) else {}
                rows.append(Row(choices, {name: Row(choices | {COSTS: choice})
                                          for name, choice in others.items()}))
        if not rows:
            self.fail(place, "at least one row")
        for row in rows:
            if [other.name for other in rows].count(row.name) > 1:
                self.fail(place, f'each row once, "{row.name}" is there twice')
        return rows

    def watch(self, value) -> Watch:
        self.keys(value, "watch", (), (*KINDS, "measure"))
        for key, name in value.items():
            self.take(name, f"watch.{key}", str, "a name")
        if "measure" in value:
            self.measure(value["measure"], "watch.measure")
        return Watch({kind: value[kind] for kind in KINDS if kind in value}, value.get("measure"))

    def measure(self, key: str, place: str) -> None:
        keys = [each.key for each in BY_KEY.values() if each.better and each.over == SEEDS]
        if key not in keys:
            self.fail(place, f"one of {', '.join(keys)}")

    def matters(self, value) -> dict[str, float]:
        for key, most in self.take(value, "matters", dict, "an object of measures").items():
            self.measure(key, f"matters.{key}")
            if self.take(most, f"matters.{key}", (int, float), "a difference from 0 on") < 0:
                self.fail(f"matters.{key}", "a difference from 0 on")
        return value

    def given(self, value, axes: dict) -> tuple[str, ...]:
        for index, axis in enumerate(self.take(value, "given", list, "an array of axes")):
            if axis not in axes:
                self.fail(f"given[{index}]", f"one of {', '.join(axes)}")
        return tuple(value)

    def truth(self, value, place: str) -> bool:
        if not isinstance(value, bool):
            self.fail(place, "true or false")
        return value

    def named(self, choices: dict[str, Choice], value, place: str) -> list[Choice]:
        names = value if isinstance(value, list) else [value]
        for name in names:
            if not isinstance(name, str) or name not in choices:
                self.fail(place, f"one of {', '.join(choices)}")
        return [choices[name] for name in names]


def read_rates(reader: MatrixReader, value, axes: dict, costs: dict[str, Choice]) -> Rates:
    reader.keys(value, "rates", ("scenario", "flow", "duration_s", "axes", "rows"), ())
    path = reader.path.parent / reader.take(value["scenario"], "rates.scenario", str, "a path")
    axes = axes | reader.axes(value["axes"], "rates.axes")
    rows = reader.rows(value["rows"], "rates.rows", axes, costs)
    for index, row in enumerate(rows):
        if flood_mbps(row) is None:
            reader.fail(f"rates.rows[{index}]", "a choice with flood_mbps")
    flow = reader.take(value["flow"], "rates.flow", str, "the name of a flow")
    return Rates(path, flow, reader.seconds(value["duration_s"], "rates.duration_s"), rows)


def flood_mbps(row: Row) -> float | None:
    given = [c.flood_mbps for c in row.choices.values() if c.flood_mbps is not None]
    return min(given) if given else None


def read_matrix(path: Path, quick: bool) -> Matrix:
    """Throws InputError."""
    reader = MatrixReader(path)
    value = jsonfile.read(path)
    optional = ("description", "seeds", COSTS, "quick", "rates", "watch", "matters", "cpu_is_there", "given")
    reader.keys(value, "the matrix", ("axes", "rows"), optional)
    axes = reader.axes(value["axes"], "axes")
    for axis in REQUIRED_AXES:
        if not axes.get(axis):
            reader.fail("axes", f'an axis "{axis}"')
    costs = reader.costs(value.get(COSTS, {}), axes)
    rows = reader.rows(value["rows"], "rows", axes, costs)
    seeds = reader.count(value.get("seeds", 3), "seeds")
    rates = read_rates(reader, value["rates"], axes, costs) if "rates" in value else None
    titles = {name: choice.title for name, choice in costs.items()}
    whole = Matrix(seeds, rows, rates, None, titles, reader.watch(value.get("watch", {})),
                   reader.matters(value.get("matters", {})),
                   reader.truth(value.get("cpu_is_there", False), "cpu_is_there"),
                   reader.given(value.get("given", []), axes))
    if not quick:
        return whole
    if "quick" not in value:
        reader.fail("the matrix", 'the key "quick", for --quick')
    chosen = reader.keys(value["quick"], "quick", ("rows",), ("seeds", "duration_s"))
    duration = chosen.get("duration_s")
    return replace(
        whole,
        seeds=reader.count(chosen.get("seeds", 1), "quick.seeds"),
        rows=reader.rows(chosen["rows"], "quick.rows", axes, {}),
        rates=None,
        duration_s=None if duration is None else reader.seconds(duration, "quick.duration_s"),
        costs={},
    )
