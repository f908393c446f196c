"""run every placement of a matrix and lay the answers side by side"""

import os
import sys
import time
from pathlib import Path

from docsis_vp import jsonfile, simulator
from docsis_vp.campaign import Campaign, Outcome
from docsis_vp.codesign.document import as_csv, build_document
from docsis_vp.codesign.limits import measure_limits, plan_floods
from docsis_vp.codesign.matrix import Matrix, Row, read_matrix
from docsis_vp.codesign.page.build import build_page
from docsis_vp.codesign.plan import Base, plan_runs
from docsis_vp.progress import Progress, duration_text
from docsis_vp.codesign.rows import build_rows
from docsis_vp.codesign.watch import KINDS, candidates
from docsis_vp.errors import InputError
from docsis_vp.usage import Parser, positive, seconds

SIMULATION_FAILED = 3  # some run did; the page is there and says which


def parse(arguments: list[str]):
    parser = Parser(prog="docsis-vp codesign", description=__doc__)
    parser.add_argument("scenario", type=Path, help="the modem and its traffic")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR",
                        help="folder of codesign.json, .csv and .html (default: out/ and the "
                        "scenario's name); finished runs in it are not run again")
    parser.add_argument("--matrix", type=Path, metavar="FILE",
                        help="what is varied (default: beside the scenario, ending in .matrix)")
    parser.add_argument("--quick", action="store_true", help="the few rows of the matrix's quick")
    parser.add_argument("--duration", type=seconds, metavar="S",
                        help="seconds to simulate in the runs of rows (default: the scenario's)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), metavar="N",
                        help="runs side by side (default: one for each core)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress, no summary, no notes")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    program = simulator.Simulator(simulator.find())
    base = Base(options.scenario, program)
    matrix_path = options.matrix or options.scenario.with_suffix(".matrix")
    if not options.matrix and not matrix_path.is_file():
        raise InputError(f"{matrix_path}: expected the matrix of {options.scenario} there")
    matrix = read_matrix(matrix_path, options.quick)
    check_watch(matrix, matrix_path, base)
    changes = duration_change(options, matrix)
    runs = [
        run
        for row in matrix.rows
        for each, seeds in [(row, matrix.seeds), *((other, 1) for other in row.at_costs.values())]
        for run in plan_runs(each, seeds, base, changes, row_kind(row))
    ]
    rates_base = Base(matrix.rates.scenario, program) if matrix.rates else None
    floods = plan_floods(matrix.rates, rates_base) if matrix.rates else []
    if not options.quiet:
        program.tell_notes()

    start = time.monotonic()
    folder = options.output or Path("out") / base.path.stem
    progress = Progress("codesign", options.jobs, options.quiet)
    progress.expect([run.kind for run in runs + floods])
    campaign = Campaign(program, folder, options.jobs, progress)
    limits = measure_limits(matrix.rates, rates_base, floods, campaign) if floods else []
    outcomes = campaign.run(runs)
    rows = build_rows(matrix.rows, outcomes, matrix.watch)
    progress.finish()

    document = build_document(facts_of(base, program, options, matrix, outcomes), rows, limits, matrix.costs)
    jsonfile.write_text(folder / "codesign.csv", as_csv(document))
    jsonfile.write_text(folder / "codesign.html", build_page(document))
    jsonfile.write(folder / "codesign.json", document)
    if not options.quiet:
        report(folder, document, progress, time.monotonic() - start)
    return SIMULATION_FAILED if document["failures"] else 0


def row_kind(row: Row) -> str:
    return row.choices["placement"].name


def duration_change(options, matrix: Matrix) -> dict:
    duration_s = options.duration or matrix.duration_s
    return {} if duration_s is None else {"duration_s": duration_s}


def check_watch(matrix: Matrix, path: Path, base: Base) -> None:
    for kind, name in matrix.watch.names.items():
        if not matrix.watch.elements(kind, base.configuration):
            names = candidates(kind, base.configuration)
            expected = f"one of {', '.join(names)}" if names else f"no name, no flow is a {kind}"
            raise InputError(f"{path}: watch.{kind}: expected {expected}")


def facts_of(base: Base, program: simulator.Simulator, options, matrix: Matrix,
             outcomes: list[Outcome]) -> dict:
    results = [outcome.results for outcome in outcomes if outcome.results is not None]
    return {
        "scenario": base.path.stem,
        "description": base.configuration.get("description", ""),
        "version": program.version,
        "quick": options.quick,
        "watch": {kind: matrix.watch.facts(kind, results) for kind in KINDS},
    }


def report(folder: Path, document: dict, progress: Progress, seconds: float) -> None:
    for failure in document["failures"]:
        print(f"docsis-vp: {failure['row']}: {failure['error']}", file=sys.stderr)
    print(f"{progress.done} runs in {duration_text(seconds)}, {progress.kept} of them were there")
    for name in ("codesign.html", "codesign.csv", "codesign.json"):
        print(f"  {folder / name}")
