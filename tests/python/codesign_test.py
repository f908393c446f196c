"""Output of docsis-vp codesign, from real runs of milliseconds."""

import copy
import csv
import json
import re
from pathlib import Path

from docsis_vp.codesign.limits import BREAK_SHARES, plan_floods
from docsis_vp.codesign.matrix import read_matrix
from docsis_vp.codesign.plan import Base, plan_runs
from docsis_vp.program import find
from docsis_vp.simulator import Simulator
from tests.python.codesign_folder import SCENARIO, CodesignTest, matrix

ROOT = Path(__file__).parents[2]


class Answer(CodesignTest):
    """Output of one campaign."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_folder()
        cls.status, cls.text, cls.errors = cls.codesign()
        cls.answer = cls.document()

    def setUp(self):
        """All look at the same one."""

    def test_has_a_row_for_each_combination(self):
        self.assertEqual(self.status, 0, self.errors)
        self.assertEqual(self.answer["schema"], 1)
        names = ["A docsis_pie", "A pie", "B docsis_pie", "C docsis_pie"]
        self.assertEqual([row["name"] for row in self.answer["rows"]], names)
        self.assertEqual([row["seeds"] for row in self.answer["rows"]], [[1, 2]] * 4)
        conformant = [row["spec"]["conformant"] for row in self.answer["rows"]]
        self.assertEqual(conformant, [False, False, True, True])
        # 4 rows x 2 seeds, 2 at double the cycles, a flood, one at double, a lower rate
        self.assertIn("13 runs", self.text)

    def test_rows_range_over_their_seeds(self):
        for row in self.answer["rows"]:
            latency = row["values"]["latency_p50_ms"]
            self.assertLess(latency["low"], latency["high"], row["name"])
            self.assertGreaterEqual(latency["value"], latency["low"])
            self.assertLessEqual(latency["value"], latency["high"])

    def test_says_what_was_not_measured(self):
        gates, _, _, firmware = self.answer["rows"]
        self.assertIsNone(gates["values"]["cpu_percent"])
        self.assertGreater(firmware["values"]["cpu_percent"]["value"], 0)
        self.assertGreater(firmware["values"]["decision_p50_us"]["value"], 0)

    def test_says_which_rows_use_the_cpu(self):
        self.assertEqual([row["uses_cpu"] for row in self.answer["rows"]], [False, False, True, True])

    def test_gates_assume_nothing_of_a_cpu(self):
        gates, _, _, firmware = self.answer["rows"]
        self.assertEqual(firmware["assumed"]["modem.cpu.clock_mhz"], 200)
        self.assertEqual([key for key in gates["assumed"] if "cpu" in key], [])

    def test_areas_are_those_of_the_chip(self):
        gates, _, law, drops = [row["values"] for row in self.answer["rows"]]
        for values in (gates, law, drops):
            area = values["area_mm2"]
            self.assertTrue(0 < area["low"] < area["value"] < area["high"])
        self.assertEqual(gates["area_mm2"], gates["gates_mm2"])
        self.assertGreater(law["area_mm2"]["value"], law["gates_mm2"]["value"])
        self.assertGreater(drops["gates_mm2"]["value"], law["gates_mm2"]["value"])
        self.assertGreater(law["memory_kbit"]["value"], gates["memory_kbit"]["value"])

    def test_limits_go_up_to_the_flood(self):
        (limit,) = self.answer["limits"]
        self.assertEqual(len(limit["points"]), 2)
        offered = [point["offered_pps"] for point in limit["points"]]
        self.assertEqual(offered, sorted(offered))
        self.assertAlmostEqual(offered[-1], 50e6 / 8 / 64, delta=3000)
        self.assertGreater(limit["points"][-1]["cpu"], limit["points"][0]["cpu"])
        self.assertIsNone(limit["breaks_pps"])

    def test_rows_are_run_once_more_at_other_costs(self):
        self.assertEqual(self.answer["costs"], {"double": "gates twice as slow"})
        gates, _, law, drops = self.answer["rows"]
        self.assertIsNone(gates["costs"])
        for row in (law, drops):
            first = json.loads((self.out / "runs" / row["runs"][0] / "results.json").read_text())
            assumed, double = row["costs"]["assumed"], row["costs"]["double"]
            self.assertEqual(assumed["slack_min_us"],
                             first["service_flows"][0]["deadline_slack_us"]["min"])
            self.assertNotEqual(assumed["slack_min_us"], double["slack_min_us"])
            self.assertEqual(assumed["area_mm2"], row["values"]["area_mm2"]["value"])
        (limit,) = self.answer["limits"]
        self.assertEqual(limit["costs"]["assumed"], limit["judged_at_most_pps"])
        self.assertGreater(limit["costs"]["double"], 0)

    def test_rows_say_at_which_rate_bursts_were_needed_and_built(self):
        for row in self.answer["rows"]:
            needed, built = (row["values"][key]["value"] for key in ("dequeue_needed", "dequeue_built"))
            self.assertGreater(needed, 0)
            self.assertGreaterEqual(built, needed)

    def test_the_spreadsheet_has_the_rows_of_the_document(self):
        with (self.out / "codesign.csv").open(encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        for line, row in zip(lines, self.answer["rows"], strict=True):
            self.assertEqual(line["placement"], row["choices"]["placement"])
            self.assertEqual(line["spec_conformant"], "yes" if row["spec"]["conformant"] else "no")
            mos = row["values"]["mos"]
            self.assertEqual(float(line["mos"]), mos["value"])
            self.assertEqual(float(line["mos_high"]), mos["high"])
            self.assertEqual(line["area_mm2"] == "", row["values"]["area_mm2"] is None)

    def test_the_page_holds_the_document_and_names_no_other_file(self):
        page = (self.out / "codesign.html").read_text(encoding="utf-8")
        _, rest = page.split('<script type="application/json" id="answer">')
        self.assertEqual(json.loads(rest.split("</script>")[0]), self.answer)
        self.assertEqual(re.findall(r"""(?:src|href)=["'](?![#]|data:)""", page), [])
        self.assertNotIn("@", "".join(re.findall(r"@[A-Z]+@", page)))

    def test_nothing_unfinished_is_left(self):
        files = {path.name for path in self.out.iterdir()}
        self.assertEqual(files, {"codesign.json", "codesign.csv", "codesign.html", "runs"})
        for run in (self.out / "runs").iterdir():
            self.assertEqual({path.name for path in run.iterdir()},
                             {"results.json", "scenario.json"})


class LinesOfTheScenario(CodesignTest):
    """A call that shares a full service flow, and one that has an idle one."""

    def answer_to(self, *names: str) -> dict:
        """With service flows and flows in the order of the names."""
        scenario = copy.deepcopy(SCENARIO)
        scenario["service_flows"].append(
            {"name": "us1", "modem": "cm0", "max_sustained_rate_mbps": 5})
        call, flood = scenario["flows"]
        phone = call | {"name": "phone", "service_flow": "us1"}
        scenario["flows"] = [call | {"service_flow": "us0"}, phone,
                             flood | {"service_flow": "us0", "rate_mbps": 40}]
        for key in ("service_flows", "flows"):
            scenario[key].sort(key=lambda each: names.index(each["name"]))
        self.write("modem.json", scenario)
        self.assertEqual(self.codesign("--seeds", "4")[0], 0)
        return self.document()

    def test_in_another_order_change_no_decision(self):
        first = self.answer_to("us0", "us1", "ds0", "call", "phone", "flood")
        turned = self.answer_to("us1", "us0", "ds0", "phone", "flood", "call")
        self.assertEqual(first["watch"], turned["watch"])
        self.assertEqual(first["decision"], turned["decision"])
        for one, other in zip(first["rows"], turned["rows"]):
            for key, name in (("latency_p99_ms", "call"), ("queue_p99_ms", "us0")):
                values = one["values"][key], other["values"][key]
                self.assertEqual([value["of"] for value in values], [[name], [name]])
                self.assertAlmostEqual(values[0]["value"], values[1]["value"], delta=0.2 * values[0]["value"])


def never_breaks(row) -> bool:
    names = {axis: choice.name for axis, choice in row.choices.items()}
    return names["placement"] in "BE" or names["packets"] == "1500 B"


class LoadOfTheCpu(CodesignTest):
    """Given to rows that use the CPU; and a rate of the service flow, which gates see as well."""

    @classmethod
    def set_up_folder(cls):
        super().set_up_folder()
        changed = matrix()
        del changed["rates"], changed["costs"]
        changed["given"] = ["load", "rate"]
        changed["axes"] |= {
            "load": {"busy": {"title": "half busy", "modem": {"cpu": {"background_load": {"utilization": 0.5}}}}},
            "rate": {"10": {"title": "10 Mbit/s", "upstream": {"max_sustained_rate_mbps": 10}}},
        }
        changed["rows"] = [
            {"placement": ["A", "B"], "algorithm": "docsis_pie"},
            {"placement": "B", "algorithm": "docsis_pie", "load": "busy"},
            {"placement": "B", "algorithm": "docsis_pie", "load": "busy", "rate": "10"},
        ]
        cls.write("modem.matrix", changed)

    def test_is_no_matter_of_gates(self):
        status, _, errors = self.codesign("--quiet")
        self.assertEqual((status, errors), (0, ""))
        answer = self.document()
        self.assertEqual([row["given_to_gates"] for row in answer["rows"]], [{}, {}, {}, {"rate": "10"}])
        in_gates = {str(each["given"]): each["in_gates"] for each in answer["decision"]
                    if each["area"] == "area_mm2" and not each["replaceable"]}
        self.assertEqual(in_gates, {"{}": [], "{'load': 'busy'}": [0], "{'load': 'busy', 'rate': '10'}": []})


class PlacementThatBreaks(CodesignTest):
    def test_does_where_the_hold_overflows(self):
        changed = matrix()
        changed["axes"]["placement"]["C"]["modem"]["cpu"] = {"clock_mhz": 50, "memory_wait_states": 20}
        changed["rows"] = [{"placement": "A", "algorithm": "pie"}]
        self.write("modem.matrix", changed)
        self.codesign()
        (limit,) = self.document()["limits"]
        self.assertEqual(len(limit["points"]), 5)
        self.assertIn("lost in the hold", limit["breaks_by"])
        self.assertLess(limit["holds_pps"], limit["breaks_pps"])
        self.assertLess(limit["judged_at_most_pps"], 50e6 / 8 / 64)


class MatricesOfTheTree(CodesignTest):
    def test_make_scenarios(self):
        program = Simulator(find())
        for path in sorted((ROOT / "scenarios").rglob("*.matrix")):
            matrix_of = read_matrix(path, False)
            base = Base(path.with_suffix(".json"), program)
            for row in matrix_of.rows:
                self.assertEqual(len(plan_runs(row, 1, base, {}, "")), 1, f"{path}: {row.name}")
            if matrix_of.rates:
                plan_floods(matrix_of.rates, Base(matrix_of.rates.scenario, program))

    def test_keep_to_their_limits(self):
        paths = sorted((ROOT / "scenarios").rglob("*.matrix"))
        self.assertGreaterEqual(len(paths), 3)
        for path in paths:
            whole, quick = read_matrix(path, False), read_matrix(path, True)
            floods = whole.rates.rows if whole.rates else []
            runs = len(whole.rows) * whole.seeds + (3 + len(BREAK_SHARES)) * len(floods)
            runs += sum(len(row.at_costs) for row in whole.rows + floods)
            # Where nothing breaks fewer rates are tried, as of E, of B and of large packets.
            runs -= sum(map(never_breaks, floods)) * (1 + len(BREAK_SHARES))
            # As many seeds as decide: a run of a row takes a second or two.
            self.assertLessEqual(runs, 150 if whole.seeds <= 5 else 750, path)
            self.assertEqual(len(quick.rows) * quick.seeds, 6, path)

    def test_the_modem_of_the_study_has_every_placement(self):
        whole = read_matrix(ROOT / "scenarios/codesign/d31-modem.matrix", False)
        placements = {row.choices["placement"].name for row in whole.rows}
        self.assertEqual(placements, {"A", "B", "C", "D", "E", "F", "G1", "G2"})
        self.assertGreaterEqual(whole.seeds, 10)  # with fewer no interval of the page is narrow
