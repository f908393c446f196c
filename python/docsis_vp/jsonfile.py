"""JSON files: read with one line of complaint, written whole or not at all."""

import json
import os
from pathlib import Path

from docsis_vp.errors import InputError


def refuse_duplicates(pairs: list) -> dict:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f'the key "{key}" is there twice')
    return dict(pairs)


def parse(text: str, origin: str):
    """Throws InputError with origin and line."""
    try:
        return json.loads(text, object_pairs_hook=refuse_duplicates)
    except json.JSONDecodeError as error:
        raise InputError(f"{origin}:{error.lineno}: expected JSON: {error.msg}") from None
    except ValueError as error:
        raise InputError(f"{origin}: {error}") from None


def read(path: Path):
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    return parse(text, str(path))


def write_text(path: Path, text: str) -> None:
    """A reader finds the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part{os.getpid()}")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def line(value) -> str:
    return json.dumps(value, ensure_ascii=False)


def write(path: Path, value) -> None:
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")
