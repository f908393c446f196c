"""python -m docsis_vp.sweeps.parquet CSV PARQUET TYPES: writes a table as a Parquet file, by pyarrow."""

import json
import sys

from pyarrow import Table, array, csv, parquet, types

from docsis_vp.csvfile import plain


def main(source: str, target: str, column_types: str) -> None:
    """`column_types` is JSON: the name of a type of pyarrow for each column. Empty cells become null."""
    table = csv.read_csv(
        source,
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=json.loads(column_types), null_values=[""], strings_can_be_null=True),
    )
    parquet.write_table(with_plain_texts(table), target)


def with_plain_texts(table: Table) -> Table:
    """Without the apostrophes of csvfile.py."""
    for index, name in enumerate(table.column_names):
        column = table.column(index)
        if types.is_string(column.type):
            texts = [None if text is None else plain(text) for text in column.to_pylist()]
            table = table.set_column(index, name, array(texts, type=column.type))
    return table


if __name__ == "__main__":
    main(*sys.argv[1:])
