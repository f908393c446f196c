"""Checks the output files of a command before it begins: input files must not change."""

from pathlib import Path

from docsis_vp.errors import InputError


def keep_inputs(folder: Path, names: tuple[str, ...], inputs: dict[str, Path]) -> None:
    """`inputs`: by their names in messages. Throws InputError: one would be overwritten."""
    for output in (folder / name for name in names):
        for what, path in inputs.items():
            if is_same(output, path):
                raise InputError(f"{output} would be written over {what} {path}")


def is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
