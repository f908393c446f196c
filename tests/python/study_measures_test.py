"""What CableLabs' studies run, and what they take from their runs, of runs put together by hand."""

import unittest

from docsis_vp import jsonfile
from docsis_vp.studies import published
from docsis_vp.studies.cablelabs_2012 import claims
from docsis_vp.studies.study import FAILS, HOLDS


class BurstyFile(unittest.TestCase):
    def test_its_cycle_is_that_of_credit_and_file(self):
        class Outcomes:
            def __init__(self, *seconds: float):
                self.seconds = list(seconds)

            def required(self, *_) -> float:
                return self.seconds.pop(0)

        for credit_s, file_s, verdict in ((5.6, 15.1, HOLDS), (5.6, 16.6, FAILS), (7.0, 14.0, FAILS)):
            self.assertEqual(claims.bursty_cycle(Outcomes(credit_s, file_s)).verdict, verdict)


class Scenarios(unittest.TestCase):
    FILES = (("cablelabs-2012", "modem.json"), ("cablelabs-2014", "modem.json"), ("cablelabs-2014", "rates.json"))

    def read(self) -> list[dict]:
        return [jsonfile.read(published.folder(study) / file) for study, file in self.FILES]

    def test_each_server_has_a_link_of_gigabit_ethernet(self):
        for scenario in self.read():
            flows = [flow for part in (scenario, *scenario["cases"].values())
                     for flow in part.get("flows", ()) if "modem" in flow]
            self.assertEqual({flow.get("server_rate_mbps") for flow in flows}, {1000})

    def test_a_congested_run_lasts_beyond_the_last_change_of_capacity(self):
        for scenario in self.read():
            for case in scenario["cases"].values():
                capacity = case.get("rf", {}).get("capacity", {})
                values = len(capacity.get("rates_mbps", ()))
                self.assertGreater(scenario["duration_s"], values * (values - 1) * capacity.get("hold_s", 0))


if __name__ == "__main__":
    unittest.main()
