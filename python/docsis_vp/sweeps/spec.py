"""Reads the sweep file: a scenario, its varied keys, and the numbers to collect from results.

docs/sweeps.md describes the keys.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.reader import Reader

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
RESERVED = ("point", "seed", "run", "error", "seeds")  # columns of the tables
LARGEST_SEED = 2**53 - 1

SWEEP_KEYS = (("scenario", "axes", "metrics"), ("name", "description", "set", "replications", "seeds"))
AXIS_KEYS = (("name", "values"), ("path", "paths", "title", "unit", "labels"))
METRIC_KEYS = (("name", "path"), ("title", "unit"))


@dataclass(frozen=True)
class Choice:
    """One value of an axis."""

    label: str
    value: object  # value in the tables: a number if the axis is one of numbers
    changes: dict  # dotted path -> value


@dataclass(frozen=True)
class Quantity:
    """Contents of a column of the tables."""

    name: str
    title: str
    unit: str

    @property
    def heading(self) -> str:
        return f"{self.title}, {self.unit}" if self.unit else self.title


@dataclass(frozen=True)
class Axis(Quantity):
    choices: tuple[Choice, ...]

    @property
    def is_numeric(self) -> bool:
        return all(is_number(choice.value) for choice in self.choices)


@dataclass(frozen=True)
class Metric(Quantity):
    path: str  # dotted, in results.json


@dataclass(frozen=True)
class Sweep:
    origin: str  # the file in messages
    folder: Path  # relative paths in `changes` count from here
    name: str
    description: str
    scenario: Path | dict
    changes: dict  # in every run
    seeds: tuple[int, ...] | None  # None: `replications` from the scenario's own on
    replications: int
    axes: tuple[Axis, ...]
    metrics: tuple[Metric, ...]

    @property
    def scenario_name(self) -> str:
        if isinstance(self.scenario, Path):
            return self.scenario.name
        return str(self.scenario.get("name", "without a file"))

    @property
    def run_of(self) -> dict:
        """The scenario of each run, as JSON."""
        return {"extends": str(self.scenario)} if isinstance(self.scenario, Path) else self.scenario


def is_number(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def label_of(value) -> str:
    return value if isinstance(value, str) else jsonfile.line(value)


class SweepReader(Reader):
    def text(self, value, place: str) -> str:
        return self.take(value, place, str, "text")

    def array(self, value, place: str, of: str) -> list:
        if not self.take(value, place, list, f"an array of {of}"):
            self.fail(place, f"at least one of {of}")
        return value

    def dotted(self, value, place: str) -> str:
        """A JSON pointer, /a/0/b, as the simulator writes it: a.0.b."""
        expectation = "names joined by dots, or a JSON pointer"
        path = self.take(value, place, str, expectation)
        if path.startswith("/"):
            parts = [part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/")]
            if any("." in part for part in parts):
                self.fail(place, "names without dots")
        else:
            parts = path.split(".")
        if "" in parts or any("=" in part for part in parts):
            self.fail(place, expectation)
        return ".".join(parts)

    def name(self, value, place: str, taken: set[str]) -> str:
        if not isinstance(value, str) or not NAME.fullmatch(value):
            self.fail(place, "a name of letters, digits and _")
        if value in taken or value in RESERVED:
            self.fail(place, f'a name of its own, "{value}" is taken')
        taken.add(value)
        return value

    def quantity(self, entry: dict, place: str, taken: set[str]) -> dict:
        name = self.name(entry["name"], f"{place}.name", taken)
        return {
            "name": name,
            "title": self.text(entry.get("title", name), f"{place}.title"),
            "unit": self.text(entry.get("unit", ""), f"{place}.unit"),
        }

    def axis(self, entry, place: str, taken: set[str]) -> Axis:
        self.keys(entry, place, *AXIS_KEYS)
        if ("path" in entry) == ("paths" in entry):
            self.fail(place, "either path or paths")
        quantity = self.quantity(entry, place, taken)
        values = self.array(entry["values"], f"{place}.values", "values")
        if "path" in entry:
            paths = [self.dotted(entry["path"], f"{place}.path")]
            together = [[value] for value in values]
        else:
            paths = [self.dotted(path, f"{place}.paths[{index}]") for index, path in
                     enumerate(self.array(entry["paths"], f"{place}.paths", "paths"))]
            together = [self.together(value, f"{place}.values[{index}]", len(paths))
                        for index, value in enumerate(values)]
        labels = self.labels(entry, place, values)
        choices = []
        for label, each in zip(labels, together):
            plain = each[0] if len(each) == 1 and is_number(each[0]) and "labels" not in entry else label
            choices.append(Choice(label, plain, dict(zip(paths, each))))
        return Axis(**quantity, choices=tuple(choices))

    def together(self, value, place: str, count: int) -> list:
        if not isinstance(value, list) or len(value) != count:
            self.fail(place, f"an array of {count}, a value for each path")
        return value

    def labels(self, entry: dict, place: str, values: list) -> list[str]:
        given = entry.get("labels", [label_of(value) for value in values])
        expectation = f"an array of {len(values)}, a text for each value"
        if not isinstance(given, list) or len(given) != len(values):
            self.fail(f"{place}.labels", expectation)
        for index, label in enumerate(given):
            self.text(label, f"{place}.labels[{index}]")
            if label in given[:index]:
                self.fail(place, f'each value once, "{label}" is there twice')
        return given

    def metric(self, entry, place: str, taken: set[str]) -> Metric:
        self.keys(entry, place, *METRIC_KEYS)
        path = self.dotted(entry["path"], f"{place}.path")
        return Metric(**self.quantity(entry, place, taken), path=path)

    def seeds(self, value) -> tuple[int, ...]:
        seeds = self.array(value, "seeds", "seeds")
        for index, seed in enumerate(seeds):
            place = f"seeds[{index}]"
            expectation = f"an integer from 0 to {LARGEST_SEED}"
            if not 0 <= self.take(seed, place, int, expectation) <= LARGEST_SEED:
                self.fail(place, expectation)
            if seed in seeds[:index]:
                self.fail(place, f"each seed once, {seed} is there twice")
        return tuple(seeds)


def read_sweep(path: Path) -> Sweep:
    """Throws InputError."""
    value = jsonfile.read(path)
    if isinstance(value, dict) and isinstance(value.get("scenario"), dict):
        SweepReader(path).fail("scenario", "text")
    return sweep_of(value, path, path.resolve().parent, path.stem)


def sweep_of(value, origin: Path, folder: Path, name: str) -> Sweep:
    """From the contents of the file. `scenario` may be an object here. `origin`: the file in messages; `name`: of
    a sweep without one. Throws InputError."""
    reader = SweepReader(origin)
    reader.keys(value, "the sweep", *SWEEP_KEYS)
    scenario = value["scenario"]
    if "replications" in value and "seeds" in value:
        reader.fail("the sweep", "either replications or seeds")
    taken: set[str] = set()
    axes = [reader.axis(entry, f"axes[{index}]", taken)
            for index, entry in enumerate(reader.array(value["axes"], "axes", "axes"))]
    changes = reader.take(value.get("set", {}), "set", dict, "an object of paths and values")
    return Sweep(
        origin=str(origin),
        folder=folder,
        name=reader.text(value.get("name", name), "name"),
        description=reader.text(value.get("description", ""), "description"),
        scenario=scenario if isinstance(scenario, dict) else folder / reader.text(scenario, "scenario"),
        changes={reader.dotted(key, f"set.{key}"): each for key, each in changes.items()},
        seeds=reader.seeds(value["seeds"]) if "seeds" in value else None,
        replications=reader.count(value.get("replications", 1), "replications"),
        axes=tuple(axes),
        metrics=tuple(reader.metric(entry, f"metrics[{index}]", taken) for index, entry in
                      enumerate(reader.array(value["metrics"], "metrics", "metrics"))),
    )
