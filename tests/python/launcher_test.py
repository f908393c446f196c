"""docsis-vp on a machine without a network, where nothing was installed yet."""

import json
import subprocess
import unittest

from tests.python.codesign_folder import matrix
from tests.python.launcher_folder import ROOT, LauncherTest
from tests.python.sweep_folder import sweep


class Fresh(LauncherTest):
    """Every call here ends without an installation."""

    def expect(self, status: int, *arguments: str) -> str:
        found, out, err = self.call(*arguments)
        self.assertEqual(found, status, err)
        self.assertNotIn("install", err)
        self.assertEqual(list(self.home.iterdir()), [])
        self.assertFalse(self.pip_log.exists())
        return out

    def test_simulates_without_python(self):
        out = self.expect(0, "check", str(ROOT / "scenarios/quickstart.json"))
        self.assertIn('"name": "quickstart"', out)
        self.assertEqual(self.call("codesigm")[2].count("\n"), 1)

    def test_unknown_command(self):
        said = self.call("x")[2]
        self.assertEqual(said, 'docsis-vp: unknown command "x", known are run, check, report, config, aqm, '
                         "area, iss, codesign, compare, drops, reproduce, sweep\n")
        self.assertEqual(self.call("sweeep")[2],
                         'docsis-vp: unknown command "sweeep", did you mean "sweep"?\n')

    def test_codesign_and_compare(self):
        self.write("modem.matrix", matrix())
        for out in ("one", "two"):
            self.assertIn("1 runs", self.expect(0, "codesign", "modem.json", "--quick", "-o", out))
        document = json.loads((self.folder / "one/codesign.json").read_text(encoding="utf-8"))
        self.assertEqual([row["name"] for row in document["rows"]], ["A pie"])
        self.assertIn("What was measured: 0 of ", self.expect(0, "compare", "one", "two"))

    def test_sweep(self):
        self.write("sweep.json", sweep(replications=1))
        self.assertIn("6 runs in", self.expect(0, "sweep", "sweep.json", "-o", "out"))
        for name in ("sweep.html", "sweep.csv", "runs.csv"):
            self.assertTrue((self.folder / "out" / name).stat().st_size, name)

    def test_needs_nothing_of_the_environment(self):
        self.write("modem.matrix", matrix())
        self.environment = {key: self.environment[key] for key in ("ASAN_OPTIONS",) if key in self.environment}
        self.expect(0, "check", "modem.json")
        self.expect(0, "codesign", "modem.json", "--quick", "-o", "one")
        self.expect(0, "compare", "one", "one")

    def test_says_that_python_has_too_small_a_stack(self):
        def call(*arguments: str) -> tuple:
            done = subprocess.run(["sh", "-c", 'ulimit -s 64; exec "$@"', "sh", self.prefix / "bin/docsis-vp", *arguments],
                                  cwd=self.folder, capture_output=True, text=True, check=False)
            return done.returncode, done.stdout, done.stderr

        self.assertIn(call("compare", "one", "one"), (
            (2, "", "docsis-vp: compare needs a stack of 1024 KiB, the limit is 64 KiB: ulimit -s 8192\n"),
            (2, "", "docsis-vp: one: No such file or directory\n")))  # root may raise the limit

    def test_what_runs_nothing(self):
        self.assertIn("  codesign   simulate all rows", self.expect(0, "--help"))
        for command in ("sweep", "reproduce", "codesign", "compare"):
            self.assertIn(f"usage: docsis-vp {command}", self.expect(0, command, "--help"))
        self.assertIn("cablelabs-2012 ", self.expect(0, "reproduce", "all", "--list"))
        self.expect(2, "reproduce", "cablelabs-2012", "--case", "no-such-case")
        self.write("sweep.json", sweep())
        for option in ("--list", "--dry-run"):
            self.expect(0, "sweep", "sweep.json", "--parquet", option)
        no_point = [{"name": "rate", "path": "flows.flood.rate_mbps", "values": [1, -1]}]
        for wrong in ({"metrics": []}, {"axes": no_point}):
            self.write("sweep.json", sweep(**wrong))
            self.expect(2, "sweep", "sweep.json", "--parquet", "--", "--cores", "2")

    def test_a_study_without_pages(self):
        self.expect(0, "reproduce", "cablelabs-2014", "--subset", "--no-pages", "-o", "out",
                    "--case", "pie-token-bucket")


if __name__ == "__main__":
    unittest.main()
