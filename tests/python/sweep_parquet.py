"""The Parquet tables of docsis-vp sweep beside its CSV tables, written and read by the pyarrow that it installs."""

import csv
import json
import subprocess
import unittest

from docsis_vp import environment
from tests.python.sweep_folder import TRAP, SweepTest, sweep

TYPES = {"point": "int64", "rate": "double", "queue": "string", "sent": "double", "sent_ci95": "double",
         "sent_n": "int64", "p99": "double", "p99_ci95": "double", "p99_n": "int64", "seeds": "int64",
         "seed": "int64", "run": "string", "error": "string"}
READER = """
import json, sys
from pyarrow import parquet
table = parquet.read_table(sys.argv[1])
table.validate(full=True)
json.dump([{field.name: str(field.type) for field in table.schema}, table.to_pylist()], sys.stdout)
"""


class Tables(SweepTest):
    def test_both_say_the_same(self):
        axes = sweep()["axes"]
        axes[1] = {"name": "queue", "paths": ["modems.cm0.control_law", "modems.cm0.firmware"],
                   "values": [["hardware", "docsis_pie"], ["firmware", TRAP]], "labels": ["null", "trap, \n ä"]}
        self.write("sweep.json", sweep(axes=axes))
        status, out, err = self.sweep("--parquet")
        self.assertEqual(status, 3, err)
        for name, rows in (("sweep", 6), ("runs", 12)):
            file = self.out / f"{name}.parquet"
            self.assertIn(f"  {file}\n", out)
            read = subprocess.run([environment.interpreter("sweep --parquet"), "-c", READER, file],
                                  capture_output=True, text=True, check=True)
            types, table = json.loads(read.stdout)
            self.assertEqual(types, {column: TYPES[column] for column in types})
            self.assertEqual(len(table), rows)
            with (self.out / f"{name}.csv").open(encoding="utf-8", newline="") as file:
                written = list(csv.DictReader(file))
            self.assertEqual(list(types), list(written[0]))
            for row, line in zip(table, written, strict=True):
                for column, text in line.items():
                    cell = row[column]
                    self.assertEqual(cell, type(cell)(text) if cell is not None else (text or None), column)
        self.assertIsNone(table[0]["error"])
        self.assertIsNone(table[-1]["sent"])
        self.assertEqual(list(self.out.glob(".*.parquet*")), [])


if __name__ == "__main__":
    unittest.main()
