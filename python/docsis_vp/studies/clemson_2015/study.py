"""The study as a whole."""

from docsis_vp.studies.clemson_2015.cases import all_cases
from docsis_vp.studies.clemson_2015.claims import CLAIMS
from docsis_vp.studies.clemson_2015.figures import FIGURES
from docsis_vp.studies.clemson_2015.numbers import measure
from docsis_vp.studies.study import Cause, Study

CAUSES: tuple[Cause, ...] = ()

STUDY = Study(
    name="clemson-2015",
    title="Hong, Martin, Westall 2015: downstream queue management in a DOCSIS 3.0 network",
    cases=all_cases(),
    measure=measure,
    claims=tuple(CLAIMS),
    figures=FIGURES,
    causes=CAUSES,
    notes=(
        "Queues are limited in packets, as the paper's are; the case dt-bytes limits one in bytes.",
        "Rates count IP packets of 1500 bytes, as ns-2 does; round trips are the path's and the queue's mean delay.",
    ),
)
