"""The study as a whole."""

from docsis_vp.studies.oslo_2013.cases import all_cases
from docsis_vp.studies.oslo_2013.claims import CLAIMS
from docsis_vp.studies.oslo_2013.figures import FIGURES
from docsis_vp.studies.oslo_2013.numbers import delay, dropped_share, goodput, marked_share, measure
from docsis_vp.studies.study import Cause, Gauge, Study

SHALLOW = (
    "A window that is halved leaves a link without a queue three quarters full: 7.3 of 9.75 Mbit/s, and little more have our cases at a target of 1 ms; "
    "the paper has 8.2 for CoDel and PIE there, but 7.06 for ARED. Tested, one download, 1 and 30 ms: CoDel that spares ten segments, as if the "
    "router's receive offload had joined so many (gro-single), 8.17 and 8.86; CUBIC 8.79 and 9.71 (PIE 8.50 and 9.52); a bucket of ten packets 7.65 "
    "and 8.88; RACK 7.63 and 8.90; without these 7.63 and 8.86 (PIE 7.90 and 8.81). Four downloads at 5 ms have 9.57, 9.57 and 9.42 under CoDel, PIE and "
    "ARED with CUBIC (cubic-target-*), near what is printed, though the paper says Reno."
)
CAUSES = (
    Cause(SHALLOW, table="fig02"),
    Cause(SHALLOW, table="fig04"),
    Cause(
        "A window that grows by a segment in a round trip is slow to fill a link on which it was halved early. Tested, four downloads: with CUBIC "
        "(cubic-interval-1-5, cubic-update-1-5) CoDel's interval of 5 ms costs 3.1 % of the goodput instead of 6.4, PIE every 5 ms 1.3 instead of 3.6; "
        "CoDel's median then falls from 6.0 to 3.7 ms instead of from 5.0 to 3.4, PIE's hardly. The paper says Reno.",
        table="fig0[56]",
    ),
    Cause(
        "The rule of Linux, to mark when forced, is the nearest: ns-2's (ared-ns2-ecn-*) gives 0.5 with 4 downloads and 1.7 with 32. Tested with 4 "
        "downloads: initial window, recovery, RACK and every segment acknowledged change the marks by a third at most.",
        table="text", scenario="ECN", scheme="ARED",
    ),
    Cause(
        "The ends of the range are single loads: with four downloads FQ_CoDel and CoDel are nearly alike here, with 64 the median download finds its "
        "own queue almost empty. Tested: CoDel that spares ten segments (gro-light-5), which raises CoDel's median from 5.0 to 8.8 ms with four "
        "downloads, so that FQ_CoDel then cuts it by half.",
        table="fig11",
    ),
    Cause(
        "Marks per drop below 1 with four downloads: nothing is dropped with ECN, and marks come as often as drops did without. Tested: PIE that drops "
        "from 0.1 on (pie-ecn-limited-1) has fewer marks still, 0.39 % against 0.70 %.",
        table="t*", scheme="*CoDel*",
    ),
)
GAUGES = (
    Gauge("Mbit/s", goodput),
    Gauge("median delay (ms)", delay),
    Gauge("90th percentile (ms)", lambda run: delay(run, "p90")),
    Gauge("dropped (%)", lambda run: 100 * dropped_share(run)),
    Gauge("marked (%)", lambda run: 100 * marked_share(run)),
)

STUDY = Study(
    name="oslo-2013",
    title="Khademi, Ros, Welzl 2013: ARED, CoDel, PIE and FQ-CoDel on a link of 10 Mbit/s",
    cases=all_cases(),
    measure=measure,
    claims=tuple(CLAIMS),
    figures=FIGURES,
    causes=CAUSES,
    gauges=GAUGES,
    notes=(
        "The queue is limited to 1000 packets, as the paper's is.",
        "Wi-Fi: cases air-* are an approximation, a link whose rate varies because others come first. No station contends, nothing is "
        "retransmitted by radio, and the paper's mixed traffic is not simulated.",
    ),
)
