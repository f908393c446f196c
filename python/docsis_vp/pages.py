"""Pages that need nothing beside them."""

import math
from html import escape
from pathlib import Path

STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def text_of(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "–"
    if value == 0 or abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.3g}"


def page(title: str, body: str, style: str = "") -> str:
    """style: more of it, before ours."""
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{style}{STYLE}</style></head>'
            f"<body><main>\n{body}\n</main></body></html>\n")


def table(head: list[str], rows: list[list[str]]) -> str:
    """Cells are HTML."""
    heads = "".join(f"<th>{escape(text)}</th>" for text in head)
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>\n{lines}</tbody></table></div>'
