"""Reads the contents of a JSON file; errors name the place in it."""

from pathlib import Path

from docsis_vp.errors import InputError


class Reader:
    def __init__(self, path: Path):
        self.path = path

    def fail(self, place: str, expectation: str):
        raise InputError(f"{self.path}: {place}: expected {expectation}", file=str(self.path), key=place)

    def take(self, value, place: str, kind: type | tuple, expectation: str):
        if not isinstance(value, kind) or isinstance(value, bool):
            self.fail(place, expectation)
        return value

    def keys(self, value, place: str, required: tuple, optional: tuple) -> dict:
        self.take(value, place, dict, "an object")
        for key in value:
            if key not in required + optional:
                self.fail(f"{place}.{key}", f"one of {', '.join(required + optional)}")
        for key in required:
            if key not in value:
                self.fail(place, f'the key "{key}"')
        return value

    def count(self, value, place: str) -> int:
        if self.take(value, place, int, "a positive integer") < 1:
            self.fail(place, "a positive integer")
        return value

    def seconds(self, value, place: str) -> float:
        if self.take(value, place, (int, float), "a time in s above 0") <= 0:
            self.fail(place, "a time in s above 0")
        return float(value)
