"""The study as a whole."""

from docsis_vp.studies.cablelabs_2012.cases import paper_cases
from docsis_vp.studies.cablelabs_2012.numbers import measure
from docsis_vp.studies.study import Study

STUDY = Study(
    name="cablelabs-2012",
    title="White, Padden 2012: CoDel in a DOCSIS 3.0 cable modem",
    cases=tuple(paper_cases()),
    measure=measure,
)
