"""Lists the studies."""

from docsis_vp.studies.cablelabs_2012.study import STUDY as CABLELABS_2012
from docsis_vp.studies.cablelabs_2014.study import STUDY as CABLELABS_2014
from docsis_vp.studies.clemson_2014.study import STUDY as CLEMSON_2014
from docsis_vp.studies.clemson_2015.study import STUDY as CLEMSON_2015
from docsis_vp.studies.oslo_2013.study import STUDY as OSLO_2013
from docsis_vp.studies.study import Study

STUDIES: dict[str, Study] = {
    study.name: study
    for study in (CABLELABS_2012, CABLELABS_2014, OSLO_2013, CLEMSON_2014, CLEMSON_2015)
}
