"""docsis-vp drops, of tables of packets."""

import contextlib
import csv
import gzip
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from docsis_vp import __main__ as program
from docsis_vp.commands import drops

HEADER = ",".join(drops.COLUMNS)
SCENARIO = pathlib.Path(__file__).resolve().parents[2] / "scenarios/quickstart.json"


def row(packet: int, cause: str = "", service_flow: str = "us0", judged_ps="") -> str:
    outcome = "dropped" if cause else "delivered"
    return f"{packet},ftp,cm0,{service_flow},{outcome},{cause},{judged_ps or 10 * packet},{99 if cause else ''}"


class Drops(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def table(self, *rows: str, name: str = "packets.csv") -> str:
        file = self.folder / name
        text = "\n".join([HEADER, *rows, ""])
        file.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return str(file)

    def call(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = program.main(["drops", *arguments])
        return status, out.getvalue(), err.getvalue()

    def test_counts_packets_from_drop_to_drop(self):
        causes = {3: "aqm", 4: "aqm", 7: "aqm", 9: "buffer_full", 17: "aqm"}
        rows = [row(packet, causes.get(packet, "")) for packet in range(1, 21)]
        packets = drops.read(pathlib.Path(self.table(*reversed(rows))))["cm0", "us0"]
        self.assertEqual(len(packets), 19)  # one found no room
        self.assertEqual(drops.run_lengths(packets), [1, 3, 9])
        self.assertEqual(drops.drops_in(packets, 5), [2, 1, 0])
        _, out, _ = self.call(self.table(*rows), "--window", "5")
        self.assertIn("us0 of cm0: the law judged 19 packets and dropped 4, 21.053 %\n", out)
        self.assertIn("(run length): mean 4.33, median 3, least 1, most 9\n", out)
        self.assertIn("drops in 5 packets: mean 1.00, median 1, least 0, most 2\n", out)
        self.assertIn("              2-4        1  ####", out)

    def test_a_later_loss_is_no_drop_of_the_law(self):
        causes = {1: "aqm", 2: "rf", 3: "request_giveup", 5: "lan_egress", 7: "aqm"}
        packets = drops.read(pathlib.Path(self.table(*(row(i, causes.get(i, "")) for i in range(1, 8)))))["cm0", "us0"]
        self.assertEqual(len(packets), 7)
        self.assertEqual(drops.run_lengths(packets), [6])

    def test_bins_lie_between_1_2_5_10(self):
        self.assertEqual(drops.bins([0, 1, 1, 4, 99, 100]), [
            ("0", 1), ("1", 2), ("2-4", 1), ("5-9", 0), ("10-19", 0), ("20-49", 0), ("50-99", 1), ("100-199", 1)])

    def test_log_has_a_row_for_each_drop(self):
        table = self.table(row(1), row(2, "aqm"), row(3), row(4, "aqm"), row(5, "aqm", "us1"), name="p.csv.gz")
        log = self.folder / "log.csv"
        self.assertEqual(self.call(table, "--log", str(log))[0], 0)
        with log.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(each["service_flow"], each["packet"], each["run_length"]) for each in rows],
                         [("us0", "2", ""), ("us0", "4", "2"), ("us1", "5", "")])
        _, out, _ = self.call(table, "--service-flow", "us1")
        self.assertIn("us1 of cm0: the law judged 1 packets", out)
        self.assertNotIn("us0", out)

    def test_bad_input_is_one_line_and_status_2(self):
        table = self.table(row(1))
        other = self.folder / "other.csv"
        other.write_text("a,b\n1,2\n")
        broken = self.table(row(1, judged_ps="soon"), name="broken.csv")
        short = self.table(row(1), "2,ftp,cm0,us0,dropped,aqm,2", name="short.csv")
        cut = self.folder / "cut.csv.gz"
        cut.write_bytes(gzip.compress(b"x" * 10_000)[:20])
        for arguments, message in (
            ([str(other)], f"{other}: expected the table of run --packets, has no column packet"),
            ([broken], f"{broken}:2: expected a row of the table of run --packets"),
            ([short], f"{short}:3: expected a row of the table of run --packets"),
            ([str(cut)], f"{cut}:1: expected a row of the table of run --packets"),
            ([str(self.folder / "none.csv")], f"{self.folder}/none.csv: No such file or directory"),
            ([table, "--service-flow", "us7"], f'{table}: no packet of a service flow "us7" was judged'),
            ([table, "--log", table], f"{table} would be written over the table {table}"),
            ([table, "--window", "0"], "argument --window: expected a positive integer, got 0, usage: "),
        ):
            status, out, err = self.call(*arguments)
            self.assertEqual((status, out), (2, ""))
            self.assertTrue(err.startswith(f"docsis-vp: {message}"), err)
            self.assertEqual(err.count("\n"), 1)

    def test_agrees_with_the_results_of_a_run(self):
        table = self.folder / "packets.csv.gz"
        subprocess.run([os.environ["DOCSIS_VP_SIM"], "run", str(SCENARIO), "--duration", "3", "--set", "stats.warmup_s=0",
                        "-o", str(self.folder), "--packets", str(table)], check=True, stdout=subprocess.DEVNULL)
        results = json.loads((self.folder / "results.json").read_text())
        flow = next(each for each in results["service_flows"] if each["direction"] == "upstream")
        packets = drops.read(table)[flow["modem"], flow["name"]]
        self.assertGreater(flow["aqm_drops"], 5)
        self.assertEqual(sum(bool(each.dropped_ps) for each in packets), flow["aqm_drops"])
        self.assertEqual(len(drops.run_lengths(packets)), flow["aqm_drops"] - 1)


if __name__ == "__main__":
    unittest.main()
