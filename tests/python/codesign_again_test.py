"""docsis-vp codesign called again, or with runs that fail."""

import json
import os
import signal
import subprocess
import sys

from tests.python.codesign_folder import CodesignTest, matrix


class Again(CodesignTest):
    def test_a_second_call_runs_nothing(self):
        self.codesign()
        first = self.document()
        status, out, _ = self.codesign()
        self.assertEqual(status, 0)
        self.assertIn(", 13 of them existed before", out)
        self.assertEqual(self.document(), first)

    def test_only_what_changed_runs_again(self):
        self.codesign()
        changed = matrix()
        changed["axes"]["algorithm"]["pie"]["upstream"] = {
            "aqm": {"algorithm": "pie", "target_ms": 30}
        }
        self.write("modem.matrix", changed)
        _, out, _ = self.codesign()
        self.assertIn("11 of them existed before", out)

    def test_runs_are_the_same_side_by_side(self):
        self.codesign("--jobs", "1")
        one_by_one = self.document()
        other = self.folder / "other"
        self.call("codesign", self.folder / "modem.json", "-o", other, "--jobs", "4")
        self.assertEqual(json.loads((other / "codesign.json").read_text()), one_by_one)

    def test_rows_run_as_long_as_is_said(self):
        self.codesign("--duration", "0.02")
        self.assertEqual({row["simulated_s"] for row in self.document()["rows"]}, {0.02})

    def test_rows_have_as_many_seeds_as_are_said(self):
        self.codesign("--seeds", "3")
        self.assertEqual([row["seeds"] for row in self.document()["rows"]], [[1, 2, 3]] * 4)
        _, out, _ = self.codesign("--quick", "--seeds", "2")
        self.assertIn("2 runs", out)
        self.assertIn("2 of them existed before", out)

    def test_until_decided_it_runs_no_more_than_that_takes(self):
        status, out, _ = self.codesign("--until", "0.95", "--max-seeds", "16")
        self.assertEqual(status, 0)
        self.assertEqual([len(row["seeds"]) for row in self.document()["rows"]], [8] * 4)
        self.assertEqual(self.document()["confidence"]["level"], 0.95)
        self.assertEqual(self.document()["confidence"]["looks"], 2)  # at 8 and at 16 seeds
        self.assertNotIn("open", out)

    def test_what_stays_open_gets_all_seeds_and_another_status(self):
        changed = matrix() | {"matters": {"latency_p99_ms": 0}}
        # Slow enough that a verdict makes a packet of the call miss a grant, in some seeds.
        changed["axes"]["placement"]["C"]["modem"]["cpu"] = {"clock_mhz": 50, "memory_wait_states": 8}
        self.write("modem.matrix", changed)
        status, out, _ = self.codesign("--until", "0.9", "--max-seeds", "9")
        self.assertEqual(status, 1)
        # Rows that differ in nothing that decides need no more: PIE never drops here.
        self.assertEqual([len(row["seeds"]) for row in self.document()["rows"]], [9, 8, 9, 9])
        self.assertIn("    open: C docsis_pie\n", out)
        self.assertRegex(out, r"need (about \d+|more) seeds")
        self.assertEqual(self.codesign("--seeds", "9")[0], 0)

    def test_what_has_no_effect_is_said_once(self):
        changed = matrix()
        changed["axes"]["algorithm"]["pie"]["upstream"] = {"aqm": {"algorithm": "pie", "dq_threshold_bytes": 20000}}
        changed["quick"]["rows"][0]["placement"] = ["A", "B"]
        self.write("modem.matrix", changed)
        for options, times in (("--quick",), 1), (("--quick", "-q"), 0):
            status, _, err = self.codesign(*options)
            self.assertEqual((status, err.count("dq_threshold_bytes of pie has no effect")), (0, times), err)

    def test_quick_takes_the_quick_rows(self):
        status, out, _ = self.codesign("--quick")
        self.assertEqual(status, 0)
        self.assertIn("1 runs", out)
        self.assertEqual([row["name"] for row in self.document()["rows"]], ["A pie"])
        self.assertEqual(self.document()["limits"], [])

    def test_ended_in_the_middle_it_leaves_nothing_and_goes_on(self):
        command = [sys.executable, "-m", "docsis_vp", "codesign", self.folder / "modem.json",
                   "-o", self.out, "--duration"]
        process = subprocess.Popen([*command, "10000"], stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.wait_until(lambda: process.poll() is not None or list(self.out.glob("runs/.*.part*")))
        process.terminate()
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assertIn("docsis-vp: ended by SIGTERM; the same command goes on from here\n", err)
        self.assertEqual(list(self.out.glob("runs/.*")), [])
        killed = self.out / "runs/.0123.part999999999"
        killed.mkdir()
        self.assertEqual(subprocess.run([*command, "0.03", "-q"], check=False).returncode, 0)
        self.assertFalse(killed.exists())

    def test_a_run_that_fails_is_listed_and_the_page_comes(self):
        changed = matrix()
        trap = f"{os.environ['DOCSIS_VP_FIRMWARE']}/test_trap.elf"
        changed["axes"]["placement"]["B"]["modem"]["firmware"] = trap
        self.write("modem.matrix", changed)
        status, _, err = self.codesign()
        self.assertEqual(status, 3)
        (failure,) = self.document()["failures"]
        self.assertEqual(failure["row"], "B docsis_pie")
        self.assertIn("cm0", failure["error"])
        self.assertIn(failure["error"], err)
        self.assertIn("codesign.html", os.listdir(self.out))
        failed = self.document()["rows"][2]
        self.assertEqual((failed["seeds"], failed["values"]), ([], {}))
        # Failed runs are repeated, the others are kept.
        self.assertIn("10 of them existed before", self.codesign()[1])

    def test_a_run_that_firmware_ends_early_has_failed_whatever_its_exit_code(self):
        changed = matrix()
        returns = f"{os.environ['DOCSIS_VP_FIRMWARE']}/test_startup.elf"
        changed["axes"]["placement"]["B"]["modem"]["firmware"] = returns
        self.write("modem.matrix", changed)
        self.assertEqual(self.codesign()[0], 3)
        (failure,) = self.document()["failures"]
        self.assertEqual(failure["row"], "B docsis_pie")
        self.assertRegex(failure["error"], r"^firmware of cm0 ended the run at \S+ s of 0\.03 s, with exit code 0$")
