"""docsis-vp compare, of runs and of campaigns."""

import copy
import json
import shutil

from docsis_vp.program import find
from docsis_vp.simulator import Simulator
from tests.python.codesign_folder import SCENARIO, CodesignTest, matrix
from tests.python.sweep_folder import sweep

EXPECTED = "codesign.json, results.json, sweep.csv or summary.json"


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

    def test_figures_that_are_shown_have_units_and_meanings(self):
        runs = self.run_of("A pie", 1), self.run_of("A pie", 2)
        _, out, _ = self.call("compare", *runs, "--all")
        meanings = out.split("What the figures mean:\n")[1].splitlines()
        self.assertIn("  flows[].one_way_ms.p50, ms: Hand-over in the host to the last octet received. Median.", meanings)
        self.assertEqual(len(meanings), len(set(meanings)))
        _, out, _ = self.call("compare", runs[0], runs[0])
        self.assertNotIn("What the figures mean", out)
        _, out, _ = self.call("compare", self.out, self.other)
        self.assertNotIn("What the figures mean", out)

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
        expected = f"docsis-vp: {empty}: expected {EXPECTED} in it\n"
        self.assertEqual(self.call("compare", empty, self.out), (2, "", expected))
        scenario = self.folder / "modem.json"
        expected = f"docsis-vp: {scenario}: expected {EXPECTED}\n"
        self.assertEqual(self.call("compare", scenario, self.out), (2, "", expected))

    def test_a_file_that_lacks_its_parts_is_refused(self):
        half = self.folder / "half.json"
        for value in ({"measures": [], "rows": [{}]}, {"service_flows": [], "config": 5}, [], 5):
            self.write("half.json", value)
            status, out, err = self.call("compare", half, half)
            self.assertEqual(err.count("\n"), 1, err)
            self.assertEqual((status, out, err.startswith(f"docsis-vp: {half}: expected {EXPECTED}")), (2, "", True), err)


class CompareSweeps(CodesignTest):
    def run_sweep(self, name: str, **changes):
        self.write("sweep.json", sweep(**changes))
        folder = self.folder / name
        self.assertEqual(self.call("sweep", self.folder / "sweep.json", "-o", folder, "-q")[0], 0)
        return folder

    def test_points_differ_in_what_was_run_and_measured(self):
        one = self.run_sweep("one")
        other = self.run_sweep("other", set={"stats.warmup_s": 0, "service_flows.us0.max_sustained_rate_mbps": 5})
        status, out, err = self.call("compare", one, one)
        self.assertEqual((status, err, out.count(": 0 of ")), (0, "", 2), out)
        status, out, err = self.call("compare", one / "sweep.csv", other, "--all")
        self.assertEqual((status, err), (0, ""))
        made, measured = out.split("What was measured")
        self.assertRegex(made, r"\n  service_flows.us0.max_sustained_rate_mbps +20 +5 +-75.0 %\n")
        self.assertRegex(measured, r"\n  30 fifo: sent +[0-9.]+ +[0-9.]+ +-[0-9.]+ %\n")
        shutil.rmtree(other / "runs")  # the tables are enough
        self.assertIn("30 fifo: sent", self.call("compare", one, other, "--all")[1])

    def test_a_point_more_is_shown(self):
        one = self.run_sweep("one")
        axes = sweep()["axes"]
        axes[0]["values"].append(40)
        _, out, _ = self.call("compare", one, self.run_sweep("other", axes=axes), "--all")
        self.assertRegex(out, r"\n  40 pie: sent +– +[0-9.]+")

    def test_what_is_no_table_of_a_sweep_is_refused(self):
        one = self.run_sweep("one")
        for name in ("runs.csv", "sweep.html", "empty.csv"):
            (one / "empty.csv").touch()
            status, out, err = self.call("compare", one / name, one)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)

    def test_replications_are_compared_by_their_means(self):
        simulator = Simulator(find())
        for name, rate in ("one", 20), ("other", 10):
            process = simulator._call(
                "run", str(self.folder / "modem.json"), "-q", "--replications", "2", "-o", str(self.folder / name),
                "--set", f"service_flows.us0.max_sustained_rate_mbps={rate}")
            self.assertEqual(process.returncode, 0, process.stderr)
        _, out, _ = self.call("compare", self.folder / "one", self.folder / "other", "--all")
        self.assertRegex(out, r"What was run: [1-9] of \d+ differ\n  service_flows.us0.max_sustained_rate_mbps +20 +10")
        self.assertRegex(out, r"\n  service_flows.us0.sent_mbps +[0-9.]+ +[0-9.]+ +-[0-9.]+ %")
        # Any replication that is left tells the configuration.
        one = self.folder / "one"
        shutil.rmtree(one / "rep-1")
        (one / "rep-1x").mkdir()
        (one / "rep-1x/results.json").write_text("{", encoding="utf-8")
        self.assertEqual(self.call("compare", one, self.folder / "other", "--all")[1], out)
        (one / "rep-2/results.json").write_text("{", encoding="utf-8")
        status, _, err = self.call("compare", one, self.folder / "other")
        self.assertEqual((status, err.count("\n")), (2, 1), err)
        self.assertIn("one/rep-2/results.json: is damaged", err)
        shutil.rmtree(one / "rep-2")
        self.assertRegex(self.call("compare", one, self.folder / "other", "--all")[1],
                         r"\n  service_flows.us0.max_sustained_rate_mbps +– +10")
