"""The paper's figures, redrawn from our runs."""

import statistics

from docsis_vp.studies.clemson_2014.cases import LOADS, SCHEMES, TIER_LOADS
from docsis_vp.studies.clemson_2014.claims import jfi, mixed_jfi, mmr, playback, r_value, total
from docsis_vp.studies.clemson_2014.numbers import active
from docsis_vp.studies.downstream import rates
from docsis_vp.studies.grid import Grid, cases
from docsis_vp.studies.study import Figure


def panel(axes, outcomes, experiment, of, loads, label, published=()) -> None:
    """`published`: points of scheme, load, value, drawn as crosses."""
    grid = Grid(outcomes, experiment, of, SCHEMES, loads)
    for number, scheme in enumerate(SCHEMES):
        axes.plot(loads, grid[scheme], marker="o", markersize=3, color=f"C{number}", label=scheme)
    for scheme, load, value in published:
        axes.plot([load], [value], marker="x", color=f"C{SCHEMES.index(scheme)}", linestyle="none")
    axes.set_ylabel(label)


def downloads(canvas, outcomes) -> None:
    (a, b), (c, d) = canvas.subplots(2, 2)
    panel(a, outcomes, "exp1", lambda run: total(run) / len(rates(run, "ftp")), LOADS, "mean Mbit/s",
          [("DT", 1, 37.2), ("PIE", 1, 31.2)])
    panel(b, outcomes, "exp1", r_value, LOADS, "R",
          [("DT", 1, 68), ("DT", 11, 32), ("ARED", 11, 91.4), ("CoDel", 11, 92.75), ("PIE", 11, 93.5)])
    panel(c, outcomes, "exp1", jfi, LOADS, "Jain index")
    panel(d, outcomes, "exp1", mmr, LOADS, "least over most")
    a.legend()
    for axes in (c, d):
        axes.set_xlabel("downloads")


def mixed(canvas, outcomes) -> None:
    (a, b), (c, d) = canvas.subplots(2, 2)
    panel(a, outcomes, "exp2", lambda run: statistics.fmean(rates(run, "ftp")), LOADS, "Mbit/s per download",
          [("CoDel", 9, 2.49)])
    panel(b, outcomes, "exp2", lambda run: statistics.fmean(rates(run, "video")), LOADS, "Mbit/s per video",
          [("CoDel", 9, 2.11)])
    panel(c, outcomes, "exp2", playback, LOADS, "playback, Mbit/s")
    panel(d, outcomes, "exp2", mixed_jfi, LOADS, "Jain index")
    a.legend()
    for axes in (c, d):
        axes.set_xlabel("downloads")


PUBLISHED_TIER2 = {"DT": (10.22, 9.01), "ARED": (8.56, 3.91), "CoDel": (8.24, 4.10), "PIE": (8.13, 3.62), "DRR": (7.79, 3.72)}


def second_tier(canvas, outcomes) -> None:
    axes = canvas.subplots()
    points = [(s, load, v) for s, pair in PUBLISHED_TIER2.items() for load, v in zip((5, 9), pair)]
    panel(axes, outcomes, "exp3", lambda run: active(run, "tier2"), TIER_LOADS, "Tier-2 download, Mbit/s", points)
    axes.legend()
    axes.set_xlabel("Tier-1 downloads")


FIGURES = (
    Figure("Figure 2", "Downloads and a call. Crosses: the values that the paper prints.", cases("exp1", SCHEMES, LOADS),
           downloads, (9, 6)),
    Figure("Figure 3", "Downloads, five videos and a call. Crosses: the values that the paper prints.",
           cases("exp2", SCHEMES, LOADS), mixed, (9, 6)),
    Figure("Table 2", "The download of the second tier while it is active. Crosses: published.",
           cases("exp3", SCHEMES, TIER_LOADS), second_tier),
)
