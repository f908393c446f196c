"""The study as a whole."""

import math

from docsis_vp.studies.cablelabs_2014.cases import less_left_cases, paper_cases, rate_cases, sensitivity_cases
from docsis_vp.studies.cablelabs_2014.claims import CLAIMS
from docsis_vp.studies.cablelabs_2014.figures import FIGURES
from docsis_vp.studies.cablelabs_2014.numbers import page_p90, voice_loss, voice_mos, voice_p90
from docsis_vp.studies.cablelabs_2014.single import SINGLE, further_cases, measure
from docsis_vp.studies.study import Cause, Gauge, Study

FULL_BUFFERS = (
    "6.25 MB are 250 ms at 200 Mbit/s and 500 at the 100 of heavy congestion, and uploads without end keep them full. Tested over 130 s: 90th percentile "
    "of voice 242 to 244 ms under every load with endless uploads without congestion, 449 to 475 with heavy; with files of 50 MB on new connections (load 3) 246 "
    "instead of 244 ms, and pages of 6.1 instead of 7.5 s. The 20 s of a quick run see the two lowest capacities alone."
)
CAUSES = (
    Cause("A quick run of 20 s is in good part the first slow start at 200 Mbit/s. Tested: CoDel's 90th percentile is 51 ms in 20 s and 29 in 130 (load 3).",
          table="fig01", metric="voip_latency_p90_m*"),
    Cause("Load 9 alone: 106 flows share 32 queues, the call's with torrents. Tested over 130 s: under the other loads none is lost, under load 9 up to 1.2 % "
          "by SFQ-CoDel and 0.5 % by SFQ-PIE.", table="fig02", scheme="SFQ-CoDel SFQ-PIE"),
    Cause(FULL_BUFFERS, table="fig05", scheme="Buffer Bloat"),
    Cause(FULL_BUFFERS, table="fig05", scheme="Buffer Control", quick=True),
    Cause("What is compared are the 10th and 99th percentile of a call alone, with MAPs of 2 ms. The paper's bounds hold what comes at any phase of a MAP.",
          table="text", metric="request_grant_latency_m*"),
)


def of_users(of):
    """NaN: this run has no call."""
    return lambda run: of([run]) if run.flows("call") else math.nan


GAUGES = (
    Gauge("90th percentile of voice (ms)", of_users(voice_p90)),
    Gauge("voice lost (%)", of_users(voice_loss)),
    Gauge("MOS", of_users(voice_mos)),
    Gauge("page (s)", of_users(page_p90)),
    Gauge("delay in the queue, 90th percentile (ms)", lambda run: run.service_flow("us0")["queue_delay_ms"]["p90"]),
    Gauge("sent (Mbit/s)", lambda run: 8e-6 * run.service_flow("us0")["sent_bytes"] / run.seconds),
)

STUDY = Study(
    name="cablelabs-2014",
    title="White, Rice 2014: active queue management in DOCSIS 3.x cable modems",
    cases=(*paper_cases(), *rate_cases(), *less_left_cases(), *further_cases(), *sensitivity_cases()),
    measure=measure,
    claims=tuple(sorted((*CLAIMS, *SINGLE), key=lambda claim: claim.name)),
    figures=FIGURES,
    causes=CAUSES,
    gauges=GAUGES,
    notes=(
        "Every load under every congestion runs all twelve changes of capacity, 130 s, with one seed: the published numbers pool the 36 conditions, and so do ours.",
        "The buffer behind each AQM is 250 ms at the sustained rate, limited in bytes.",
        "PIE computes its law in firmware and drops in hardware; CoDel and CoDel-DT, which have no periodic part, and managers of several queues are hardware.",
    ),
)
