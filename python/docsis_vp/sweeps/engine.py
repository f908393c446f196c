"""The runs of a sweep: on the cores of this machine, or wherever Snakemake takes them."""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from docsis_vp import environment
from docsis_vp.campaign import Campaign, Outcome, parts_in
from docsis_vp.errors import InputError
from docsis_vp.progress import Progress
from docsis_vp.sweeps.folder import SweepFolder, put_in_order
from docsis_vp.sweeps.plan import Planner, SweepRun

# Options that select where to run, or how many runs at a time.
PLACES = ("--cores", "-c", "--jobs", "-j", "--profile", "--executor", "-e")
POLL_S = 0.2
ERROR_OF_A_JOB = "Error in rule run"


@contextmanager
def locked(folder: SweepFolder):
    """One at a time, until the last process that has the lock ends."""
    folder.path.mkdir(parents=True, exist_ok=True)
    with (folder.path / ".lock").open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            number = lock.read().strip()
            by = f", process {number}" if number.isdecimal() else ""
            raise InputError(f"{folder.path}: another sweep is at work there{by}") from None
        name_holder(lock, os.getpid())
        yield lock


def name_holder(lock, process: int) -> None:
    """For the message of a process that finds the folder locked."""
    lock.truncate(0)
    print(process, file=lock, flush=True)


def clear(folder: SweepFolder, wanted: list[SweepRun]) -> None:
    """Removes what earlier runs left: their errors, and the parts of those that were killed."""
    for run in wanted:
        folder.error(run.identity).unlink(missing_ok=True)
    for left, _ in parts_in(folder.runs):
        shutil.rmtree(left, ignore_errors=True)


def run_missing(folder: SweepFolder, planner: Planner, runs: list[SweepRun], progress: Progress,
                snakemake: list[str] | None = None) -> None:
    """Runs what the folder does not have, through Snakemake if its options are given."""
    wanted = list({run.identity: run for run in runs if not folder.is_done(run.identity)}.values())
    if not wanted:
        return
    progress.expect([run.kind for run in wanted])
    if snakemake is None:
        run_here(folder, planner, wanted, progress)
    else:
        run_by_snakemake(folder, planner, wanted, snakemake, progress)
    progress.finish()


def run_here(folder: SweepFolder, planner: Planner, wanted: list[SweepRun], progress: Progress) -> None:
    """Returns when all that could be run has been."""
    def take(outcome: Outcome) -> None:
        if outcome.error is not None:
            folder.write_error(outcome.run.identity, outcome.error)

    with locked(folder):
        clear(folder, wanted)
        Campaign(planner.simulator, folder.path, progress.jobs, progress, put_in_order).run_each(wanted, take)


def command_of(python: Path, folder: SweepFolder, options: list[str]) -> list[str]:
    """Starts Snakemake under a guard, which ends it with this process."""
    says_where = any(option.split("=")[0] in PLACES or option[:2] in ("-c", "-j", "-e")
                     for option in options)
    # A run is identified by all facts on which its results depend, and its folder is complete: nothing
    # is out of date or half done. After a kill no lock of Snakemake remains.
    return [
        sys.executable, "-m", "docsis_vp.sweeps.guard", str(python), "-m", "snakemake", "--snakefile", str(Path(__file__).parent / "Snakefile"),
        "--directory", str(folder.path), "--keep-going", "--nolock", "--ignore-incomplete",
        "--rerun-triggers", "mtime", "--drop-metadata",
        *(() if says_where else ("--cores", "all")), *options,
    ]


def run_by_snakemake(folder: SweepFolder, planner: Planner, wanted: list[SweepRun], options: list[str],
                     progress: Progress) -> None:
    """Returns when all that could be run has been. Throws InputError: Snakemake did not start."""
    python = environment.interpreter("sweep")
    with locked(folder) as lock, folder.log.open("w", encoding="utf-8") as log:
        clear(folder, wanted)
        folder.write_plan(planner, wanted)
        process = subprocess.Popen(
            command_of(python, folder, options), stdin=subprocess.PIPE, stdout=log, stderr=log,
            start_new_session=True, pass_fds=(lock.fileno(),),
        )
        name_holder(lock, process.pid)
        try:
            watch(process, folder, [run.identity for run in wanted], progress)
        finally:
            process.stdin.close()
            process.wait()
    text = folder.log.read_text(encoding="utf-8", errors="replace")
    if process.returncode != 0 and ERROR_OF_A_JOB not in text:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        said = lines[-1] if lines else f"it ended with status {process.returncode}"
        raise InputError(f"snakemake: {said} (whole log: {folder.log})")


def watch(process: subprocess.Popen, folder: SweepFolder, wanted: list[str],
          progress: Progress) -> None:
    start, left = time.monotonic(), list(wanted)
    while True:
        ended = process.poll() is not None
        finished = {identity for identity in left
                    if folder.is_done(identity) or folder.error(identity).is_file()}
        left = [identity for identity in left if identity not in finished]
        for _ in finished:
            each = (time.monotonic() - start) * progress.jobs / (len(wanted) - len(left))
            progress.advance("run", each)
        if ended:
            return
        time.sleep(POLL_S)
