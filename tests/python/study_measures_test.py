"""What CableLabs' studies run, and what they take from their runs, of runs put together by hand."""

import unittest

from docsis_vp import jsonfile
from docsis_vp.studies import published


class Scenarios(unittest.TestCase):
    FILES = (("cablelabs-2012", "modem.json"), ("cablelabs-2014", "modem.json"), ("cablelabs-2014", "rates.json"))

    def read(self) -> list[dict]:
        return [jsonfile.read(published.folder(study) / file) for study, file in self.FILES]

    def test_each_server_has_a_link_of_gigabit_ethernet(self):
        for scenario in self.read():
            flows = [flow for part in (scenario, *scenario["cases"].values())
                     for flow in part.get("flows", ()) if "modem" in flow]
            self.assertEqual({flow.get("server_rate_mbps") for flow in flows}, {1000})


if __name__ == "__main__":
    unittest.main()
