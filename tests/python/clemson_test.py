"""The two studies of queue managers at the CMTS: what their papers fix, in every case of theirs."""

import unittest

from docsis_vp.studies.catalogue import STUDIES
from docsis_vp.studies.study import Case


def of_paper(study: str, prefix: str = "") -> list[Case]:
    return [case for case in STUDIES[study].cases if not case.sensitivity and case.name.startswith(prefix)]


class Traffic(unittest.TestCase):
    def test_videos_of_2014_have_the_tcp_of_downloads(self):
        for case in of_paper("clemson-2014", "exp2-"):
            options = {str(flow["tcp"]) for flow in case.changes["flows"]}
            self.assertEqual(len(options), 1, case.name)


if __name__ == "__main__":
    unittest.main()
