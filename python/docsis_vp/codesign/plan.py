"""Makes the runs of rows: the scenario of each, and the hash that identifies it later."""

from dataclasses import dataclass
from pathlib import Path

from docsis_vp.campaign import identity_of
from docsis_vp.codesign.matrix import Row
from docsis_vp.errors import InputError
from docsis_vp.merge import merged
from docsis_vp.simulator import Simulator


@dataclass(frozen=True)
class Run:
    row: Row
    seed: int
    scenario: dict  # contents of a scenario file
    identity: str  # two runs with the same one have the same results
    kind: str  # runs of one kind take about as long
    sets: tuple[str, ...] = ()


class Base:
    """A scenario file, and the names in it that changes go to."""

    def __init__(self, path: Path, simulator: Simulator):
        self.simulator = simulator
        configuration, _ = simulator.check(path)  # rows are run, not this
        self.path = path.resolve()
        self.configuration = configuration
        self.modems = [modem["name"] for modem in configuration["modems"]]
        flows = configuration["service_flows"]
        self.flows = [flow["name"] for flow in flows]
        self.upstream = [flow["name"] for flow in flows if flow["direction"] == "upstream"]
        if not self.upstream:
            raise InputError(f"{path}: service_flows: expected one upstream at least")

    def scenario(self, row: Row, changes: dict) -> dict:
        """Returns a scenario that extends this file by the row's choices, then by `changes`."""
        whole, modem, upstream = {}, {}, {}
        for choice in row.choices.values():
            whole = merged(whole, choice.changes.get("scenario", {}))
            modem = merged(modem, choice.changes.get("modem", {}))
            upstream = merged(upstream, choice.changes.get("upstream", {}))
        whole = merged(whole, changes)
        added = [
            flow["name"]
            for flow in whole.get("service_flows", [])
            if flow["name"] not in self.flows and flow.get("direction") != "downstream"
        ]
        for key, names, change in (
            ("modems", self.modems, modem),
            ("service_flows", self.upstream + added, upstream),
        ):
            if change:
                each = [{"name": name} | change for name in names]
                whole = merged({key: each}, whole)
        return {"extends": str(self.path), "name": self.path.stem} | whole


def identity(configuration: dict, seed: int, simulator: Simulator) -> str:
    return identity_of({
        "configuration": configuration,
        "seed": seed,
        "version": simulator.version,
        "program": simulator.fingerprint,
    })


def plan_runs(row: Row, seeds: int, base: Base, changes: dict, kind: str) -> list[Run]:
    """Plans runs of the base's seed and those after it. Throws InputError: no such scenario."""
    scenario = base.scenario(row, changes)
    try:
        configuration = base.simulator.effective_configuration(scenario)
    except InputError as error:
        raise InputError(f'row "{row.name}": {error}') from None
    first = base.configuration["seed"]
    return [
        Run(row, seed, scenario, identity(configuration, seed, base.simulator), kind)
        for seed in range(first, first + seeds)
    ]
