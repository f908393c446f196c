"""Errors that a user can cause. The text is one line that names file, place and expectation."""

import os
import re
from collections.abc import Iterable

KEY = r"[A-Za-z_][A-Za-z0-9_-]*(?:\[[0-9]+\]|\.[A-Za-z0-9_-]+)*"
# The program complains FILE:LINE: KEY: EXPECTATION, with the key where a value is at fault.
PLACE = re.compile(rf":(?P<line>[0-9]+): (?:(?P<key>{KEY}): )?")
OPTION = re.compile(rf"--[a-z-]+ .*?: (?P<key>{KEY}): ")
KEYED = re.compile(rf"(?P<key>{KEY}): ")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class DocsisVpError(Exception):
    """Any error of this package that has a cause outside of it."""


class InputError(DocsisVpError):
    """Bad usage or input: one line that names file, place and expectation. Exit status 2."""

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None,
                 key: str | None = None):
        """`file`: None if the input is no file, as a dict or an argument. `line` counts from 1; None if
        the place is a whole file. `key` as in the message: service_flows[0].aqm.target_ms."""
        super().__init__(message)
        self.file = file
        self.line = line
        self.key = key


class RunFailed(DocsisVpError):
    """A simulation did not come to its end; the text is its own line of error."""


def located(message: str, file: str | None = None, sets: Iterable[str] = (), nameless: str = "") -> InputError:
    """The program's complaint, with its place. `file`: the scenario as the program got it; `sets`: changes to
    keys, path=value; `nameless`: what the program calls a scenario that has no file."""
    for each in sets:
        option = in_one_line(f"--set {each}: ")
        if message.startswith(option):
            found = KEYED.match(message, len(option))
            return InputError(message, key=found["key"] if found else each.partition("=")[0])
    found = OPTION.match(message)
    if found:
        return InputError(message, key=found["key"])
    if nameless and message.startswith(f"{nameless}:"):
        message = re.sub(r"^(?:[0-9]+:)? ", "", message.removeprefix(f"{nameless}:"))
        found = KEYED.match(message)
        return InputError(message, key=found["key"] if found else None)
    shown = in_one_line(file or "")
    if file and message.startswith(f"{shown}:"):
        found = PLACE.match(message, len(shown))
        return InputError(message, file=file, line=int(found["line"]) if found else None,
                          key=found["key"] if found else None)
    # Another file, which the scenario extends. Its name may look like a place.
    ends = list(PLACE.finditer(message))
    for found in [each for each in ends if os.path.exists(message[:each.start()])] or ends[:1]:
        return InputError(message, file=message[:found.start()], line=int(found["line"]), key=found["key"])
    return InputError(message)


def in_one_line(text: str) -> str:
    """As the program writes it."""
    return CONTROL.sub(" ", text)
