"""simulate all rows of a matrix and compare them on one page"""

import argparse
import os
import sys
import time
from pathlib import Path

from docsis_vp import jsonfile, simulator
from docsis_vp.campaign import Campaign, Outcome
from docsis_vp.codesign.comparisons import Comparisons
from docsis_vp.codesign.decision import decide, deciding_measure, decision_lines, open_rows
from docsis_vp.codesign.document import as_csv, build_document
from docsis_vp.codesign.limits import measure_limits, plan_floods
from docsis_vp.codesign.matrix import Matrix, Row, read_matrix
from docsis_vp.codesign.page.build import build_page
from docsis_vp.codesign.plan import Base, Run, plan_runs
from docsis_vp.codesign.rows import build_rows
from docsis_vp.codesign.watch import KINDS, candidates
from docsis_vp.errors import InputError
from docsis_vp.estimate import CONFIDENCE
from docsis_vp.outputs import keep_inputs
from docsis_vp.program import find
from docsis_vp.progress import Progress, duration_text
from docsis_vp.usage import Parser, path, positive, seconds

NOT_DECIDED = 1  # --until was not reached
SIMULATION_FAILED = 3  # some run did; the page is there and says which
OUTPUTS = ("codesign.html", "codesign.csv", "codesign.json")

# Least number of seeds of --until. A run may be of one of two kinds, for example a call that shares
# its queue with an upload or not. Fewer seeds may all be of one kind, and look certain.
LEAST_SEEDS = 8
MOST_SEEDS = 64


def confidence(text: str) -> float:
    """An argument that is a confidence."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0.5 <= value < 1:
        raise argparse.ArgumentTypeError(f"expected a confidence from 0.5 to below 1, got {text}")
    return value


def parse(arguments: list[str]):
    parser = Parser(prog="docsis-vp codesign", description=__doc__)
    parser.add_argument("scenario", type=path, help="scenario file: the modem and its traffic")
    parser.add_argument("-o", "--output", type=path, metavar="DIR",
                        help="folder of codesign.json, .csv and .html (default: out/ and the "
                        "scenario's name); finished runs in it are not run again")
    parser.add_argument("--matrix", type=path, metavar="FILE",
                        help="file of the variants (default: the scenario's name with the ending .matrix)")
    parser.add_argument("--quick", action="store_true", help="run only the rows under `quick` of the matrix")
    parser.add_argument("--duration", type=seconds, metavar="S",
                        help="seconds to simulate in the runs of rows (default: the scenario's)")
    parser.add_argument("--seeds", type=positive, metavar="N",
                        help="runs of each row (default: the matrix's)")
    parser.add_argument("--until", type=confidence, metavar="P",
                        help="add seeds until no comparison is open at this confidence, such as 0.95; exit "
                        "status 1 if --max-seeds is reached before")
    parser.add_argument("--max-seeds", type=positive, metavar="N", default=MOST_SEEDS,
                        help=f"highest number of runs of a row with --until (default: {MOST_SEEDS})")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), metavar="N",
                        help="number of runs at a time (default: one for each core)")
    parser.add_argument("-q", "--quiet", action="store_true", help="print no progress, summary and notes")
    options = parser.parse_args(arguments)
    if options.until and (options.seeds or 0) > options.max_seeds:
        parser.error(f"argument --max-seeds: expected {options.seeds} or more, got {options.max_seeds}")
    return options


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    program = simulator.Simulator(find())
    base = Base(options.scenario, program)
    matrix_path = options.matrix or options.scenario.with_suffix(".matrix")
    if not options.matrix and not matrix_path.is_file():
        raise InputError(f"{matrix_path}: expected the matrix of {options.scenario} there")
    matrix = read_matrix(matrix_path, options.quick)
    check_watch(matrix, matrix_path, base)
    folder = options.output or Path("out") / base.path.stem
    keep_inputs(folder, OUTPUTS, {"the scenario": options.scenario, "the matrix": matrix_path})
    looks = looks_of(options.seeds or matrix.seeds, options.until, options.max_seeds)
    plan = SeedPlan(matrix, base, duration_change(options, matrix))
    runs = plan.more({row: looks[0] for row in matrix.rows}) + plan.at_costs()
    rates_base = Base(matrix.rates.scenario, program) if matrix.rates else None
    floods = plan_floods(matrix.rates, rates_base) if matrix.rates else []
    if not options.quiet:
        program.tell_notes()

    start = time.monotonic()
    progress = Progress("codesign", options.jobs, options.quiet)
    progress.expect([run.kind for run in runs + floods])
    campaign = Campaign(program, folder, options.jobs, progress)
    limits = measure_limits(matrix.rates, rates_base, floods, campaign) if floods else []
    outcomes = campaign.run(runs)
    comparisons = compare(matrix, outcomes, options.until, looks)
    for seeds in looks[1:]:
        undecided = open_rows(decide(comparisons))
        if not undecided:
            break
        runs = plan.more({row: seeds for index, row in enumerate(matrix.rows) if index in undecided})
        progress.expect([run.kind for run in runs])
        outcomes += campaign.run(runs)
        comparisons = compare(matrix, outcomes, options.until, looks)
    progress.finish()

    facts = facts_of(base, program, options, matrix, outcomes)
    document = build_document(facts, comparisons, limits, matrix.costs)
    jsonfile.write_text(folder / "codesign.csv", as_csv(document))
    jsonfile.write_text(folder / "codesign.html", build_page(document))
    jsonfile.write(folder / "codesign.json", document)
    if not options.quiet:
        report(folder, document, progress, time.monotonic() - start)
    if document["failures"]:
        return SIMULATION_FAILED
    return NOT_DECIDED if options.until and open_rows(document["decision"]) else 0


class SeedPlan:
    """The runs of the rows, each seed once."""

    def __init__(self, matrix: Matrix, base: Base, changes: dict):
        self.matrix, self.base, self.changes = matrix, base, changes
        self.planned = {row: 0 for row in matrix.rows}

    def more(self, seeds: dict[Row, int]) -> list[Run]:
        """Runs that are not planned yet, for so many seeds of each row."""
        runs = []
        for row, count in seeds.items():
            runs += self.of(row, count)[self.planned[row]:]
            self.planned[row] = max(count, self.planned[row])
        return runs

    def at_costs(self) -> list[Run]:
        return [run for row in self.matrix.rows for other in row.at_costs.values()
                for run in self.of(other, 1)]

    def of(self, row: Row, seeds: int) -> list[Run]:
        return plan_runs(row, seeds, self.base, self.changes, row.choices["placement"].name)


def looks_of(seeds: int, until: float | None, most: int) -> list[int]:
    """Numbers of seeds at which rows are compared: one number without --until, else doubled up to
    the bound."""
    if until is None:
        return [seeds]
    looks = [min(max(seeds, LEAST_SEEDS), most)]
    while looks[-1] < most:
        looks.append(min(2 * looks[-1], most))
    return looks


def compare(matrix: Matrix, outcomes: list[Outcome], until: float | None,
            looks: list[int]) -> Comparisons:
    rows = build_rows(matrix.rows, outcomes, matrix.watch, matrix.given)
    deciding = deciding_measure(rows, matrix.watch.measure)
    return Comparisons(rows, until or CONFIDENCE, deciding, len(looks), matrix.matters)


def check_watch(matrix: Matrix, path: Path, base: Base) -> None:
    for kind, name in matrix.watch.names.items():
        if not matrix.watch.elements(kind, base.configuration):
            names = candidates(kind, base.configuration)
            expected = f"one of {', '.join(names)}" if names else f"no name, no flow is a {kind}"
            raise InputError(f"{path}: watch.{kind}: expected {expected}")


def duration_change(options, matrix: Matrix) -> dict:
    duration_s = options.duration or matrix.duration_s
    return {} if duration_s is None else {"duration_s": duration_s}


def facts_of(base: Base, program: simulator.Simulator, options, matrix: Matrix,
             outcomes: list[Outcome]) -> dict:
    results = [outcome.results for outcome in outcomes if outcome.results is not None]
    return {
        "scenario": base.path.stem,
        "description": base.configuration.get("description", ""),
        "version": program.version,
        "quick": options.quick,
        "watch": {kind: matrix.watch.facts(kind, results) for kind in KINDS},
        "cpu_is_there": matrix.cpu_is_there,
    }


def report(folder: Path, document: dict, progress: Progress, seconds: float) -> None:
    for failure in document["failures"]:
        print(f"docsis-vp: {failure['row']}: {failure['error']}", file=sys.stderr)
    print(f"{progress.done} runs in {duration_text(seconds)}, {progress.kept} of them existed before")
    for line in decision_lines(document):
        print(line)
    for name in OUTPUTS:
        print(f"  {folder / name}")
