"""Finds the program docsis-vp-sim, which simulates."""

import json
import os
import shutil
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docsis_vp.errors import InputError

VARIABLE = "DOCSIS_VP_SIM"  # the launcher sets it
NAME = "docsis-vp-sim"
LAUNCHER = "docsis-vp"
# Places of the program in a source tree and, seen from PREFIX/share/docsis-vp, in an installation.
IN_TREE = Path("build/release/bin", NAME)
IN_PREFIX = Path("../../bin", NAME)
DISTRIBUTION = "docsis-vp"


class ProgramMissing(InputError):
    """There is no program docsis-vp-sim."""


def find(program: str | os.PathLike | None = None) -> Path:
    """Looks at, in this order: `program`; the environment variable DOCSIS_VP_SIM; the tree or installation that
    this package lies in; those that pip installed it from; the command docsis-vp on PATH. Each may name the
    program or the launcher docsis-vp beside it. Throws ProgramMissing."""
    if program is not None:
        return given("program", program)
    if os.environ.get(VARIABLE):
        return given(VARIABLE, os.environ[VARIABLE])
    looked = []
    for path in places():
        if path.is_file():
            return path.resolve()
        looked.append(str(path))
    raise ProgramMissing(f"{NAME} is not there: expected a tree that ./vp run has built, docsis-vp on PATH, "
                         f"{VARIABLE}=PATH or program=PATH; looked for {', '.join(looked)}")


def given(what: str, program: str | os.PathLike) -> Path:
    path = Path(program)
    if path.name == LAUNCHER:
        path = Path(os.path.realpath(path)).with_name(NAME)  # resolve() throws at links in a circle
    if not path.is_file():
        raise ProgramMissing(f"{path}: the program {NAME} is not there ({what})")
    return path.resolve()


def places() -> Iterator[Path]:
    roots = [Path(__file__).resolve().parents[2]]
    source = source_of_pip()
    if source is not None:
        roots.append(source)
    for root in roots:
        yield root / IN_TREE
        yield Path(os.path.normpath(root / IN_PREFIX))
    launcher = shutil.which(LAUNCHER)
    if launcher is not None:
        yield Path(launcher).resolve().with_name(NAME)


def source_of_pip() -> Path | None:
    """The folder that pip installed this package from, as it notes it (direct_url.json, PEP 610)."""
    try:
        text = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
        url = urlsplit(json.loads(text)["url"]) if text else None
    except (metadata.PackageNotFoundError, ValueError, KeyError, TypeError):
        return None
    return Path(unquote(url.path)) if url and url.scheme == "file" else None
