#!/usr/bin/env python3
"""Host cost of each block in gates: runs each of the six in place of its model.

usage: benches/rtl/engines.py [PROGRAM]     (default: build/release/bin/docsis-vp-sim)

Prints seconds of CPU per simulated second, of the least of three runs, and what a packet costs more.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 3
SECONDS = 4
FLOW = "service_flows.0."
OVERLOAD = ["scenarios/overload.json", "modems.0.control_law=hardware"]

# Block, the key that selects it, the scenario, and further settings.
CASES = [
    ("docsis_pie_drop", "aqm.engine", OVERLOAD),
    ("dual_token_bucket", "shaper_engine", OVERLOAD),
    ("codel_unit", "aqm.engine", [*OVERLOAD, FLOW + "aqm=codel"]),
    ("departure_meter", "aqm.engine", [*OVERLOAD, FLOW + "aqm=pie_draft"]),
    ("flow_hash", "aqm.engine", [*OVERLOAD, FLOW + "aqm=sfq_red"]),
    ("drr_scheduler, flow_hash", "aqm.engine",
     [*OVERLOAD, FLOW + "aqm=drr", FLOW + "aqm.queues=32"]),
]


def cost(program, settings, engine):
    """Seconds of CPU and offered packets."""
    least = None
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            command = [program, "run", settings[0], "--quiet", "-o", folder, "--duration",
                       str(SECONDS), "--set", "stats.warmup_s=1"]
            for setting in settings[1:]:
                command += ["--set", setting]
            command += ["--set", engine]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
            results = json.loads((Path(folder) / "results.json").read_text())
        packets = sum(flow["offered_packets"] for flow in results["service_flows"])
        least = min(least or results["cpu_s"], results["cpu_s"])
    return least, packets


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/bin/docsis-vp-sim")
    print("| block | model, s/s | gates, s/s | more, us a packet |\n| --- | --- | --- | --- |")
    for block, key, settings in CASES:
        model, packets = cost(program, settings, f"{FLOW}{key}=model")
        gates, _ = cost(program, settings, f"{FLOW}{key}=rtl")
        print(f"| {block} | {model / SECONDS:.4f} | {gates / SECONDS:.4f} | "
              f"{(gates - model) / packets * 1e6:.2f} |", flush=True)


if __name__ == "__main__":
    main()
