"""The study as a whole."""

from docsis_vp.studies.cablelabs_2014.cases import paper_cases, rate_cases, sensitivity_cases
from docsis_vp.studies.cablelabs_2014.claims import CLAIMS
from docsis_vp.studies.cablelabs_2014.figures import FIGURES
from docsis_vp.studies.cablelabs_2014.numbers import measure
from docsis_vp.studies.study import Study

STUDY = Study(
    name="cablelabs-2014",
    title="White, Rice 2014: active queue management in DOCSIS 3.x cable modems",
    cases=(*paper_cases(), *rate_cases(), *sensitivity_cases()),
    measure=measure,
    claims=CLAIMS,
    figures=FIGURES,
    notes=(
        "Every load under every congestion runs one cycle of its twelve capacities, 120 s, with one seed: the published numbers pool the 36 conditions, and so do ours.",
        "The buffer behind each AQM is 250 ms at the sustained rate, limited in bytes.",
        "PIE computes its law in firmware and drops in hardware; CoDel and CoDel-DT have no periodic part, so firmware judges each of their packets. Managers of several queues are hardware.",
    ),
)
