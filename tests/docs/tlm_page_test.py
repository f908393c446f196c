"""docs/tlm.md: the tests of its table exist, and its clauses are those of the violations' messages."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/tlm.md").read_text(encoding="utf-8")
GTEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)


def rows(heading: str) -> list[list[str]]:
    """The cells of the last table of a section, without its head."""
    section = re.split(rf"^## {re.escape(heading)}$", PAGE, flags=re.MULTILINE)[1]
    lines = re.split(r"^## ", section, flags=re.MULTILINE)[0].splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    heads = [i for i, row in enumerate(table) if set("".join(row)) <= set("-: ")]
    return table[heads[-1] + 1:]


def tests_of_suites() -> set[str]:
    """Tests in the folders that the page names, as Suite.Test."""
    introduction = PAGE.split("| clause | rule | test |")[0]
    folders = re.findall(r"`(tests/[\w/]+)`", introduction.split("## Rules")[1])
    sources = [path for folder in folders for path in sorted((ROOT / folder).glob("*.cpp"))]
    return {".".join(found) for path in sources for found in GTEST.findall(path.read_text(encoding="utf-8"))}


def ctest_names() -> set[str]:
    lists = (ROOT / "tests").rglob("CMakeLists.txt")
    return {name for path in lists for name in re.findall(r"add_test\(NAME\s+([\w.]+)", path.read_text(encoding="utf-8"))}


class Page(unittest.TestCase):
    def test_names_a_test_for_each_rule_and_it_exists(self):
        tests, of_ctest = tests_of_suites(), ctest_names()
        self.assertGreater(len(tests), 200)
        rules = rows("Rules, and the tests that hold them")
        self.assertGreater(len(rules), 30)
        for clause, rule, cell in rules:
            named = re.findall(r"`([^`]+)`", cell.replace("`external`", ""))
            self.assertTrue(named or cell == "the same", f"{rule}: no test")
            for name in named:
                if "." not in name:
                    self.assertIn(name, of_ctest, rule)
                    continue
                stem = name.removesuffix("...").removesuffix("*")
                found = [test for test in tests if test.startswith(stem)]
                self.assertTrue(found, f"{rule}: {name} does not exist")
                # An abbreviated name must leave no choice.
                if not name.endswith("*"):
                    self.assertEqual(len(found), 1, f"{rule}: {name} may be {found}")

    def test_names_commands_of_ctest_that_exist(self):
        for name in re.findall(r"[Tt]est `(\w+)`|`(\w+)`,\s+label `external`", PAGE):
            self.assertIn(name[0] or name[1], ctest_names())

    def test_names_the_clauses_of_the_messages(self):
        source = (ROOT / "platform/bus/protocol_log.cpp").read_text(encoding="utf-8")
        of_messages = set(re.findall(r'return "(\d+\.[\d.]+(?: \w+)?)";', source))
        self.assertGreater(len(of_messages), 20)
        cells = [row[1] for row in rows("Checking the base protocol")]
        named = set()
        for cell in cells:
            clause = ""
            for part in cell.split(", "):
                clause = part if "." in part else f"{clause.split()[0]} {part}"
                named.add(clause)
        self.assertEqual(named, of_messages)


if __name__ == "__main__":
    unittest.main()
