"""Pictures of pages as SVG, whose text tells a tool whether they are as measured. Charts in a browser are those
of python/docsis_vp/charts."""

import math
from html import escape

COLOURS = ("#0072b2", "#d98c00", "#00845f", "#c0609a", "#2f9bd8", "#c24a00", "#6e6e6e", "#7a5bb0")


def words(text: str, x: float, y: float, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def moved(content: str, x: float, y: float, turn: str = "") -> str:
    return f'<g transform="translate({x:.1f} {y:.1f}){turn}">{content}</g>\n'


class Scale:
    """From values to places along an axis, with ticks at round values."""

    def __init__(self, values: list[float], start: float, end: float):
        low, high = min(values, default=0), max(values, default=1)
        margin = (high - low) * 0.05 or abs(low) * 0.05 or 1
        self.low, self.high = low - margin, high + margin
        self.start, self.end = start, end
        least = (self.high - self.low) / max(2, abs(end - start) / 45)
        power = 10.0 ** math.floor(math.log10(least))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
        counts = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        self.ticks = [(count * step, f"{count * step:,.6g}") for count in counts]

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)


class LogScale:
    """Like Scale, with a tick at each power of ten."""

    def __init__(self, low: float, high: float, start: float, end: float):
        self.low, self.high, self.start, self.end = low, high, start, end
        powers = range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)
        self.ticks = [(10.0 ** power, f"{10.0 ** power:g}") for power in powers]

    def at(self, value: float) -> float:
        part = math.log(min(max(value, self.low), self.high) / self.low) / math.log(self.high / self.low)
        return self.start + (self.end - self.start) * part


class Panel:
    WIDTH, HEIGHT = 330, 210

    def __init__(self, title: str, x: Scale | LogScale, x_title: str, y: Scale | LogScale, y_title: str):
        self.x, self.y = x, y
        self.parts = [words(title, self.WIDTH / 2, -10), words(x_title, self.WIDTH / 2, self.HEIGHT + 34),
                      moved(words(y_title, 0, 0), -48, self.HEIGHT / 2, "rotate(-90)")]
        for value, text in x.ticks:
            at = x.at(value)
            self.parts += [f'<path class="grid" d="M{at:.1f} 0V{self.HEIGHT}"/>', words(text, at, self.HEIGHT + 16)]
        for value, text in y.ticks:
            at = y.at(value)
            self.parts += [f'<path class="grid" d="M0 {at:.1f}H{self.WIDTH}"/>', words(text, -6, at + 4, "end")]
        self.parts.append(f'<path class="axis" d="M0 0V{self.HEIGHT}H{self.WIDTH}"/>')

    def line(self, number: int, points: list[tuple[float, float]], dashes: str = "none") -> None:
        path = "L".join(f"{self.x.at(x):.1f} {self.y.at(y):.1f}" for x, y in points)
        self.parts.append(f'<path class="line" color="{COLOURS[number]}" stroke-dasharray="{dashes}" d="M{path}"/>')

    def marks(self, number: int, points: list[tuple[float, float]]) -> None:
        self.parts += [f'<circle color="{COLOURS[number]}" cx="{self.x.at(x):.1f}" cy="{self.y.at(y):.1f}" r="3.5"/>' for x, y in points]

    def legend(self, entries: list[tuple[int, str]], x: float, y: float) -> None:
        for row, (number, text) in enumerate(entries):
            self.parts.append(moved(f'<path class="line" color="{COLOURS[number]}" d="M0 -4h20"/>' + words(text, 26, 0, "start"), x, y + 17 * row))


def picture(title: str, panels: list[Panel]) -> str:
    """The panels, two in a row."""
    left, across, down = 64, Panel.WIDTH + 84, Panel.HEIGHT + 84
    parts = [moved("".join(panel.parts), left + i % 2 * across, 34 + i // 2 * down) for i, panel in enumerate(panels)]
    width, height = 2 * across, 2 * down
    style = "".join((".line{fill:none;stroke:currentColor;stroke-width:2}", "circle{fill:#fff;stroke:currentColor;stroke-width:2}",
                     ".grid{stroke:#ddd}", ".axis{fill:none;stroke:#333}", "text{fill:#222}"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">\n'
            f"<title>{escape(title)}</title>\n"
            f'<style>{style}</style>\n<rect width="{width}" height="{height}" fill="#fff"/>\n{"".join(parts)}</svg>\n')
