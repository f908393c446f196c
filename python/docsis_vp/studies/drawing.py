"""Figures of studies, drawn by matplotlib."""

import io
from collections.abc import Callable

import matplotlib
from matplotlib.figure import Figure

matplotlib.use("svg")
matplotlib.rcParams.update({
    "svg.hashsalt": "docsis-vp", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3,
    "axes.spines.top": False, "axes.spines.right": False, "path.simplify_threshold": 0.5,
})


def drawn(inches: tuple[float, float], draw: Callable[[Figure], None]) -> str:
    """The figure as SVG."""
    canvas = Figure(figsize=inches, layout="constrained")
    draw(canvas)
    buffer = io.StringIO()
    canvas.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return text[text.index("<svg"):]
