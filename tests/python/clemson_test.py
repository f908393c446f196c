"""The two studies of queue managers at the CMTS: what their papers fix, in every case of theirs."""

import statistics
import tempfile
import unittest
from pathlib import Path

from docsis_vp.program import find
from docsis_vp.simulator import Simulator
from docsis_vp.studies import published
from docsis_vp.studies.catalogue import STUDIES
from docsis_vp.studies.clemson_2014.numbers import allocation_error
from docsis_vp.studies.downstream import CABLE_RTT_MS, SATURATED_MBPS, rate_series
from docsis_vp.studies.outcome import RunResult
from docsis_vp.studies.plan import scenario_of
from docsis_vp.studies.study import Case


def of_paper(study: str, prefix: str = "") -> list[Case]:
    return [case for case in STUDIES[study].cases if not case.sensitivity and case.name.startswith(prefix)]


def run(study: str, case: str, seconds: float) -> RunResult:
    with tempfile.TemporaryDirectory(prefix="docsis-vp-") as folder:
        scenario = scenario_of(STUDIES[study], STUDIES[study].case(case), seconds)
        found = RunResult(Path(folder))
        found.results = Simulator(find()).run(scenario, 1, Path(folder))
        return found


class Channel(unittest.TestCase):
    def test_a_full_channel_or_group_carries_what_the_paper_s_does(self):
        for study, case, family, channels in (("clemson-2015", "base-DRR-5", "ftp", 1), ("clemson-2014", "exp1-DRR-5", "ftp", 1),
                                              ("clemson-2015", "bonded-DRR-9", "tier", 4)):
            found = run(study, case, 30)
            flows = [flow["name"] for flow in found.results["flows"] if flow["name"].startswith(family)]
            carried = sum(rate_series(found, name)[2] for name in flows)  # from 20 s on
            self.assertAlmostEqual(carried / channels, SATURATED_MBPS, delta=0.05, msg=case)


class Traffic(unittest.TestCase):
    def test_videos_of_2014_have_the_tcp_of_downloads(self):
        for case in of_paper("clemson-2014", "exp2-"):
            options = {str(flow["tcp"]) for flow in case.changes["flows"]}
            self.assertEqual(len(options), 1, case.name)

    def test_paths_lie_in_the_range_of_the_paper(self):
        for study, least, most in (("clemson-2014", 50, 150), ("clemson-2015", 30, 130)):
            for case in of_paper(study):
                paths = [flow["rtt_ms"] + CABLE_RTT_MS for flow in case.changes["flows"] if "rtt_ms" in flow]
                goes_beyond = case.name.startswith(("range-", "many-"))  # around 100 ms; a step more for each flow
                if not goes_beyond and paths:
                    self.assertTrue(least <= min(paths) <= max(paths) <= most, case.name)

    def test_paths_rise_by_a_step_for_each_of_many_downloads(self):
        for study, least in (("clemson-2014", 50), ("clemson-2015", 30)):
            for case in of_paper(study, "many-"):
                paths = [flow["rtt_ms"] + CABLE_RTT_MS for flow in case.changes["flows"]]
                self.assertGreaterEqual(len(paths), 50)
                self.assertEqual(paths, [least + 10 * i for i in range(len(paths))], case.name)

    def test_token_buckets_of_tiers_have_the_cmts_s_packets_before_them(self):
        for study, prefix, packets in (("clemson-2014", "exp3-", 2048), ("clemson-2015", "tier-", 2048), ("clemson-2015", "bonded-", 4 * 2048)):
            for case in of_paper(study, prefix):
                found = {flow["buffer_packets"] for flow in case.changes["service_flows"] if flow["name"].endswith("_down")}
                self.assertEqual(found, {packets}, case.name)

    def test_paths_of_the_first_tier_of_2014_lie_around_that_of_the_second(self):
        for case in of_paper("clemson-2014", "exp3-"):
            *first, second = (flow["rtt_ms"] for flow in case.changes["flows"])
            self.assertLessEqual(abs(statistics.fmean(first) - second), 5, case.name)

    def test_what_a_table_or_figure_of_2015_shows_runs_as_long_as_there(self):
        for prefix in ("base-", "equal-", "range-", "has-", "object-", "tier-", "bonded-", "transient-", "udp-"):
            for case in of_paper("clemson-2015", prefix):
                if case.name != "has-alone":
                    self.assertNotIn("duration_s", case.changes, case.name)


class Call(unittest.TestCase):
    def test_its_path_is_half_of_a_round_trip(self):
        for study, path_ms in (("clemson-2014", 50), ("clemson-2015", 45)):
            with tempfile.TemporaryDirectory(prefix="docsis-vp-") as folder:
                alone = {"extends": str(published.folder(study) / "domain.json"), "duration_s": 5}
                found = Simulator(find()).run(alone, 1, Path(folder))
            self.assertAlmostEqual(found["flows"][0]["one_way_ms"]["mean"], path_ms, delta=0.1)

    def test_its_delay_is_counted_where_it_is_no_input(self):
        rows = [row for row in published.read_rows("clemson-2015") if row.metric == "voip_latency_mean_oneway"]
        counted = {row.scheme for row in rows if STUDIES["clemson-2015"].measure(row)}
        self.assertEqual(counted, {"DT", "DT20", "ARED", "CoDel", "PIE"})


class AllocationError(unittest.TestCase):
    def test_it_is_of_payload_below_the_share(self):
        for video_mbps, percent in ((4.2, 0), (4.41, -5), (2.1, 50)):
            found = RunResult(Path())
            found.results = {"flows": [{"name": "ftp0", "kind": "tcp", "goodput_mbps": 17}]
                             + [{"name": f"video{i}", "kind": "has", "goodput_mbps": video_mbps} for i in range(5)]}
            self.assertAlmostEqual(allocation_error(found, "video"), percent)


if __name__ == "__main__":
    unittest.main()
