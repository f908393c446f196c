"""Student's t, against published tables and closed forms."""

import json
import math
import statistics
import subprocess
import tempfile
import unittest
from pathlib import Path

from docsis_vp.estimate import estimate
from docsis_vp.program import find
from docsis_vp.student import student_t, two_tails

# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: two-sided confidence in the columns.
CONFIDENCES = (0.8, 0.9, 0.95, 0.98, 0.99, 0.998)
TABLE = {
    1: (3.078, 6.314, 12.706, 31.821, 63.657, 318.309),
    2: (1.886, 2.920, 4.303, 6.965, 9.925, 22.327),
    5: (1.476, 2.015, 2.571, 3.365, 4.032, 5.893),
    9: (1.383, 1.833, 2.262, 2.821, 3.250, 4.297),
    10: (1.372, 1.812, 2.228, 2.764, 3.169, 4.144),
    23: (1.319, 1.714, 2.069, 2.500, 2.807, 3.485),
    39: (1.304, 1.685, 2.023, 2.426, 2.708, 3.313),
    100: (1.290, 1.660, 1.984, 2.364, 2.626, 3.174),
}


class Quantiles(unittest.TestCase):
    def test_are_those_of_the_published_table(self):
        for degrees, row in TABLE.items():
            for confidence, expected in zip(CONFIDENCES, row):
                self.assertAlmostEqual(student_t(confidence, degrees), expected, delta=0.00051)

    def test_of_one_and_two_degrees_have_a_closed_form(self):
        for left in (0.5, 0.05, 1e-3, 1e-6, 1e-9):
            confidence = 1 - left
            left = 1 - confidence
            one = 1 / math.tan(math.pi * left / 2)
            two = confidence * math.sqrt(2 / (left * (2 - left)))
            self.assertAlmostEqual(student_t(confidence, 1) / one, 1, places=10)
            self.assertAlmostEqual(student_t(confidence, 2) / two, 1, places=10)

    def test_leave_the_tails_that_were_asked_for(self):
        for degrees in (1, 2.5, 9, 10, 63.7, 1000, 1e6):
            for confidence in (0.5, 0.95, 0.9999):
                t = student_t(confidence, degrees)
                self.assertAlmostEqual(two_tails(t, degrees), 1 - confidence, places=10)

    def test_approach_the_normal_distribution(self):
        normal = statistics.NormalDist().inv_cdf(0.975)
        self.assertAlmostEqual(student_t(0.95, 1e7), normal, places=6)
        self.assertEqual(student_t(0.95, 1e9), normal)

    def test_fall_with_each_degree_of_freedom(self):
        values = [student_t(0.95, degrees / 2) for degrees in range(2, 200)]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertEqual(len(set(values)), len(values))

    def test_of_no_distribution_are_refused(self):
        for confidence, degrees in ((0, 5), (1, 5), (0.95, 0), (0.95, -1)):
            with self.assertRaises(ValueError):
                student_t(confidence, degrees)


class Estimates(unittest.TestCase):
    def test_are_those_of_the_simulator(self):
        """Student's t has a table up to 11 values and a series beyond."""
        with tempfile.TemporaryDirectory(prefix="docsis-vp-") as folder:
            for count in (2, 3, 11, 12, 40):
                subprocess.run(
                    [find(), "run", "scenarios/overload.json", "--duration", "0.03", "--set", "stats.warmup_s=0",
                     "-q", "--replications", str(count), "-o", folder], check=True)
                summary = json.loads(Path(folder, "summary.json").read_text(encoding="utf-8"))
                compared = 0
                for key, ours in summary["service_flows"][0].items():
                    if isinstance(ours, dict) and ours.get("ci95"):
                        runs = [json.loads(Path(folder, f"rep-{number}/results.json").read_text(encoding="utf-8"))
                                for number in range(1, count + 1)]
                        found = estimate([run["service_flows"][0][key] for run in runs])
                        self.assertAlmostEqual(ours["ci95"] / found.half_width, 1, delta=1e-5, msg=f"{key}, {count}")
                        self.assertAlmostEqual(ours["mean"], found.mean)
                        compared += 1
                self.assertGreater(compared, 2)

    def test_are_narrower_with_each_value(self):
        """Beyond ten values too."""
        values = [1.0, 2.0] * 20
        for count, t in ((4, 3.182446), (10, 2.262157), (12, 2.200985), (40, 2.022691)):
            found = estimate(values[:count])
            deviation = statistics.stdev(values[:count])
            self.assertAlmostEqual(found.half_width, t * deviation / math.sqrt(count), places=6)

    def test_are_wider_with_more_confidence(self):
        self.assertAlmostEqual(estimate([1, 2, 3], 0.99).half_width, 9.924843 / math.sqrt(3), places=6)
        self.assertTrue(math.isnan(estimate([1]).half_width))
