"""Tables as CSV. A spreadsheet takes a text that begins with = + - or @ for a formula and computes it:
such a text, unless it is a number, gets an apostrophe in front. plain() takes that off again."""

import csv
import io
import re

FORMULA = re.compile(r"'*[=+\-@\t\r]")


def cell(value):
    if isinstance(value, str) and FORMULA.match(value) and not is_number(value):
        return f"'{value}"
    return value


def plain(text: str) -> str:
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def csv_text(header: list[str], rows: list[list]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([cell(each) for each in row] for row in [header, *rows])
    return text.getvalue()
