"""The JSON Schema of results accepts results and refuses what is wrong in them. Needs jsonschema."""
import copy
import unittest

import jsonschema

from tests.python import results_keys
from tests.python.results_keys_test import MORE, SHORT, results_of, scenarios

# Faults to plant in results: a path, and the value to put there. DELETED removes the key.
DELETED = object()
FAULTS = {
    "a key that is not declared": (("night",), 1),
    "one in a list": (("flows", 0, "colour"), "red"),
    "one of a MIB": (("service_flows", 0, "mib", "docsQosNonsense"), 1),
    "a key that is missing": (("seed",), DELETED),
    "one in a list that is missing": (("mac", "channels", 0, "grants"), DELETED),
    "one of a distribution": (("service_flows", 0, "queue_delay_ms", "p99"), DELETED),
    "one of TCP, others being there": (("flows", 0, "timeouts"), DELETED),
    "null for a count": (("mac", "grants"), None),
    "a negative count": (("mac", "grants"), -1),
    "a fraction of a count": (("mac", "grants"), 1.5),
    "a text for a number": (("simulated_s",), "1"),
    "a number for a text": (("scenario",), 1),
    "a list for an object": (("mac",), []),
    "an object for a list": (("flows",), {}),
    "a name of none": (("service_flows", 0, "direction"), "sideways"),
    "a downstream flow with grants": (("service_flows", 0, "direction"), "downstream"),
    "an upstream flow without": (("service_flows", 0, "grants"), DELETED),
    "a place of none": (("placements", 0, "control_law"), "cloud"),
    "a scenario with an unknown key": (("config", "colour"), "red"),
    "a scenario out of range": (("config", "stats", "warmup_s"), -1),
    "a nested block of another type": (("area", 0, "blocks", 0, "ge"), "many"),
}


def with_fault(results, path, value):
    faulty = copy.deepcopy(results)
    place = faulty
    for step in path[:-1]:
        place = place[step]
    if value is DELETED:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return faulty


class ResultsBySchemaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = results_keys.schema()
        jsonschema.Draft202012Validator.check_schema(schema)
        cls.validator = jsonschema.Draft202012Validator(schema)

    def errors_of(self, results):
        return [f"{error.json_path}: {error.message}" for error in self.validator.iter_errors(results)]

    def test_accepts_results_of_every_scenario(self):
        runs = [(scenario, *SHORT) for scenario in scenarios()] + [*MORE]
        for arguments in runs:
            with self.subTest(arguments=arguments):
                self.assertEqual(self.errors_of(results_of(*arguments)), [])

    def test_refuses_what_is_wrong(self):
        results = results_of("scenarios/traffic/ftp-upload.json", *SHORT)
        self.assertEqual(self.errors_of(results), [])
        for name, (path, value) in FAULTS.items():
            with self.subTest(name):
                self.assertNotEqual(self.errors_of(with_fault(results, path, value)), [])


if __name__ == "__main__":
    unittest.main()
