"""From the cases of a study to runs."""

from dataclasses import dataclass

from docsis_vp import jsonfile
from docsis_vp.campaign import identity_of
from docsis_vp.errors import InputError
from docsis_vp.merge import merged
from docsis_vp.simulator import Simulator
from docsis_vp.studies import published
from docsis_vp.studies.study import Case, Study

SUBSET_S = 4.0  # what tests run of a case


@dataclass(frozen=True)
class Extent:
    """Extent of the runs of each case."""

    quick: bool = False
    subset: bool = False

    def seeds(self, case: Case) -> int:
        return 1 if self.quick or self.subset else case.seeds

    def seconds(self, case: Case) -> float | None:
        if self.subset:
            return SUBSET_S
        return case.quick_s if self.quick else None


@dataclass(frozen=True)
class StudyRun:
    case: Case
    seed: int
    scenario: dict
    identity: str
    kind: str
    sets: tuple[str, ...] = ()


def scenario_of(study: Study, case: Case, seconds: float | None) -> dict:
    """Contents of the scenario file of this case."""
    path = published.folder(study.name) / case.scenario
    named = jsonfile.read(path).get("cases", {})
    whole: dict = {}
    for choice in case.choices:
        if choice not in named:
            raise InputError(f"{path}: cases: expected \"{choice}\", of case {case.name}")
        whole = merged(whole, named[choice])
    whole = merged(whole, case.changes)
    if seconds is not None:
        whole["duration_s"] = seconds
    if seconds == SUBSET_S:  # which is no longer than a study's start-up
        whole = merged(whole, {"stats": {"warmup_s": 0}})
    return {"extends": str(path.resolve()), "name": case.name} | whole


def identity(configuration: dict, seed: int, series: tuple[str, ...], simulator: Simulator) -> str:
    return identity_of({
        "configuration": {key: value for key, value in configuration.items() if key != "name"},
        "seed": seed,
        "series": series,
        "program": simulator.fingerprint_for(configuration),
    })


def plan_case(study: Study, case: Case, extent: Extent, simulator: Simulator) -> list[StudyRun]:
    """A run for each seed. Throws InputError: there is no such scenario."""
    scenario = scenario_of(study, case, extent.seconds(case))
    try:
        configuration = simulator.effective_configuration(scenario)
    except InputError as error:
        raise InputError(f'{study.name}: case "{case.name}": {error}') from None
    first = configuration["seed"]
    return [
        StudyRun(case, seed, scenario, identity(configuration, seed, case.series, simulator),
                 f"{study.name} {case.scenario} {' '.join(case.choices)} {extent.seconds(case)}")
        for seed in range(first, first + extent.seeds(case))
    ]
