"""The page of docsis-vp codesign, as headless Chromium makes it."""

import html
import re

from tests.python.browser import MadePage
from tests.python.codesign_folder import SCENARIO, CodesignTest, matrix


class PageTest(CodesignTest):
    """All tests of a class look at one page."""

    options = ("--seeds", "5")
    actions = ""  # a script that does what a reader does, when the page is there

    @classmethod
    def setUpClass(cls):
        cls.set_up_folder()
        status, _, errors = cls.codesign(*cls.options)
        assert status == 0, errors
        cls.answer = cls.document()
        cls.made, cls.console = cls.open_page()

    def setUp(self):
        """The class has the page."""

    @classmethod
    def open_page(cls) -> tuple[str, str]:
        """The document after its scripts, and what they said."""
        cls.page = MadePage(cls.out / "codesign.html", cls.folder / "chromium", cls.actions)
        return cls.page.text, cls.page.console

    def section(self, name: str) -> str:
        return self.page.section(name)

    def text(self, name: str) -> str:
        return self.page.words(name)

    def text_of_header(self) -> str:
        return self.page.header()

    def cells(self, key: str) -> list[str]:
        """Cells of a measure in the table of rows, with their class."""
        return re.findall(f'<td tabindex="-?[01]" data-key="{key}"(.*?)</td>', self.section("rows"))


class Page(PageTest):
    def test_scripts_complain_of_nothing(self):
        self.assertEqual(self.console, "")

    def test_what_decides_comes_first_with_its_confidence(self):
        text = self.text("decision")
        self.assertLess(self.made.index('id="decision"'), self.made.index('id="choice"'))
        self.assertIn("Decided at 95 %", text)
        self.assertIn("Measured by Call p99 of call", text)
        comparisons = self.answer["confidence"]["of_measure"], self.answer["confidence"]["of_others"]
        self.assertIn(f"All {sum(comparisons):,} intervals of the page hold together with 95 % (Bonferroni)", text)

    def test_flows_are_named(self):
        self.assertIn("Call: call. Page: none. Queue: us0.", self.text("rows"))

    def test_names_of_rows_are_explained(self):
        text = self.text("names")
        for axis in ("placement", "algorithm", "rate"):
            self.assertIn(axis.capitalize(), text)
        for title in ("A gates", "B law in firmware", "docsis_pie DOCSIS-PIE", "50 50 Mbit/s"):
            self.assertIn(title, text)

    def test_the_rule_of_equal_rows_stands_where_they_are(self):
        self.assertIn("no more than 1 ms or 20 % in Call p99, whichever is more", self.text("decision"))
        self.assertIn("Equal (within 1 ms or 20 %), for more area", self.text("decision"))

    def test_gates_say_that_they_use_no_cpu(self):
        gates, firmware = ([index for index, row in enumerate(self.answer["rows"]) if row["uses_cpu"] is uses]
                           for uses in (False, True))
        cells = self.cells("cpu_percent")
        for index in gates:
            self.assertIn("CPU not used", cells[index])
        for index in firmware:
            self.assertNotIn("not used", cells[index])
        self.assertIn("not one of 0 %", self.text("rows"))

    def test_intervals_say_what_they_are(self):
        self.assertIn("± is half of the 95 % interval of a row's mean, by itself", self.text("rows"))
        self.assertIn("± beside a difference is its interval, so wide that all intervals of the page hold together with 95 %.", self.text("decision"))

    def test_runs_of_floods_are_told_apart(self):
        self.assertRegex(self.text_of_header(), r"and \d+ short runs with floods of packets, see Packet rate")

    def test_the_best_mean_is_marked_where_it_is_not_sure(self):
        for measure in self.answer["measures"]:
            cells = [cell.split(">")[0] for cell in self.cells(measure["key"])]
            leads = [index for index, cell in enumerate(cells) if "leads" in cell]
            self.assertFalse(leads and any("best" in cell for cell in cells), measure["key"])
            for index in leads:
                verdicts = [verdict for one, other, verdict, *_ in self.answer["comparisons"][measure["key"]]
                            if index in (one, other)]
                self.assertIn("open", verdicts, measure["key"])

    def test_the_summary_has_what_decides(self):
        for key in ("gates_mm2", "memory_kbit", "aqm_drops", "hold_drops", "buffer_drops"):
            self.assertEqual(len(self.cells(key)), len(self.answer["rows"]), key)

    def test_bold_is_what_is_surely_the_best(self):
        for measure in self.answer["measures"]:
            cells = self.cells(measure["key"])
            bold = [index for index, cell in enumerate(cells) if "best" in cell.split(">")[0]]
            orders = self.answer["comparisons"].get(measure["key"], [])
            sure = {row for one, other, verdict, *_ in orders if verdict in ("better", "worse")
                    for row in (one, other)}
            if not sure:
                self.assertEqual(bold, [], measure["key"])
            for one, other, verdict, *_ in orders:
                if verdict == "open":
                    self.assertFalse({one, other} <= set(bold), measure["key"])
        self.assertTrue(any("best" in cell.split(">")[0] for cell in self.cells("area_mm2")))

    def test_the_caption_of_slack_says_what_the_table_says(self):
        rows = self.answer["rows"]
        for cell, row in zip(self.cells("slack_min_us"), rows):
            mean, least = (f"{row['values']['slack_min_us'][key]:.1f}" for key in ("value", "low"))
            self.assertIn(mean, cell)
            self.assertIn(f"least {least}", cell)
            self.assertIn(f"Slack min: {mean} µs, the mean of the runs; least of all {least} µs", self.text("slack"))
        missed = rows[0]["values"]["grants_missed"]["value"]
        self.assertIn(f"Missed: {missed:.1f} a run, {round(missed * 5)} in all", self.text("slack"))

    def test_the_order_of_two_rows_is_that_of_the_file(self):
        """The page begins with the first row of A and that of B."""
        one, other = (next(row["id"] for row in self.answer["rows"] if row["choices"]["placement"] == name)
                      for name in "AB")
        verdicts = [verdict for orders in self.answer["comparisons"].values()
                    for a, b, verdict, *_ in orders if (a, b) == (one, other)]
        text = self.text("order")
        self.assertEqual(text.count("survives"), sum(verdict in ("better", "worse") for verdict in verdicts))

    def test_every_row_has_its_line_and_its_mark(self):
        names = re.findall(r'<th scope="row"[^>]*>.*?</svg> (.*?)</th>', self.section("rows"))
        wanted = [row["name"].replace(" ", " · ") for row in self.answer["rows"]]
        self.assertEqual(names, wanted)
        with_cpu = [row for row in self.answer["rows"] if row["values"]["cpu_percent"]]
        has_area = any(row["values"]["area_mm2"] for row in self.answer["rows"])
        marks = re.findall(r'data-row="\d+"', self.section("choice"))
        self.assertEqual(len(marks), len(self.answer["rows"] if has_area else with_cpu))

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


class CpuIsThere(PageTest):
    """The reader says so, once."""

    actions = "document.querySelector('#decision-controls input').click();"

    def test_for_the_ladder_the_chart_and_the_table(self):
        self.assertIn("Area without CPU, mm²", self.text("decision"))
        self.assertIn("against Area without CPU, mm² (low is better)", self.section("choice"))
        self.assertIn("Across Area without CPU (mm²)", self.text("choice"))
        self.assertEqual(self.cells("area_mm2") + self.cells("memory_kbit") + self.cells("logic_kge"), [])
        for key in ("gates_mm2", "path_memory_kbit", "path_kge"):
            self.assertEqual(len(self.cells(key)), len(self.answer["rows"]))

    def test_scripts_complain_of_nothing(self):
        self.assertEqual(self.console, "")


class Given(PageTest):
    """A load of the CPU; and a step that two rows share."""

    @classmethod
    def set_up_folder(cls):
        super().set_up_folder()
        changed = matrix()
        del changed["rates"], changed["costs"]
        changed |= {"given": ["load"], "cpu_is_there": True, "watch": {"measure": "mos"}, "matters": {"mos": 5}}
        changed["axes"]["clock"] = {"fast": {"title": "400 MHz", "modem": {"cpu": {"clock_mhz": 400}}}}
        changed["axes"]["load"] = {"busy": {"title": "half of the CPU is busy", "modem": {
            "cpu": {"background_load": {"utilization": 0.5}}}}}
        changed["rows"] = [
            {"placement": ["A", "B"], "algorithm": "docsis_pie"},
            {"placement": "B", "algorithm": "docsis_pie", "clock": "fast"},
            {"placement": "B", "algorithm": "docsis_pie", "load": "busy"},
        ]
        cls.write("modem.matrix", changed)

    def test_makes_groups_of_rows(self):
        text = self.text("rows")
        self.assertIn("Bold is the best of its group", text)
        places = [text.index(each) for each in ("Given: as the scenario has it", "A · docsis_pie",
                                                "Given: half of the CPU is busy", "B · docsis_pie busy")]
        self.assertEqual(places, sorted(places))
        self.assertEqual(text.count("In gates, which do not use the CPU: as A · docsis_pie, in another group."), 1)

    def test_rows_in_gates_stand_beside_a_group_of_the_cpu(self):
        text = self.text("decision").split("Given: half of the CPU is busy")[1]
        self.assertIn("In gates, which do not use the CPU, so that their figures are the same here: A · docsis_pie : ",
                      text)

    def test_rows_of_one_size_share_a_step(self):
        small = [other["row"] for each in self.answer["decision"] if each["area"] == "gates_mm2"
                 for step in each["steps"] for other in step["others"] if other["as_small"]]
        self.assertTrue(small)
        names = "|".join(re.escape(self.answer["rows"][index]["name"].replace(" ", " · ")) for index in small)
        self.assertRegex(self.text("decision"), f"or ({names}) the same area, law can be replaced")

    def test_scripts_complain_of_nothing(self):
        self.assertEqual(self.console, "")


class LawsThatCanBeReplaced(PageTest):
    actions = "document.querySelectorAll('#decision-controls input')[1].click();"

    def test_are_the_only_rows(self):
        self.assertEqual(len(self.cells("mos")), 2)
        self.assertEqual(len(re.findall(r'data-row="\d+"', self.section("choice"))), 2)
        self.assertNotIn("A · docsis_pie", self.text("decision"))


class OneSeed(PageTest):
    options = ("--seeds", "1")

    def test_decides_nothing(self):
        self.assertIn("One seed a row: no order is known.", self.text("decision"))
        self.assertNotIn("interval", self.text("decision"))
        self.assertIn("One seed a row: nothing is surely beaten.", self.text("choice"))
        self.assertEqual([cell for cell in self.cells("mos") if "best" in cell], [])
        self.assertIn("cannot be said of one seed", self.text("order"))
        self.assertNotIn("beaten", self.section("choice").split('<div class="chart"')[1].split("<figcaption")[0])


class Losses(PageTest):
    """A CPU too slow for the flood loses packets in the hold."""

    @classmethod
    def set_up_folder(cls):
        super().set_up_folder()
        changed = matrix()
        changed["axes"]["placement"]["C"]["modem"]["cpu"] = {"clock_mhz": 50, "memory_wait_states": 60}
        del changed["rates"]
        cls.write("modem.matrix", changed)

    def test_before_any_law_are_warned_of(self):
        (row,) = [row for row in self.answer["rows"] if row["warnings"]]
        self.assertEqual(row["name"], "C docsis_pie")
        warning = f"C · docsis_pie ⚠ {row['warnings'][0]}"
        self.assertIn(f"Set aside, because their figures mislead: {warning}", self.text("decision"))
        self.assertIn(f"⚠ C · docsis_pie {row['warnings'][0]}", self.text("rows"))
        self.assertIn("C ⚠", self.text("choice"))
        self.assertRegex(self.section("choice"), "class=\"point[a-z ]* warned\"")


class MissedGrants(PageTest):
    """Two events, and in row B a builder that takes 0.7 ms a packet."""

    options = ("--seeds", "1")
    actions = ("const misses = document.querySelectorAll('td[data-key=grants_missed]');"
               "misses[0].click(); console.log('EXPLAINED ' + document.getElementById('explain-body').textContent);"
               "misses[2].click();")

    @classmethod
    def set_up_folder(cls):
        super().set_up_folder()
        cls.write("modem.json", SCENARIO | {"events": [{"time_s": 0.02, "kind": "miss_grant", "modem": "cm0", "count": 2}]})
        changed = matrix()
        changed["axes"]["placement"]["B"]["modem"]["burst_builder"] = {"cycles_per_packet": 175_000}
        del changed["rates"], changed["costs"]
        cls.write("modem.matrix", changed)

    def test_have_their_causes_where_the_number_is_explained(self):
        self.assertIn("Of 2 grants missed in the whole run the main cause is: "
                      "an event of the scenario caused it (2).", self.console)
        self.assertRegex(self.text("explain"), "the main cause is: the builder needs too many cycles [(][0-9]+[)]. "
                                               "Other causes: an event of the scenario caused it [(]2[)].")
