"""Runs of CableLabs' studies, and the values they take, with hand-made runs."""

import math
import unittest

from docsis_vp import jsonfile
from docsis_vp.studies import published
from docsis_vp.studies.cablelabs_2012 import burst, claims
from docsis_vp.studies.cablelabs_2014.numbers import page_p90
from docsis_vp.studies.study import FAILS, HOLDS


class Run:
    """A run with one service flow's series, or with pages of one user each."""

    def __init__(self, series: dict | None = None, page_s: float | None = None):
        self.columns = series or {}
        self.page_s = page_s

    def series(self, _: str, *columns: str) -> list:
        return [self.columns["time"], *(self.columns[name] for name in columns)]

    def flows(self, _: str) -> list:
        return [{"page_load_s": {"mean": self.page_s}}]


class Spikes(unittest.TestCase):
    """The credit ends at 6 s; the delay rises before and after, and falls to 5 ms twice."""

    def run_with(self, delays: list[float]) -> Run:
        times = [float(second) for second in range(len(delays))]
        return Run({"time": times, "sustained_tokens_bytes": [0 if t >= 6 else 1e6 for t in times], "shaping_delay_ms": delays})

    def test_the_longer_of_two_counts_from_where_each_began(self):
        self.assertEqual(burst.settle_time(self.run_with([1, 9, 300, 40, 4, 2, 8, 90, 60, 5, 1])), 4)
        self.assertEqual(burst.settle_time(self.run_with([1, 300, 4, 2, 2, 2, 8, 90, 60, 5, 1])), 3)

    def test_a_delay_that_stays_has_none(self):
        self.assertTrue(math.isnan(burst.settle_time(self.run_with([1, 300, 40, 40, 40, 40, 40, 90, 60, 60]))))


class Pages(unittest.TestCase):
    def test_a_condition_without_a_page_is_left_out(self):
        pages = [Run(page_s=seconds) for seconds in (1, 2, None, 3)]
        self.assertAlmostEqual(page_p90(pages), 2.8)

    def test_no_page_at_all_is_no_number(self):
        self.assertTrue(math.isnan(page_p90([Run()])))


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
