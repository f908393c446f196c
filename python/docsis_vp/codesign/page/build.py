"""codesign.html: one file that needs nothing beside it."""

import html
from pathlib import Path

from docsis_vp.charts.page import as_script, library, library_style, plot_script

FOLDER = Path(__file__).parent
SCRIPTS = (
    "dom", "encoding", "sure", "decision", "names", "pareto", "table", "order", "explain", "slack", "limits",
    "costs", "main",
)


def read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def build_page(document: dict) -> str:
    scripts = "\n".join(read(f"{name}.js") for name in SCRIPTS)
    parts = {
        "TITLE": html.escape(f"{document['scenario']}: co-design"),
        "STYLE": library_style() + read("page.css"),
        "DOCUMENT": as_script(document),
        "LIBRARY": library(),
        "SCRIPT": f'"use strict";\n(() => {{\n{plot_script()}{scripts}\n}})();',
    }
    page = read("page.html")
    for name, text in parts.items():
        before, after = page.split(f"@{name}@")
        page = before + text + after
    return page
