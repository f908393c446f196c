"""docsis-vp reproduce: every case of every study is a scenario, and a few of them run."""

import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from docsis_vp.errors import InputError
from docsis_vp.program import find
from docsis_vp.simulator import Simulator
from docsis_vp.studies.catalogue import STUDIES
from docsis_vp.studies.document import build_document, decide, sensitivity
from docsis_vp.studies.outcome import Estimate, NoValue, Outcomes, estimate
from docsis_vp.studies.plan import Extent, plan_case, scenario_of
from docsis_vp.studies.published import Row, read_rows
from docsis_vp.studies.reproduce import cases_of_claims, choose
from docsis_vp.studies.study import NOT_DECIDABLE, Case, Cause, Claim, Gauge, Study
from docsis_vp.studies.verdict import DIFFERS, MATCH, NOT_RUN, TREND, judge, kendall_tau


def row(value: float, note: str = "", metric: str = "delay") -> Row:
    return Row("table1", "a", "x", "", metric, "ms", value, note)


def ours(mean: float, half_width: float = math.nan) -> Estimate:
    return Estimate(mean, half_width, 5)


class Causes(unittest.TestCase):
    def test_a_cause_explains_rows_that_fit_all_its_patterns(self):
        published = Row("table15", "TIER", "DT", "n_tier1=9;n_tier2=1", "tier2_throughput", "Mbps", 5.5, "")
        for patterns, expected in (({"load": "n_tier1=9;*"}, True), ({"load": "n_tier1=5;*"}, False), ({"scheme": "[!D]*"}, False),
                                   ({"table": "table15", "load": "n_tier1=5;*"}, False), ({}, True)):
            self.assertEqual(Cause("why", **patterns).explains(published, False), expected, patterns)

    def test_what_only_explains_quick_runs_explains_no_whole_one(self):
        published = Row("table03", "BASE", "DT", "n_ftp=5", "tcp_loss_rate_mean", "percent", 0.02, "")
        for of_quick_runs in (True, False):
            self.assertEqual(Cause("short", quick=True).explains(published, of_quick_runs), of_quick_runs)


class Verdicts(unittest.TestCase):
    def verdicts(self, *rows: tuple, quantity: str = "delay_ms") -> list[str]:
        return judge([(row(*published) if isinstance(published, tuple) else row(published), mine, quantity)
                      for published, mine in rows])

    def test_a_delay_matches_within_15_percent_or_3_ms(self):
        for published, mine, expected in ((100, 114, MATCH), (100, 116, DIFFERS), (10, 12.9, MATCH), (10, 13.1, DIFFERS)):
            self.assertEqual(self.verdicts((published, ours(mine))), [expected])

    def test_a_loss_matches_within_a_factor_and_a_floor(self):
        for published, mine, expected in ((2, 2.9, MATCH), (2, 3.1, DIFFERS), (2, 1.3, DIFFERS), (0, 0.1, MATCH),
                                          (0, 0.2, DIFFERS), (90, 84, DIFFERS), (90, 86, MATCH)):
            self.assertEqual(self.verdicts((published, ours(mine)), quantity="loss_percent"), [expected])

    def test_a_rate_of_loss_matches_within_a_factor_however_small(self):
        for published, mine, expected in ((0.02, 0.029, MATCH), (0.02, 0.031, DIFFERS), (0.02, 0.013, DIFFERS),
                                          (0, 0.001, MATCH), (0, 0.002, DIFFERS)):
            self.assertEqual(self.verdicts((published, ours(mine)), quantity="loss_rate"), [expected])

    def test_a_bound_is_kept_or_not(self):
        for note, mine, expected in (("BOUND: at most", 1, MATCH), ("BOUND: at most", 120, DIFFERS),
                                     ("BOUND: above", 1000, MATCH), ("BOUND: above", 10, DIFFERS),
                                     ("BOUND: slightly more than", 1000, MATCH),
                                     ("BOUND: about", 10, DIFFERS)):
            self.assertEqual(self.verdicts(((100, note), ours(mine))), [expected])

    def test_the_interval_of_our_seeds_counts_as_long_as_it_says_something(self):
        self.assertEqual(self.verdicts((100, ours(120, 21))), [MATCH])
        self.assertEqual(self.verdicts((100, ours(200, 150))), [DIFFERS])

    def test_the_right_order_is_a_trend(self):
        published = (10, 100, 1000, 10000)
        self.assertEqual(self.verdicts(*((p, ours(2 * p)) for p in published)), [TREND] * 4)
        self.assertEqual(self.verdicts(*((p, ours(-p)) for p in published)), [DIFFERS] * 4)
        self.assertEqual(self.verdicts(*((p, ours(2 * p)) for p in published[:2])), [DIFFERS] * 2)

    def test_what_was_not_run_is_no_trend(self):
        self.assertEqual(self.verdicts((100, None), (100, ours(1))), [NOT_RUN, DIFFERS])

    def test_tau_is_of_pairs_that_the_publication_tells_apart(self):
        self.assertEqual(kendall_tau([1, 1, 2], [5, 7, 9]), 1)
        self.assertEqual(kendall_tau([1, 2, 3], [1, 3, 2]), 1 / 3)
        self.assertTrue(math.isnan(kendall_tau([1, 1], [1, 2])))

    def test_an_interval_is_student_s(self):
        found = estimate([1, 2, 3, math.nan])
        self.assertEqual((found.mean, found.count), (2, 3))
        self.assertAlmostEqual(found.half_width, 4.3026527297 / math.sqrt(3))
        self.assertIsNone(estimate([math.nan]))


class CasesOfClaims(unittest.TestCase):
    def test_a_claim_names_the_cases_that_decide_it(self):
        study = STUDIES["cablelabs-2012"]
        self.assertEqual(cases_of_claims(study, ["C-2012-25", "C-2012-16"]), ["D04-21", "D06-21", "C03"])

    def test_one_that_is_not_there_or_needs_no_run_is_refused(self):
        for name, message in (("C-2012-99", 'cablelabs-2012: no claim "C-2012-99", expected: '), ("C-2012-28", "cablelabs-2012: no run decides C-2012-28")):
            with self.assertRaises(InputError) as refusal:
                cases_of_claims(STUDIES["cablelabs-2012"], [name])
            self.assertIn(message, str(refusal.exception))


class Claims(unittest.TestCase):
    def test_what_was_not_run_is_not_run_and_what_needs_no_run_says_so(self):
        for study in STUDIES.values():
            document = build_document(study, [], Outcomes({}, {}), {"quick": False})
            for claim, entry in zip(study.claims, document["claims"]):
                self.assertEqual(entry["decided_by"], "runs" if claim.cases else "analysis", claim.name)
                self.assertEqual(entry["verdict"] == NOT_RUN, bool(claim.cases), claim.name)
            counts = document["counts"]
            self.assertEqual(set(counts["claims_by_runs"]), {NOT_RUN})
            self.assertNotIn(NOT_RUN, counts["claims_by_analysis"])
            self.assertEqual(sum(counts["claims"].values()), len(study.claims))

    def test_what_runs_leave_open_is_not_decidable(self):
        def no_value(_outcomes):
            raise NoValue("a")

        entry = decide(Claim("C", "", ("a",), no_value), Outcomes({"a": ["a run"]}, {}))
        self.assertEqual((entry["verdict"], entry["evidence"]), (NOT_DECIDABLE, "the runs of a have no such value"))


class Cases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator(find())

    def test_every_case_is_a_scenario_of_its_own(self):
        for study in STUDIES.values():
            seen = {}
            for case in study.cases:
                with self.subTest(study=study.name, case=case.name):
                    scenario = scenario_of(study, case, Extent(quick=True).seconds(case))
                    text = json.dumps(scenario | {"name": ""}, sort_keys=True)
                    self.assertNotIn(text, seen, f"the same as {seen.get(text)}")
                    seen[text] = case.name

    def test_every_choice_is_one_that_the_simulator_takes(self):
        def complaint(study: Study, case: Case) -> str | None:
            try:
                plan_case(study, case, Extent(quick=True), self.simulator)
            except InputError as error:
                return str(error)
            return None

        # The last of those that choose the same is usually the largest.
        chosen = [(study, case) for study in STUDIES.values()
                  for case in {(case.scenario, case.choices): case for case in study.cases}.values()]
        with ThreadPoolExecutor() as pool:
            for (study, case), found in zip(chosen, pool.map(complaint, *zip(*chosen))):
                with self.subTest(study=study.name, case=case.name):
                    self.assertIsNone(found)

    def test_what_a_study_names_is_there(self):
        for study in STUDIES.values():
            known = {case.name for case in study.cases}
            rows = read_rows(study.name)
            measures = [m for m in map(study.measure, rows) if m]
            self.assertTrue(measures)
            for part in (*measures, *study.claims, *study.figures):
                with self.subTest(study=study.name, part=part):
                    self.assertLessEqual(set(part.cases), known)
            for case in study.cases:
                self.assertIn(case.beside, {*known, ""}, case.name)
            for cause in study.causes:
                self.assertTrue(any(cause.explains(each, True) for each in rows), cause.text)

    def test_a_choice_that_is_not_there_is_refused(self):
        study = next(iter(STUDIES.values()))
        wrong = Case("wrong", study.cases[0].scenario, ("sideways",))
        with self.assertRaisesRegex(InputError, "sideways"):
            plan_case(study, wrong, Extent(), self.simulator)


class Sensitivity(unittest.TestCase):
    def test_a_misspelt_case_names_near_ones(self):
        for name, expected in (("C04-", "C04"), ("nothing like it", "--list")):
            with self.assertRaises(InputError) as refused:
                choose(STUDIES["cablelabs-2012"], [name])
            self.assertIn(expected, str(refused.exception))
            self.assertLess(len(str(refused.exception)), 120)

    def test_gauges_of_a_changed_case_stand_beside_those_of_the_case_it_changes(self):
        cases = (Case("usual", "a.json"), Case("changed", "a.json", sensitivity="a change", beside="usual"),
                 Case("lone", "a.json", sensitivity="a change", beside="missing"))
        gauges = (Gauge("s", lambda run: run["s"]), Gauge("none", lambda run: math.nan))
        study = Study("s", "S", cases, lambda row: None, gauges=gauges)
        outcomes = Outcomes({"usual": [{"s": 1}, {"s": 3}], "changed": [{"s": 5}], "lone": [{"s": 7}]}, {})
        self.assertEqual(sensitivity(study, outcomes), [
            {"case": "changed", "beside": "usual", "effect_of": "a change", "values": {"s": [2, 5]}}])


class Command(unittest.TestCase):
    def reproduce(self, *arguments: str) -> tuple[int, str, str]:
        process = subprocess.run(
            [sys.executable, "-m", "docsis_vp", "reproduce", *arguments],
            capture_output=True, text=True, check=False,
        )
        return process.returncode, process.stdout, process.stderr

    def test_a_subset_of_all_studies_runs_and_is_found_again(self):
        with tempfile.TemporaryDirectory(prefix="docsis-vp-") as folder:
            command = ("all", "--subset", "--no-pages", "-o", folder)
            status, out, err = self.reproduce(*command)
            self.assertEqual(status, 0, err)
            for name in STUDIES:
                document = json.loads((Path(folder) / name / "reproduction.json").read_text())
                self.assertTrue(document["cases"], name)
                self.assertEqual(document["failures"], {})
                self.assertTrue(any(entry["ours"] for entry in document["numbers"]), name)
            self.assertIn(", 0 of them existed before", out)
            self.assertNotIn(", 0 of them existed before", self.reproduce(*command)[1])
            self.assertEqual(os.listdir(folder).count("index.html"), 0)

    def test_what_has_no_effect_is_said_once(self):
        with tempfile.TemporaryDirectory(prefix="docsis-vp-") as folder:
            command = ("cablelabs-2014", "--subset", "--no-pages", "-o", folder, "--case", "pie-token-bucket",
                       "--case", "pie-upload-20-token-bucket")
            for options, times in ((), 1), (("-q",), 0):
                status, _, err = self.reproduce(*command, *options)
                self.assertEqual((status, err.count("dq_threshold_bytes of pie_draft has no effect")), (0, times), err)

    def test_bad_usage_is_one_line(self):
        for arguments in (("oslo",), ("cablelabs-2012", "--case", "X"), ("all", "--case", "C01")):
            status, out, err = self.reproduce(*arguments)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)


if __name__ == "__main__":
    unittest.main()
