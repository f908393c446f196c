"""The study as a whole."""

import math
import statistics

from docsis_vp.studies.clemson_2015.cases import all_cases
from docsis_vp.studies.clemson_2015.claims import CLAIMS
from docsis_vp.studies.clemson_2015.figures import FIGURES
from docsis_vp.studies.clemson_2015.numbers import measure
from docsis_vp.studies.downstream import fairness, losses, queue_delays_ms, rates
from docsis_vp.studies.outcome import number
from docsis_vp.studies.study import Cause, Gauge, Study

CAUSES = (
    Cause("Few packets are lost in 2000 s, most in the first slow starts; a run of 120 s has ten times the rate. Tested: the same case over "
          "2000 s and over 120 s.", table="table03"),
    Cause("Our servers send what an ACK lets out at once, so packets come in bunches; a law that drops the first packet after some time meets those "
          "between bunches, the call's, more often. Tested: behind links of 40 Mbit/s, which space packets (case codel-server-40-5), the call loses "
          "0.11 instead of 0.31 %, the paper's 0.08; MAPs of 0.5 ms instead of 2 ms bring 0.27 %.", table="table10",
          metric="voip_loss_rate_mean", scheme="CoDel"),
    Cause("A call loses a few packets, none or dozens by chance: 0.01 % are ten of its packets.", table="table10", metric="voip_loss_rate_mean"),
    Cause("Our ARED keeps a shorter queue with few downloads. Tested: an average a third as fast (case ared-slow-1) moves 26 to 29 ms, the paper "
          "has 45; with 11 downloads both agree.", scheme="ARED", scenario="BASE"),
    Cause("ACKs in bunches of a MAP make bursts that 65 packets do not hold. Tested: with 4 request opportunities instead of 32 (case "
          "few-opportunities-11) the sum falls by 1.2 Mbit/s and loss rises by half.", scheme="DT20"),
)


def of_probe(run) -> float:
    return next((number(flow["wrt_s"]["mean"]) for flow in run.flows("probe")), math.nan)


GAUGES = (
    Gauge("sum (Mbit/s)", lambda run: sum(rates(run, "ftp"))),
    Gauge("delay in the queue (ms)", lambda run: statistics.fmean(queue_delays_ms(run, "ftp"))),
    Gauge("loss of downloads (%)", lambda run: statistics.fmean(losses(run, "ftp"))),
    Gauge("Jain's index", lambda run: fairness(run, "ftp")),
    Gauge("loss of the call (%)", lambda run: run.flow("call")["loss_percent"]),
    Gauge("R", lambda run: run.flow("call")["r_value"]),
    Gauge("response time of the probe (s)", of_probe),
)

STUDY = Study(
    name="clemson-2015",
    title="Hong, Martin, Westall 2015: downstream queue management in a DOCSIS 3.0 network",
    cases=all_cases(),
    measure=measure,
    claims=tuple(CLAIMS),
    figures=FIGURES,
    causes=CAUSES,
    gauges=GAUGES,
    notes=(
        "Queues are limited in packets, as the paper's are; the case dt-bytes limits one in bytes.",
        "Rates count IP packets of 1500 bytes, as ns-2 does; round trips are the path's and the queue's mean delay.",
        "The path of the call is our input, and so is most of its delay: the delays of table 10 are not counted.",
    ),
)
