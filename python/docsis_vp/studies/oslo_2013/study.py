"""The study as a whole."""

from docsis_vp.studies.oslo_2013.cases import all_cases
from docsis_vp.studies.oslo_2013.claims import CLAIMS
from docsis_vp.studies.oslo_2013.figures import FIGURES
from docsis_vp.studies.oslo_2013.numbers import delay, dropped_share, goodput, marked_share, measure
from docsis_vp.studies.study import Cause, Gauge, Study

SHALLOW = (
    "A window that is halved leaves a link without a queue three quarters full: 7.3 of 9.75 Mbit/s, and little more have our cases at a target of 1 ms; "
    "the paper has 8.2 for CoDel and PIE there, but 7.06 for ARED. Tested, one download, 1 and 30 ms: CoDel that spares ten segments, as if the "
    "router's receive offload had joined so many (gro-single), 8.17 and 8.86; CUBIC 8.79 and 9.71 (PIE 8.62 and 9.49); a bucket of ten packets 7.65 "
    "and 8.88; RACK 7.63 and 8.90; without these 7.63 and 8.86 (PIE 7.91 and 9.01). Four downloads at 5 ms have 9.57, 9.56 and 9.42 under CoDel, PIE and "
    "ARED with CUBIC (cubic-target-*), near what is printed, though the paper says Reno."
)
CAUSES = (
    Cause(SHALLOW, table="fig02"),
    Cause(SHALLOW, table="fig04"),
    Cause(
        "A window that grows by a segment in a round trip is slow to fill a link on which it was halved early. Tested, four downloads: with CUBIC "
        "(cubic-interval-1-5, cubic-update-1-5) CoDel's interval of 5 ms costs 3.1 % of the goodput instead of 6.4, PIE every 5 ms 1.6 instead of 4.0; "
        "CoDel's median then falls from 6.0 to 3.7 ms instead of from 5.0 to 3.4, PIE's from 7.0 to 6.4 instead of from 6.9 to 6.0. The paper says Reno.",
        table="fig0[56]",
    ),
    Cause(
        "A link that others share stands for the radio. Tested: with CUBIC (cubic-air-*) PIE has 20.9 and ARED 19.3 Mbit/s, though the paper says Reno. "
        "PIE of the draft of 2013 has 20.97 with Reno, at a median of 9.2 instead of 5.8 ms: it averages the rate of this link over two measurements "
        "and not over eight; with measurements of 40 kB it has 20.6.",
        table="fig09",
    ),
    Cause(
        "The rule of Linux, to mark when forced, is the nearest: ns-2's (ared-ns2-ecn-*) gives 0.5 with 4 downloads and 1.7 with 32. Tested with 4 "
        "downloads: initial window, recovery, RACK and every segment acknowledged change the marks by a third at most.",
        table="t*", scenario="*ECN", scheme="ARED",
    ),
    Cause(
        "The ends of the range are single loads: with four downloads FQ_CoDel and CoDel are nearly alike here, with 64 the median download finds its "
        "own queue almost empty. Tested: CoDel that spares ten segments (gro-light-5), which raises CoDel's median from 5.0 to 8.8 ms with four "
        "downloads, so that FQ_CoDel then cuts it by half.",
        table="fig11",
    ),
    Cause(
        "Marks per drop below 1 with four downloads: nothing is dropped with ECN, and marks come as often as drops did without. Tested: PIE that drops "
        "from 0.1 on (pie-ecn-limited-1) has fewer marks still, 0.38 % against 0.62 %; with CUBIC (cubic-ecn-PIE-1) PIE has 1.3 marks for each drop.",
        table="t*", scheme="*CoDel*",
    ),
    Cause(
        "PIE drops a tenth here. Tested with 32 downloads: CUBIC (cubic-ecn-PIE-8 over cubic-target-PIE-8-5) has 1.5 marks for each drop, RACK 1.65, "
        "every segment acknowledged 2.2. The paper says Reno.",
        table="table05", scheme="PIE",
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
