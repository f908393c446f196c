"""The paper's figures, redrawn from our runs."""

import statistics

from docsis_vp.charts.panel import Axis, Panel
from docsis_vp.studies.clemson_2014.cases import LOADS, SCHEMES, TIER_LOADS
from docsis_vp.studies.clemson_2014.claims import jfi, mixed_jfi, mmr, playback, r_value, total
from docsis_vp.studies.clemson_2014.numbers import active
from docsis_vp.studies.downstream import rates
from docsis_vp.studies.grid import Grid, cases
from docsis_vp.studies.study import Figure


def by_load(outcomes, experiment, of, loads, label, published=(), along="downloads") -> Panel:
    """`published`: points of scheme, load, value, drawn as crosses."""
    panel = Panel(x=Axis(along), y=Axis(label))
    grid = Grid(outcomes, experiment, of, SCHEMES, loads)
    for number, scheme in enumerate(SCHEMES):
        panel.line(loads, grid[scheme], scheme, number, marks=True)
    for scheme, load, value in published:
        panel.crosses([load], [value], colour=SCHEMES.index(scheme))
    return panel


def downloads(outcomes) -> list[Panel]:
    return [
        by_load(outcomes, "exp1", lambda run: total(run) / len(rates(run, "ftp")), LOADS, "mean Mbit/s",
                [("DT", 1, 37.2), ("PIE", 1, 31.2)]),
        by_load(outcomes, "exp1", r_value, LOADS, "R",
                [("DT", 1, 68), ("DT", 11, 32), ("ARED", 11, 91.4), ("CoDel", 11, 92.75), ("PIE", 11, 93.5)]),
        by_load(outcomes, "exp1", jfi, LOADS, "Jain index"),
        by_load(outcomes, "exp1", mmr, LOADS, "least over most"),
    ]


def mixed(outcomes) -> list[Panel]:
    return [
        by_load(outcomes, "exp2", lambda run: statistics.fmean(rates(run, "ftp")), LOADS, "Mbit/s per download",
                [("CoDel", 9, 2.49)]),
        by_load(outcomes, "exp2", lambda run: statistics.fmean(rates(run, "video")), LOADS, "Mbit/s per video",
                [("CoDel", 9, 2.11)]),
        by_load(outcomes, "exp2", playback, LOADS, "playback, Mbit/s"),
        by_load(outcomes, "exp2", mixed_jfi, LOADS, "Jain index"),
    ]


PUBLISHED_TIER2 = {"DT": (10.22, 9.01), "ARED": (8.56, 3.91), "CoDel": (8.24, 4.10), "PIE": (8.13, 3.62), "DRR": (7.79, 3.72)}


def second_tier(outcomes) -> list[Panel]:
    points = [(s, load, v) for s, pair in PUBLISHED_TIER2.items() for load, v in zip((5, 9), pair)]
    return [by_load(outcomes, "exp3", lambda run: active(run, "tier2"), TIER_LOADS, "Tier-2 download, Mbit/s", points,
                    "Tier-1 downloads")]


FIGURES = (
    Figure("Figure 2", "Downloads and a call. Crosses: the values that the paper prints.", cases("exp1", SCHEMES, LOADS),
           downloads),
    Figure("Figure 3", "Downloads, five videos and a call. Crosses: the values that the paper prints.",
           cases("exp2", SCHEMES, LOADS), mixed),
    Figure("Table 2", "The download of the second tier while it is active. Crosses: published.",
           cases("exp3", SCHEMES, TIER_LOADS), second_tier, 1),
)
