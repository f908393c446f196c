"""The script vp, in a tree whose compiler and packages are stand-ins; ninja is the real one."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Writes what CMake writes: rules that check on every build whether CMake must run, and the steps.
CMAKE = """#!/bin/sh
if [ "$1" = --preset ]; then
  echo "$@" >configured
  mkdir -p build/release && cd build/release && mkdir -p bin && touch globs && cp ../../steps build.ninja
  printf '#!/bin/sh\\nenv >environment; echo ran "$@"; exit 3\\n' >bin/docsis-vp
  exec chmod +x bin/docsis-vp
fi
[ "$3" != --target ] || exec ninja -C "$2" "$4"
exec ninja -C "$2"
"""

HEAD = """
rule verify
  command = true
  restat = 1
rule cmake
  command = touch build.ninja
  generator = 1
build always: phony
build globs: verify | always
build build.ninja: cmake | globs
rule cxx
  command = $run && touch $out
  description = Building CXX object $out
rule link
  command = touch $out
  description = Linking $out
"""


def steps(sources: int, tests: int = 0, run: str = "true") -> str:
    objects = [f"models/{index}.cpp.o" for index in range(sources)]
    of_tests = [f"tests/models/{index}.cpp.o" for index in range(tests)]
    compiled = "".join(f"build {each}: cxx\n  run = {run}\n" for each in objects + of_tests)
    return (f"{HEAD}{compiled}build docsis-vp: link {' '.join(objects)}\n"
            f"build tests: link docsis-vp {' '.join(of_tests)}\ndefault tests\n")


@unittest.skipUnless(shutil.which("ninja") and shutil.which("flock"), "ninja-build is not installed")
class Vp(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copy(ROOT / "vp", self.root)
        (self.root / "python/docsis_vp/commands").mkdir(parents=True)
        (self.root / "python/docsis_vp/commands/codesign.py").touch()
        (self.root / "tools/deps").mkdir(parents=True)
        self.program("tools/deps/install", '#!/bin/sh\necho "$@" >>"$(dirname "$0")/asked"\n')
        (self.root / "stand-ins").mkdir()
        self.program("stand-ins/cmake", CMAKE)
        self.program("stand-ins/ctest", "#!/bin/sh\necho tested\n")
        self.cores(2)
        self.environment = {"PATH": f"{self.root}/stand-ins:{os.environ['PATH']}"}
        text = (ROOT / "vp").read_text(encoding="utf-8")
        self.step_s = {name: int(re.search(f"^{name}_step_ms=([0-9]+)$", text, re.M)[1]) / 1000
                       for name in ("platform", "test")}

    def program(self, name: str, text: str) -> None:
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def cores(self, count: int) -> None:
        self.program("stand-ins/nproc", f"#!/bin/sh\necho {count}\n")

    def call(self, *arguments: str) -> tuple[int, str, list[str]]:
        process = subprocess.run([self.root / "vp", *arguments], env=self.environment, cwd=self.root,
                                 capture_output=True, text=True, check=False)
        return process.returncode, process.stdout, process.stderr.splitlines()

    def asked(self) -> str:
        return (self.root / "tools/deps/asked").read_text(encoding="utf-8")

    def expect_announced(self, line: str, count: int, expected_s: float, cores: int):
        found = re.fullmatch(r"docsis-vp: building (\d+) steps, about (\d+) (s|min) on (\d+) cores \(log: (.*)\)", line)
        self.assertTrue(found, line)
        self.assertEqual((int(found[1]), int(found[4]), found[5]), (count, cores, f"{self.root}/build/vp.log"))
        unit, rounded = (60, 30) if found[3] == "min" else (1, 5)
        self.assertAlmostEqual(int(found[2]) * unit, expected_s, delta=rounded + 1)

    def test_the_first_call_says_how_long_the_build_takes_and_the_second_nothing(self):
        sources = 300
        (self.root / "steps").write_text(steps(sources, tests=50), encoding="utf-8")
        status, out, err = self.call("run", "a scenario")
        self.assertEqual((status, out), (3, "ran run a scenario\n"))
        configuring, announced, built = err
        self.assertEqual(configuring, "docsis-vp: configuring the build")
        self.expect_announced(announced, sources + 1, sources * self.step_s["platform"] / 2, 2)
        self.assertRegex(built, r"^docsis-vp: built in \d+ s$")
        self.assertEqual(self.call("run"), (3, "ran run\n", []))

    def test_more_cores_take_less_time_and_tests_their_own(self):
        sources, tests = 300, 200
        (self.root / "steps").write_text(steps(sources, tests), encoding="utf-8")
        self.cores(4)
        status, out, err = self.call("test")
        self.assertEqual((status, out), (0, "tested\n"))
        expected_s = (sources * self.step_s["platform"] + tests * self.step_s["test"]) / 4
        self.expect_announced(err[1], sources + tests + 2, expected_s, 4)

    def test_what_is_left_of_a_build_counts(self):
        (self.root / "steps").write_text(steps(300), encoding="utf-8")
        self.call("run")
        for index in range(100):
            (self.root / f"build/release/models/{index}.cpp.o").unlink()
        self.expect_announced(self.call("run")[2][0], 101, 100 * self.step_s["platform"] / 2, 2)

    def test_a_short_build_is_not_announced(self):
        (self.root / "steps").write_text(steps(3), encoding="utf-8")
        self.assertEqual(self.call("run"), (3, "ran run\n", ["docsis-vp: configuring the build"]))

    def test_a_build_that_fails_says_why(self):
        (self.root / "steps").write_text(steps(3, run="echo x.cpp:1: error: no && false"), encoding="utf-8")
        status, out, err = self.call("run")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("x.cpp:1: error: no", err)
        self.assertEqual(err[-1], f"docsis-vp: building failed (whole log: {self.root}/build/vp.log)")

    def test_packages_are_those_of_the_command(self):
        (self.root / "steps").write_text(steps(1), encoding="utf-8")
        for arguments, tiers in ((("run", "x"), "run"), (("codesign", "x"), "run python"), (("test",), "run test")):
            (self.root / "tools/deps/asked").unlink(missing_ok=True)
            self.call(*arguments)
            self.assertEqual(self.asked(), f"{tiers}\n", arguments)
        for tier in ("run", "python"):  # the virtual environment of other commands has a tier of its own
            self.assertNotIn("venv", (ROOT / f"tools/deps/{tier}.txt").read_text(encoding="utf-8"))
        passed_on = (self.root / "environment").read_text(encoding="utf-8")
        self.assertIn(f"DOCSIS_VP_DEPS_INSTALLER={self.root}/tools/deps/install\n", passed_on)

    def test_needs_no_home_directory(self):
        (self.root / "steps").write_text(steps(1), encoding="utf-8")
        self.assertNotIn("HOME", self.environment)
        self.assertEqual(self.call("run")[0], 3)
        status, out, err = self.call()
        self.assertEqual((status, err), (0, []))
        self.assertIn("usage: ./vp run", out)


if __name__ == "__main__":
    unittest.main()
