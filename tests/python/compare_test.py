"""docsis-vp compare, of runs and of campaigns."""

import copy
import json
import shutil

from tests.python.codesign_folder import SCENARIO, CodesignTest, matrix


class Compare(CodesignTest):
    @classmethod
    def setUpClass(cls):
        cls.set_up_folder()
        cls.codesign()
        changed = matrix()
        changed["axes"]["placement"]["B"]["modem"]["cpu"] = {"clock_mhz": 50}
        cls.other_matrix = cls.write("other.matrix", changed)
        cls.other = cls.folder / "other"
        cls.call("codesign", cls.folder / "modem.json", "-o", cls.other, "--matrix", cls.other_matrix)

    def setUp(self):
        """All look at the same two."""

    def run_of(self, placement: str, seed: int):
        row = next(row for row in self.document()["rows"] if row["name"] == placement)
        return self.out / "runs" / row["runs"][row["seeds"].index(seed)]

    def test_of_the_same_nothing_differs(self):
        for folder in (self.out, self.run_of("A pie", 1)):
            status, out, err = self.call("compare", folder, folder)
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(out.count(": 0 of "), 2, out)

    def test_campaigns_differ_in_what_was_changed(self):
        status, out, _ = self.call("compare", self.out, self.other, "--all")
        self.assertEqual(status, 0)
        self.assertIn("What was run: 1 of ", out)
        self.assertRegex(out, r"B docsis_pie: modem.cpu.clock_mhz +200 +50 +-75.0 %")
        self.assertRegex(out, r"B docsis_pie: cpu_percent +[0-9.]+ +[0-9.]+ +\+[23][0-9.]+ %")
        self.assertNotIn("A pie:", out)

    def test_campaigns_differ_in_their_load(self):
        loaded = copy.deepcopy(SCENARIO)
        loaded["service_flows"][0]["max_sustained_rate_mbps"] = 10
        self.write("loaded.json", loaded)
        folders = [self.folder / "quick" / name for name in ("modem", "loaded")]
        for folder in folders:
            self.call("codesign", self.folder / f"{folder.name}.json", "-o", folder, "--quick",
                      "--matrix", self.folder / "modem.matrix")
        _, out, _ = self.call("compare", *folders)
        rate = r"\n  service_flows.us0.max_sustained_rate_mbps +20 +10 +-50.0 %\n"
        self.assertRegex(out, rate)
        shutil.rmtree(folders[1] / "runs")
        _, out, _ = self.call("compare", *folders)
        self.assertNotRegex(out, rate)

    def test_only_the_row_that_changed_is_named(self):
        """Though its key is one that the rows of one side agree in."""
        changed = matrix()
        changed["axes"]["placement"]["B"]["upstream"] = {"max_sustained_rate_mbps": 12}
        self.write("rate.matrix", changed)
        folder = self.folder / "rate"
        self.call("codesign", self.folder / "modem.json", "-o", folder,
                  "--matrix", self.folder / "rate.matrix")
        _, out, _ = self.call("compare", self.out, folder)
        made = out.split("What was measured")[0]
        self.assertRegex(made, r"B docsis_pie: service_flows.us0.max_sustained_rate_mbps +20 +12")
        self.assertNotIn("–", made)
        self.assertNotIn("A pie", made)

    def test_the_largest_difference_comes_first(self):
        _, out, _ = self.call("compare", self.run_of("A pie", 1), self.run_of("A pie", 2), "--all")
        self.assertRegex(out, r"What was run: 1 of \d+ differ\n +seed +1 +2 +\+100.0 %")
        measured = out.split("What was measured")[1].splitlines()[1:]
        changes = [abs(float(line.split()[-2])) for line in measured if line.endswith("%")]
        self.assertGreater(len(changes), 10)
        self.assertEqual(changes, sorted(changes, reverse=True))

    def test_of_missed_grants_causes_are_compared_and_not_the_list(self):
        results = json.loads((self.run_of("A pie", 1) / "results.json").read_text())
        folders = []
        for name, misses in ("few", 1), ("many", 3):
            results["mac"]["missed_by_cause"]["builder"] = misses
            results["mac"]["missed_grants"] = [{"modem": "cm0", "bytes": misses}] * misses
            folders.append(self.folder / name)
            folders[-1].mkdir()
            (folders[-1] / "results.json").write_text(json.dumps(results))
        _, out, _ = self.call("compare", *folders, "--all")
        self.assertRegex(out, r"mac.missed_by_cause.builder +1 +3 +\+200.0 %")
        self.assertNotIn("missed_grants", out)

    def test_images_are_part_of_what_was_run(self):
        for name, image in ("one", "ab"), ("other", "cd"):
            cpus = [{"modem": "a", "firmware_sha256": image}, {"modem": "b", "firmware_sha256": "ef"}]
            self.write(f"{name}.json", json.dumps(
                {"service_flows": [], "config": {}, "firmware_sha256": None, "cpus": cpus}))
        _, out, _ = self.call("compare", self.folder / "one.json", self.folder / "other.json")
        self.assertRegex(out, r"What was run: 1 of 5 differ\n  cpus.0.firmware_sha256  ab  cd\n")
        self.assertIn("What was measured: 0 of ", out)

    def test_many_differences_are_cut(self):
        _, out, _ = self.call("compare", self.run_of("A pie", 1), self.run_of("C docsis_pie", 1))
        self.assertIn("more; --all shows them", out)

    def test_results_of_another_kind_are_refused(self):
        run = self.run_of("A pie", 1)
        status, out, err = self.call("compare", self.out, run)
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, f"docsis-vp: {run}/results.json: expected results of a codesign, as "
                              f"{self.out}/codesign.json\n")

    def test_what_holds_no_results_is_refused(self):
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        expected = f"docsis-vp: {empty}: expected codesign.json or results.json in it\n"
        self.assertEqual(self.call("compare", empty, self.out), (2, "", expected))
        scenario = self.folder / "modem.json"
        expected = f"docsis-vp: {scenario}: expected results.json or codesign.json\n"
        self.assertEqual(self.call("compare", scenario, self.out), (2, "", expected))
