"""pip install, in virtual environments: from this tree, from an installation, and of a wheel alone."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ["DOCSIS_VP_BUILD"])
PREFIX = Path(os.environ["DOCSIS_VP_PREFIX"])
SCENARIO = ROOT / "scenarios/quickstart.json"
CODE = f"""
import docsis_vp
from docsis_vp.program import find
print(find())
result = docsis_vp.run({str(SCENARIO)!r}, duration_s=0.1, packets=True)
print(result.service_flows["us0"].offered_packets, len(result.packets["flow"]))
try:
    result.to_pandas()
except docsis_vp.PandasMissing as error:
    print(error)
"""
# Nothing of the tests' own environment leads to the program or the package.
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith(("DOCSIS_VP", "PYTHON"))}


class PipInstall(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp pip ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.python = self.folder / "venv/bin/python"
        self.call(sys.executable, "-m", "venv", self.folder / "venv")

    def call(self, *command, **more) -> str:
        done = subprocess.run([str(word) for word in command], cwd=self.folder, capture_output=True, text=True,
                              check=False, env=CLEAN | more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def install(self, *what) -> None:
        self.call(self.python, "-m", "pip", "install", "-q", *what)

    def assert_simulates(self, program: Path, python=None, **more) -> None:
        found, counts, pandas = self.call(python or self.python, "-c", CODE, **more).splitlines()
        self.assertEqual(found, str(program.resolve()))
        offered, packets = counts.split()
        self.assertGreater(int(offered), 50)
        self.assertGreaterEqual(int(packets), int(offered))
        self.assertEqual(pandas, "to_pandas() needs pandas, which is not installed: pip install pandas")

    @unittest.skipUnless(BUILD == ROOT / "build/release", "the package looks for the preset release")
    def test_from_the_tree(self):
        def files():
            return set(path for path in [*ROOT.iterdir(), *(ROOT / "python").rglob("*")] if path.name != "__pycache__")

        before = files()
        self.install(ROOT)
        self.assertEqual(files(), before)
        self.assert_simulates(BUILD / "bin/docsis-vp-sim")
        (typed,) = self.folder.glob("venv/lib/*/site-packages/docsis_vp/py.typed")
        self.assertTrue(typed.is_file())

    @unittest.skipUnless(BUILD == ROOT / "build/release", "the package looks for the preset release")
    def test_from_the_tree_to_be_edited(self):
        self.install("-e", ROOT)
        self.assert_simulates(BUILD / "bin/docsis-vp-sim")

    def test_from_an_installation(self):
        self.install(PREFIX / "share/docsis-vp")
        self.assert_simulates(PREFIX / "bin/docsis-vp-sim")

    def test_an_installation_without_pip(self):
        self.assert_simulates(PREFIX / "bin/docsis-vp-sim", PYTHONPATH=str(PREFIX / "lib/python3/dist-packages"))

    def test_a_wheel_finds_the_command_or_says_what_is_missing(self):
        self.call(self.python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", self.folder, ROOT)
        self.install(*self.folder.glob("docsis_vp-*.whl"))
        self.assert_simulates(PREFIX / "bin/docsis-vp-sim", PATH=f"{PREFIX}/bin:{CLEAN['PATH']}")
        line = self.call(self.python, "-c", "import docsis_vp\ntry: docsis_vp.run('x')\n"
                         "except docsis_vp.ProgramMissing as error: print(error)", PATH="/nowhere")
        self.assertRegex(line, r"^docsis-vp-sim is not there: expected a tree that \./vp run has built, .*\n$")


if __name__ == "__main__":
    unittest.main()
