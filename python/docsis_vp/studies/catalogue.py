"""Which studies there are."""

from docsis_vp.studies.cablelabs_2012.study import STUDY as CABLELABS_2012
from docsis_vp.studies.study import Study

STUDIES: dict[str, Study] = {study.name: study for study in (CABLELABS_2012,)}
