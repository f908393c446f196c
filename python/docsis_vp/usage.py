"""Command lines: one line on bad usage, as the C++ commands say it."""

import argparse
from pathlib import Path

from docsis_vp.errors import InputError


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose complaints are InputErrors."""

    def __init__(self, **options):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str):
        raise InputError(f"{message}, usage: {' '.join(self.format_usage().split()[1:])}")


def path(text: str) -> Path:
    """An argument that names a file or a folder. An empty one is a variable that a script has not set."""
    if not text:
        raise argparse.ArgumentTypeError("expected a path, got an empty one")
    return Path(text)


def positive(text: str) -> int:
    """An argument that counts something."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a positive integer, got {text}")
    return int(text)


def seconds(text: str) -> float:
    """An argument that is a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a time in s above 0, got {text}")
    return value
