"""The launcher docsis-vp, as it lies in an installation."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Launcher(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        self.addCleanup(folder.cleanup)
        self.prefix = Path(folder.name)
        (self.prefix / "bin").mkdir()
        (self.prefix / "share/docsis-vp").mkdir(parents=True)
        shutil.copy(ROOT / "app/docsis-vp", self.prefix / "bin")
        (self.prefix / "bin/docsis-vp-sim").symlink_to(os.environ["DOCSIS_VP_SIM"])
        python = self.prefix / "share/docsis-vp/python"
        python.mkdir()
        (python / "docsis_vp").symlink_to(ROOT / "python/docsis_vp")
        # What the real one names takes a network; docsis-vp reproduce, labelled studies, needs it.
        self.lock = python / "requirements.lock"
        self.lock.write_text("# nothing\n")
        (python / "requirements-sweep.lock").write_text("# nothing either\n")
        self.cache = self.prefix / "cache"

    def call(self, *arguments: str) -> tuple[int, str, str]:
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "ASAN_OPTIONS") if key in os.environ}
        process = subprocess.run(
            [self.prefix / "bin/docsis-vp", *arguments],
            env=kept | {"HOME": str(self.prefix), "XDG_CACHE_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )
        return process.returncode, process.stdout, process.stderr

    def test_simulates_without_python(self):
        status, out, err = self.call("check", str(ROOT / "scenarios/quickstart.json"))
        self.assertEqual((status, err), (0, ""))
        self.assertIn('"name": "quickstart"', out)
        self.assertEqual(self.call("codesigm")[2].count("\n"), 1)
        self.assertFalse(self.cache.exists())

    def test_lists_the_commands_of_both(self):
        status, out, _ = self.call("--help")
        self.assertEqual(status, 0)
        self.assertIn("  run        simulate", out)
        self.assertIn("  codesign   run every placement", out)

    @unittest.skipUnless(importlib.util.find_spec("ensurepip"), "python3-venv is not installed")
    def test_help_needs_nothing_installed(self):
        for arguments in (["sweep", "--help"], ["reproduce", "-h"], ["codesign", "x.json", "--help"]):
            status, out, err = self.call(*arguments)
            self.assertEqual((status, err), (0, ""))
            self.assertIn(f"usage: docsis-vp {arguments[0]}", out)
        self.assertFalse(self.cache.exists())

    @unittest.skipUnless(importlib.util.find_spec("ensurepip"), "python3-venv is not installed")
    def test_makes_its_environment_once(self):
        expected = "docsis-vp: the following arguments are required: scenario, usage: docsis-vp "
        for _ in range(2):
            status, out, err = self.call("codesign")
            self.assertEqual((status, out), (2, ""))
            self.assertTrue(err.startswith(expected), err)
        (environment,) = [path for path in self.cache.glob("docsis-vp/python-*") if path.is_dir()]
        self.assertEqual((environment / "installed.lock").read_text(),
                         self.lock.read_text())

    @unittest.skipUnless(importlib.util.find_spec("ensurepip"), "python3-venv is not installed")
    def test_a_command_with_needs_of_its_own_has_an_environment_of_its_own(self):
        status, _, err = self.call("sweep", "no.json")
        self.assertEqual((status, err), (2, "docsis-vp: no.json: No such file or directory\n"))
        (environment,) = [path for path in self.cache.glob("docsis-vp/python-*") if path.is_dir()]
        self.assertEqual((environment / "installed.lock").read_text(), "# nothing either\n")
