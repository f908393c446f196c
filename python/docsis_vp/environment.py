"""Virtual environments, for commands that need more than Python's own library.

`python/requirements-COMMAND.lock` pins the packages of a command; those that only one of its options needs
are in `requirements-COMMAND-OPTION.lock`, for a command called "COMMAND --OPTION" here. An environment is
made by the first call of `interpreter()`; no other command or option installs anything.
"""

import fcntl
import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from docsis_vp.errors import InputError

ROOT = Path(__file__).parents[1]  # docsis_vp and the lock files
# Installs the Debian packages of a tier. Set by the script vp.
INSTALLER = "DOCSIS_VP_DEPS_INSTALLER"
TIER = "venv"


def file_name(command: str) -> str:
    return command.replace(" --", "-")


def lock_of(command: str) -> Path:
    return ROOT / f"requirements-{file_name(command)}.lock"


def interpreter(command: str) -> Path:
    """Python in the environment of the command. Throws InputError: it cannot be made."""
    folder = folder_of(command)
    python = folder / "bin/python"
    wanted = f"# Python {sys.version_info.major}.{sys.version_info.minor}\n" + lock_of(command).read_text("utf-8")
    made = folder / "made-from.lock"  # the last file to be written
    if not holds(made, wanted):
        with only_one(folder):
            if not holds(made, wanted):
                make(folder, command)
                made.write_text(wanted, encoding="utf-8")
    return python


def folder_of(command: str) -> Path:
    """A build tree keeps its environments; those of an installation are the user's."""
    program = os.environ.get("DOCSIS_VP_SIM")
    build = Path(program).parents[1] if program else ROOT.parent / "build/release"
    if (build / "CMakeCache.txt").is_file():
        return build.resolve() / f"python-environment-{file_name(command)}"
    digest = hashlib.sha256(lock_of(command).read_bytes()).hexdigest()[:12]
    return cache() / "docsis-vp" / f"python-{file_name(command)}-{digest}"


def cache() -> Path:
    named = os.environ.get("XDG_CACHE_HOME", "")
    if Path(named).is_absolute():
        return Path(named)
    try:
        return Path.home() / ".cache"
    except RuntimeError:
        raise InputError("HOME: expected a home directory, or XDG_CACHE_HOME, for Python packages") from None


def holds(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except FileNotFoundError:
        return False


@contextmanager
def only_one(folder: Path):
    """Two processes would write the same files."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(folder: Path, command: str) -> None:
    need_venv(command)
    lock = lock_of(command)
    count = sum(line[:1].isalpha() for line in lock.read_text(encoding="utf-8").splitlines())
    packages = "package" if count == 1 else "packages"
    print(f"docsis-vp: {command} installs {count} Python {packages} into {folder}, once", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    call("-m", "venv", *(() if count else ("--without-pip",)), str(folder),
         failure=f"{folder}: the virtual environment could not be made")
    if count:
        call("-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", str(lock),
             python=folder / "bin/python", failure=f"{lock}: its packages could not be installed")


def need_venv(command: str) -> None:
    """Debian has this part of Python in a package of its own."""
    if has_venv():
        return
    installer = os.environ.get(INSTALLER)
    if installer:
        subprocess.run([installer, TIER], check=False)
        importlib.invalidate_caches()
    if not has_venv():
        raise InputError(f"{command} needs Python's module venv: install python3-venv")


def has_venv() -> bool:
    return importlib.util.find_spec("ensurepip") is not None


def call(*arguments: str, failure: str, python: str | Path = sys.executable) -> None:
    """Runs Python. All that it prints goes to the standard error. Throws InputError: it failed."""
    done = subprocess.run([python, *arguments], stdin=subprocess.DEVNULL, stdout=sys.__stderr__, check=False)
    if done.returncode != 0:
        raise InputError(failure)
