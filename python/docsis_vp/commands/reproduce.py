"""run published studies and compare their figures with ours"""

import os
import sys
import time
from pathlib import Path

from docsis_vp import simulator
from docsis_vp.errors import InputError
from docsis_vp.program import find
from docsis_vp.progress import Progress, duration_text
from docsis_vp.studies.catalogue import STUDIES
from docsis_vp.studies.plan import Extent
from docsis_vp.studies.reproduce import cases_of_claims, choose, plan, reproduce
from docsis_vp.usage import Parser, path, positive

SIMULATION_FAILED = 3
ALL = "all"


def parse(arguments: list[str]):
    parser = Parser(prog="docsis-vp reproduce", description=__doc__)
    parser.add_argument("study", metavar="STUDY", help=f"{', '.join(STUDIES)}, or {ALL}")
    parser.add_argument("--case", action="append", default=[], metavar="CASE",
                        help="run only this case; may be given more than once")
    parser.add_argument("--claim", action="append", default=[], metavar="CLAIM",
                        help="run only the cases that decide this claim, and print the result; may be given more than once")
    parser.add_argument("--list", action="store_true", help="list the cases and run nothing")
    parser.add_argument("--quick", action="store_true",
                        help="one seed, and shorter runs where they are enough")
    parser.add_argument("--subset", action="store_true",
                        help="run a few cases for a few seconds each, to see that everything works")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), metavar="N",
                        help="number of runs at a time (default: one for each core)")
    parser.add_argument("-o", "--output", type=path, default=Path("out/studies"), metavar="DIR",
                        help="folder of the pages (default: out/studies); finished runs in it are "
                        "not run again")
    parser.add_argument("--no-pages", action="store_true", help="write only reproduction.json")
    parser.add_argument("-q", "--quiet", action="store_true", help="print no progress, summary and notes")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    if options.study != ALL and options.study not in STUDIES:
        raise InputError(f'no study "{options.study}", expected one of: {", ".join(STUDIES)}, {ALL}')
    if options.study == ALL and (options.case or options.claim):
        raise InputError(f"--{'case' if options.case else 'claim'}: expected one study, not all")
    chosen = list(STUDIES.values()) if options.study == ALL else [STUDIES[options.study]]
    if options.list:
        for study in chosen:
            for case in study.cases:
                print(f"{study.name} {case.name:24} {case.sensitivity}".rstrip())
        return 0
    names = {study.name: [*options.case, *cases_of_claims(study, options.claim)] for study in chosen}
    for study in chosen:
        choose(study, names[study.name])
    program = simulator.Simulator(find())
    extent = Extent(options.quick, options.subset)
    start = time.monotonic()
    plans = [plan(study, names[study.name], extent, program, options.jobs) for study in chosen]
    if not options.quiet:
        program.tell_notes()
    progress = Progress("reproduce", options.jobs, options.quiet)
    documents = reproduce(plans, options.output, program, extent, progress, not options.no_pages)
    progress.finish()
    if not options.quiet:
        report(documents, options, progress, time.monotonic() - start)
    return SIMULATION_FAILED if any(document["failures"] for document in documents) else 0


def counts_text(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def report(documents: list[dict], options, progress: Progress, seconds: float) -> None:
    for document in documents:
        for run, error in document["failures"].items():
            print(f"docsis-vp: {document['study']}: {run}: {error}", file=sys.stderr)
        counts = document["counts"]
        print(f"{document['study']}: {document['runs']} runs, {duration_text(document['took_s'])}, {document['cpu_s']:.0f} s of CPU")
        print(f"  numbers: {counts_text(counts['numbers'])}")
        print(f"  claims:  {counts_text(counts['claims_by_runs'])}")
        if counts["claims_by_analysis"]:
            print(f"  claims that need no run: {counts_text(counts['claims_by_analysis'])}")
        for claim in document["claims"]:
            if claim["claim"] in options.claim:
                print(f"  {claim['claim']} {claim['verdict']}: {claim['evidence']}")
        print(f"  {options.output / document['study'] / 'reproduction.json'}")
    cpu_s = sum(document["cpu_s"] for document in documents)
    print(f"{progress.done} runs in {duration_text(seconds)}, {progress.kept} of them existed before; {cpu_s:.0f} s of CPU in all")
    if not options.no_pages:
        print(f"  {options.output / 'index.html'}")
