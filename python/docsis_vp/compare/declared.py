"""Figures of results.json, by the program's declarations of its keys (docsis-vp check --results-schema):
which differences count, units and meanings."""

from dataclasses import dataclass, field

from docsis_vp.flatten import element_name

IDENTITY = "name"  # of an element; part of its figures' keys
ESTIMATE = {"mean", "ci95", "n"}  # value of a summary of replications in place of a number


@dataclass(frozen=True)
class Place:
    """A key of results as declared; for a list it is the key of each element."""
    path: str = ""
    unit: str = ""
    sentences: tuple[str, ...] = ()
    declared: dict | None = None  # None: by a program of another version

    def below(self, key: str, declared: dict | None, is_list: bool) -> "Place":
        own = declared or {}
        sentence = own.get("description", "")
        # The sentence of a list does not describe a figure in it.
        sentences = () if is_list else (*self.sentences, *([sentence] if sentence else []))
        path = f"{self.path}.{key}" if self.path else key
        return Place(path + ("[]" if is_list else ""), own.get("unit") or self.unit, sentences, declared)

    @property
    def meaning(self) -> str:
        """Empty: it is not declared."""
        if self.declared is None:
            return ""
        return f"{self.path}{', ' + self.unit if self.unit else ''}: {' '.join(self.sentences)}"


@dataclass
class Figures:
    """By key: names of elements in it, joined by dots."""
    values: dict = field(default_factory=dict)
    meanings: dict[str, str] = field(default_factory=dict)


class Declarations:
    def __init__(self, schema: dict):
        self.definitions = schema["$defs"]
        self.root = self.resolved(schema)

    def figures(self, results: dict, only_means: bool = False) -> Figures:
        """Returns figures of a run or of a summary of replications; only_means leaves out those without a mean."""
        found = Figures()
        self._object(results, Place(declared=self.root), "", found)
        if only_means:
            estimated = {key for key, value in found.values.items() if isinstance(value, Mean)}
            found.values = {key: value.number for key, value in found.values.items() if key in estimated}
        return found

    def resolved(self, declared: dict) -> dict:
        """The keys of an object may be in a definition, and be one of two alternatives."""
        inner = declared.get("anyOf", [declared])[0]
        title = inner.get("$ref", "").removeprefix("#/$defs/")
        return self.definitions.get(title, {}) if title else inner

    def _object(self, value: dict, place: Place, key: str, found: Figures) -> None:
        inner = self.resolved(place.declared) if place.declared is not None else {}
        properties = whole_sentences(inner.get("properties", {}))
        others = inner.get("additionalProperties")
        for name, item in value.items():
            if name == IDENTITY:
                continue
            declared = properties.get(name, others if isinstance(others, dict) else None)
            if declared is not None and declared.get("compared") is False:
                continue
            self._value(item, place.below(name, declared, is_list_of_objects(item)),
                        f"{key}.{name}" if key else name, found)

    def _value(self, value, place: Place, key: str, found: Figures) -> None:
        if is_list_of_objects(value):
            items = None if place.declared is None else place.declared.get("items")
            for index, element in enumerate(value):
                self._object(element, Place(place.path, place.unit, place.sentences, items),
                             f"{key}.{element_name(element, index)}", found)
        elif isinstance(value, dict) and value.keys() == ESTIMATE:
            found.values[key] = Mean(value["mean"])
            found.meanings[key] = place.meaning
        elif isinstance(value, dict):
            self._object(value, place, key, found)
        elif not is_series(value):
            found.values[key] = value
            found.meanings[key] = place.meaning


@dataclass(frozen=True)
class Mean:
    number: float | None


def whole_sentences(properties: dict) -> dict:
    """"The same in bytes." follows the key that it refers to: both sentences are shown."""
    whole = {}
    before = ""
    for key, declared in properties.items():
        if before and declared.get("description", "").startswith("The same"):
            declared = declared | {"description": f"{before} {declared['description']}"}
        else:
            before = declared.get("description", "")
        whole[key] = declared
    return whole


def is_list_of_objects(value) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def is_series(value) -> bool:
    """Values over time, or counts of a histogram; also a list without elements."""
    return isinstance(value, list) and not any(isinstance(each, str) for each in value)
