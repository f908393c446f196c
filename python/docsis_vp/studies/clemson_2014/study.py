"""The study as a whole."""

import statistics

from docsis_vp.studies.clemson_2014.cases import all_cases
from docsis_vp.studies.clemson_2014.claims import CLAIMS
from docsis_vp.studies.clemson_2014.figures import FIGURES
from docsis_vp.studies.clemson_2014.numbers import measure
from docsis_vp.studies.downstream import fairness, losses, queue_delays_ms, rates
from docsis_vp.studies.study import Cause, Gauge, Study

CAUSES = (
    Cause("A run of 2000 s with one download is one or two cycles of its window, so R rests on how the first slow start ends. Tested over 2000 s: "
          "R is 42, and 52 if that slow start ends at 100 segments (case early-congestion-avoidance-1); the study of 2015 has 41.2 for a path of 30 ms.",
          table="fig02b", scheme="DT"),
)
GAUGES = (
    Gauge("sum (Mbit/s)", lambda run: sum(rates(run, "ftp"))),
    Gauge("delay in the queue (ms)", lambda run: statistics.fmean(queue_delays_ms(run, "ftp"))),
    Gauge("loss of downloads (%)", lambda run: statistics.fmean(losses(run, "ftp"))),
    Gauge("Jain's index", lambda run: fairness(run, "ftp")),
    Gauge("loss of the call (%)", lambda run: run.flow("call")["loss_percent"]),
    Gauge("R", lambda run: run.flow("call")["r_value"]),
)

STUDY = Study(
    name="clemson-2014",
    title="Martin, Hong, Westall 2014: managing latency and fairness in cable networks",
    cases=all_cases(),
    measure=measure,
    claims=tuple(CLAIMS),
    figures=FIGURES,
    causes=CAUSES,
    gauges=GAUGES,
    notes=(
        "Queues are limited in packets, as the paper's are.",
        "The paper gives a range of round trips, not those of each flow; docs/studies/clemson-2014.md says what was chosen.",
    ),
)
