"""Calls docsis-vp-sim: checks scenarios and runs them."""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from docsis_vp import jsonfile, signals
from docsis_vp.errors import InputError, RunFailed, located

MESSAGE_PREFIX = "docsis-vp: "
# Header that a linker writes before a program's build id.
BUILD_ID = b"\4\0\0\0\x14\0\0\0\3\0\0\0GNU\0"
BUILD_ID_BYTES = 20
STANDARD_INPUT = "/dev/stdin"  # a scenario that is made, not written, comes this way
# In the environment of the program: the process that it ends with.
PARENT = "DOCSIS_VP_PARENT"
GRACE_S = 2  # to end when asked to
POLL_S = 0.02
BAD_INPUT = 2  # its exit status


class Stopped(Exception):
    """Simulator.stop() was called."""


def complaint(process: subprocess.CompletedProcess) -> str:
    """The last line that a failed program wrote, or how it ended."""
    lines = process.stderr.strip().splitlines()
    if process.returncode < 0:
        return f"docsis-vp-sim was ended by {signal_name(-process.returncode)}"
    if not lines:
        return f"docsis-vp-sim ended with status {process.returncode}"
    return lines[-1].removeprefix(MESSAGE_PREFIX)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def changes_of(values: Mapping[str, object]) -> tuple[str, ...]:
    """Changes to keys as the program takes them, path=value."""
    return tuple(f"{path}={jsonfile.line(value)}" for path, value in values.items())


def changes(sets: tuple[str, ...]) -> list[str]:
    return [word for each in sets for word in ("--set", each)]


def end(process: subprocess.Popen) -> None:
    """Asks it to end, then has it ended."""
    process.terminate()
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):  # output that is not written yet
            stream.close()


class Simulator:
    def __init__(self, program: Path, folder: Path | None = None):
        """Paths of files in `sets` count from `folder`."""
        self.program = program
        self.folder = folder
        self.notes: set[str] = set()
        self.running: set[subprocess.Popen] = set()
        self.stopped = False
        self.lock = threading.Lock()  # of the two above

    def _call(self, *arguments: str, scenario: dict | None = None) -> subprocess.CompletedProcess:
        command = [str(self.program), *arguments]
        text = "" if scenario is None else json.dumps(scenario)
        process = None
        try:
            with signals.held():
                process = self._started(command)
            out, err = process.communicate(text)
        except BaseException:
            if process is not None:
                end(process)
            raise
        finally:
            with self.lock:
                self.running.discard(process)
        if self.stopped:
            raise Stopped
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def _started(self, command: list[str]) -> subprocess.Popen:
        pipe = subprocess.PIPE
        with self.lock:
            if self.stopped:
                raise Stopped
            try:
                process = subprocess.Popen(
                    command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=self.folder, encoding="utf-8",
                    errors="backslashreplace", env=os.environ | {PARENT: str(os.getpid())})
            except (OSError, ValueError) as error:
                raise InputError(f"{self.program}: cannot be started: "
                                 f"{getattr(error, 'strerror', None) or error}") from None
            self.running.add(process)
            return process

    def stop(self) -> None:
        """Ends what runs in other threads. Their calls throw Stopped, and so does every later one."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.terminate()
        end = time.monotonic() + GRACE_S
        while self.running and time.monotonic() < end:
            time.sleep(POLL_S)
        with self.lock:
            for process in self.running:
                process.kill()

    @cached_property
    def version(self) -> str:
        return self._call("--version").stdout.strip().removeprefix("docsis-vp ")

    @cached_property
    def results_schema(self) -> dict:
        """JSON Schema of results.json, with units and what else is declared of each key."""
        process = self._call("check", "--results-schema")
        if process.returncode != 0:
            raise InputError(complaint(process))
        return jsonfile.parse(process.stdout, "the output of docsis-vp check --results-schema")

    @cached_property
    def fingerprint(self) -> str:
        """Hash of program and firmware, on which a result depends beside its configuration."""
        return self.fingerprint_of_firmware + hashlib.sha256(self.program.read_bytes()).hexdigest()

    @cached_property
    def fingerprint_of_firmware(self) -> str:
        digest = hashlib.sha256()
        root = self.program.parent.parent
        for folder in (root / "firmware", root / "share/docsis-vp/firmware"):
            for image in sorted(folder.glob("*.elf")):
                digest.update(image.name.encode() + image.read_bytes())
        return digest.hexdigest()

    @cached_property
    def code(self) -> str:
        """Hash of the program without its version text, which most changes leave equal."""
        image = self.program.read_bytes().replace(self.version.encode(), bytes(len(self.version)))
        before, note, after = image.partition(BUILD_ID)
        return hashlib.sha256(before + note + after[BUILD_ID_BYTES:]).hexdigest()

    def fingerprint_for(self, configuration: dict) -> str:
        """Hash for the results of this configuration: without a CPU no firmware runs."""
        runs_firmware = any(m["control_law"] == "firmware" for m in configuration["modems"])
        return self.fingerprint_of_firmware + self.code if runs_firmware else self.code

    def check(self, scenario: Path | dict, sets: tuple[str, ...] = (),
              options: tuple[str, ...] = ()) -> tuple[dict, list[str]]:
        """Returns the scenario with all defaults, and notes on options without effect. `sets` changes keys,
        path=value. Throws InputError with the simulator's message."""
        process = self._with_scenario("check", scenario, sets, options)
        return jsonfile.parse(process.stdout, "the output of docsis-vp check"), process.stderr.splitlines()

    def effective_configuration(self, scenario: Path | dict, sets: tuple[str, ...] = ()) -> dict:
        """Configuration of a run; its notes are kept for tell_notes()."""
        configuration, notes = self.check(scenario, sets)
        self.notes.update(notes)
        return configuration

    def tell_notes(self) -> None:
        """Each note once, in an order that does not depend on threads."""
        for note in sorted(self.notes):
            print(note, file=sys.stderr)

    def simulate(self, scenario: Path | dict, output: Path, sets: tuple[str, ...] = (),
                 options: tuple[str, ...] = ()) -> tuple[str, list[str]]:
        """Leaves the files of a run in the folder. Returns what it printed, and its notes. Throws InputError, and
        RunFailed: the simulated system failed, whose results are in the folder."""
        process = self._with_scenario("run", scenario, sets,
                                      ("-o", str(output.absolute()), "--no-rerun", *options))
        return process.stdout, process.stderr.splitlines()

    def run(self, scenario: dict, seed: int, output: Path, sets: tuple[str, ...] = ()) -> dict:
        """The results of one run. `sets` changes keys, path=value. Throws RunFailed."""
        try:
            self.simulate(scenario, output, sets, ("--seed", str(seed), "--quiet"))
        except InputError as error:
            raise RunFailed(str(error)) from None
        results = jsonfile.read_own(output / "results.json")
        if results["ended_at_s"] is not None:
            raise RunFailed(f"firmware of {results['ended_by']} ended the run at {results['ended_at_s']} s "
                            f"of {results['config']['duration_s']} s, with exit code 0")
        return results

    def _with_scenario(self, command: str, scenario: Path | dict, sets: tuple[str, ...],
                       options: tuple[str, ...]) -> subprocess.CompletedProcess:
        given = None if isinstance(scenario, Path) else scenario
        file = str(scenario) if given is None else STANDARD_INPUT
        process = self._call(command, file, *changes(sets), *options, scenario=given)
        if process.returncode == BAD_INPUT:
            raise located(complaint(process), file, sets, "" if given is None else STANDARD_INPUT)
        if process.returncode != 0:
            raise RunFailed(complaint(process))
        return process


def without_prefix(lines: Iterable[str]) -> tuple[str, ...]:
    """Notes as texts."""
    return tuple(line.removeprefix(MESSAGE_PREFIX) for line in lines)
