"""Tools that redo figures of pages take long, so no default test runs them. Here they only start: what they import is there."""

import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ("aqm-compare", "codesign-tables", "page-figures", "report-pictures", "scheduler-figures", "study-claims")


class FigureTools(unittest.TestCase):
    def test_start_and_say_their_usage(self):
        for name in TOOLS:
            with self.subTest(name):
                done = subprocess.run([sys.executable, "-B", ROOT / "tools" / name, "--help"], capture_output=True, text=True,
                                      check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(f"usage: tools/{name}", done.stdout)


if __name__ == "__main__":
    unittest.main()
