"""A sweep through a real Slurm of one node: a job is killed in the middle, the same command goes on."""

import csv
import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tests.python.codesign_folder import SCENARIO
from tests.python.one_node_slurm import OneNodeSlurm, why_not

ROOT = Path(__file__).parents[2]
# Starting Snakemake takes seconds, on a busy machine minutes, once for the sweep and once a job.
TIMEOUT_S = 1500
LONG_S = 2_000  # simulated, minutes: killed long before
PROFILE = ("--profile", str(ROOT / "scenarios/sweeps/slurm"), "--slurm-no-account",
           "--slurm-status-command", "squeue", "--slurm-init-seconds-before-status-checks", "1",
           "--seconds-between-status-checks", "1", "--latency-wait", "5")


def sweep(long_s: float) -> dict:
    return {
        "scenario": "modem.json",
        "axes": [
            {"name": "duration", "unit": "s", "path": "duration_s", "values": [0.03, long_s],
             "labels": ["short", "long"]},
        ],
        "metrics": [{"name": "sent", "path": "service_flows.us0.sent_packets"}],
    }


@unittest.skipIf(why_not(), why_not())
class OnSlurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.out = cls.folder / "out"
        (cls.folder / "modem.json").write_text(json.dumps(SCENARIO), encoding="utf-8")
        cls.slurm = cls.enterClassContext(OneNodeSlurm(cls.folder / "slurm"))

    def start(self, value: dict, name: str = "sweep") -> subprocess.Popen:
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(value), encoding="utf-8")
        process = subprocess.Popen(
            [os.environ["DOCSIS_VP_LAUNCHER"], "sweep", path, "-o", self.folder / "out", "--", *PROFILE],
            env=self.slurm.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    def end(self, process: subprocess.Popen):
        if process.poll() is None:
            process.terminate()
            process.communicate()

    def finish(self, process: subprocess.Popen) -> tuple[int, str, str]:
        out, err = process.communicate(timeout=TIMEOUT_S)
        return process.returncode, out, err

    def wait_for(self, what, process: subprocess.Popen):
        end = time.monotonic() + TIMEOUT_S
        while not what():
            self.assertLess(time.monotonic(), end, self.slurm.logs())
            if process.poll() is not None:
                self.fail(f"{process.communicate()}\n{self.slurm.logs()}")
            time.sleep(0.2)

    def rows(self) -> dict[str, dict]:
        with (self.out / "sweep.csv").open(encoding="utf-8", newline="") as file:
            return {row["duration"]: row for row in csv.DictReader(file)}

    def job_of(self, part: Path) -> str:
        """The job whose process works in this folder."""
        process = part.name.rpartition("part")[2]
        environment = Path("/proc", process, "environ").read_bytes().split(b"\0")
        return next(each for each in environment if each.startswith(b"SLURM_JOB_ID=")).decode().split("=")[1]

    def test_a_killed_job_is_run_again_and_nothing_else(self):
        process = self.start(sweep(LONG_S))

        def results() -> list[Path]:  # of runs that are done
            return list(self.out.glob("runs/[!.]*/results.json"))

        def parts() -> list[Path]:
            return list(self.out.glob("runs/.*.part*"))

        self.wait_for(lambda: results() and parts(), process)
        (short,) = results()
        made = short.read_bytes()  # with the time it took
        (part,) = parts()
        killed = self.slurm.call("scancel", self.job_of(part))
        self.assertEqual(killed.returncode, 0, killed.stderr)
        status, out, err = self.finish(process)
        self.assertEqual(status, 3, err)
        self.assertIn("2 runs in", out)
        self.assertIn("1 failed", out)
        self.assertIn("long, seed 1: ended without results", err)
        rows = self.rows()
        self.assertEqual((rows["short"]["seeds"], rows["long"]["seeds"]), ("1", "0"))
        self.assertGreater(float(rows["short"]["sent"]), 0)

        # The same runs, the long one of them no longer than the short.
        plan = json.loads((self.out / "plan.json").read_text())
        self.assertEqual(len(plan["runs"]), 2)
        status, out, err = self.finish(self.start(sweep(0.04)))
        self.assertEqual(status, 0, err)
        self.assertIn("1 of them existed before, 0 failed", out)
        self.assertEqual(short.read_bytes(), made)
        rows = self.rows()
        self.assertEqual((rows["short"]["seeds"], rows["long"]["seeds"]), ("1", "1"))
        self.assertEqual(parts(), [])
        self.assertEqual(self.slurm.jobs("RUNNING", "PENDING"), [])


if __name__ == "__main__":
    unittest.main()
