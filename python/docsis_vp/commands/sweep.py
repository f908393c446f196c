"""run a scenario over axes of values, here or on a cluster"""

import os
import sys
import time
from pathlib import Path

from docsis_vp import environment, jsonfile
from docsis_vp.errors import InputError
from docsis_vp.outputs import keep_inputs
from docsis_vp.program import find
from docsis_vp.progress import Progress, duration_text
from docsis_vp.sweeps.engine import run_missing
from docsis_vp.sweeps.folder import SweepFolder
from docsis_vp.sweeps.page import build_page
from docsis_vp.sweeps.plan import Planner, SweepRun, points_of
from docsis_vp.sweeps.spec import Sweep, read_sweep
from docsis_vp.sweeps.table import rows_of_points, rows_of_runs, types_of, write_parquet, write_table
from docsis_vp.usage import Parser, path, positive

SIMULATION_FAILED = 3  # some run did; the tables and the page are there and say which
RESULTS = ("sweep.html", "sweep.csv", "sweep.parquet", "runs.csv", "runs.parquet")
OUTPUTS = (*RESULTS, "plan.json", "snakemake.log", ".lock")


def parse(arguments: list[str]):
    at = arguments.index("--") if "--" in arguments else len(arguments)
    own = arguments[:at]
    parser = Parser(prog="docsis-vp sweep", description=__doc__,
                    epilog="With --, Snakemake starts the runs. Arguments after -- go to Snakemake: --profile, "
                    "--executor, ... The first such call installs Snakemake.")
    parser.add_argument("sweep", type=path, help="sweep file: a scenario, axes, replications, metrics")
    parser.add_argument("-o", "--output", type=path, metavar="DIR",
                        help="folder of the tables and the page (default: out/ and the name of the "
                        "sweep's file); finished runs in it are not run again")
    parser.add_argument("--jobs", type=positive, metavar="N",
                        help="number of runs at a time (default: one for each core)")
    parser.add_argument("--parquet", action="store_true", help="also write the tables as Parquet files; the first "
                        "such call installs pyarrow")
    parser.add_argument("--list", action="store_true", help="list the points and run nothing")
    parser.add_argument("--dry-run", action="store_true",
                        help="check every point and list the missing runs; run nothing")
    parser.add_argument("-q", "--quiet", action="store_true", help="print no progress, summary and notes")
    options = parser.parse_args(own)
    options.snakemake = arguments[at + 1:] if at < len(arguments) else None
    if options.jobs and options.snakemake is not None:
        raise InputError("--jobs: expected without --, Snakemake has options of its own")
    return options


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    sweep = read_sweep(options.sweep)
    points = points_of(sweep)
    if options.list:
        for point in points:
            print(f"{point.number:6} {point.label:32} {' '.join(point.sets)}")
        return 0
    planner = Planner(sweep, find())
    runs = planner.runs(points)
    if not options.quiet:
        planner.simulator.tell_notes()
    folder = SweepFolder((options.output or Path("out") / options.sweep.stem).absolute())
    keep_inputs(folder.path, OUTPUTS, {"the sweep": options.sweep, "the scenario": sweep.scenario})
    missing = [run for run in runs if not folder.is_done(run.identity)]
    if options.dry_run:
        for run in missing:
            print(f"{run.identity} {run.point.label:32} seed {run.seed}")
        print(f"{len(points)} points, {len(runs)} runs, {len(runs) - len(missing)} of them are there")
        return 0
    return run_all(sweep, planner, runs, folder, missing, options)


def run_all(sweep: Sweep, planner: Planner, runs: list[SweepRun], folder: SweepFolder,
            missing: list[SweepRun], options) -> int:
    python = environment.interpreter("sweep --parquet") if options.parquet else None
    start = time.monotonic()
    progress = Progress("sweep", options.jobs or os.cpu_count(), options.quiet)
    run_missing(folder, planner, runs, progress, options.snakemake)
    of_runs = rows_of_runs(sweep, runs, folder)
    of_points = rows_of_points(sweep, of_runs)
    facts = {
        "version": planner.simulator.version,
        "labels": {run.point.number: run.point.label for run in runs},
    }
    tables = {"sweep": of_points, "runs": of_runs}
    for name, rows in tables.items():
        write_table(folder, name, rows)
    jsonfile.write_text(folder.path / "sweep.html", build_page(sweep, facts, of_points, of_runs))
    if options.parquet:
        for name, rows in tables.items():
            write_parquet(folder, name, types_of(rows[0], sweep), python)
    failed = [row for row in of_runs if row["error"] is not None]
    for row in failed:
        label = facts["labels"][row["point"]]
        print(f'docsis-vp: {label}, seed {row["seed"]}: {row["error"]}', file=sys.stderr)
    if not options.quiet:
        there = len(runs) - len(missing)
        print(f"{len(runs)} runs in {duration_text(time.monotonic() - start)}, {there} of them "
              f"existed before, {len(failed)} failed")
        for name in RESULTS:
            if (folder.path / name).is_file():
                print(f"  {folder.path / name}")
    return SIMULATION_FAILED if failed else 0
