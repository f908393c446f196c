"""python -m docsis_vp.sweep.parquet CSV PARQUET TYPES: writes a table as a Parquet file, by pyarrow."""

import json
import sys

from pyarrow import csv, parquet


def main(source: str, target: str, types: str) -> None:
    """`types` is JSON: the name of a type of pyarrow for each column. Empty cells become null."""
    table = csv.read_csv(
        source,
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=json.loads(types), null_values=[""], strings_can_be_null=True),
    )
    parquet.write_table(table, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
