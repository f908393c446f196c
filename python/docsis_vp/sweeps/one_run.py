"""python -m docsis_vp.sweeps.one_run FOLDER RUN: what Snakemake starts, on whatever machine."""

import shutil
import sys
from pathlib import Path

from docsis_vp import jsonfile
from docsis_vp.campaign import execute, parts_in
from docsis_vp.errors import RunFailed
from docsis_vp.simulator import Simulator
from docsis_vp.sweeps.folder import PlannedRun, SweepFolder, put_in_order

FAILED = 3


def main(folder: SweepFolder, identity: str) -> int:
    plan = jsonfile.read(folder.plan)
    entry = plan["runs"][identity]
    simulator = Simulator(Path(plan["program"]), Path(plan["folder"]))
    run = PlannedRun(entry["seed"], entry["scenario"], tuple(entry["sets"]))
    error = folder.error(identity)
    error.unlink(missing_ok=True)
    # Killed runs leave parts, and Snakemake creates the folder of a job's output.
    parts = [part for part, _ in parts_in(folder.runs) if part.name.startswith(f".{identity}.")]
    for left in (folder.run(identity), *parts):
        shutil.rmtree(left, ignore_errors=True)
    try:
        execute(simulator, run, folder.run(identity), put_in_order)
    except RunFailed as failure:
        folder.write_error(identity, str(failure))
        print(failure, file=sys.stderr)
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main(SweepFolder(Path(sys.argv[1]).resolve()), sys.argv[2]))
