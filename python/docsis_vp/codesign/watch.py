"""The flows that measures are read from.

A matrix may name a call, a page and a queue. Without a name the worst of the kind counts, measure by
measure, so that the order of flows in a file changes nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

CALL, PAGE, QUEUE = KINDS = ("call", "page", "queue")

# Place of the flows of a kind, in results and in a configuration, and their selection.
PLACES: dict[str, tuple[str, Callable[[dict], bool]]] = {
    CALL: ("flows", lambda flow: flow.get("kind") == "voip"),
    PAGE: ("flows", lambda flow: flow.get("kind") in ("web", "web_users")),
    QUEUE: ("service_flows", lambda flow: flow.get("direction") == "upstream"),
}


@dataclass(frozen=True)
class Watch:
    """Measures that a matrix asks to watch."""

    names: dict[str, str] = field(default_factory=dict, hash=False)  # kind -> name of a flow
    measure: str | None = None  # the key of the measure that decides

    def elements(self, kind: str, document: dict) -> list[dict]:
        """Flows of results or of a configuration that have the name, or all of the kind."""
        place, belongs = PLACES[kind]
        there = [each for each in document.get(place) or [] if belongs(each)]
        return called(self.names[kind], there) if kind in self.names else there

    def facts(self, kind: str, documents: list[dict]) -> dict:
        """The names that are watched in any of the results, and whether the matrix chose them."""
        names = {each.get("name", "") for document in documents for each in self.elements(kind, document)}
        return {"names": sorted(names), "chosen": kind in self.names}


def candidates(kind: str, configuration: dict) -> list[str]:
    """Names that a matrix may use."""
    flows = Watch().elements(kind, configuration)
    return sorted({flow[key] for flow in flows for key in ("name", "group") if flow.get(key)})


def called(name: str, flows: list[dict]) -> list[dict]:
    """Flows of that name, or else of that group, or else one that counts several: near0, near1."""
    for matches in (
        lambda flow: flow.get("name") == name,
        lambda flow: flow.get("group") == name,
        lambda flow: re.fullmatch(re.escape(name) + r"\d+", flow.get("name") or ""),
    ):
        found = [flow for flow in flows if matches(flow)]
        if found:
            return found
    return []
