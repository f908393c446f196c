"""Objects and arrays of results.json, with attributes."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docsis_vp.flatten import element_name


class Record(Mapping[str, Any]):
    """An object: record.key or record["key"]. It cannot be changed; to_dict() gives a copy that can."""

    __slots__ = ("_values", "_place")

    def __init__(self, values: dict[str, Any], place: str = ""):
        """`place`: its path in messages."""
        self._values = values
        self._place = place

    def __getitem__(self, key: str) -> Any:
        try:
            value = self._values[key]
        except KeyError:
            near = difflib.get_close_matches(str(key), self._values, 1)
            guess = f', did you mean "{near[0]}"?' if near else ""
            raise KeyError(f'{self._place or "the results"}: no key "{key}"{guess}') from None
        return wrapped(value, f"{self._place}.{key}" if self._place else key)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(key for key in self._values if key.isidentifier())]

    def __repr__(self) -> str:
        return f"Record({self._values!r})"

    def __reduce__(self):
        return Record, (self._values, self._place)

    def to_dict(self) -> dict[str, Any]:
        """A copy, as JSON has it."""
        return copied(self._values)


class Records(Sequence[Any]):
    """An array of objects: by position, by name, or by (modem, name) where several modems have the name."""

    def __init__(self, values: list[dict[str, Any]], place: str = ""):
        self._values = values
        self._place = place

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return Records(self._values[which], self._place)
        if isinstance(which, (str, tuple)):
            which = self._position(which)
        elif not -len(self._values) <= which < len(self._values):
            raise IndexError(f"{self._place}: has {len(self._values)} elements, there is no {which}")
        return wrapped(self._values[which], f"{self._place}[{which}]")

    def _position(self, which: str | tuple) -> int:
        wanted = (which,) if isinstance(which, str) else which
        found = [index for index, value in enumerate(self._values)
                 if wanted in ((value.get("name"),), (value.get("modem"), value.get("name")))]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f'{self._place}: {len(found)} are called "{which}", expected a position or (modem, name)')
        names = list(dict.fromkeys(element_name(value, index) for index, value in enumerate(self._values)))
        raise KeyError(f"{self._place}: none is called {which!r}, expected one of {', '.join(names) or '(none)'}")

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, which: object) -> bool:
        """Whether an object has this name, or is this one."""
        if isinstance(which, str):
            return any(value.get("name") == which for value in self._values)
        return any(each == which for each in self)

    def __repr__(self) -> str:
        return f"Records({self._values!r})"

    def names(self) -> list[str]:
        return [element_name(value, index) for index, value in enumerate(self._values)]

    def to_list(self) -> list[dict[str, Any]]:
        """A copy, as JSON has it."""
        return copied(self._values)


def wrapped(value: Any, place: str) -> Any:
    if isinstance(value, dict):
        return Record(value, place)
    if isinstance(value, list):
        if value and all(isinstance(each, dict) for each in value):
            return Records(value, place)
        return tuple(wrapped(each, f"{place}[{index}]") for index, each in enumerate(value))
    return value


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [copied(each) for each in value]
    return value
