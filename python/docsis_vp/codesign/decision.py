"""Selects the rows to choose from: from the smallest area on, each better than the one before.

A row is a step if it is surely better in the measure that decides than the step before it. Every other
row costs more area than a step and is worse, equal, no better by more than matters, or open. An equal row
is as small as the step if its area is larger by no more than AREA_MATTERS_PERCENT: either may be taken. A
row that loses packets before any law saw them is set aside: its measure is not what its law gives.
"""

import itertools

from docsis_vp.codesign.comparisons import BETTER, EQUAL, OPEN, SAME, Comparisons
from docsis_vp.codesign.measures import BY_KEY, dig

AREAS = ("area_mm2", "gates_mm2")  # with the CPU, and with a CPU that is there anyway

# The cells and memories of a foundry are not known to this precision.
AREA_MATTERS_PERCENT = 1.0

NO_BETTER = "no better"  # not by more than matters; it may be worse

# The first of these that was measured decides, if the matrix does not say: what users feel, then
# deadlines, then queues.
USUAL = ("latency_p99_ms", "slack_min_us", "queue_p99_ms", "queue_mean_ms")


def deciding_measure(rows: list[dict], chosen: str | None) -> str | None:
    """None: no row has any of the usual ones."""
    keys = (chosen,) if chosen else USUAL
    return next((key for key in keys if any(dig(row["values"], key) for row in rows)), None)


def decide(comparisons: Comparisons) -> list[dict]:
    """A ladder for each given and each area, of all rows and of those whose law can be replaced."""
    rows, key = list(comparisons.rows.values()), comparisons.deciding
    if key is None:
        return []
    givens = []
    for row in rows:
        if row["given"] not in givens:
            givens.append(row["given"])
    return [
        {"given": given, "area": area, "replaceable": replaceable}
        | ladder([row for row in rows if row["given"] == given
                  and (not replaceable or dig(row, "spec", "conformant"))], area, key, comparisons)
        | {"in_gates": [] if replaceable else rows_in_gates(rows, given, key)}
        for given, area, replaceable in itertools.product(givens, AREAS, (False, True))
    ]


def rows_in_gates(rows: list[dict], given: dict, key: str) -> list[int]:
    """Rows of the same laws in gates, for a group without any. What is given there is the matter of a
    CPU that they do not use, so that their figures are the same."""
    group = [row for row in rows if row["given"] == given]
    if not given or not all(row.get("uses_cpu") for row in group):
        return []
    laws = {dig(row, "choices", "algorithm") for row in group}
    elsewhere = {str(row["given_to_gates"]) for row in group}
    return [row["id"] for row in rows
            if row.get("uses_cpu") is False and dig(row, "choices", "algorithm") in laws
            and elsewhere == {str(row["given_to_gates"])} and dig(row["values"], key) and not row["warnings"]]


def ladder(rows: list[dict], area: str, key: str, comparisons: Comparisons) -> dict:
    measured = [row for row in rows if dig(row["values"], area) and dig(row["values"], key)]
    sign = -1 if BY_KEY[key].better == "high" else 1
    measured.sort(key=lambda row: (row["values"][area]["value"], sign * row["values"][key]["value"],
                                   row["name"]))
    steps: list[dict] = []
    for row in measured:
        if row["warnings"]:
            continue
        found = beside(row["id"], steps[-1]["row"], key, comparisons) if steps else {"verdict": BETTER}
        if found["verdict"] == BETTER:
            steps.append({"row": row["id"], "others": []})
        else:
            step = comparisons.rows[steps[-1]["row"]]
            as_small = found["verdict"] in (EQUAL, SAME) and is_as_small(row, step, area)
            steps[-1]["others"].append({"row": row["id"]} | found | {"as_small": as_small})
    return {"steps": steps, "set_aside": [row["id"] for row in rows if row["warnings"]]}


def is_as_small(row: dict, step: dict, area: str) -> bool:
    more = row["values"][area]["value"] / step["values"][area]["value"] - 1
    return more <= AREA_MATTERS_PERCENT / 100


def beside(row: int, step: int, key: str, comparisons: Comparisons) -> dict:
    """The verdict on a row, and how many seeds would decide if it is open. None: too many, or a row
    has one seed alone."""
    verdict = comparisons.verdict(key, row, step)
    if verdict != OPEN:
        return {"verdict": verdict} if verdict else {"verdict": OPEN, "seeds": None}
    if comparisons.is_no_better(key, row, step):
        return {"verdict": NO_BETTER}
    return {"verdict": OPEN, "seeds": comparisons.seeds_for_choice(key, row, step)}


def open_rows(decision: list[dict]) -> set[int]:
    """Rows of orders that more seeds might decide, with the steps that they are compared with."""
    found = set()
    for each in decision:
        for step in each["steps"]:
            undecided = {other["row"] for other in step["others"] if other["verdict"] == OPEN}
            if undecided:
                found |= undecided | {step["row"]}
    return found


def seeds_wanted(decision: list[dict]) -> int | None:
    """Number of seeds that would decide all open comparisons. None: unknown."""
    wanted = [other["seeds"] for each in decision for step in each["steps"]
              for other in step["others"] if other["verdict"] == OPEN]
    return None if None in wanted else max(wanted, default=0)


def decision_lines(document: dict) -> list[str]:
    """The ladders that the page shows first, for a terminal."""
    area = AREAS[document["cpu_is_there"]]
    found = [each for each in document["decision"]
             if each["area"] == area and not each["replaceable"]]
    if not found:
        return []
    key, level = document["confidence"]["measure"], document["confidence"]["level"]
    rows = {row["id"]: row for row in document["rows"]}
    lines = [f"Each step has a better {BY_KEY[key].title} than the one above "
             f"({100 * level:.6g} % confidence for all comparisons together):"]
    for each in found:
        if len(found) > 1:
            named = ", ".join(f"{axis} {name}" for axis, name in each["given"].items())
            lines.append(f"  {named or 'as the scenario has it'}:")
        lines += ladder_lines(each, rows, area, key)
    if open_rows(document["decision"]):
        wanted = seeds_wanted(document["decision"])
        lines.append("  open comparisons, here or in other tables of the page, need "
                     + (f"about {wanted} seeds per row" if wanted else "more seeds"))
    return lines


def ladder_lines(found: dict, rows: dict[int, dict], area: str, key: str) -> list[str]:
    def names(ids: list[int]) -> str:
        return ", ".join(rows[id]["name"] for id in ids)

    lines = []
    for step in found["steps"]:
        values = rows[step["row"]]["values"]
        lines.append(f"  {names([step['row']])}: {number_of(values, area)}, {number_of(values, key)}")
        as_small = [other["row"] for other in step["others"] if other["as_small"]]
        if as_small:
            lines.append(f"    or, equal within {AREA_MATTERS_PERCENT:g} % of its area: {names(as_small)}")
        for verdict in (EQUAL, SAME, NO_BETTER, OPEN):
            others = [other["row"] for other in step["others"]
                      if other["verdict"] == verdict and not other["as_small"]]
            if others:
                lines.append(f"    {'the same in every run' if verdict == SAME else verdict}: {names(others)}")
    for index in found["in_gates"]:
        values = rows[index]["values"]
        lines.append(f"  in gates, for any load of the CPU: {names([index])}: {number_of(values, area)}, "
                     f"{number_of(values, key)}")
    if found["set_aside"]:
        lines.append(f"  set aside, loses packets before any law: {names(found['set_aside'])}")
    return lines


def number_of(values: dict, key: str) -> str:
    measure = BY_KEY[key]
    return f"{values[key]['value']:.{measure.digits}f} {measure.unit}".rstrip()
