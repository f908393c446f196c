"""The guard of Snakemake: a session that ends with whoever started it."""

import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from docsis_vp.sweeps.guard import GRACE_S

TIMEOUT_S = 60
GUARD = [sys.executable, "-m", "docsis_vp.sweeps.guard"]


def runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Guard(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        self.addCleanup(folder.cleanup)
        self.started = Path(folder.name, "started")
        # Two that sleep in one session, as Snakemake and a job do. Their numbers are in the file when both run.
        self.two = ["sh", "-c", f"sleep 1000 & echo $$ $! >{self.started}.part; mv {self.started}.part {self.started}; wait"]

    def sleepers(self) -> list[int]:
        end = time.monotonic() + TIMEOUT_S
        while not self.started.exists():
            self.assertLess(time.monotonic(), end, "the two sleepers never began")
            time.sleep(0.01)
        return [int(word) for word in self.started.read_text(encoding="utf-8").split()]

    def expect_end_of(self, sleepers: list[int]):
        end = time.monotonic() + TIMEOUT_S
        while any(map(runs, sleepers)) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual([process for process in sleepers if runs(process)], [])

    def test_has_the_status_of_the_command(self):
        for script, status in (("exit 7", 7), ("exit 0", 0), ("kill -9 $$", 137)):
            with subprocess.Popen([*GUARD, "sh", "-c", script], stdin=subprocess.PIPE, start_new_session=True) as guard:
                self.assertEqual(guard.wait(TIMEOUT_S), status)

    def test_ends_the_session_when_its_input_is_closed(self):
        guard = subprocess.Popen([*GUARD, *self.two], stdin=subprocess.PIPE, start_new_session=True)
        self.addCleanup(guard.kill)
        sleepers = self.sleepers()
        begin = time.monotonic()
        guard.stdin.close()
        self.assertNotEqual(guard.wait(TIMEOUT_S), 0)
        self.assertLess(time.monotonic() - begin, GRACE_S - 2)  # it ends with the command, not with the grace
        self.expect_end_of(sleepers)

    def test_ends_the_session_when_its_caller_is_killed(self):
        code = ("import subprocess, sys, time; "
                "subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, start_new_session=True); time.sleep(1000)")
        caller = subprocess.Popen([sys.executable, "-c", code, *GUARD, *self.two])
        self.addCleanup(caller.wait, TIMEOUT_S)
        self.addCleanup(caller.kill)
        sleepers = self.sleepers()
        self.assertTrue(all(map(runs, sleepers)))
        caller.kill()
        self.expect_end_of(sleepers)
