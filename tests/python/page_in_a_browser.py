"""The page of docsis-vp codesign, as headless Chromium makes it."""

import os
import re
import subprocess

from tests.python.codesign_folder import CodesignTest


class Page(CodesignTest):
    @classmethod
    def setUpClass(cls):
        cls.set_up_folder()
        cls.codesign()
        cls.answer = cls.document()
        cls.made, cls.console = cls.open_page()

    def setUp(self):
        """All look at the same one."""

    @classmethod
    def open_page(cls) -> tuple[str, str]:
        """The document after its scripts, and what they said."""
        process = subprocess.run(
            [os.environ["DOCSIS_VP_CHROMIUM"], "--headless", "--no-sandbox", "--disable-gpu",
             f"--user-data-dir={cls.folder}/chromium", "--enable-logging=stderr",
             "--virtual-time-budget=5000", "--dump-dom", (cls.out / "codesign.html").as_uri()],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        return process.stdout, "\n".join(re.findall(".*CONSOLE.*", process.stderr))

    def section(self, name: str) -> str:
        return self.made.split(f'<section id="{name}"')[1].split("</section>")[0]

    def test_scripts_complain_of_nothing(self):
        self.assertEqual(self.console, "")

    def test_every_row_has_its_line_and_its_mark(self):
        names = re.findall(r'<th scope="row"[^>]*>.*?</svg> (.*?)</th>', self.section("rows"))
        wanted = [row["name"].replace(" ", " · ") for row in self.answer["rows"]]
        self.assertEqual(names, wanted)
        with_cpu = [row for row in self.answer["rows"] if row["values"]["cpu_percent"]]
        has_area = any(row["values"]["area_mm2"] for row in self.answer["rows"])
        marks = re.findall(r'data-row="\d+"', self.section("choice"))
        self.assertEqual(len(marks), len(self.answer["rows"] if has_area else with_cpu))

    def test_flows_are_named(self):
        self.assertIn("Call: call. Page: none. Queue: us0.", self.section("rows"))

    def test_every_point_of_a_flood_is_drawn(self):
        self.assertEqual(self.section("limits").count('class="point"'), 2)

    def test_what_rows_assume_stands_there(self):
        self.assertIn("modem.mac_clock_mhz", self.section("assumed"))

    def test_rows_stand_beside_themselves_at_other_costs(self):
        costs = self.section("costs")
        self.assertIn("Double: gates twice as slow", costs)
        self.assertEqual(costs.count('<th scope="row"'), 2)
        self.assertIn("The same at double the cycles", self.section("limits"))

    def test_a_number_is_explained_at_once(self):
        self.assertIn("results.json", self.section("explain"))
