"""A page that prints something else, or cannot be followed, is told from one that can."""

import importlib.machinery
import importlib.util
import io
import pathlib
import tempfile
import unittest
from contextlib import redirect_stdout

HERE = pathlib.Path(__file__).parent
LOADER = importlib.machinery.SourceFileLoader("follow", str(HERE / "follow"))
follow = importlib.util.module_from_spec(importlib.util.spec_from_loader("follow", LOADER))
LOADER.exec_module(follow)

PAGE = """Write `{file}`:

```json
{{"rate": 5}}
```

```sh
cat a.json
```

```text
{output}
```
"""


class Follow(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "tree").mkdir()
        (self.folder / "build").mkdir()
        self.root, follow.ROOT = follow.ROOT, self.folder / "tree"
        self.addCleanup(setattr, follow, "ROOT", self.root)

    def status(self, text: str, write: bool = False) -> int:
        page = self.folder / "page.md"
        page.write_text(text, encoding="utf-8")
        with redirect_stdout(io.StringIO()) as said:
            status = follow.follow(page, self.folder / "build", write)
        self.said, self.text = said.getvalue(), page.read_text(encoding="utf-8")
        return status

    def test_agrees_with_what_is_printed(self):
        self.assertEqual(self.status(PAGE.format(file="a.json", output='{"rate": 5}')), 0)

    def test_sees_another_figure(self):
        self.assertEqual(self.status(PAGE.format(file="a.json", output='{"rate": 6}')), 1)
        self.assertIn("page.md:11", self.said)

    def test_sees_output_that_is_left_out(self):
        self.assertEqual(self.status("```sh\necho 1; echo 2\n```\n\n```text\n1\n```\n"), 1)

    def test_sees_a_command_that_fails(self):
        self.assertEqual(self.status(PAGE.format(file="b.json", output='{"rate": 5}')), 1)
        self.assertIn("status 1", self.said)

    def test_writes_what_is_printed(self):
        page = PAGE.format(file="a.json", output="{}")
        self.assertEqual(self.status(page, write=True), 0)
        self.assertEqual(self.text, PAGE.format(file="a.json", output='{"rate": 5}'))

    def test_leaves_out_times_of_the_host(self):
        line = "a: 30 s simulated in {} (446 x real time), seed 1"
        shown = line.format("67 ms")
        self.assertTrue(follow.agrees([shown], [line.format("1.2 s")]))
        self.assertFalse(follow.agrees([shown], [shown.replace("30 s", "31 s")]))

    def test_leaves_out_progress_and_the_commit(self):
        said = "docsis-vp: building 3 steps\ncodesign: 1 of 2 runs, 1 s left\nby docsis-vp 0.1.0+g12ab.modified"
        page = "```sh\nprintf '" + said.replace("\n", "\\n") + "'\n```\n\n```text\nby docsis-vp 0.1.0\n```\n"
        self.assertEqual(self.status(page), 0)

    def test_counts_the_copy_as_a_home(self):
        self.assertEqual(self.status("```sh\npwd\n```\n\n```text\n/home/me/docsis-vp\n```\n"), 0)

    def test_refuses_fences_that_nobody_can_follow(self):
        for page in ("```sh\ntrue\n", "```\ntrue\n```\n", "Text:\n\n```json\n{}\n```\n"):
            with self.assertRaises(follow.PageError):
                self.status(page)


if __name__ == "__main__":
    unittest.main()
