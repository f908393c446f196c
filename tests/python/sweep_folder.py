"""A scenario of milliseconds and a sweep over it, in a folder of their own."""

import os

from tests.python.codesign_folder import SCENARIO, CodesignTest

TRAP = f"{os.environ['DOCSIS_VP_FIRMWARE']}/test_trap.elf"


def sweep(**changes) -> dict:
    """Two axes, one of which moves two keys; six points of two seeds."""
    return {
        "scenario": "modem.json",
        "set": {"stats.warmup_s": 0},
        "replications": 2,
        "axes": [
            {"name": "rate", "unit": "Mbit/s", "path": "/flows/flood/rate_mbps", "values": [10, 30, 20]},
            {
                "name": "queue",
                "paths": ["service_flows.us0.aqm", "service_flows.us0.buffer_ms"],
                "values": [["none", 250], ["docsis_pie", 100]],
                "labels": ["fifo", "pie"],
            },
        ],
        "metrics": [
            {"name": "sent", "title": "packets sent", "path": "service_flows.us0.sent_packets"},
            {"name": "p99", "title": "delay", "unit": "ms", "path": "service_flows.0.queue_delay_ms.p99"},
        ],
    } | changes


class SweepTest(CodesignTest):
    @classmethod
    def set_up_folder(cls):
        super().set_up_folder()
        cls.write("sweep.json", sweep())

    @classmethod
    def sweep(cls, *arguments: str) -> tuple[int, str, str]:
        return cls.call("sweep", cls.folder / "sweep.json", "-o", cls.out, *arguments)
