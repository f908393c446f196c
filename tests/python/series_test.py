"""Time series of the runs of studies: what was packed is read again, column by column."""

import math
import tempfile
import unittest
from pathlib import Path

from docsis_vp.studies import series
from docsis_vp.studies.outcome import RunResult

TABLE = """\
time_s,modem,service_flow,queue_bytes,measured_delay_ms,flow,cwnd_bytes
0,cm0,us0,1500,,,
0,cm0,us01,7,7,,
0,cm0,,,,up,2896
0.01,cm0,us0,3000,0.5,,
"""


class Packed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        self.addCleanup(folder.cleanup)
        table = Path(folder.name, "timeseries.csv")
        table.write_text(TABLE, encoding="utf-8")
        series.pack(table, ("us0", "up", "silent"), Path(folder.name, series.FILE))
        self.run_result = RunResult(Path(folder.name))

    def test_rows_of_a_service_flow_are_its_own(self):
        times, octets = self.run_result.series("us0", "queue_bytes")
        self.assertEqual((list(times), list(octets)), ([0, 0.01], [1500, 3000]))

    def test_what_is_empty_is_not_a_number(self):
        _, delays = self.run_result.series("us0", "measured_delay_ms")
        self.assertTrue(math.isnan(delays[0]))
        self.assertEqual(delays[1], 0.5)

    def test_flows_have_rows_too(self):
        self.assertEqual([list(column) for column in self.run_result.series("up", "cwnd_bytes")], [[0], [2896]])

    def test_without_rows_columns_are_empty(self):
        self.assertEqual([list(column) for column in self.run_result.series("silent", "cwnd_bytes")], [[], []])


if __name__ == "__main__":
    unittest.main()
