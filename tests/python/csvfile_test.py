"""Texts in CSV tables that a spreadsheet would compute."""

import csv
import io
import unittest

from docsis_vp.csvfile import cell, csv_text, plain


class Cells(unittest.TestCase):
    def test_a_text_is_no_formula(self):
        for text in ("=1+2", "=cmd|' /C calc'!A0", "+1-1", "-2+3", "@SUM(1)", "\tx", "'=1", "''-x"):
            self.assertEqual(cell(text), f"'{text}")
            self.assertEqual(plain(cell(text)), text)

    def test_everything_else_stays(self):
        for value in ("", "a=b", "10", "-5", "+1e-3", "-inf", "'quoted'", -5, 2.5, None, True):
            self.assertEqual(cell(value), value)
        for text in ("'quoted'", "-5", "'", "''"):
            self.assertEqual(plain(text), text)

    def test_a_table_is_read_back(self):
        rows = [["=a", '"=b,\n"', -1], ["", None, 1e-9]]
        read = list(csv.reader(io.StringIO(csv_text(["=head", "x", "y"], rows), newline="")))
        self.assertEqual(read, [["'=head", "x", "y"], ["'=a", '"=b,\n"', "-1"], ["", "", "1e-09"]])
