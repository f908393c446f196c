"""Figures that docsis-vp compare takes from the declarations of results.json."""

import unittest

from docsis_vp.compare.declared import Declarations
from tests.python import results_keys

SCHEMA = {
    "$ref": "#/$defs/results",
    "$defs": {
        "results": {"properties": {
            "cpu_s": {"type": "number", "compared": False},
            "seed": {"type": "integer", "description": "Seed."},
            "mac": {"$ref": "#/$defs/mac", "description": "Channels."},
            "flows": {"type": "array", "description": "All flows.", "items": {"$ref": "#/$defs/flow"}}}},
        "mac": {"properties": {"maps": {"type": "integer", "unit": "MAPs", "description": "MAPs sent."},
                               "map_bytes": {"type": "integer", "unit": "bytes", "description": "The same in bytes."}},
                "additionalProperties": False},
        "flow": {"properties": {
            "name": {"type": "string"},
            "delay_ms": {"anyOf": [{"$ref": "#/$defs/spread"}, {"type": "null"}],
                         "description": "In the queue.", "unit": "ms"},
            "series": {"type": "array", "items": {"type": "number"}},
            "waits": {"type": "object", "properties": {},
                      "additionalProperties": {"type": "number", "unit": "us", "description": "Of a cause."}}}},
        "spread": {"properties": {"p50": {"type": ["number", "null"], "description": "Median."},
                                  "max": {"type": "number", "unit": "s"}}}}}


class Figures(unittest.TestCase):
    def setUp(self):
        self.declared = Declarations(SCHEMA)

    def test_each_has_a_key_by_name_its_unit_and_its_sentences(self):
        figures = self.declared.figures({"seed": 3, "mac": {"maps": 7}, "flows": [
            {"name": "up", "delay_ms": {"p50": 2.5, "max": 1}, "waits": {"port": 4}}, {"name": "down", "delay_ms": None}]})
        self.assertEqual(figures.values, {
            "seed": 3, "mac.maps": 7, "flows.up.delay_ms.p50": 2.5, "flows.up.delay_ms.max": 1,
            "flows.up.waits.port": 4, "flows.down.delay_ms": None})
        self.assertEqual(figures.meanings["flows.up.delay_ms.p50"],
                         "flows[].delay_ms.p50, ms: In the queue. Median.")
        self.assertEqual(figures.meanings["flows.up.delay_ms.max"], "flows[].delay_ms.max, s: In the queue.")
        self.assertEqual(figures.meanings["mac.maps"], "mac.maps, MAPs: Channels. MAPs sent.")
        self.assertEqual(figures.meanings["flows.up.waits.port"], "flows[].waits.port, us: Of a cause.")
        self.assertEqual(figures.meanings["seed"], "seed: Seed.")

    def test_the_same_says_as_what(self):
        figures = self.declared.figures({"mac": {"map_bytes": 700}})
        self.assertEqual(figures.meanings, {
            "mac.map_bytes": "mac.map_bytes, bytes: Channels. MAPs sent. The same in bytes."})

    def test_what_is_declared_as_not_compared_and_series_are_left_out(self):
        figures = self.declared.figures({"cpu_s": 1, "flows": [{"name": "up", "series": [1, 2]}]})
        self.assertEqual(figures.values, {})

    def test_keys_of_another_version_are_compared_without_a_meaning(self):
        figures = self.declared.figures({"night": {"moons": 2, "phases": [1, 2]}, "flows": [{"hue": "red"}],
                                         "stars": [{"name": "a", "far": 1}]})
        self.assertEqual(figures.values, {"night.moons": 2, "flows.0.hue": "red", "stars.a.far": 1})
        self.assertEqual(set(figures.meanings.values()), {""})

    def test_a_summary_of_replications_has_means(self):
        def estimate(mean):
            return {"mean": mean, "ci95": None, "n": 1}
        figures = self.declared.figures({"cpu_s": estimate(1), "flows": [
            {"name": "up", "delay_ms": {"p50": estimate(3)}, "waits": {"port": estimate(5)}, "hue": "red"}]},
            only_means=True)
        self.assertEqual(figures.values, {"flows.up.delay_ms.p50": 3, "flows.up.waits.port": 5})
        self.assertEqual(figures.meanings["flows.up.delay_ms.p50"],
                         "flows[].delay_ms.p50, ms: In the queue. Median.")


class Program(unittest.TestCase):
    """Figures that results.json itself declares."""

    def test_figures_of_the_host_and_lists_of_single_grants_are_not_compared(self):
        figures = Declarations(results_keys.schema()).figures({
            "schema": 1, "scenario": "a", "cpu_s": 1, "wall_s": 2, "host": {"cores": 2}, "config": {"seed": 1},
            "service_flows": [{"name": "us0", "drop_digest": "ab", "aqm_drops": 4,
                               "queue_delay_ms": {"p50": 1, "histogram": {"edges": [1, 2], "counts": [3]}},
                               "latency_histogram": {"counts": [1, 2], "bin_edges_ms": [5], "p99_ms": 4}}],
            "flows": [{"name": "up", "goodput_series_mbps": [1, 2]}],
            "mac": {"missed_grants": [{"modem": "a"}], "missed_by_cause": {"verdict": 3}}})
        self.assertEqual(figures.values, {
            "scenario": "a", "service_flows.us0.aqm_drops": 4, "service_flows.us0.queue_delay_ms.p50": 1,
            "service_flows.us0.latency_histogram.p99_ms": 4, "mac.missed_by_cause.verdict": 3})
        self.assertTrue(all(figures.meanings.values()), figures.meanings)
        self.assertEqual(figures.meanings["service_flows.us0.queue_delay_ms.p50"],
                         "service_flows[].queue_delay_ms.p50, ms: Arrival in the queue to departure. Median.")


if __name__ == "__main__":
    unittest.main()
