"""Links of the pages lead somewhere, the index of docs/ reaches every page, and lines are short."""

import functools
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEX = ROOT / "docs/README.md"
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)
LINE, ROW = 100, 120  # characters of prose and of a table's row
# With a table of assumptions in its rows.
WIDE = {"cablelabs-2012.md"}
QUOTES = {"validation"}  # code blocks there quote other programs
WIDE_ROWS = {"aqm.md", "codesign.md"}  # tables that programs write
IGNORED = {"build", "out", ".git", ".venv", "third_party", "node_modules"}


def pages() -> list[pathlib.Path]:
    return sorted(path for path in ROOT.rglob("*.md")
                  if not IGNORED & set(path.relative_to(ROOT).parts))


def links(page: pathlib.Path) -> list[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = [first or second for first, second in LINK.findall(text)]
    return [link for link in found if not re.match(r"[a-z]+:", link)]


@functools.cache
def anchors(page: pathlib.Path) -> set[str]:
    """As GitHub makes them of headings."""
    found = set(re.findall(r'<a id="([^"]+)">', page.read_text(encoding="utf-8")))
    for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = 0
        while (anchor if number == 0 else f"{anchor}-{number}") in found:
            number += 1
        found.add(anchor if number == 0 else f"{anchor}-{number}")
    return found


def target(page: pathlib.Path, link: str) -> tuple[pathlib.Path, str]:
    path, _, anchor = link.partition("#")
    return ((page.parent / path).resolve() if path else page), anchor


class Pages(unittest.TestCase):
    def test_lead_to_files_and_headings(self):
        broken = []
        for page in pages():
            # Notes of a block are a part of the manual, and their links are those of the manual.
            at = ROOT / "docs/registers.md" if page.name.endswith("_notes.md") else page
            for link in links(page):
                path, anchor = target(at, link)
                if not path.exists() or (anchor and path.suffix == ".md" and anchor not in anchors(path)):
                    broken.append(f"{page.relative_to(ROOT)}: {link}")
        self.assertEqual(broken, [])

    def test_reach_every_page_from_the_index(self):
        reached, open_pages = {INDEX}, [INDEX]
        while open_pages:
            page = open_pages.pop()
            for link in links(page):
                path, _ = target(page, link)
                if path.suffix == ".md" and path.exists() and path not in reached:
                    reached.add(path)
                    open_pages.append(path)
        wanted = {path for path in pages() if ROOT / "docs" in path.parents}
        self.assertEqual({str(path.relative_to(ROOT)) for path in wanted - reached}, set())

    def test_name_the_pages_of_docs_in_the_index_itself(self):
        named = {target(INDEX, link)[0] for link in links(INDEX)}
        wanted = {path for path in pages() if path.parent in (ROOT / "docs", ROOT / "docs/tutorials")}
        self.assertEqual({path.name for path in wanted - named - {INDEX}}, set())

    def test_compare_every_law_in_both_tables(self):
        laws = re.findall(r"README\.md\) \| `(\w+)` \|", (ROOT / "docs/aqm.md").read_text())
        self.assertIn("tail_drop", laws)
        rows = re.findall(r"^\| [^|]+ \| `(\w+)` \|", (ROOT / "docs/aqm-compare.md").read_text(), re.MULTILINE)
        self.assertEqual(sorted(rows), sorted(2 * laws), "tools/aqm-compare --write")

    def test_show_the_ci_script_as_it_is(self):
        page = (ROOT / "docs/regression-suites.md").read_text(encoding="utf-8")
        script = (ROOT / "examples/regression-suite/ci").read_text(encoding="utf-8")
        self.assertIn(f"```sh\n{script}```\n", page)

    def test_have_lines_that_fit_a_screen(self):
        wide = []
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            if page.name in WIDE:
                continue
            in_code = False
            for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
                in_code ^= line.startswith("```")
                if in_code and page.parent.name in QUOTES:
                    continue
                is_row = line.startswith("|")
                if len(line) > (ROW if is_row else LINE) and not (is_row and page.name in WIDE_ROWS):
                    wide.append(f"{page.relative_to(ROOT)}:{number}: {len(line)} characters")
        self.assertEqual(wide, [])


if __name__ == "__main__":
    unittest.main()
