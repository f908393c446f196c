"""docsis-vp sweep --: Snakemake on the cores of this machine."""

import csv
import json
import os
import signal
import subprocess
import time
import unittest

from tests.python.sweep_folder import TRAP, SweepTest, sweep


class Runs(SweepTest):
    def start(self, *options: str, by: tuple[str, ...] = ("--",)) -> subprocess.Popen:
        return subprocess.Popen(
            [os.environ["DOCSIS_VP_LAUNCHER"], "sweep", self.folder / "sweep.json", "-o", self.out, *by, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_sweep(self, *options: str, **by) -> tuple[int, str, str]:
        process = self.start(*options, **by)
        out, err = process.communicate(timeout=1500)
        return process.returncode, out, err

    def lines(self, name: str) -> list[dict]:
        with (self.out / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_tables_and_page_come_and_a_second_call_runs_what_is_missing(self):
        status, out, err = self.run_sweep("--cores", "2", by=("--parquet", "--"))
        self.assertEqual(status, 0, err)
        self.assertIn("12 runs in", out)
        for table in ("sweep.parquet", "runs.parquet"):
            self.assertIn(f"  {self.out / table}\n", out)
            self.assertEqual((self.out / table).read_bytes()[:4], b"PAR1")
        self.assertEqual(len(self.lines("runs.csv")), 12)
        rows = self.lines("sweep.csv")
        self.assertEqual([row["rate"] for row in rows], ["10", "10", "30", "30", "20", "20"])
        page = (self.out / "sweep.html").read_text()
        self.assertEqual(page.count("data-chart="), 2)
        self.assertIn("<td>pie</td>", page)

        wider = sweep(replications=3)
        self.write("sweep.json", wider)
        status, out, err = self.run_sweep(by=())
        self.assertEqual(status, 0, err)
        self.assertIn("18 runs in", out)
        self.assertIn("12 of them existed before, 0 failed", out)
        self.assertEqual(list(self.out.glob("*.parquet")), [])  # not asked for, and the earlier ones lack rows
        self.write("sweep.json", sweep(replications=4))
        self.assertIn("18 of them existed before, 0 failed", self.run_sweep()[1])

    def test_a_run_that_fails_is_reported_and_the_rest_kept(self):
        self.write("sweep.json", sweep(axes=[{
            "name": "law", "paths": ["modems.cm0.control_law", "modems.cm0.firmware"],
            "values": [["firmware", "docsis_pie"], ["firmware", TRAP]], "labels": ["good", "trap"]}]))
        status, out, err = self.run_sweep()
        self.assertEqual(status, 3, err)
        self.assertEqual(err.count("docsis-vp: trap, seed "), 2, err)
        self.assertIn("trap: cause 0x00000005", err)
        self.assertIn("2 failed", out)
        good, trap = self.lines("sweep.csv")
        self.assertEqual((good["seeds"], good["error"], trap["seeds"], trap["sent"]), ("2", "", "0", ""))
        self.assertIn("Runs that failed", (self.out / "sweep.html").read_text())
        self.assertIn("2 of them existed before, 2 failed", self.run_sweep()[1])

    def test_an_option_that_snakemake_refuses_is_bad_usage(self):
        status, out, err = self.run_sweep("--no-such-option")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("docsis-vp: snakemake: ", err.splitlines()[-1])
        self.assertIn("--no-such-option", err.splitlines()[-1])
        self.assertFalse((self.out / "sweep.csv").exists())

    def test_ended_in_the_middle_it_goes_on(self):
        self.write("sweep.json", sweep(set={"duration_s": 10_000}))
        process = self.start()
        end = time.monotonic() + 1500
        while not list(self.out.glob("runs/.*.part*")):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        second = self.run_sweep()
        self.assertEqual(second[0], 2)
        self.assertIn("another sweep is at work there", second[2])
        process.terminate()
        _, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, err)
        plan = json.loads((self.out / "plan.json").read_text())
        running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        for run in plan["runs"]:
            self.assertNotIn(run, running)
        self.write("sweep.json", sweep())
        status, _, err = self.run_sweep("-q", by=())
        self.assertEqual(status, 0, err)


if __name__ == "__main__":
    unittest.main()
