"""Runs the cases of studies and writes what came out."""

import time
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.campaign import Campaign, drop_series
from docsis_vp.errors import InputError
from docsis_vp.progress import Progress
from docsis_vp.simulator import Simulator
from docsis_vp.studies import series
from docsis_vp.studies.document import build_document
from docsis_vp.studies.outcome import Outcomes, RunResult
from docsis_vp.studies.page import build_front_page, build_page
from docsis_vp.studies.plan import Extent, StudyRun, plan_case
from docsis_vp.studies.published import read_rows
from docsis_vp.studies.study import Case, Study
from docsis_vp.workers import workers

# Effect of a reduced run, as the pages state it.
QUICK = (
    "Quick: one seed instead of several, and shorter runs where a case says so. There is no interval between seeds: "
    "a number near the edge of its tolerance may be on the other side in a whole run, and rare events (losses "
    "below 0.1 %, 99th percentiles, numbers of pages) rest on a few samples."
)


SUBSET = "Subset: runs of a few seconds, to see that everything works. The verdicts mean nothing."


@dataclass(frozen=True)
class Plan:
    study: Study
    runs: list[StudyRun]


def keep_series(folder: Path, run: StudyRun) -> None:
    if run.case.series:
        series.pack(folder / "timeseries.csv", run.case.series, folder / series.FILE)
    drop_series(folder, run)


def choose(study: Study, names: list[str]) -> list[Case]:
    """All, or those named. Throws InputError."""
    known = [case.name for case in study.cases]
    for name in names:
        if name not in known:
            near = ", ".join(get_close_matches(name, known)) or "one that --list names"
            raise InputError(f'{study.name}: no case "{name}", expected: {near}')
    return [case for case in study.cases if not names or case.name in names]


def cases_of_claims(study: Study, names: list[str]) -> list[str]:
    """The cases that decide these claims. Throws InputError."""
    known = {claim.name: claim for claim in study.claims}
    for name in names:
        if name not in known:
            near = ", ".join(get_close_matches(name, known)) or f"one of {', '.join(known)}"
            raise InputError(f'{study.name}: no claim "{name}", expected: {near}')
        if not known[name].cases:
            raise InputError(f"{study.name}: no run decides {name}")
    return [case for name in names for case in known[name].cases]


def plan(study: Study, names: list[str], extent: Extent, simulator: Simulator, jobs: int) -> Plan:
    """The simulator looks at each case, several side by side."""
    cases = choose(study, names)
    if extent.subset and not names:
        cases = [case for case in cases if case.subset]
    with workers(jobs, simulator.stop) as pool:
        planned = pool.in_order(lambda case: plan_case(study, case, extent, simulator), cases)
        return Plan(study, [run for runs in planned for run in runs])


def collect(plan: Plan, campaign: Campaign) -> Outcomes:
    runs: dict[str, list[RunResult]] = {}
    failures: dict[str, str] = {}
    for done in campaign.run(plan.runs):
        name = done.run.case.name
        if done.error:
            failures[f"{name}, seed {done.run.seed}"] = done.error
        else:
            runs.setdefault(name, []).append(RunResult(campaign.folder / done.run.identity))
    return Outcomes(runs, failures)


def cpu_seconds(outcomes: Outcomes) -> float:
    """CPU time of all runs, existing ones included: the need of a quiet machine, over its cores."""
    return sum(run.results["cpu_s"] for runs in outcomes.runs.values() for run in runs)


def reproduce(plans: list[Plan], folder: Path, simulator: Simulator, extent: Extent,
              progress: Progress, with_pages: bool) -> list[dict]:
    """A document for each study; reproduction.json and the page of each as soon as it is done."""
    campaign = Campaign(simulator, folder, progress.jobs, progress, keep_series)
    progress.expect([run.kind for each in plans for run in each.runs])
    documents = []
    for each in plans:
        start = time.monotonic()
        outcomes = collect(each, campaign)
        facts = {
            "version": simulator.version,
            "quick": extent.quick,
            "confidence": SUBSET if extent.subset else QUICK if extent.quick else "",
            "runs": len(each.runs),
            "took_s": round(time.monotonic() - start, 1),
            "cpu_s": round(cpu_seconds(outcomes), 1),
        }
        document = build_document(each.study, read_rows(each.study.name), outcomes, facts)
        jsonfile.write(folder / each.study.name / "reproduction.json", document)
        if with_pages:
            page = build_page(each.study, document, outcomes)
            jsonfile.write_text(folder / each.study.name / "index.html", page)
        documents.append(document)
    if with_pages:
        jsonfile.write_text(folder / "index.html", build_front_page(documents))
    return documents
