"""Headers that many sources include stay light."""
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

from tests.house.header_weights import LIBRARY, LIMITS, MANY, Tree, limit_of, too_heavy

COMPILER = os.environ.get("DOCSIS_VP_CXX", "c++")


class Headers(unittest.TestCase):
    def test_stay_within_their_limits(self):
        tree = Tree(pathlib.Path.cwd(), COMPILER)
        if tree.preprocessor.library() != str(LIBRARY):
            self.skipTest(f"limits are of the standard library of GCC {LIBRARY}")
        headers = tree.headers()
        self.assertGreater(len(headers), 20, "tests run in the project's root")
        texts = too_heavy(headers)
        if texts:
            self.fail("\n" + "\n".join(texts))

    def test_have_a_limit_only_if_they_exist(self):
        names = [name for several in LIMITS.values() for name in several]
        self.assertEqual([name for name in names if name and not pathlib.Path(name).exists()], [])


class Limits(unittest.TestCase):
    def test_are_those_of_the_longest_name(self):
        limits = {1: [""], 2: ["a"], 3: ["a/b.h", "c.h"]}
        for path, limit in {"a/b.h": 3, "a/c.h": 2, "a/d/b.h": 2, "ab.h": 1, "b/c.h": 1}.items():
            self.assertEqual(limit_of(path, limits), limit, path)


class Project(unittest.TestCase):
    """One of its own: light.h includes <string>, heavy.h also the standard library's widest."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("light.h", "#pragma once\n#include <string>\n\nstd::string light();\n")
        self.write("part/heavy.h", '#pragma once\n#include <filesystem>\n#include "light.h"\n')
        self.write("part/direct.h", '#pragma once\n#include "part/heavy.h"\n')
        for i in range(MANY):
            self.write(f"part/user{i}.cpp", '#include "part/direct.h"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    def headers(self):
        return Tree(self.root, COMPILER).headers()

    def test_is_judged_by_headers_of_more_sources_than_many(self):
        self.assertEqual(self.headers(), [])
        self.write("another.c", '#include "light.h"\n')
        self.assertEqual([(header.path, header.sources) for header in self.headers()],
                         [("light.h", MANY + 1)])
        self.write("build/built.cpp", '#include "part/heavy.h"\n')
        self.write("part/another.cpp", '#include "part/heavy.h"\n')
        self.assertEqual([(header.path, header.sources) for header in self.headers()],
                         [("part/heavy.h", MANY + 1), ("light.h", MANY + 2)])

    def test_has_the_lines_that_the_compiler_reads(self):
        self.write("part/another.cpp", '#include "part/direct.h"\n')
        headers = self.headers()
        self.assertEqual(len(headers), 3)
        for header in headers:
            command = [*shlex.split(COMPILER), "-std=c++17", "-E", "-x", "c++", "-I.", header.path]
            text = subprocess.run(command, cwd=self.root, capture_output=True, text=True,
                                  check=True).stdout
            lines = sum(bool(line.strip()) for line in text.splitlines()
                        if not line.startswith("# "))
            self.assertAlmostEqual(header.lines, lines, delta=lines / 1000, msg=header.path)

    def test_fails_by_a_header_above_its_limit(self):
        self.write("part/another.cpp", '#include "part/heavy.h"\n')
        heavy, light = self.headers()
        self.assertEqual(too_heavy([heavy, light], {heavy.lines: [""]}), [])
        (text,) = too_heavy([heavy, light], {heavy.lines: [""], heavy.lines - 1: ["part"]})
        first, second, third = text.splitlines()
        self.assertEqual(first, f"part/heavy.h: {heavy.lines} lines, limit {heavy.lines - 1}, "
                                f"in {MANY + 1} sources; its heaviest includes:")
        self.assertRegex(second, r"^  <filesystem>: \d+ lines, \d{4,} that nothing else there brings$")
        self.assertEqual(third, f"  light.h: {light.lines} lines, 1 that nothing else there brings")


if __name__ == "__main__":
    unittest.main()
