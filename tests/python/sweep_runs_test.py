"""docsis-vp sweep on the cores of this machine."""

import csv
import os
import signal
import subprocess
import sys
import unittest.mock

from tests.python.sweep_folder import TRAP, SweepTest, sweep


class Runs(SweepTest):
    def lines(self, name: str) -> list[dict]:
        with (self.out / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def start(self, **changes) -> subprocess.Popen:
        """A sweep in a process of its own, returned when its first run has begun."""
        self.write("sweep.json", sweep(**changes))
        process = subprocess.Popen(
            [sys.executable, "-m", "docsis_vp", "sweep", self.folder / "sweep.json", "-o", self.out, "--jobs", "2"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(process.kill)
        self.wait_until(lambda: process.poll() is not None or list(self.out.glob("runs/.*.part*")))
        self.assertIsNone(process.poll())
        return process

    def test_tables_and_page_come_and_a_second_call_runs_what_is_missing(self):
        status, out, err = self.sweep("--jobs", "2")
        self.assertEqual(status, 0, err)
        self.assertIn("12 runs in", out)
        self.assertIn("sweep: 12 of 12 runs", err)
        self.assertEqual(len(self.lines("runs.csv")), 12)
        rows = self.lines("sweep.csv")
        self.assertEqual([row["rate"] for row in rows], ["10", "10", "30", "30", "20", "20"])
        page = (self.out / "sweep.html").read_text()
        self.assertEqual(page.count("data-chart="), 2)
        self.assertIn("<td>pie</td>", page)
        self.assertEqual(sorted(path.name for path in self.out.iterdir()),
                         [".lock", "runs", "runs.csv", "sweep.csv", "sweep.html"])
        self.assertEqual({path.name for path in self.out.glob("runs/*/*")}, {"results.json"})

        (self.out / "runs.parquet").touch()
        made = {path: path.stat().st_mtime_ns for path in self.out.glob("runs/*/results.json")}
        self.write("sweep.json", sweep(replications=3))
        status, out, err = self.sweep("-q")
        self.assertEqual((status, out, err), (0, "", ""))
        self.assertEqual(len(self.lines("runs.csv")), 18)
        self.assertFalse((self.out / "runs.parquet").exists())  # of an earlier call, which lacks rows
        self.assertEqual({path: path.stat().st_mtime_ns for path in made}, made)
        self.assertIn("18 of them existed before, 0 failed", self.sweep()[1])

    def test_runs_are_the_same_side_by_side(self):
        self.sweep("--jobs", "1")
        one_by_one = (self.out / "runs.csv").read_text()
        other = self.folder / "other"
        self.call("sweep", self.folder / "sweep.json", "-o", other, "--jobs", "4")
        self.assertEqual((other / "runs.csv").read_text(), one_by_one)

    def test_a_run_that_fails_is_reported_and_the_rest_kept(self):
        law = {"name": "law", "paths": ["modems.cm0.control_law", "modems.cm0.firmware"],
               "values": [["firmware", "docsis_pie"], ["firmware", TRAP]], "labels": ["good", "trap"]}
        self.write("sweep.json", sweep(axes=[law]))
        status, out, err = self.sweep()
        self.assertEqual(status, 3, err)
        self.assertEqual(err.count("docsis-vp: trap, seed "), 2, err)
        self.assertIn("trap: cause 0x00000005", err)
        self.assertIn("2 failed", out)
        good, trap = self.lines("sweep.csv")
        self.assertEqual((good["seeds"], good["error"], trap["seeds"], trap["sent"]), ("2", "", "0", ""))
        self.assertIn("Runs that failed", (self.out / "sweep.html").read_text())
        self.assertIn("2 of them existed before, 2 failed", self.sweep()[1])

    def test_a_metric_that_no_run_has_is_refused_and_the_runs_are_kept(self):
        self.write("sweep.json", sweep(metrics=[{"name": "sent", "path": "service_flows.us0.sent"}]))
        status, _, err = self.sweep("-q")
        self.assertEqual((status, err), (2, f"docsis-vp: {self.folder}/sweep.json: metrics[0].path: expected a "
                                            "number of results.json, none of the runs has service_flows.us0.sent\n"))
        self.assertFalse((self.out / "sweep.csv").exists())
        self.write("sweep.json", sweep())
        self.assertIn("12 of them existed before, 0 failed", self.sweep()[1])

    def test_where_pyarrow_cannot_be_had_nothing_runs(self):
        with (
            unittest.mock.patch("docsis_vp.environment.folder_of", return_value=self.folder / "environment"),
            unittest.mock.patch("docsis_vp.environment.has_venv", return_value=False),
        ):
            for by in ((), ("--", "--cores", "1")):
                self.assertEqual(self.sweep("--parquet", *by), (
                    2, "", "docsis-vp: sweep --parquet needs Python's module venv: install python3-venv\n"))
        self.assertFalse(self.out.exists())

    def test_ended_in_the_middle_it_leaves_nothing_and_goes_on(self):
        process = self.start(set={"duration_s": 10_000})
        status, _, err = self.sweep()
        self.assertEqual((status, err), (2, f"docsis-vp: {self.out}: another sweep is at work there, process {process.pid}\n"))
        process.terminate()
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM, err)
        self.assertIn("docsis-vp: ended by SIGTERM; the same command goes on from here\n", err)
        self.assertEqual(list(self.out.glob("runs/.*")), [])
        self.write("sweep.json", sweep())
        self.assertEqual(self.sweep("-q"), (0, "", ""))

    def test_killed_in_the_middle_it_goes_on(self):
        process = self.start(set={"duration_s": 10_000})
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
        self.assertTrue(list(self.out.glob("runs/.*.part*")))
        self.assertEqual(list(self.out.glob("runs/[!.]*")), [])
        self.write("sweep.json", sweep())
        self.assertEqual(self.sweep("-q"), (0, "", ""))
        self.assertEqual(list(self.out.glob("runs/.*")), [])

    def test_the_sweep_is_not_written_over(self):
        name = "plan.json"
        self.write(name, sweep())
        path = self.folder / name
        self.assertEqual(self.call("sweep", path, "-o", self.folder), (
            2, "", f"docsis-vp: {path} would be written over the sweep {path}\n"))
