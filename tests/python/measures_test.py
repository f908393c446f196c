"""Measures and rows, of results put together by hand."""

import unittest
from pathlib import Path

from docsis_vp.campaign import Outcome
from docsis_vp.codesign.comparisons import Comparisons
from docsis_vp.codesign.document import as_csv, build_document
from docsis_vp.codesign.matrix import Choice, Row, read_matrix
from docsis_vp.codesign.measures import BY_KEY, MEASURES
from docsis_vp.codesign.placement import misnamed
from docsis_vp.codesign.plan import Run
from docsis_vp.codesign.rows import build_rows
from docsis_vp.codesign.watch import Watch


def span(nominal: float) -> dict:
    return {"low": nominal / 2, "nominal": nominal, "high": 2 * nominal}


def results(**changes) -> dict:
    return {
        "simulated_s": 1,
        "config": {
            "modems": [{"name": "cm0", "control_law": "hardware", "mac_clock_mhz": 250}],
            "service_flows": [{"direction": "upstream", "aqm": {"algorithm": "pie"}}],
        },
        "service_flows": [
            {"direction": "downstream", "aqm_drops": 99},
            {"name": "us0", "direction": "upstream", "aqm_drops": 1, "offered_packets": 900,
             "queue_delay_ms": {"mean": 5}},
            {"name": "us1", "direction": "upstream", "aqm_drops": 2, "offered_packets": 100,
             "queue_delay_ms": {"mean": 8}},
        ],
        "flows": [
            {"kind": "tcp", "direction": "upstream", "goodput_mbps": 3},
            {"kind": "tcp", "direction": "downstream", "goodput_mbps": 50},
            {"kind": "tcp", "direction": "upstream", "goodput_mbps": 4},
            {"kind": "voip", "name": "call", "direction": "upstream", "mos": 4.2},
        ],
        "mac": {"granted_bytes": 200, "used_bytes": 150, "channels": [
            {"deadline_slack_us": {"missed": 0, "min": 3, "p1": 9,
                                   "histogram": {"edges": [0, 10, 20], "counts": [1, 2]}}},
            {"deadline_slack_us": {"missed": 1, "min": -4, "p1": 12,
                                   "histogram": {"edges": [-10, 0, 10, 20], "counts": [1, 0, 3]}}},
            {"deadline_slack_us": {"min": None, "missed": 2}}]},
        "placements": [{"control_law": "hardware"}],
        "area": [{"modem": "cm0", "technology": "28nm", "total_kge": span(12), "sram_kbit": 8,
                  "logic_kge": span(10), "memory_kbit": 9,
                  "mm2": span(0.02), "cpu": None, "with_cpu": None}],
    } | changes


def row_of(*of_seeds: dict | None) -> dict:
    row = Row({"placement": Choice("A", "gates", {}), "algorithm": Choice("pie", "PIE", {})})
    outcomes = [Outcome(Run(row, seed, {}, f"id{seed}", ""), each, None if each else "trap")
                for seed, each in enumerate(of_seeds, 1)]
    return build_rows([row], outcomes)[0]


class Measures(unittest.TestCase):
    def value(self, key: str, each: dict):
        return next(measure for measure in MEASURES if measure.key == key).of(each)

    def test_keys_are_unique_and_end_in_their_unit(self):
        keys = [measure.key for measure in MEASURES]
        self.assertEqual(len(keys), len(set(keys)))
        suffixes = {"mm²": "_mm2", "kGE": "_kge", "kbit": "_kbit", "ms": "_ms", "µs": "_us",
                    "s": "_s", "%": "_percent", "Mbit/s": "_mbps"}
        for measure in MEASURES:
            self.assertTrue(measure.key.endswith(suffixes.get(measure.unit, "")), measure.key)

    def test_of_results_that_say_nothing_is_none(self):
        for measure in MEASURES:
            self.assertIsNone(measure.of({}), measure.key)

    def test_say_why_a_row_has_no_value(self):
        absent = {key: BY_KEY[key].absent for key in ("cpu_percent", "decision_p99_us", "mos", "area_mm2")}
        self.assertEqual(absent, {"cpu_percent": "CPU not used", "decision_p99_us": "no verdict", "mos": "no call",
                                  "area_mm2": "not known"})

    def test_sum_over_upstream(self):
        self.assertEqual(self.value("uploads_mbps", results()), 7)
        self.assertEqual(self.value("aqm_drops", results()), 3)
        self.assertEqual(self.value("unused_percent", results()), 25)

    def test_the_longest_handler_is_of_any_source(self):
        sources = [{"source": "timer", "worst_cycles": 100}, {"source": "x", "worst_cycles": 500}]
        cpu = {"clock_hz": 50_000_000, "interrupts": sources, "interrupt_latency_us": {"max": 7}}
        self.assertEqual(self.value("handler_worst_us", results(cpus=[cpu])), 10)
        self.assertEqual(self.value("interrupt_max_us", results(cpus=[cpu])), 7)
        self.assertIsNone(self.value("handler_worst_us", results(cpus=[cpu | {"interrupts": []}])))

    def test_energy_is_shared_out_to_the_packets_that_were_sent(self):
        flows = [{"direction": "upstream", "modem": "cm0", "sent_packets": 4},
                 {"direction": "upstream", "modem": "cm1", "sent_packets": 9}]
        energy = {"modem": "cm0", "on_die": 10, "sent_packets": 4}

        def per_packet(**changes):
            return self.value("energy_per_packet", results(energy=[energy | changes], service_flows=flows))

        self.assertEqual(per_packet(), 2.5)
        self.assertIsNone(per_packet(on_die=None))  # a core of no known size
        self.assertIsNone(per_packet(sent_packets=0))
        self.assertIsNone(self.value("energy_per_packet", results(service_flows=flows)))

    def test_area_of_gates_is_the_data_path(self):
        self.assertEqual(self.value("area_mm2", results()), span(0.02))
        self.assertEqual(self.value("logic_kge", results()), span(10))
        self.assertEqual(self.value("sram_kbit", results()), 8)
        self.assertEqual(self.value("memory_kbit", results()), 9)

    def test_area_of_firmware_has_the_cpu_in_it(self):
        area = results()["area"][0] | {
            "cpu": {"profile": "ibex-small"},
            "with_cpu": {"kge": span(40), "logic_kge": span(36), "sram_kbit": 24, "memory_kbit": 25,
                         "mm2": span(0.08)},
        }
        self.assertEqual(self.value("area_mm2", results(area=[area])), span(0.08))
        self.assertEqual(self.value("gates_mm2", results(area=[area])), span(0.02))
        self.assertEqual(self.value("logic_kge", results(area=[area])), span(36))
        self.assertEqual(self.value("path_kge", results(area=[area])), span(10))
        self.assertEqual(self.value("memory_kbit", results(area=[area])), 25)

    def test_rows_are_compared_by_the_sum_of_logic_and_memories(self):
        compared = [measure.key for measure in MEASURES if measure.place == "area" and measure.better]
        self.assertEqual(compared, ["area_mm2", "gates_mm2"])

    def test_an_area_without_a_known_cpu_is_none(self):
        area = results()["area"][0] | {"cpu": {"profile": "ideal"}}
        unknown = area | {"with_cpu": None}
        self.assertIsNone(self.value("area_mm2", results(area=[unknown])))


class Watched(unittest.TestCase):
    """Flows of one kind: the worst of them, or the one that the matrix names."""

    FLOWS = [
        {"kind": "voip", "name": "call", "mos": 4.2, "one_way_ms": {"p99": 80}},
        {"kind": "voip", "name": "phone", "mos": 4.4, "one_way_ms": {"p99": 90}},
        {"kind": "voip", "name": "line0", "group": "lines", "mos": 4.4, "one_way_ms": {"p99": 70}},
        {"kind": "voip", "name": "line1", "group": "lines", "mos": 4.3, "one_way_ms": {"p99": 75}},
        {"kind": "web", "name": "page", "page_load_s": {"median": 1}},
        {"kind": "web_users", "name": "users", "page_load_s": {"median": 3}},
    ]

    def value(self, key: str, **names: str):
        return BY_KEY[key].of(results(flows=self.FLOWS), Watch(names))

    def test_are_the_worst_measure_by_measure(self):
        self.assertEqual((self.value("mos"), self.value("latency_p99_ms")), (4.2, 90))
        self.assertEqual((self.value("page_load_s"), self.value("queue_mean_ms")), (3, 8))

    def test_are_the_named_one(self):
        self.assertEqual(self.value("latency_p99_ms", call="call"), 80)
        self.assertEqual(self.value("page_load_s", page="page"), 1)
        self.assertEqual(self.value("queue_mean_ms", queue="us0"), 5)

    def test_are_the_worst_of_a_named_group_or_of_one_that_counts_several(self):
        self.assertEqual(self.value("latency_p99_ms", call="lines"), 75)
        self.assertEqual(self.value("latency_p99_ms", call="line"), 75)

    def test_hang_on_no_order_in_the_file(self):
        there = results(flows=self.FLOWS)
        turned = there | {key: there[key][::-1] for key in ("flows", "service_flows")}
        for key in BY_KEY:
            self.assertEqual(BY_KEY[key].of(turned), BY_KEY[key].of(there), key)
        first, second = (row_of(each, each) for each in (there, turned))
        self.assertEqual(first, second)

    def test_are_named(self):
        self.assertEqual(Watch().facts("call", [results(flows=self.FLOWS)]),
                         {"names": ["call", "line0", "line1", "phone"], "chosen": False})
        self.assertEqual(Watch({"queue": "us1"}).facts("queue", [results()]),
                         {"names": ["us1"], "chosen": True})


class Warnings(unittest.TestCase):
    def of(self, hold: int, aqm: int, offered: int = 100_000) -> list[str]:
        flow = {"name": "us0", "direction": "upstream", "offered_packets": offered, "hold_drops": hold,
                "aqm_drops": aqm}
        return row_of(results(service_flows=[flow]))["warnings"]

    def test_tell_of_packets_that_no_law_saw(self):
        self.assertEqual(self.of(0, 0), [])
        self.assertEqual(self.of(0, 500), [])
        self.assertEqual(self.of(100, 500), [])
        self.assertIn("and the law drops 99:", self.of(100, 99)[0])
        self.assertIn("loses 200 packets a run (0.2 % of what is offered) in the ingress hold, before any law "
                      "saw them, more than 0.1 %", self.of(200, 500)[0])


class Placements(unittest.TestCase):
    def test_a_letter_that_says_where_laws_drop_must_be_right(self):
        for letter, algorithms, expected in (
            ("E", ["docsis_pie"], "is called E, which by docs/placements.md drops at the head, but docsis_pie drops at arrival"),
            ("F", ["pie", "sfq_pie"], "is called F, which by docs/placements.md drops at the head, "
                                      "but pie drops at arrival and sfq_pie drops queue by queue"),
            ("A", ["codel"], "is called A, which by docs/placements.md drops at arrival, but codel drops at the head"),
            ("G2", ["codel_dt"], "is called G2, which by docs/placements.md drops queue by queue, "
                                 "but codel_dt drops at arrival"),
        ):
            self.assertEqual(misnamed(letter, algorithms), [expected])
        for letter, algorithms in (("E", ["codel"]), ("E", ["docsis_pie", "codel"]), ("D", ["codel_tail"]), ("A", ["none"]),
                                   ("A", [None]), ("G1", ["fq_codel"]), ("mine", ["codel"]), ("A", [])):
            self.assertEqual(misnamed(letter, algorithms), [])

    def test_no_row_that_is_committed_is_misnamed(self):
        for path in sorted(Path("scenarios/codesign").glob("*.matrix")):
            for row in read_matrix(path, False).rows:
                law = row.choices["algorithm"].changes.get("upstream", {}).get("aqm", {})
                algorithm = law.get("algorithm") if isinstance(law, dict) else law
                self.assertEqual(misnamed(row.choices["placement"].name, [algorithm]), [], f"{path}: {row.name}")


class Rows(unittest.TestCase):
    def test_an_area_keeps_its_own_range(self):
        row = row_of(results(), results())
        self.assertEqual(row["values"]["logic_kge"], {"low": 5, "value": 10, "high": 20})

    def test_others_range_over_the_seeds(self):
        row = row_of(results(), results(flows=[{"kind": "voip", "name": "phone", "mos": 2.2}]))
        mos = row["values"]["mos"]
        self.assertEqual((mos["low"], mos["value"], mos["high"]), (2.2, 3.2, 4.2))
        self.assertAlmostEqual(mos["ci95"], 12.7062047)  # t of one degree of freedom, standard error 1
        self.assertEqual((mos["of_seeds"], mos["of"]), ([4.2, 2.2], ["call", "phone"]))

    def test_one_run_has_no_interval(self):
        self.assertIsNone(row_of(results())["values"]["mos"]["ci95"])

    def test_a_seed_that_failed_is_left_out(self):
        row = row_of(results(), None)
        self.assertEqual((row["seeds"], row["errors"]), ([1], ["trap"]))
        self.assertEqual(row["values"]["mos"]["value"], 4.2)

    def test_slack_of_all_channels_and_seeds_together(self):
        row = row_of(results(), results())
        self.assertEqual(row["slack_histogram"], [[-4, 0, 2], [0, 10, 2], [10, 20, 10]])
        self.assertEqual(row["slack_missed"], 6)

    def test_causes_of_missed_grants_are_those_of_all_seeds_most_first(self):
        def missed(**causes):
            return results(mac=results()["mac"] | {"missed_by_cause": {"builder": 0} | causes})
        row = row_of(missed(verdict=1, port_other_writes=2), missed(verdict=4))
        self.assertEqual(row["missed_by_cause"], [["verdict", 5], ["port_other_writes", 2]])
        self.assertEqual(row_of(results())["missed_by_cause"], [])

    def test_slack_of_the_table_is_that_of_the_histogram(self):
        """All channels, after the warm-up: the least, and what was missed."""
        row = row_of(results(), results())
        values = row["values"]
        self.assertEqual(values["slack_min_us"]["low"], row["slack_histogram"][0][0])
        self.assertEqual(values["slack_p1_us"]["value"], 9)
        self.assertEqual(values["grants_missed"]["value"] * len(row["seeds"]), row["slack_missed"])
        self.assertEqual(results()["mac"]["channels"][1]["deadline_slack_us"]["min"], values["slack_min_us"]["value"])

    def test_conformance_is_about_the_law(self):
        self.assertIs(row_of(results())["spec"]["conformant"], False)
        firmware = results(placements=[{"control_law": "firmware"}])
        self.assertIs(row_of(firmware)["spec"]["conformant"], True)
        config = {"service_flows": [{"direction": "upstream", "aqm": {"algorithm": "none"}}]}
        self.assertIsNone(row_of(results(config=config))["spec"]["conformant"])

    def test_assumes_the_technology(self):
        assumed = row_of(results())["assumed"]
        self.assertEqual(assumed["technology"], "28nm")
        self.assertEqual(assumed["modem.mac_clock_mhz"], 250)

    def test_the_spreadsheet_leaves_empty_what_was_not_measured(self):
        rows = [row_of(results()), row_of(None) | {"id": 1}]
        document = build_document({}, Comparisons(rows), [], {})
        head, measured, failed = as_csv(document).splitlines()
        columns = head.split(",")
        line = dict(zip(columns, measured.split(",")))
        self.assertEqual((line["logic_kge_low"], line["cpu_percent"], line["error"]), ("5.0", "", ""))
        self.assertEqual(dict(zip(columns, failed.split(",")))["error"], "trap")
        self.assertEqual(document["failures"], [{"row": "A pie", "error": "trap"}])
