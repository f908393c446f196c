"""tools/bench-build in a project of two commits: the second does a third of the first one's work."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parents[3] / "tools/bench-build"

# Time of each command and of its children: the time of grandchildren counts.
VP = """#!/bin/sh
set -eu
grep -qx 'CCACHE:FILEPATH=OFF' build/release/CMakeCache.txt build/asan/CMakeCache.txt
[ "$CCACHE_DISABLE" = 1 ]
echo "$* $(git status --porcelain --untracked-files=no)" >>../calls
sh -c 'sh -c "i=0; while [ \\$i -lt WORK ]; do i=\\$((i + 1)); done"; true'
"""
CI = """set -eu
cd "$(dirname "$0")/.."
stage() { echo "ci: $1" >>../calls; }
stage "tests"
git diff --exit-code
./vp test
stage "clang-tidy, some of it"
exit 1
stage "done"
"""


def git(folder, *arguments):
    subprocess.run(["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=e", *arguments],
                   check=True, capture_output=True)


class BenchBuild(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.project = self.folder / "project"
        self.kept = self.folder / "kept"
        (self.project / "tools").mkdir(parents=True)
        shutil.copy(PROGRAM, self.project / "tools")
        self.write("tools/deps/install", "#!/bin/sh\n")
        self.write("models/cm/request_engine/request_engine.cpp", "int one;\n")
        self.write("system/scenario/fields/stats.h",
                   "struct S {\n  double a_s = 0.5;\n  double b = 1;\n};\n")
        self.write(".ci/run", CI)
        self.write(".gitignore", "build/\n")
        git(self.project, "init", "-q")
        self.make_commits("3000", "1000")

    def make_commits(self, first_work, work):
        self.write("vp", VP.replace("WORK", first_work))
        self.commit()
        git(self.project, "tag", "--force", "first")
        self.write("vp", VP.replace("WORK", work))
        self.commit()

    def write(self, path, text):
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def commit(self):
        git(self.project, "add", "-A")
        git(self.project, "commit", "-q", "-m", "change")

    def bench(self, *arguments):
        return subprocess.run([self.project / "tools/bench-build", *arguments], capture_output=True,
                              text=True, env={**os.environ, "CCACHE_DISABLE": "0"})

    def calls(self):
        return (self.kept / "round-1/calls").read_text().splitlines()

    def test_compares_first_builds(self):
        self.make_commits("450000", "150000")
        done = self.bench("first", "--check", "--keep", self.kept)
        self.assertEqual(done.returncode, 0 if ", missed" not in done.stdout else 1, done.stderr)
        rows = re.findall(r"^\| (.*?) \| (.*?) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([^|]+) \|$",
                          done.stdout, re.MULTILINE)
        self.assertEqual([(title, unit) for title, unit, *_ in rows],
                         [("first build for `./vp run`", "CPU s"), ("the same", "wall s")])
        ratio = float(rows[0][4])
        self.assertTrue(0.15 < ratio < 0.6, done.stdout)
        self.assertEqual(rows[0][5], "0.35" if ratio <= 0.35 else "0.35, missed")
        self.assertEqual(self.calls(), ["check scenarios/quickstart.json "] * 2)
        self.assertRegex(done.stdout, r"(?m)^before: load [\d. ]+, \d+ cores, .*\d\.\d")

    def test_measures_checks_and_changes_at_head_too(self):
        done = self.bench("first", "--checks", "--repeat", "2", "--keep", self.kept)
        self.assertEqual(done.returncode, 0, done.stderr)
        changed = " M models/cm/request_engine/request_engine.cpp"
        self.assertEqual(self.calls(), [
            *["check scenarios/quickstart.json "] * 2, *["test "] * 2,
            f"test -R RequestEngine --no-tests=error {changed}",
            f"run scenarios/quickstart.json -o {self.results()} {changed}",
            " M system/scenario/fields/stats.h",
            *["ci: tests", "test ", "ci: done"] * 2])
        self.assertIn("| `.ci/run` without stages of fixed duration | CPU s |", done.stdout)
        self.assertRegex(done.stdout, r"changed, `\./vp run` \| wall s \| +\| "
                                      r"[\d.]+ \([\d.]+-[\d.]+\) \| +\| 60 s \|")
        (head,) = self.kept.glob("round-1/new-*[0-9a-f]")
        self.assertIn("  double a_s = 1.5;\n  double b = 1;\n",
                      (head / "system/scenario/fields/stats.h").read_text())

    def results(self):
        (log,) = self.kept.glob("round-1/new-*-build.log")
        return str(log).replace("-build.log", "-results")

    def test_says_which_must_is_missed(self):
        done = self.bench("HEAD", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("above what must be kept: first build for `./vp run`, CPU s\n", done.stderr)

    def test_is_skipped_without_the_earlier_commit(self):
        shallow = self.folder / "shallow"
        git(self.folder, "clone", "-q", "--depth=1", self.project.as_uri(), shallow)
        self.project = shallow
        done = self.bench("first")
        self.assertEqual((done.returncode, done.stdout), (77, ""))
        self.assertEqual(done.stderr, "bench-build: first: no such commit in this clone, "
                                      "expected one (the clone is shallow)\n")

    def test_refuses_at_once_what_it_cannot_measure(self):
        self.write(".ci/run", CI.replace('stage "clang-tidy', 'stage "other'))
        self.write("system/scenario/fields/stats.h", "int a = 0;\n")
        self.commit()
        for row, problem in {
                "ci": 'ci/run of new-[0-9a-f]+: expected stage "clang-tidy',
                "default": "system/scenario/fields/stats.h of new-[0-9a-f]+: expected a line",
        }.items():
            done = self.bench("first", "--only", row)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, f"^bench-build: \\.?{problem}[^\n]*\n$")

    def test_fails_with_the_command_that_fails(self):
        self.write("vp", "#!/bin/sh\necho broken; exit 3\n")
        self.commit()
        done = self.bench("first")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "broken\n\nbench-build: new-[0-9a-f]+: ./vp check .*: status 3\n$")

    def test_names_wrong_arguments(self):
        for arguments, message in {
                ("--only", "all"):
                    "--only all: no row, expected some of build, test, source, default, ci",
                ("--repeat", "0"): "--repeat 0: expected 1 or more",
                ("--only", "ci", "--checks"): "--checks and --only: expected one of them",
                ("--keep", "/"): "--keep /: exists, expected a folder to be made"}.items():
            done = self.bench(*arguments)
            self.assertEqual((done.returncode, done.stderr), (2, f"bench-build: {message}\n"))


if __name__ == "__main__":
    unittest.main()
