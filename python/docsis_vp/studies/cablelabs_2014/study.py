"""The study as a whole."""

import math

from docsis_vp.studies.cablelabs_2014.cases import paper_cases, rate_cases, sensitivity_cases
from docsis_vp.studies.cablelabs_2014.claims import CLAIMS
from docsis_vp.studies.cablelabs_2014.figures import FIGURES
from docsis_vp.studies.cablelabs_2014.numbers import page_p90, voice_loss, voice_mos, voice_p90
from docsis_vp.studies.cablelabs_2014.single import SINGLE, further_cases, measure
from docsis_vp.studies.study import Gauge, Study



def of_users(of):
    """NaN: nobody calls in this run."""
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
    cases=(*paper_cases(), *rate_cases(), *further_cases(), *sensitivity_cases()),
    measure=measure,
    claims=tuple(sorted((*CLAIMS, *SINGLE), key=lambda claim: claim.name)),
    figures=FIGURES,
    gauges=GAUGES,
    notes=(
        "Every load under every congestion runs one cycle of its twelve capacities, 120 s, with one seed: the published numbers pool the 36 conditions, and so do ours.",
        "The buffer behind each AQM is 250 ms at the sustained rate, limited in bytes.",
        "PIE computes its law in firmware and drops in hardware; CoDel and CoDel-DT have no periodic part, so firmware judges each of their packets. Managers of several queues are hardware.",
    ),
)
