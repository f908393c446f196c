"""Rows of codesign.json, put together by hand."""

from docsis_vp.codesign.measures import MEASURES

ANY_AREA = 1.0


def span(value: float) -> dict:
    return {"low": value / 2, "value": value, "high": 2 * value}


def row(index: int, area: float = ANY_AREA, seeds: range | list | None = None, warning: str | None = None,
        conformant: bool = True, given: dict | None = None, given_to_gates: dict | None = None,
        uses_cpu: bool = True, algorithm: str = "docsis_pie", **values: list) -> dict:
    """`values` are those of the seeds, by the key of a measure."""
    count = max((len(each) for each in values.values()), default=0)
    of_seeds = {key: {"value": sum(each) / len(each), "of_seeds": list(each)}
                for key, each in values.items()}
    return {
        "id": index,
        "name": f"row {index}",
        "choices": {"algorithm": algorithm},
        "given": given or {},
        "given_to_gates": (given or {}) if given_to_gates is None else given_to_gates,
        "uses_cpu": uses_cpu,
        "seeds": list(range(1, count + 1)) if seeds is None else list(seeds),
        "values": dict.fromkeys(measure.key for measure in MEASURES) | of_seeds | {
            "area_mm2": span(area), "gates_mm2": span(area)},
        "warnings": [warning] if warning else [],
        "spec": {"conformant": conformant},
        "errors": [],
    }
