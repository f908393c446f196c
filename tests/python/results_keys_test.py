"""Results hold the keys that are declared, and no others."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from tests.python import results_keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT = ("--duration", "0.05", "--set", "stats.warmup_s=0.01")
# Runs with keys that no committed scenario has; python.corpus_test covers the whole corpus.
MORE = (
    ("tests/corpus/v1/faults.json",),
    ("tests/corpus/v1/bonding.json", *SHORT),
    ("scenarios/quickstart.json", "--firmware", "two_tasks", *SHORT),
    ("scenarios/quickstart.json", "--firmware", "test_silent_bugs", *SHORT),
)


def scenarios():
    return sorted((ROOT / "scenarios").rglob("*.json"))


def results_of(scenario, *options):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([os.environ["DOCSIS_VP_SIM"], "run", scenario, "--quiet", "-o", folder,
                               *options], capture_output=True, text=True, cwd=ROOT)
        if done.returncode != 0:
            raise AssertionError(f"{scenario}: {done.stderr.strip()}")
        return json.loads((pathlib.Path(folder) / "results.json").read_text())


class ResultsKeysTest(unittest.TestCase):
    def test_every_key_of_every_scenario_is_declared_and_every_declared_key_appears(self):
        keys = results_keys.Keys(results_keys.schema())
        for scenario in scenarios():
            keys.add(results_of(scenario, *SHORT))
        for arguments in MORE:
            keys.add(results_of(*arguments))
        self.assertEqual(keys.unknown, [])
        self.assertEqual(keys.never_there(), [])


class KeysTest(unittest.TestCase):
    SCHEMA = {"$defs": {
        "results": {"properties": {"seed": {"type": "integer"},
                                   "flows": {"type": "array", "items": {"$ref": "#/$defs/flow"}},
                                   "fault": {"$ref": "#/$defs/fault", "only_with": "a fault"}},
                    "additionalProperties": False},
        "flow": {"properties": {"name": {"type": "string"},
                                "mos": {"type": "number", "only_with": "voip"}},
                 "additionalProperties": False},
        "fault": {"properties": {"pc": {"type": "string"}}, "additionalProperties": False}}}

    def test_finds_keys_that_are_not_declared(self):
        keys = results_keys.Keys(self.SCHEMA)
        keys.add({"seed": 1, "flows": [{"name": "a", "colour": "red"}], "night": True})
        self.assertEqual(keys.unknown, ["/flows[]/colour", "/night"])

    def test_finds_keys_that_never_appear_and_do_not_say_when(self):
        keys = results_keys.Keys(self.SCHEMA)
        keys.add({"flows": []})
        self.assertEqual(keys.never_there(), ["flow.name", "results.seed"])
        keys.add({"seed": 1, "flows": [{"name": "a"}]})
        self.assertEqual(keys.never_there(), [])


if __name__ == "__main__":
    unittest.main()
