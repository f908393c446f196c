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
    Cause("Tier 1 gets what its buckets let through, so all that our channel carries less falls to the one flow of Tier 2: 24 bytes around a packet, a "
          "call and MAPs leave 37.0 Mbit/s where the paper has 37.4. Tested: on a channel of 38.4 Mbit/s it gets 7.73 instead of 7.34 under DRR, the "
          "paper's 7.8.", table="table15", metric="tier2_throughput", load="n_tier1=5;*"),
    Cause("One run: nine flows of Tier 1 and one of Tier 2 fill 2048 packets together, and who loses in the first seconds stays behind. Tested: runs of "
          "120 s with three seeds give Tier 2 2.6, 6.2 and 3.7 Mbit/s, the paper's one 5.5.", table="table15", scheme="DT", load="n_tier1=9;*"),
    Cause("The published response times differ between the schemes by one passage of the queue (ARED and CoDel by 40 ms, CoDel and DRR not at all); ours go "
          "through it three times, with windows of 2, 4 and 8 segments. Tested: with a first window that holds the object (cases "
          "probe-one-window-*) ours are 0.076, 0.074 and 0.097 s under DRR, CoDel and ARED, and the published ones 0.10 to 0.12 s longer. A "
          "wait drawn evenly from 0 to 0.2 s on top would give mean and deviation of table 14 under DRR (0.176 and 0.058 s); what waits there the paper does not say.",
          table="table14", scheme="[!D]*"),
    Cause("Without losses our probe always needs the same three round trips. The published deviation, 60 ms at any load under DRR, is that of a wait drawn "
          "evenly from 0 to 0.2 s, whose mean is also what the response takes longer than one round trip (cases probe-one-window-*: 0.076 s). Tested besides: "
          "with 4 request opportunities instead of 32 requests collide, and the mean is 0.177 s, the paper's 0.173, but the deviation 8 ms.",
          table="table14", metric="wrt_stddev", scheme="DRR"),
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
