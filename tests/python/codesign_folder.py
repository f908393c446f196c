"""A scenario of milliseconds and a matrix of four rows, in a folder of their own."""

import contextlib
import io
import json
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from docsis_vp.__main__ import main

TIMEOUT_S = 60

SCENARIO = {
    "duration_s": 0.03,
    "stats": {"warmup_s": 0.01},
    "modems": [{"name": "cm0"}],
    "service_flows": [
        {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20},
        {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 50},
    ],
    "flows": [
        {"name": "call", "kind": "voip", "modem": "cm0", "interval_us": 1000},
        {"name": "flood", "modem": "cm0", "rate_mbps": 10, "packet_bytes": 64},
    ],
}


def matrix() -> dict:
    return {
        "seeds": 2,
        "axes": {
            "placement": {
                "A": {"title": "gates", "modem": {"control_law": "hardware"}},
                "B": {"title": "law in firmware", "modem": {"control_law": "firmware"}},
                "C": {"title": "firmware", "modem": {"control_law": "firmware", "drop": "firmware"}},
            },
            "algorithm": {
                "docsis_pie": {"title": "DOCSIS-PIE", "upstream": {"aqm": "docsis_pie"}},
                "pie": {"title": "PIE", "upstream": {"aqm": "pie"}},
            },
        },
        "costs": {
            "double": {
                "title": "gates twice as slow",
                "modem": {"burst_builder": {"cycles_per_segment": 64}},
            },
        },
        "rows": [
            {"placement": "A", "algorithm": ["docsis_pie", "pie"], "costs": False},
            {"placement": ["B", "C"], "algorithm": "docsis_pie"},
        ],
        "quick": {"seeds": 1, "rows": [{"placement": "A", "algorithm": "pie"}]},
        "rates": {
            "scenario": "modem.json",
            "flow": "flood",
            "duration_s": 0.01,
            "axes": {"rate": {"50": {"title": "50 Mbit/s", "flood_mbps": 50}}},
            "rows": [{"placement": "C", "algorithm": "docsis_pie", "rate": "50"}],
        },
    }


class CodesignTest(unittest.TestCase):
    """Methods of the class, so that several tests can share one campaign."""

    def setUp(self):
        type(self).set_up_folder()

    @classmethod
    def set_up_folder(cls):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.out = cls.folder / "out"
        cls.write("modem.json", SCENARIO)
        cls.write("modem.matrix", matrix())

    @classmethod
    def write(cls, name: str, value) -> Path:
        path = cls.folder / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    def wait_until(self, holds: Callable[[], object]) -> None:
        """Fails the test if it does not hold in a minute."""
        end = time.monotonic() + TIMEOUT_S
        while not holds():
            self.assertLess(time.monotonic(), end, "it took more than a minute")
            time.sleep(0.01)

    @classmethod
    def call(cls, *arguments: str) -> tuple[int, str, str]:
        """Exit status, standard output, standard error."""
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            contextlib.redirect_stderr(io.StringIO()) as err,
        ):
            status = main([str(argument) for argument in arguments])
        return status, out.getvalue(), err.getvalue()

    @classmethod
    def codesign(cls, *arguments: str) -> tuple[int, str, str]:
        return cls.call("codesign", cls.folder / "modem.json", "-o", cls.out, *arguments)

    @classmethod
    def document(cls) -> dict:
        return json.loads((cls.out / "codesign.json").read_text(encoding="utf-8"))
