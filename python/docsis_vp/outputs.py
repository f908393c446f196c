"""The files that a command writes, looked at before it begins: what is read must stay."""

from pathlib import Path

from docsis_vp.errors import InputError


def keep_inputs(folder: Path, names: tuple[str, ...], inputs: dict[str, Path]) -> None:
    """`inputs` have what messages call them as keys. Throws InputError: one would be written over."""
    for output in (folder / name for name in names):
        for what, path in inputs.items():
            if is_same(output, path):
                raise InputError(f"{output} would be written over {what} {path}")


def is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
