"""Histograms of several seeds as one."""

import unittest

from docsis_vp.codesign.histogram import sum_histograms


class SumHistograms(unittest.TestCase):
    def test_of_none_there_is_none(self):
        self.assertIsNone(sum_histograms([]))

    def test_alike_steps_add_up(self):
        one = {"edges": [0.3, 0.4, 0.5], "counts": [1, 2]}
        other = {"edges": [0.4, 0.5, 0.6], "counts": [10, 20]}
        self.assertEqual(sum_histograms([one, other]),
                         [[0.3, 0.4, 1], [0.4, 0.5, 12], [0.5, 0.6, 20]])

    def test_bins_that_an_edge_parts_are_shared_out(self):
        fine = {"edges": [2, 4, 6], "counts": [6, 8]}
        wide = {"edges": [0, 5], "counts": [1]}
        self.assertEqual(sum_histograms([fine, wide]), [[0, 5, 11], [5, 10, 4]])

    def test_below_zero_and_empty_bins(self):
        self.assertEqual(sum_histograms([{"edges": [-2, -1, 0, 1], "counts": [3, 0, 4]}]),
                         [[-2, -1, 3], [0, 1, 4]])
