"""A scenario and changes to it, as callers write them."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from docsis_vp.errors import InputError

Scenario: TypeAlias = str | os.PathLike | Mapping[str, Any]
Changes: TypeAlias = Mapping[str, Any]


def scenario_of(scenario: Scenario) -> Path | dict:
    """Throws InputError: neither a path nor an object."""
    if isinstance(scenario, Mapping):
        return json_of(scenario, "the scenario")
    return file_of(scenario)


def file_of(scenario: str | os.PathLike) -> Path:
    """Throws InputError: no path."""
    if not isinstance(scenario, (str, os.PathLike)) or not os.fspath(scenario):
        raise InputError(f"scenario: expected a path or a dict, got {scenario!r}")
    text = os.fsdecode(scenario)
    if "\0" in text:
        raise InputError("scenario: expected a path, got one with a null character")
    # No option of the program.
    return Path(text) if not text.startswith("-") else Path.cwd() / text


def changes_in(changes: Changes | None) -> dict[str, Any]:
    """Throws InputError: a path or a value that the program cannot get."""
    for path in changes or {}:
        if not isinstance(path, str) or not path or "=" in path or "\0" in path:
            raise InputError(f'set: expected paths such as "service_flows.us0.aqm.target_ms", got {path!r}')
    return {path: json_of(value, f"set: {path}") for path, value in (changes or {}).items()}


def json_of(value: Any, place: str) -> Any:
    """As it comes out of JSON: mappings as dict, tuples as list, numbers of numpy as numbers, paths as text."""
    try:
        return json.loads(json.dumps(value, default=plain_value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise InputError(f"{place}: expected values that JSON has: numbers that are finite, texts, true, false, "
                         "null, lists and dicts") from None


def plain_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # of numpy
        return value.tolist()
    raise TypeError
