"""docsis-vp run --export flent FILE: the data file, and what has none."""

import gzip
import json
import subprocess
import unittest

import docsis_vp
from docsis_vp.program import find
from tests.python.codesign_folder import SCENARIO, CodesignTest


def transfers(up: int, down: int, **changes) -> dict:
    flows = [{"name": name, "kind": "tcp", "modem": "cm0", "direction": direction, "count": count, "rtt_ms": 10}
             for name, direction, count in (("up", "upstream", up), ("down", "downstream", down)) if count]
    return SCENARIO | {"duration_s": 0.5, "flows": flows,
                       "stats": {"warmup_s": 0, "goodput_interval_s": 0.1}} | changes


class Export(CodesignTest):
    def exported(self, scenario: dict, name: str = "run.flent.gz", **more) -> tuple[docsis_vp.Result, dict]:
        path = self.folder / name
        result = docsis_vp.run(scenario, options=["--export", "flent", path], **more)
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
            return result, json.load(file)

    def test_has_the_series_of_the_test_that_fits(self):
        for up, down, name, stem in ((2, 0, "tcp_nup", "TCP upload"), (0, 1, "tcp_ndown", "TCP download"),
                                     (2, 1, "rrul_be_nflows", "TCP upload BE")):
            result, data = self.exported(transfers(up, down))
            self.assertEqual((data["version"], data["metadata"]["NAME"]), (4, name))
            self.assertEqual(data["metadata"]["TEST_PARAMETERS"],
                             {"upload_streams": str(up), "download_streams": str(down)})
            self.assertEqual(data["x_values"], [0.1, 0.2, 0.30000000000000004, 0.4, 0.5])
            first = result.flows[0]
            self.assertEqual(data["results"][f"{stem}::1"], list(first.goodput_series_mbps))
            self.assertEqual(data["metadata"]["SERIES_META"][f"{stem}::1"], {"FLOW": first.name, "UNITS": "Mbits/s"})
            for values in data["results"].values():
                self.assertEqual(len(values), 5)
            if up == 2:
                for at, values in enumerate(zip(*(flow.goodput_series_mbps for flow in result.flows[:2]))):
                    self.assertAlmostEqual(data["results"]["TCP upload sum"][at], sum(values))
                    self.assertAlmostEqual(data["results"]["TCP upload avg"][at], sum(values) / 2)

    def test_round_trips_are_those_of_the_time_series(self):
        result, data = self.exported(transfers(1, 0), "run.flent")
        raw = data["raw_values"]["TCP upload::1"]
        name = result.flows[0].name
        rows = [(row["time_s"], row["srtt_ms"]) for row in result.timeseries.rows()
                if row["flow"] == name and row["srtt_ms"] is not None]
        self.assertTrue(rows)
        found = [(each["t"] - 946684800, each["tcp_rtt"]) for each in raw if "tcp_rtt" in each]
        self.assertEqual(len(found), len(rows))
        for (time, value), (wanted_time, wanted) in zip(found, rows):
            self.assertAlmostEqual(time, wanted_time, places=6)
            self.assertEqual(value, wanted)
        self.assertEqual([each["val"] for each in raw if "val" in each], list(result.flows[0].goodput_series_mbps))

    def test_equal_runs_give_equal_files(self):
        for _ in range(2):
            self.exported(transfers(1, 1))
            octets = (self.folder / "run.flent.gz").read_bytes()
        self.exported(transfers(1, 1))
        self.assertEqual((self.folder / "run.flent.gz").read_bytes(), octets)

    def test_other_kinds_are_left_out_with_a_word(self):
        scenario = transfers(1, 0)
        scenario["flows"].append(SCENARIO["flows"][0])
        result, data = self.exported(scenario)
        self.assertIn("--export flent leaves out flows that are not of kind tcp: call", result.notes)
        self.assertEqual(set(data["raw_values"]), {"TCP upload::1"})

    def test_is_refused_in_one_line_where_none_fits(self):
        self.write("short.json", transfers(1, 0, duration_s=0.05))
        self.write("tcp.json", transfers(1, 0))
        run = [find(), "run", "modem.json", "-o", "out", "-q"]
        tcp = [find(), "run", "tcp.json", "-o", "out", "-q"]
        format_line = "--export: expected a format and a file, flent FILE, got "
        for command, line in (
                ([*run, "--export", "flent", "a.flent"],
                 "--export flent: expected a flow of kind tcp, which tests of Flent measure"),
                ([find(), "run", "short.json", "-q", "-o", "out", "--export", "flent", "a.flent"],
                 "--export flent: expected a run of at least one stats.goodput_interval_s, 0.1 s"),
                ([*tcp, "--export", "csv", "a.flent"], f"{format_line}csv"),
                ([*tcp, "--export", "flent", ""], f"{format_line}flent"),
                ([*tcp, "--export", "flent"], f"{format_line}flent"),
                ([*tcp, "--export", "flent", "tcp.json"],
                 "--export flent would be written over the scenario tcp.json"),
                ([*tcp, "--replications", "2", "--export", "flent", "a.flent"],
                 "--export takes one run, it does not go with --replications"),
                ([*tcp, "--export", "flent", "/proc/a.flent"], "/proc/a.flent: ")):
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(line, done.stderr)
            self.assertFalse((self.folder / "a.flent").exists())


if __name__ == "__main__":
    unittest.main()
