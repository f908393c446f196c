"""docsis-vp sweep as far as it goes without Snakemake: what it expands to, what it refuses."""

import contextlib
import io
import json
import math
import sys
import unittest
from pathlib import Path

from docsis_vp.program import find
from docsis_vp.simulator import Simulator
from docsis_vp.sweeps.engine import command_of
from docsis_vp.sweeps.folder import SweepFolder
from docsis_vp.sweeps.one_run import main as run_one
from docsis_vp.sweeps.plan import Planner, points_of
from docsis_vp.sweeps.spec import read_sweep
from docsis_vp.sweeps.table import as_csv, rows_of_points, rows_of_runs
from tests.python.sweep_folder import TRAP, SweepTest, sweep


class Expansion(SweepTest):
    def planned(self, **changes):
        read = read_sweep(self.write("sweep.json", sweep(**changes)))
        planner = Planner(read, find())
        return planner, planner.runs(points_of(read))

    def test_points_are_all_combinations_and_the_last_axis_changes_fastest(self):
        points = points_of(read_sweep(self.folder / "sweep.json"))
        self.assertEqual([point.label for point in points],
                         ["10 fifo", "10 pie", "30 fifo", "30 pie", "20 fifo", "20 pie"])
        self.assertEqual(points[1].sets, (
            "stats.warmup_s=0", "flows.flood.rate_mbps=10", 'service_flows.us0.aqm="docsis_pie"',
            "service_flows.us0.buffer_ms=100"))

    def test_seeds_are_those_from_the_scenario_s_on_or_those_named(self):
        _, runs = self.planned()
        self.assertEqual([run.seed for run in runs[:4]], [1, 2, 1, 2])
        self.assertEqual(len({run.identity for run in runs}), 12)
        _, named = self.planned(replications=1)
        self.assertEqual([run.seed for run in named], [1] * 6)
        seeds = sweep(seeds=[9, 2])
        del seeds["replications"]
        read = read_sweep(self.write("sweep.json", seeds))
        self.assertEqual([run.seed for run in Planner(read, find()).runs(points_of(read))[:2]], [9, 2])

    def test_a_run_is_known_by_what_its_results_hang_on(self):
        _, runs = self.planned()
        before = {run.identity for run in runs}
        same = sweep()["axes"]
        same[0]["title"] = "another title"
        self.assertEqual({run.identity for run in self.planned(axes=same)[1]}, before)
        longer = {run.identity for run in self.planned(set={"duration_s": 0.02})[1]}
        self.assertFalse(longer & before)

    def test_a_run_is_known_by_the_files_it_reads(self):
        image = self.folder / "own.elf"
        image.write_bytes((self.folder / TRAP).read_bytes())
        axes = [{"name": "firmware", "path": "modems.cm0.firmware", "values": ["./own.elf"]}]
        changes = {"set": {"modems.cm0.control_law": "firmware"}, "axes": axes}
        before = [run.identity for run in self.planned(**changes)[1]]
        self.assertEqual([run.identity for run in self.planned(**changes)[1]], before)
        image.write_bytes(image.read_bytes() + b"\0")
        after = [run.identity for run in self.planned(**changes)[1]]
        self.assertFalse(set(before) & set(after))

    def test_listed_and_tried_without_running(self):
        status, out, err = self.sweep("--list")
        self.assertEqual((status, len(out.splitlines()), err), (0, 6, ""))
        status, out, err = self.sweep("--dry-run")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out.splitlines()[-1], "6 points, 12 runs, 0 of them are there")
        self.assertFalse(self.out.exists())

    def test_what_has_no_effect_is_said_once(self):
        axis = {"name": "threshold", "path": "service_flows.us0.aqm.dq_threshold_bytes", "values": [20000, 30000]}
        law = {"service_flows.us0.aqm": {"algorithm": "pie", "estimator": "timestamp"}}
        self.write("sweep.json", sweep(set=law | {"stats.warmup_s": 0}, axes=[sweep()["axes"][0], axis]))
        note = ("docsis-vp: service flow us0: dq_threshold_bytes of pie has no effect without "
                "estimator = departure_rate\n")
        status, out, err = self.sweep("--dry-run")
        self.assertEqual((status, out.splitlines()[-1], err), (0, "6 points, 12 runs, 0 of them are there", note))
        self.assertEqual(self.sweep("--dry-run", "--quiet")[::2], (0, ""))
        # Bad input is one line still.
        self.write("sweep.json", sweep(set=law, axes=[axis | {"values": [20000, -1]}]))
        status, out, err = self.sweep("--dry-run")
        self.assertEqual((status, out, err.count("\n")), (2, "", 1))

    def test_jobs_one_by_one_give_the_tables(self):
        planner, runs = self.planned()
        folder = SweepFolder(self.out)
        folder.write_plan(planner, runs)
        trapped = json.loads(folder.plan.read_text())
        last = trapped["runs"][runs[-1].identity]
        last["sets"] += ["modems.cm0.control_law=firmware", f"modems.cm0.firmware={TRAP}"]
        folder.plan.write_text(json.dumps(trapped))
        statuses = []
        for run in runs:
            (folder.run(run.identity)).mkdir(parents=True)  # as Snakemake does
            (folder.runs / f".{run.identity}.part1").mkdir()  # as a killed job does
            with contextlib.redirect_stderr(io.StringIO()):
                statuses.append(run_one(folder, run.identity))
        self.assertEqual(statuses, [0] * 11 + [3])
        self.assertEqual(list(folder.runs.glob(".*")), [])

        of_runs = rows_of_runs(planner.sweep, runs, folder)
        alone = Simulator(find()).run(
            {"extends": str(self.folder / "modem.json"), "stats": {"warmup_s": 0},
             "flows": [{"name": "flood", "rate_mbps": 30}],
             "service_flows": [{"name": "us0", "aqm": "none", "buffer_ms": 250}]}, 2, self.folder / "alone")
        self.assertEqual(of_runs[5]["sent"], alone["service_flows"][0]["sent_packets"])
        self.assertIn("cm0", of_runs[-1]["error"])
        rows = rows_of_points(planner.sweep, of_runs)
        self.assertEqual((len(rows), rows[2]["rate"], rows[2]["queue"], rows[2]["seeds"]), (6, 30, "fifo", 2))
        first, second = of_runs[4]["sent"], of_runs[5]["sent"]
        self.assertEqual(rows[2]["sent"], (first + second) / 2)
        self.assertAlmostEqual(rows[2]["sent_ci95"], 12.7062047362 * abs(first - second) / 2, places=6)
        self.assertEqual((rows[5]["seeds"], rows[5]["sent_ci95"], rows[5]["error"]),
                         (1, None, of_runs[-1]["error"]))
        self.assertEqual(as_csv(rows).splitlines()[0],
                         "point,rate,queue,seeds,sent,sent_ci95,sent_n,p99,p99_ci95,p99_n,error")
        self.assertFalse(math.isnan(rows[2]["p99"]))

    def test_snakemake_is_told_where_to_run_unless_it_was(self):
        folder = SweepFolder(self.out)
        for options, cores in ((["-n"], True), (["--profile", "x"], False), (["-j4"], False),
                               (["--cores=2"], False), ([], True)):
            self.assertEqual("all" in command_of(Path(sys.executable), folder, options), cores, options)


    def test_jobs_are_of_runs_here(self):
        status, out, err = self.sweep("--jobs", "2", "--", "--cores", "2")
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, "docsis-vp: --jobs: expected without --, Snakemake has options of its own\n")


class BadInput(SweepTest):
    def expect(self, line: str, **changes):
        value = {key: each for key, each in sweep(**changes).items() if each is not None}
        self.write("sweep.json", value)
        status, out, err = self.sweep()
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, f"docsis-vp: {self.folder}/sweep.json: {line}\n")
        self.assertFalse(self.out.exists())

    def expect_of_axis(self, line: str, **changes):
        axis = sweep()["axes"][0] | changes
        self.expect(f"axes[0]{line}", axes=[{k: v for k, v in axis.items() if v is not None}])

    def test_the_file(self):
        self.write("sweep.json", "{\n]")
        status, _, err = self.sweep()
        self.assertEqual(status, 2)
        self.assertIn("sweep.json:2: expected JSON", err)

    def test_keys(self):
        self.expect('the sweep: expected the key "axes"', axes=None)
        self.expect("the sweep.axis: expected one of scenario, axes, metrics, name, description, set, "
                    "replications, seeds", axis=[])
        self.expect("the sweep: expected either replications or seeds", seeds=[1])
        self.expect("axes: expected at least one of axes", axes=[])
        self.expect("replications: expected a positive integer", replications=0)
        self.expect("seeds[1]: expected each seed once, 1 is there twice", replications=None, seeds=[1, 1])
        self.expect("seeds[0]: expected an integer from 0 to 9007199254740991", replications=None, seeds=[-1])
        self.expect("set: expected an object of paths and values", set=[])

    def test_axes(self):
        self.expect_of_axis(": expected either path or paths", paths=["a"])
        self.expect_of_axis(": expected either path or paths", path=None)
        self.expect_of_axis(".path: expected names joined by dots, or a JSON pointer", path="a..b")
        self.expect_of_axis(".path: expected names without dots", path="/a.b/c")
        self.expect_of_axis(".name: expected a name of letters, digits and _", name="rate/s")
        self.expect_of_axis('.name: expected a name of its own, "seed" is taken', name="seed")
        self.expect_of_axis(".values: expected at least one of values", values=[])
        self.expect_of_axis(': expected each value once, "10" is there twice', values=[10, 20, 10])
        self.expect_of_axis(".labels: expected an array of 3, a text for each value", labels=["a"])
        self.expect_of_axis(".values[0]: expected an array of 2, a value for each path",
                            path=None, paths=["a", "b"])

    def test_metrics(self):
        self.expect("metrics[0].name: expected a name of its own, \"rate\" is taken",
                    metrics=[{"name": "rate", "path": "cpu_s"}])
        self.expect('metrics[0]: expected the key "path"', metrics=[{"name": "cpu"}])

    def test_a_point_that_is_no_scenario(self):
        axes = [{"name": "rate", "path": "flows.flood.rate_mbs", "values": [10]}]
        self.expect('point "10": --set flows.flood.rate_mbs=10: flows[1].rate_mbs: unknown key, '
                    'did you mean "rate_mbps"?', axes=axes)
        axes[0] |= {"path": "flows.flod.rate_mbps"}
        self.expect('point "10": --set flows.flod.rate_mbps=10: there is no element "flod", '
                    'did you mean "flood"?', axes=axes)
        self.expect('point "10 fifo": no.json: cannot be opened'.replace("no.json", f"{self.folder}/no.json"),
                    scenario="no.json")


if __name__ == "__main__":
    unittest.main()
