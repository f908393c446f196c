"""The study as a whole."""

from docsis_vp.studies.oslo_2013.cases import all_cases
from docsis_vp.studies.oslo_2013.claims import CLAIMS
from docsis_vp.studies.oslo_2013.figures import FIGURES
from docsis_vp.studies.oslo_2013.numbers import measure
from docsis_vp.studies.study import Cause, Study

CAUSES: tuple[Cause, ...] = ()

STUDY = Study(
    name="oslo-2013",
    title="Khademi, Ros, Welzl 2013: ARED, CoDel, PIE and FQ-CoDel on a link of 10 Mbit/s",
    cases=all_cases(),
    measure=measure,
    claims=tuple(CLAIMS),
    figures=FIGURES,
    causes=CAUSES,
    notes=(
        "The queue is limited to 1000 packets, as the paper's is.",
        "Wi-Fi: cases air-* are an approximation, a link whose rate varies because others come first. No station contends, nothing is "
        "retransmitted by radio, and the paper's mixed traffic is not simulated.",
    ),
)
