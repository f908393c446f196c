"""JSON files: read with one line of complaint, written whole or not at all."""

import contextlib
import json
import os
import re
import sys
from pathlib import Path

from docsis_vp.errors import InputError

MOST_BYTES = 256 << 20  # a device such as /dev/zero has no end
MOST_LEVELS = 64  # of objects and arrays in each other, as for the simulator
LONG_NUMBER = f"expected numbers of at most {sys.get_int_max_str_digits()} digits"
TEXT_OR_LEVEL = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{}]', re.DOTALL)


def refuse_duplicates(pairs: list) -> dict:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f'the key "{key}" is there twice')
            seen.add(key)
    return value


def refuse_constant(name: str):
    raise ValueError(f"expected JSON, which has no {name}")


def is_too_deep(value) -> bool:
    """Level by level: deep values are no reason for deep calls."""
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        level = [each for each in level if isinstance(each, (dict, list))]
        if not level:
            return False
        level = [item for each in level for item in (each.values() if isinstance(each, dict) else each)]
    return True


def refuse_depth(text: str, origin: str):
    level = 0
    for token in TEXT_OR_LEVEL.finditer(text):
        level += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if level > MOST_LEVELS:
            line = text.count("\n", 0, token.start()) + 1
            column = token.start() - text.rfind("\n", 0, token.start())
            raise InputError(f"{origin}:{line}: nested deeper than {MOST_LEVELS} levels (column {column})")
    raise InputError(f"{origin}: nested deeper than {MOST_LEVELS} levels")


def refuse_half_characters(text: str, value, origin: str) -> None:
    """An escape may be half of a surrogate pair, which no file can hold."""
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise InputError(f"{origin}: expected whole characters, got a half of a surrogate pair") from None


def parse(text: str, origin: str):
    """Throws InputError with origin and line."""
    try:
        value = json.loads(text, object_pairs_hook=refuse_duplicates, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"{origin}:{error.lineno}: expected JSON: {error.msg}", file=origin,
                         line=error.lineno) from None
    except RecursionError:
        value = None
        refuse_depth(text, origin)
    except ValueError as error:
        is_long = "sys.set_int_max_str_digits" in str(error)
        raise InputError(f"{origin}: {LONG_NUMBER if is_long else error}") from None
    if is_too_deep(value):
        refuse_depth(text, origin)
    refuse_half_characters(text, value, origin)
    return value


def read_text(path: Path) -> str:
    """Throws InputError: no such file, too large, not UTF-8."""
    try:
        with path.open("rb") as file:
            octets = file.read(MOST_BYTES + 1)
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder, expected a file") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if len(octets) > MOST_BYTES:
        raise InputError(f"{path}: expected at most {MOST_BYTES >> 20} MiB")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected UTF-8") from None


def read(path: Path):
    return parse(read_text(path), str(path))


def read_own(path: Path):
    """Reads a file that docsis-vp wrote, in a fraction of the time: only damage is looked for. Throws InputError."""
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError):
        raise InputError(f"{path}: is damaged; without its folder the run is made again") from None


def write_text(path: Path, text: str) -> None:
    """A reader finds the old file or the new one, never a part. Throws InputError: it cannot be written."""
    part = path.with_name(f".{path.name}.part{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8", errors="backslashreplace")
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def line(value) -> str:
    return json.dumps(value, ensure_ascii=False)


def write(path: Path, value) -> None:
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")
