"""Measures and rows, of results put together by hand."""

import unittest

from docsis_vp.campaign import Outcome
from docsis_vp.codesign.document import as_csv, build_document
from docsis_vp.codesign.matrix import Choice, Row
from docsis_vp.codesign.measures import MEASURES
from docsis_vp.codesign.plan import Run
from docsis_vp.codesign.rows import build_rows


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
            {"direction": "upstream", "aqm_drops": 1, "deadline_slack_us": {"min": 5}},
            {"direction": "upstream", "aqm_drops": 2},
        ],
        "flows": [
            {"kind": "tcp", "direction": "upstream", "goodput_mbps": 3},
            {"kind": "tcp", "direction": "downstream", "goodput_mbps": 50},
            {"kind": "tcp", "direction": "upstream", "goodput_mbps": 4},
            {"kind": "voip", "direction": "upstream", "mos": 4.2},
        ],
        "mac": {"granted_bytes": 200, "used_bytes": 150, "channels": [
            {"deadline_slack_us": {"missed": 0,
                                   "histogram": {"edges": [0, 10, 20], "counts": [1, 2]}}},
            {"deadline_slack_us": {"missed": 1,
                                   "histogram": {"edges": [-10, 0, 10, 20], "counts": [1, 0, 3]}}},
            {"deadline_slack_us": {"min": None, "missed": 2}}]},
        "placements": [{"control_law": "hardware"}],
        "area": [{"modem": "cm0", "technology": "28nm", "total_kge": span(10), "sram_kbit": 8,
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
        energy = [{"modem": "cm0", "on_die": 10, "sent_packets": 4},
                  {"modem": "cm1", "on_die": 99, "sent_packets": 9}]

        def per_packet(**changes):
            entries = [energy[0] | changes, energy[1]]
            return self.value("energy_per_packet", results(energy=entries, service_flows=flows))

        self.assertEqual(per_packet(), 2.5)
        self.assertIsNone(per_packet(on_die=None))  # a core of no known size
        self.assertIsNone(per_packet(sent_packets=0))
        self.assertIsNone(self.value("energy_per_packet", results(service_flows=flows)))

    def test_area_of_gates_is_the_data_path(self):
        self.assertEqual(self.value("area_mm2", results()), span(0.02))
        self.assertEqual(self.value("logic_kge", results()), span(10))
        self.assertEqual(self.value("sram_kbit", results()), 8)

    def test_area_of_firmware_has_the_cpu_in_it(self):
        area = results()["area"][0] | {
            "cpu": {"profile": "ibex-small"},
            "with_cpu": {"kge": span(40), "sram_kbit": 24, "mm2": span(0.08)},
        }
        self.assertEqual(self.value("area_mm2", results(area=[area])), span(0.08))
        self.assertEqual(self.value("gates_mm2", results(area=[area])), span(0.02))
        unknown = area | {"with_cpu": None}
        self.assertIsNone(self.value("area_mm2", results(area=[unknown])))


class Rows(unittest.TestCase):
    def test_an_area_keeps_its_own_range(self):
        row = row_of(results(), results())
        self.assertEqual(row["values"]["logic_kge"], {"low": 5, "value": 10, "high": 20})

    def test_others_range_over_the_seeds(self):
        row = row_of(results(), results(flows=[{"kind": "voip", "mos": 2.2}]))
        self.assertEqual(row["values"]["mos"], {"low": 2.2, "value": 3.2, "high": 4.2})

    def test_a_seed_that_failed_is_left_out(self):
        row = row_of(results(), None)
        self.assertEqual((row["seeds"], row["errors"]), ([1], ["trap"]))
        self.assertEqual(row["values"]["mos"]["value"], 4.2)

    def test_slack_of_all_channels_and_seeds_together(self):
        row = row_of(results(), results())
        self.assertEqual(row["slack_histogram"], [[-10, 0, 2], [0, 10, 2], [10, 20, 10]])
        self.assertEqual(row["slack_missed"], 6)

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
        document = build_document({}, [row_of(results()), row_of(None)], [], {})
        head, measured, failed = as_csv(document).splitlines()
        columns = head.split(",")
        line = dict(zip(columns, measured.split(",")))
        self.assertEqual((line["logic_kge_low"], line["cpu_percent"], line["error"]), ("5.0", "", ""))
        self.assertEqual(dict(zip(columns, failed.split(",")))["error"], "trap")
        self.assertEqual(document["failures"], [{"row": "A pie", "error": "trap"}])
