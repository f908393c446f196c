"""Differences of two flat objects, the largest first."""

from dataclasses import dataclass

ABSENT = "–"


@dataclass(frozen=True)
class Difference:
    key: str
    first: object
    second: object

    @property
    def relative(self) -> float | None:
        """Difference relative to the first; None if that is 0, or not both are numbers."""
        if not is_number(self.first) or not is_number(self.second) or self.first == 0:
            return None
        return (self.second - self.first) / abs(self.first)


def is_number(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differences(first: dict, second: dict) -> list[Difference]:
    """Differences, those without a relative value first."""
    keys = list(dict.fromkeys([*first, *second]))
    found = [Difference(key, first.get(key, ABSENT), second.get(key, ABSENT))
             for key in keys if first.get(key, ABSENT) != second.get(key, ABSENT)]

    def size(difference: Difference) -> float:
        return float("inf") if difference.relative is None else abs(difference.relative)

    return sorted(found, key=size, reverse=True)


def text(value) -> str:
    if value is None:
        return "null"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def lines(found: list[Difference], most: int | None) -> list[str]:
    """A table, cut after `most`."""
    shown = found[:most]
    cells = [(d.key, text(d.first), text(d.second),
              "" if d.relative is None else f"{100 * d.relative:+.1f} %") for d in shown]
    widths = [max(len(cell[i]) for cell in cells) for i in range(4)]
    table = [f"  {key:<{widths[0]}}  {a:>{widths[1]}}  {b:>{widths[2]}}  {change:>{widths[3]}}"
             .rstrip() for key, a, b, change in cells]
    if len(shown) < len(found):
        table.append(f"  and {len(found) - len(shown)} more; --all shows them")
    return table
