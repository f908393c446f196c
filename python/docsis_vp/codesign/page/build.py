"""codesign.html: one file that needs nothing beside it."""

import html
import json
from pathlib import Path

FOLDER = Path(__file__).parent
SCRIPTS = (
    "dom", "scale", "encoding", "sure", "decision", "names", "pareto", "table", "order", "explain", "slack", "limits",
    "costs", "main",
)


def read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def as_script(document: dict) -> str:
    """JSON that no text in it can end early."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def build_page(document: dict) -> str:
    scripts = "\n".join(read(f"{name}.js") for name in SCRIPTS)
    parts = {
        "TITLE": html.escape(f"{document['scenario']}: co-design"),
        "STYLE": read("page.css"),
        "DOCUMENT": as_script(document),
        "SCRIPT": f'"use strict";\n(() => {{\n{scripts}\n}})();',
    }
    page = read("page.html")
    for name, text in parts.items():
        before, after = page.split(f"@{name}@")
        page = before + text + after
    return page
