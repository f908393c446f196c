"""Virtual environments of commands that need more than Python's own library."""

import os
import subprocess
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from docsis_vp.environment import folder_of, has_venv, need_venv
from docsis_vp.errors import InputError
from tests.python.launcher_folder import ROOT, LauncherTest
from tests.python.sweep_folder import sweep


@unittest.skipUnless(has_venv(), "python3-venv is not installed")
class Environments(LauncherTest):
    """The lock file names no package, so that no network is needed."""

    def setUp(self):
        super().setUp()
        self.lock = self.python / "requirements-sweep.lock"
        self.lock.write_text("# nothing\n", encoding="utf-8")
        self.write("sweep.json", sweep(replications=1, axes=[sweep()["axes"][0] | {"values": [10]}]))

    def by_snakemake(self) -> str:
        """The environment has no Snakemake, which is a line of error."""
        status, out, err = self.call("sweep", "sweep.json", "-o", "out", "--", "--cores", "1")
        self.assertEqual((status, out), (2, ""), err)
        *made, last = err.splitlines()
        self.assertIn("/bin/python: No module named snakemake (whole log: ", last)
        return "\n".join(made)

    def test_is_made_once_and_again_for_another_lock_file(self):
        made = self.by_snakemake()
        (environment,) = self.environments()
        self.assertEqual(made, f"docsis-vp: sweep installs 0 Python packages into {environment}, once")
        self.assertEqual(self.by_snakemake(), "")
        self.lock.write_text("# nothing else\n", encoding="utf-8")
        self.assertIn("once", self.by_snakemake())
        self.assertEqual(len(self.environments()), 2)

    def test_half_made_is_made_again(self):
        self.by_snakemake()
        (environment,) = self.environments()
        (environment / "made-from.lock").unlink()
        (environment / "bin/python").unlink()
        self.assertIn("once", self.by_snakemake())

    def test_what_cannot_be_installed_is_said_before_anything_runs(self):
        self.lock.write_text("a-package-that-nobody-has==1.0\n", encoding="utf-8")
        status, out, err = self.call("sweep", "sweep.json", "-o", "out", "--", "--cores", "1")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("docsis-vp: sweep installs 1 Python package into ", err)
        self.assertEqual(err.splitlines()[-1], f"docsis-vp: {self.lock}: its packages could not be installed")
        self.assertTrue(self.pip_log.exists())
        self.assertEqual([path.name for path in (self.folder / "out").rglob("*.csv")], [])

    def test_a_pyarrow_that_fails_leaves_the_rest(self):
        (self.python / "requirements-sweep-parquet.lock").write_text("# nothing\n", encoding="utf-8")
        status, out, err = self.call("sweep", "sweep.json", "--parquet", "-o", "out")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("No module named 'pyarrow'", err)
        table = (self.folder / "out/sweep.parquet").absolute()
        self.assertEqual(err.splitlines()[-1], f"docsis-vp: {table}: pyarrow could not write it")
        self.assertEqual({path.name for path in table.parent.iterdir()}, {".lock", "runs", "runs.csv", "sweep.csv", "sweep.html"})


class WithoutVenv(unittest.TestCase):
    """Debian's package python3 has no module ensurepip."""

    def need(self, **environment):
        with unittest.mock.patch.dict(os.environ, environment):
            need_venv("sweep")

    def test_nothing_to_do_where_it_is_there(self):
        with unittest.mock.patch("docsis_vp.environment.has_venv", return_value=True):
            self.need(DOCSIS_VP_DEPS_INSTALLER="/bin/false")

    def test_vp_names_what_installs_it(self):
        with tempfile.TemporaryDirectory(prefix="docsis-vp-") as folder:
            installer, called = Path(folder, "install"), Path(folder, "called")
            installer.write_text(f'#!/bin/sh\necho "$@" >{called}\n', encoding="utf-8")
            installer.chmod(0o755)
            with unittest.mock.patch("docsis_vp.environment.has_venv", side_effect=called.exists):
                self.need(DOCSIS_VP_DEPS_INSTALLER=str(installer))
            self.assertEqual(called.read_text(encoding="utf-8"), "venv\n")
        self.assertTrue((ROOT / "tools/deps/venv.txt").is_file())

    def test_otherwise_it_is_said(self):
        with unittest.mock.patch("docsis_vp.environment.has_venv", return_value=False):
            for installer in ("", "/bin/true"):
                with self.assertRaisesRegex(InputError, "^sweep needs Python's module venv: install python3-venv$"):
                    self.need(DOCSIS_VP_DEPS_INSTALLER=installer)


class Place(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        self.addCleanup(folder.cleanup)
        self.prefix = Path(folder.name).resolve()
        environment = unittest.mock.patch.dict(os.environ, {
            "HOME": "/home/user", "DOCSIS_VP_SIM": f"{self.prefix}/bin/docsis-vp-sim"})
        environment.start()
        self.addCleanup(environment.stop)
        os.environ.pop("XDG_CACHE_HOME", None)

    def test_is_the_user_s_cache(self):
        self.assertRegex(str(folder_of("sweep")), "^/home/user/.cache/docsis-vp/python-sweep-[0-9a-f]{12}$")
        os.environ["XDG_CACHE_HOME"] = "/somewhere"
        self.assertRegex(str(folder_of("sweep")), "^/somewhere/docsis-vp/python-sweep-[0-9a-f]{12}$")

    def test_is_a_build_tree_where_the_program_lies_in_one(self):
        (self.prefix / "CMakeCache.txt").touch()
        self.assertEqual(folder_of("sweep"), self.prefix / "python-environment-sweep")
        self.assertEqual(folder_of("sweep --parquet"), self.prefix / "python-environment-sweep-parquet")

    def test_a_user_without_a_home_directory_is_told(self):
        with unittest.mock.patch("pathlib.Path.home", side_effect=RuntimeError):
            with self.assertRaisesRegex(InputError, "^HOME: expected a home directory, or XDG_CACHE_HOME, for "):
                folder_of("sweep")


if __name__ == "__main__":
    unittest.main()
