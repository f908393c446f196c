#!/usr/bin/env python3
"""Draws the windows of Linux and of the model, case by case: cwnd over time.

usage: plot.py LINUX_DIRECTORY MODEL_DIRECTORY OUTPUT_DIRECTORY
"""
import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

LINUX, MODEL = "#9a9a9a", "#c1272d"
PICTURES = {
    "growth": ("Growth after one loss, 20 Mbit/s", ["growth_50ms", "growth_100ms"], (0, 20)),
    "recovery": ("Losses in one window, RTT 60 ms, 20 Mbit/s", ["single", "double", "burst_10", "burst_40"], (0, 8)),
    "full_buffer": ("Loss by a full buffer only", ["full_40ms_10mbps", "full_100ms_10mbps", "full_50ms_20mbps"], (0, 40)),
    "loss": ("Loss of single segments, 20 Mbit/s", ["every_500th", "random_0.1", "random_1"], (0, 40)),
    "hystart": ("CUBIC with HyStart",
                ["full_40ms_10mbps_hystart", "full_100ms_10mbps_hystart"], (0, 40)),
}
TITLES = {
    "growth_50ms": "RTT 50 ms",
    "growth_100ms": "RTT 100 ms",
    "single": "1 segment lost",
    "double": "2 segments lost",
    "burst_10": "10 in a row",
    "burst_40": "40 in a row",
    "full_40ms_10mbps": "40 ms, 10 Mbit/s, buffer 1 BDP",
    "full_100ms_10mbps": "100 ms, 10 Mbit/s, buffer 1 BDP",
    "full_50ms_20mbps": "50 ms, 20 Mbit/s, buffer ½ BDP",
    "every_500th": "every 500th, RTT 40 ms",
    "random_0.1": "0.1 % at random, RTT 80 ms",
    "random_1": "1 % at random, RTT 40 ms",
    "full_40ms_10mbps_hystart": "40 ms, 10 Mbit/s, buffer 1 BDP",
    "full_100ms_10mbps_hystart": "100 ms, 10 Mbit/s, buffer 1 BDP",
}


def read_window(path):
    """Middles of the bins in s, mean window in each in segments."""
    with path.open() as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    ends = [float(row["end_ms"]) / 1e3 for row in rows]
    half = ends[0] / 2
    return [end - half for end in ends], [float(row["cwnd_segments"]) for row in rows]


def draw_case(axes, name, linux, model):
    axes.plot(*read_window(linux / f"{name}.csv"), color=LINUX, linewidth=2.6, label="Linux")
    axes.plot(*read_window(model / f"{name}.csv"), color=MODEL, linewidth=1.0, label="model")
    axes.grid(color="#e6e6e6", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def draw(title, cases, span, linux, model, output):
    controls = [c for c in ("reno", "cubic") if (linux / f"{c}_{cases[0]}.csv").exists()]
    figure, grid = plt.subplots(len(controls), len(cases), squeeze=False, sharex=True, sharey="col",
                                figsize=(1.2 + 2.9 * len(cases), 0.9 + 2.1 * len(controls)), layout="constrained")
    for row, control in zip(grid, controls):
        row[0].set_ylabel(f"{control.upper() if control == 'cubic' else 'Reno'}\ncwnd, segments")
        for axes, case in zip(row, cases):
            draw_case(axes, f"{control}_{case}", linux, model)
            axes.set_xlim(span)
    # Rows share the scale, so the floor is set when all are drawn.
    for axes in grid[-1]:
        axes.set_ylim(bottom=0)
    for axes, case in zip(grid[0], cases):
        axes.set_title(TITLES[case], fontsize=10)
    for axes in grid[-1]:
        axes.set_xlabel("s")
    grid[0][0].legend(frameon=False, fontsize=9, loc="best")
    figure.suptitle(title, fontsize=12)
    figure.savefig(output, dpi=100)
    plt.close(figure)


def main():
    linux, model, output = map(Path, sys.argv[1:4])
    output.mkdir(parents=True, exist_ok=True)
    for name, (title, cases, span) in PICTURES.items():
        draw(title, cases, span, linux, model, output / f"tcp-linux-{name.replace('_', '-')}.png")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main()
