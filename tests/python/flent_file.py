"""Flent reads and draws the files that --export flent wrote."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from flent import resultset

import docsis_vp
from tests.python.flent_export_test import transfers

FLENT = Path(sys.executable).parent / "flent"
PLOTS = {
    "tcp_nup": ("totals", "upload", "upload_box", "upload_with_ping_and_tcp_rtt", "tcp_rtt", "tcp_rtt_cdf"),
    "tcp_ndown": ("totals", "download", "tcp_rtt"),
    "rrul_be_nflows": ("all_scaled", "upload", "download", "totals", "tcp_rtt"),
}


class FlentFile(unittest.TestCase):
    def test_is_loaded_and_drawn(self):
        with tempfile.TemporaryDirectory(prefix="docsis-vp flent ") as folder:
            for up, down in ((3, 0), (0, 2), (2, 1)):
                path = Path(folder) / f"run {up} {down}.flent.gz"
                result = docsis_vp.run(transfers(up, down, duration_s=3), options=["--export", "flent", path])
                loaded = resultset.load(str(path))
                names = [name for name in loaded.series_names if "::" in name]
                self.assertEqual(len(names), up + down)
                for flow in result.flows:
                    (name,) = [each for each in names if loaded.series_meta(each, "FLOW") == flow.name]
                    self.assertEqual(loaded.series(name), list(flow.goodput_series_mbps))
                    raw = list(loaded.raw_series(name))
                    self.assertAlmostEqual(raw[0][0], 0.1, places=5)
                    self.assertEqual(raw[0][1], flow.goodput_series_mbps[0])
                    self.assertTrue(list(loaded.raw_series(name, raw_key="tcp_rtt")))
                self.assertEqual(loaded.meta("TITLE"), f"{result.scenario}, seed 1")
                for plot in PLOTS[loaded.meta("NAME")]:
                    self.draw(path, plot)

    def draw(self, path: Path, plot: str) -> None:
        picture = path.with_name(f"{plot}.svg")
        done = subprocess.run([FLENT, "-i", path, "-p", plot, "-o", picture], capture_output=True, text=True,
                              check=False, env=os.environ | {"MPLBACKEND": "agg", "HOME": str(path.parent)})
        self.assertEqual(done.returncode, 0, done.stderr)
        for word in ("Traceback", "ERROR", "no data"):
            self.assertNotIn(word, done.stderr)
        self.assertGreater(picture.stat().st_size, 5000)
        picture.unlink()


if __name__ == "__main__":
    unittest.main()
