#!/usr/bin/env python3
"""Checks that the co-simulation detects a slip: each block of rtl/ with one plausible mistake,
against its test.

usage: tests/rtl/mutations.py [BUILD]     (default: build/release, with rtl_test built)

Prints a table of the slips, and whether the test failed. Status 1 if one went unseen.
"""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RTL = ROOT / "rtl"

# For each block: its module, the C++ class with the widths of silicon, its files, test and filter.
BLOCKS = {
    "docsis_pie_drop": ("DropSilicon", [], "docsis_pie_drop_test", "DocsisPieDrop.*"),
    "dual_token_bucket": ("BucketSilicon", ["token_bucket.v"], "dual_token_bucket_test",
                          "DualTokenBucket.*"),
    "codel_unit": ("CodelSilicon", ["inv_sqrt_table.v"], "codel_unit_test", "CodelUnit.*"),
    "drr_scheduler": ("TurnSilicon", [], "drr_scheduler_test", "DrrScheduler.*"),
    "departure_meter": ("MeterSilicon", [], "departure_meter_test", "DepartureMeter.*"),
    "flow_hash": ("HashGates", [], "flow_hash_test", "FlowHash.*"),
}

# Block, kind of slip, file, what stands there, and what stands there then.
SLIPS = [
    ("docsis_pie_drop", "rounding forgotten", "docsis_pie_drop.v",
     "+ {{(LENGTH + 21) {1'b0}}, product[9]}", "+ {{(LENGTH + 21) {1'b0}}, 1'b0}"),
    ("docsis_pie_drop", "<= becomes <", "docsis_pie_drop.v",
     "random <= {packet_prob_q28, 4'd0}", "random < {packet_prob_q28, 4'd0}"),
    ("docsis_pie_drop", "a bit too narrow", "docsis_pie_drop.v",
     "wire [DEPTH+1:0] three_queues = {1'b0, queue_bytes, 1'b0} + {2'b00, queue_bytes}",
     "wire [DEPTH+1:0] three_queues = {2'b00, queue_bytes[DEPTH-2:0], 1'b0} + {2'b00, queue_bytes}"),
    ("docsis_pie_drop", "a full queue sleeps on", "docsis_pie_drop.v",
     "if (is_asleep && takes_no_packet) begin", "if (1'b0) begin"),
    ("docsis_pie_drop", "no reset", "docsis_pie_drop.v",
     "      accu_prob_q28 <= 32'd0;\n    end\n  end\n\nendmodule", "    end\n  end\n\nendmodule"),
    ("dual_token_bucket", ">= becomes >", "token_bucket.v", "unspent >= cap", "unspent > cap"),
    ("dual_token_bucket", "remainder kept when full", "token_bucket.v",
     "capped ? {REMAINDER{1'b0}} : remainder", "remainder"),
    ("dual_token_bucket", "dropped eligibility not taken back", "dual_token_bucket.v",
     "if (too_short) eligible <= released + after_drop[DEPTH-1:0];", ""),
    ("dual_token_bucket", "no reset", "dual_token_bucket.v",
     "      eligible <= {DEPTH{1'b0}};\n    end", "    end"),
    ("codel_unit", "shift by 3 for 16 intervals", "codel_unit.v", "{interval[27:0], 4'd0}",
     "{interval[28:0], 3'd0}"),
    ("codel_unit", "target compared without equality", "codel_unit.v", "waited_us >= target",
     "waited_us > target"),
    ("codel_unit", "a rounded bit of the square", "codel_unit.v", "left <= rest_q60[61:30]",
     "left <= {rest_q60[61:31], 1'b0}"),
    ("codel_unit", "no reset", "codel_unit.v", "      lastcount <= 32'd0;\n", ""),
    ("drr_scheduler", "covers without equality", "drr_scheduler.v", "head_bytes} <= deficit",
     "head_bytes} < deficit"),
    ("drr_scheduler", "mark of the queue that left stays", "drr_scheduler.v",
     "      listed[first] <= 1'b0;\n", ""),
    ("drr_scheduler", "no reset", "drr_scheduler.v", "      listed <= {QUEUES{1'b0}};\n", ""),
    ("departure_meter", "threshold without equality", "departure_meter.v",
     "counted >= threshold_bytes", "counted > threshold_bytes"),
    ("departure_meter", "sum a bit too narrow", "departure_meter.v",
     "wire [39:0] moved = sum >> weight_log2", "wire [39:0] moved = {2'b0, sum[37:0]} >> weight_log2"),
    ("departure_meter", "no rounding", "departure_meter.v", "(40'd1 << weight_log2) >> 1", "40'd0"),
    ("departure_meter", "no reset", "departure_meter.v", "      measuring <= 1'b0;\n", ""),
    ("flow_hash", "a place less in a rotation", "flow_hash.v", "{b1[15:0], b1[31:16]}",
     "{b1[16:0], b1[31:17]}"),
    ("flow_hash", "an operand of the round before", "flow_hash.v", "(a1 ^ c2)", "(a0 ^ c2)"),
    ("flow_hash", "the lower bits choose the queue", "flow_hash.v", "c[31:32-INDEX]",
     "c[INDEX-1:0]"),
]


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def checked(command, **more):
    done = run(command, **more)
    if done.returncode != 0:
        sys.exit(f"mutations: {' '.join(map(str, command[:3]))}: {(done.stderr + done.stdout)[-2000:]}")
    return done.stdout


def commands(build):
    """Commands that build the test program: its linking, and the compilation of each source."""
    lines = checked(["ninja", "-C", str(build), "-t", "commands", "bin/rtl_test"]).splitlines()
    link = [line for line in lines if " -o bin/rtl_test " in line][-1]
    compiles = {match[1]: line for line in lines
                if (match := re.search(r"-c \S*/tests/rtl/(\w+)\.cpp$", line))}
    return link, compiles


def mutate(slip, folder):
    block, _, file, old, new = slip
    texts = {}
    for name in [f"{block}.v", *BLOCKS[block][1]]:
        text = (RTL / name).read_text()
        if name == file:
            if text.count(old) != 1:
                sys.exit(f"mutations: {file} has not once what this slip changes: {old}")
            text = text.replace(old, new)
        texts[name] = text
    for name, text in texts.items():
        (folder / name).write_text(text)
    return list(texts)


def is_seen(slip, build, link, compiles):
    """True if the block's test fails with the slip in it."""
    prefix, _, source, tests = BLOCKS[slip[0]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = mutate(slip, folder)
        checked(["verilator", "--cc", "--prefix", prefix, "--top-module", slip[0], "-Mdir",
                 str(folder / "cpp"), "-Wno-fatal", "-O3", "--x-assign", "fast", "--x-initial",
                 "fast", "--noassert", str(RTL / "state.vlt"), *(str(folder / f) for f in files)])
        unity = folder / "unity.cpp"
        unity.write_text("".join(f'#include "{each}"\n'
                                 for each in sorted((folder / "cpp").glob("*.cpp"))))
        root = checked(["verilator", "--getenv", "VERILATOR_ROOT"]).strip()
        checked(["c++", "-std=c++17", "-O1", f"-I{folder}/cpp", f"-I{root}/include",
                 f"-I{root}/include/vltstd", "-c", str(unity), "-o", str(folder / "block.o")])
        words = shlex.split(compiles[source])
        start = next(i for i, word in enumerate(words) if word.endswith("c++") or "g++" in word)
        words = words[start:]
        words[words.index("-o") + 1] = str(folder / "test.o")
        words[words.index("-MF") + 1] = str(folder / "test.d")
        checked([words[0], f"-I{folder}/cpp", *words[1:]], cwd=build)
        # Before the libraries, so that theirs is not looked for.
        link = re.sub(rf"\S+/{source}\.cpp\.o", f"{folder}/test.o {folder}/block.o", link)
        link = link.replace("-o bin/rtl_test ", f"-o {folder}/rtl_test ")
        checked(["sh", "-c", link], cwd=build)
        done = run([str(folder / "rtl_test"), f"--gtest_filter={tests}"], cwd=ROOT, timeout=600)
        if done.returncode not in (0, 1):
            sys.exit(f"mutations: {slip[:2]}: status {done.returncode}, {done.stderr[-500:]}")
        return done.returncode == 1


def main():
    build = (Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/release").resolve()
    link, compiles = commands(build)
    unseen = 0
    print("| block | slip | |\n| --- | --- | --- |")
    for slip in SLIPS:
        seen = is_seen(slip, build, link, compiles)
        unseen += not seen
        print(f"| {slip[0]} | {slip[1]} | {'seen' if seen else 'UNSEEN'} |", flush=True)
    sys.exit(f"mutations: {unseen} unseen" if unseen else 0)


if __name__ == "__main__":
    main()
