"""import docsis_vp: runs, checks and sweeps from scripts and notebooks."""

import contextlib
import csv
import importlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import tomllib
import unittest
import unittest.mock
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import docsis_vp
from docsis_vp.program import find
from tests.python.codesign_folder import TIMEOUT_S, SCENARIO, CodesignTest
from tests.python.sweep_folder import TRAP, sweep

ROOT = Path(__file__).parents[2]
LONG = {"duration_s": 1e6}


class Api(CodesignTest):
    @classmethod
    def setUpClass(cls):
        cls.set_up_folder()

    def setUp(self):
        """Tests share the folder."""

    def script(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def waiting(self, name: str, trap: str = "") -> Path:
        """A program that stays, and leaves its number in a file."""
        return self.script(name, f'{trap}\necho $$ >"{self.folder}/{name}.new"\n'
                           f'mv "{self.folder}/{name}.new" "{self.folder}/{name}.pid"\n'
                           "while :; do sleep 0.02; done")

    def number_of(self, program: Path) -> int:
        path = program.with_name(f"{program.name}.pid")
        self.wait_until(path.exists)
        return int(path.read_text())


class Runs(Api):
    def test_results_are_those_of_the_command(self):
        out = self.folder / "command"
        subprocess.run([find(), "run", self.folder / "modem.json", "--quiet", "--seed", "7", "-o", out,
                        "--set", "flows.flood.rate_mbps=30"], check=True)
        result = docsis_vp.run(self.folder / "modem.json", seed=7, set={"flows.flood.rate_mbps": 30})
        wanted = json.loads((out / "results.json").read_text())
        clocks = ("wall_s", "cpu_s")
        self.assertEqual({key: value for key, value in result.to_dict().items() if key not in clocks},
                         {key: value for key, value in wanted.items() if key not in clocks})
        self.assertEqual(result.seed, 7)
        self.assertEqual(result.service_flows["us0"].queue_delay_ms.p99,
                         wanted["service_flows"][0]["queue_delay_ms"]["p99"])
        self.assertEqual(result["flows"][1]["name"], result.flows["flood"].name)
        self.assertTrue(result.summary.startswith("modem: 30 ms simulated"), result.summary)
        self.assertNotIn(str(result.folder), result.summary)
        self.assertIn("modem, seed 7, 0.03 s", repr(result))
        with (out / "timeseries.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(result.timeseries.columns, list(rows[0]))
        self.assertEqual(result.timeseries.row_count, len(rows))
        self.assertEqual(result.timeseries["queue_bytes"],
                         [float(row["queue_bytes"]) if row["queue_bytes"] else None for row in rows])
        self.assertEqual(result.timeseries["service_flow"], [row["service_flow"] or None for row in rows])

    def test_packets_are_all_or_those_that_fit(self):
        result = docsis_vp.run(SCENARIO, packets=True)
        flows = result.packets["flow"]
        for name in ("call", "flood"):
            self.assertEqual(flows.count(name), result.flows[name].sent_packets)
        self.assertTrue(all(isinstance(each, int) for each in result.packets["created_ps"]))
        lost = docsis_vp.run(SCENARIO, packets=["flow=call", "time=0.01:0.02"]).packets
        self.assertEqual(set(lost["flow"]), {"call"})
        self.assertTrue(all(1e10 <= each < 2e10 for each in lost["created_ps"]))
        folder = self.folder / "kept packets"
        docsis_vp.run(SCENARIO, packets="flow=call", folder=folder)
        again = docsis_vp.run(SCENARIO, folder=folder)  # those of the run before are none of its own
        with self.assertRaisesRegex(docsis_vp.InputError, r"^packets: were not recorded, .*packets=True"):
            again.packets

    def test_keys_and_options_are_those_of_a_scenario(self):
        scenario = SCENARIO | {"cases": {"fast": {"flows": [{"name": "flood", "rtt_ms": 40}]}}}
        result = docsis_vp.run(scenario, case="fast", duration_s=0.02, seed=3, options=["--quiet"])
        self.assertEqual((result.config.flows["flood"].rtt_ms, result.simulated_s, result.seed), (40, 0.02, 3))
        self.assertEqual(result.summary, "\n")

    def test_notes_are_texts(self):
        law = {"service_flows.us0.aqm": {"algorithm": "pie", "dq_threshold_bytes": 2000, "estimator": "timestamp"}}
        note = "service flow us0: dq_threshold_bytes of pie has no effect without estimator = departure_rate"
        self.assertIn(note, docsis_vp.run(SCENARIO, set=law).notes)
        checked = docsis_vp.check(SCENARIO, set=law)
        self.assertIn(note, checked.notes)
        self.assertEqual(checked.configuration.service_flows["us0"].aqm.estimator, "timestamp")

    def test_a_folder_stays_if_it_was_named(self):
        with contextlib.chdir(self.folder):
            kept = docsis_vp.run("modem.json", folder="out of the run/1")
        self.assertEqual(kept.folder, self.folder / "out of the run/1")
        result = docsis_vp.run(SCENARIO)
        folder, series = result.folder, result.timeseries
        del result
        self.assertTrue(series["time_s"])  # keeps the file
        del series
        self.assertFalse(folder.exists())
        del kept
        self.assertTrue((self.folder / "out of the run/1/results.json").is_file())

    def test_names_that_look_like_numbers_are_names(self):
        flows = [flow | {"name": name} for flow, name in zip(SCENARIO["flows"], ("1e5", "-7"))]
        result = docsis_vp.run(SCENARIO | {"flows": flows}, packets=True)
        self.assertEqual(set(result.packets["flow"]), {"1e5", "-7"})
        self.assertEqual(result.flows["-7"].name, "-7")

    def test_values_of_other_types_go_as_json(self):
        class Scalar:  # as numpy has it
            def tolist(self):
                return 30

        checked = docsis_vp.check(SCENARIO, set={"flows.flood.rtt_ms": Scalar(), "name": "7",
                                                 "modems.cm0.firmware": Path(TRAP)})
        self.assertEqual(checked.configuration.flows["flood"].rtt_ms, 30)
        self.assertEqual(checked.configuration.name, "7")
        for value in (float("nan"), {1, 2}, object()):
            with self.assertRaisesRegex(docsis_vp.InputError, "^set: duration_s: expected values that JSON has"):
                docsis_vp.check(SCENARIO, set={"duration_s": value})

    def test_two_at_once_do_not_meet(self):
        alone = [docsis_vp.run(SCENARIO, seed=seed).service_flows[0].drop_digest for seed in range(4)]
        with ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(lambda seed: docsis_vp.run(SCENARIO, seed=seed, packets=True), range(4)))
        self.assertEqual([run.service_flows[0].drop_digest for run in runs], alone)
        self.assertEqual([run.seed for run in runs], [0, 1, 2, 3])
        self.assertEqual(len({run.folder for run in runs}), 4)


class Tables(Api):
    def test_parts_of_the_results_are_tables(self):
        result = docsis_vp.run(SCENARIO)
        table = result.table()
        self.assertEqual(table["name"], ["us0", "ds0"])
        self.assertEqual(table["queue_delay_ms.p99"][0], result.service_flows["us0"].queue_delay_ms.p99)
        self.assertEqual(result.table("flows")["name"], ["call", "flood"])
        with self.assertRaisesRegex(docsis_vp.InputError, "^nothing: expected one of service_flows, "):
            result.table("nothing")
        with self.assertRaisesRegex(KeyError, 'no column "nam", expected one of modem, name'):
            table["nam"]

    def test_pandas_is_needed_by_its_tables_only(self):
        result = docsis_vp.run(SCENARIO, packets=True)
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            for table in (result, result.timeseries, result.packets):
                with self.assertRaisesRegex(docsis_vp.PandasMissing, "^to_pandas.* pip install pandas$"):
                    table.to_pandas()

    def test_a_file_that_is_cut_is_damaged(self):
        result = docsis_vp.run(SCENARIO, packets=True)
        for path, table in ((result.folder / "packets.csv.gz", result.packets),
                            (result.folder / "timeseries.csv", result.timeseries)):
            path.write_bytes(path.read_bytes()[:-3])
            if path.suffix == ".csv":
                path.write_text(path.read_text() + "\n1,2\n")
            with self.assertRaisesRegex(docsis_vp.InputError, "is damaged"):
                table["flow"]

    def test_objects_have_attributes_and_arrays_names(self):
        values = {"us": [{"modem": "a", "name": "us0", "x": 1}, {"modem": "b", "name": "us0", "x": 2}], "n": [1, 2]}
        record = docsis_vp.Record(values)
        self.assertEqual((record.us["b", "us0"].x, record.us[-1].x, record.n, "us0" in record.us), (2, 2, (1, 2), True))
        self.assertIn("us", dir(record))
        self.assertEqual(pickle.loads(pickle.dumps(record)).us[0].to_dict(), values["us"][0])
        for wrong, message in (
                (lambda: record.us["us0"], 'us: 2 are called "us0", expected a position or \\(modem, name\\)'),
                (lambda: record.us["us1"], "us: none is called 'us1', expected one of us0"),
                (lambda: record.us[0]["nam"], 'us\\[0\\]: no key "nam", did you mean "name"\\?')):
            with self.assertRaisesRegex(KeyError, message):
                wrong()
        with self.assertRaisesRegex(AttributeError, 'us\\[0\\]: no key "y"'):
            record.us[0].y
        with self.assertRaisesRegex(IndexError, "us: has 2 elements, there is no 2"):
            record.us[2]
        with self.assertRaises(AttributeError):
            record.us = 1


class Errors(Api):
    def refused(self, scenario, **more) -> tuple:
        """File, line and key."""
        for call in (docsis_vp.check, docsis_vp.run):
            with self.assertRaises(docsis_vp.InputError) as caught:
                call(scenario, **more)
            self.assertNotIn("\n", str(caught.exception))
            self.assertNotIn("/dev/stdin", str(caught.exception))
        return caught.exception.file, caught.exception.line, caught.exception.key

    def test_name_file_line_and_key(self):
        odd = self.folder / "a folder/it's:7: \"<script>\".json"
        odd.parent.mkdir()
        odd.write_text('{"duration_s": 1,\n"modems": [{"name": "cm0"}],\n'
                       '"service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20}],\n'
                       '"flows": [\n{"name": "=cmd", "modem": "cm0", "rate_mbps": 1}]}', encoding="utf-8")
        self.assertEqual(self.refused(odd), (str(odd), 5, "flows[0].name"))
        newline = self.folder / "two\nlines.json"
        newline.write_text('{\n"duration_s": -1}', encoding="utf-8")
        self.assertEqual(self.refused(newline), (str(newline), 2, "duration_s"))
        child = self.write("child.json", {"extends": odd.name, "duration_s": 3})
        child = child.rename(odd.parent / "child.json")
        self.assertEqual(self.refused(child)[1:], (5, "flows[0].name"))
        missing = self.folder / "nothing.json"
        self.assertEqual(self.refused(missing), (str(missing), None, None))
        self.assertEqual(self.refused(self.folder)[0], str(self.folder))
        cut = self.folder / "cut.json"
        cut.write_text('{\n"a": [1,', encoding="utf-8")
        self.assertEqual(self.refused(cut), (str(cut), 2, None))
        with contextlib.chdir(self.folder):
            os.rename(cut, "-o.json")
            self.assertEqual(self.refused("-o.json"), (str(self.folder / "-o.json"), 2, None))

    def test_of_a_dict_and_of_changes_have_no_file(self):
        self.assertEqual(self.refused(SCENARIO | {"duration": 3}), (None, None, "duration"))
        self.assertEqual(self.refused(SCENARIO, set={"service_flows.us0.aqm.target_ms": -3}),
                         (None, None, "service_flows[0].aqm.target_ms"))
        self.assertEqual(self.refused(SCENARIO, set={"name": "=cmd: a.b: '\n<script>"}), (None, None, "name"))
        self.assertEqual(self.refused(SCENARIO, set={"no\nkey": 1}), (None, None, "no\nkey"))
        for paths in ("", "a=b", "a\0", 7):
            self.refused(SCENARIO, set={paths: 1})
        for scenario in (None, 7, "", "a\0b", ["a"]):
            self.refused(scenario)
        with self.assertRaises(docsis_vp.InputError) as caught:
            docsis_vp.run(SCENARIO, seed=-1)
        self.assertEqual(caught.exception.key, "seed")

    def test_of_a_sweep_name_them_too(self):
        self.write("bad.json", {"scenario": "modem.json", "axes": 7, "metrics": []})
        for given, place in (
                ((self.folder / "bad.json",), (str(self.folder / "bad.json"), "axes")),
                ((SCENARIO, {"flows.flood.rate_mbps": [-1]}, {"x": "seed"}), (None, "flows[1].rate_mbps")),
                ((SCENARIO, {"flows.flood.rate_mbps": []}, {"x": "seed"}), ("the sweep", "axes[0].values"))):
            with self.assertRaises(docsis_vp.InputError) as caught:
                docsis_vp.sweep(*given)
            self.assertEqual((caught.exception.file, caught.exception.key), place, str(caught.exception))
        with self.assertRaisesRegex(docsis_vp.InputError, "none of the runs has nothing.there"):
            docsis_vp.sweep(SCENARIO, {"flows.flood.rate_mbps": [1]}, {"x": "nothing.there"})
        for more in ({"axes": {"a": [1]}}, {"replications": 2}):
            with self.assertRaises(docsis_vp.InputError):
                docsis_vp.sweep(self.folder / "modem.json", **more)
        with self.assertRaisesRegex(docsis_vp.InputError, "^jobs: expected a positive integer, got 0"):
            docsis_vp.sweep(SCENARIO, {"seed": [1]}, {"x": "seed"}, jobs=0)

    def test_a_failed_system_leaves_its_results(self):
        changes = {"modems.cm0.control_law": "firmware", "modems.cm0.firmware": TRAP}
        with self.assertRaisesRegex(docsis_vp.SimulationFailed, "cm0") as caught:
            docsis_vp.run(SCENARIO, set=changes)
        self.assertNotIn("\n", str(caught.exception))
        self.assertIn("trap", caught.exception.result.error)
        self.assertTrue(caught.exception.result.timeseries.columns)

    def test_a_program_that_is_killed_is_named_with_the_signal(self):
        program = self.waiting("docsis vp sim")
        with ThreadPoolExecutor(1) as pool:
            run = pool.submit(docsis_vp.run, SCENARIO, program=program, folder=self.folder / "killed")
            os.kill(self.number_of(program), signal.SIGKILL)
            with self.assertRaisesRegex(docsis_vp.SimulationFailed, "^docsis-vp-sim was ended by SIGKILL$") as caught:
                run.result(TIMEOUT_S)
        self.assertIsNone(caught.exception.result)

    def test_a_program_that_is_none_cannot_be_started(self):
        text = self.folder / "text"
        text.write_text("no program", encoding="utf-8")
        with self.assertRaisesRegex(docsis_vp.InputError, "text: cannot be started: Permission denied"):
            docsis_vp.run(SCENARIO, program=text)


class Interrupts(Api):
    def interrupted(self, call, program: Path) -> None:
        """Raises SIGINT in this thread when the program runs; nothing of it is left then."""
        def interrupt():
            self.number_of(program)
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            call()
        thread.join()
        with self.assertRaises(ProcessLookupError):
            os.kill(self.number_of(program), 0)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_end_the_simulation_and_the_next_one_runs(self):
        for number in range(2):
            program = self.waiting(f"waits {number}")
            self.interrupted(lambda: docsis_vp.run(SCENARIO, program=program), program)
        program = self.waiting("deaf", "trap '' INT TERM")
        start = time.monotonic()
        self.interrupted(lambda: docsis_vp.check(SCENARIO, program=program), program)
        self.assertGreater(time.monotonic() - start, 1.9)  # it had its time
        self.assertEqual(docsis_vp.run(SCENARIO).seed, 1)

    def test_end_a_sweep(self):
        program = self.waiting("check waits")
        self.interrupted(lambda: docsis_vp.sweep(SCENARIO, {"seed": [1, 2]}, {"x": "seed"}, program=program), program)
        program = self.script("run waits", 'case $1 in check | --version) exec '
                              f'{find()} "$@" ;; esac\nexec "{self.waiting("inner")}"')
        self.interrupted(lambda: docsis_vp.sweep(SCENARIO, {"seed": [1]}, {"x": "seed"}, program=program),
                         self.folder / "inner")
        done = docsis_vp.sweep(SCENARIO, {"seed": [1]}, {"x": "seed"})
        self.assertEqual(done.points["x"], [1])

    def test_a_script_that_is_interrupted_leaves_no_simulator(self):
        program = self.waiting("of a script")
        process = subprocess.Popen(
            [sys.executable, "-c", "import docsis_vp, sys; docsis_vp.run(sys.argv[1], program=sys.argv[2])",
             self.folder / "modem.json", program], stderr=subprocess.PIPE)
        number = self.number_of(program)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, -signal.SIGINT, err)
        with self.assertRaises(ProcessLookupError):
            os.kill(number, 0)


class Sweeps(Api):
    def test_tables_are_those_of_the_command(self):
        self.write("sweep.json", sweep())
        status, _, err = self.call("sweep", self.folder / "sweep.json", "-o", self.out, "-q")
        self.assertEqual((status, err), (0, ""))
        result = docsis_vp.sweep(self.folder / "sweep.json", folder=self.out)  # makes none again
        for table, name in ((result.points, "sweep"), (result.runs, "runs")):
            with (self.out / f"{name}.csv").open() as file:
                rows = list(csv.DictReader(file))
            self.assertEqual([{key: "" if cell is None else str(cell) for key, cell in row.items()}
                              for row in table.rows()], rows)
        self.assertEqual(result.failed, [])
        self.assertEqual(repr(result), "<SweepResult of 6 points, 12 runs>")

    def test_axes_and_metrics_may_be_dicts(self):
        result = docsis_vp.sweep(self.folder / "modem.json", {"flows.flood.rate_mbps": [10, 30], "seed": (1, 2)},
                                 {"sent": "service_flows.us0.sent_packets"}, set={"duration_s": 0.02}, jobs=2)
        self.assertEqual(result.points["flows_flood_rate_mbps"], [10, 10, 30, 30])
        alone = docsis_vp.run(SCENARIO, seed=2, duration_s=0.02, set={"flows.flood.rate_mbps": 30})
        self.assertEqual(result.points["sent"][3], alone.service_flows["us0"].sent_packets)

    def test_a_run_that_fails_is_a_row(self):
        result = docsis_vp.sweep(SCENARIO, {"modems.cm0.control_law": ["hardware", "firmware"]},
                                 {"sent": "service_flows.us0.sent_packets"}, set={"modems.cm0.firmware": TRAP})
        self.assertEqual([row["modems_cm0_control_law"] for row in result.failed], ["firmware"])
        self.assertIn("trap", result.failed[0]["error"])
        self.assertIsNone(result.points["sent"][1])


class Program(Api):
    def tree(self, *names: str) -> list[Path]:
        paths = [self.folder / self.id().rpartition(".")[2] / name for name in names]
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("#!/bin/sh\n")
            path.chmod(0o755)
        return paths

    def test_is_looked_for_in_the_order_of_the_page(self):
        argument, variable, in_tree, source, on_path, _ = self.tree(
            "argument/docsis-vp-sim", "variable/docsis-vp-sim", "tree/build/release/bin/docsis-vp-sim",
            "source/build/release/bin/docsis-vp-sim", "path/docsis-vp-sim", "path/docsis-vp")
        root = in_tree.parents[3]
        with (unittest.mock.patch("docsis_vp.program.__file__", str(root / "python/docsis_vp/program.py")),
              unittest.mock.patch("docsis_vp.program.source_of_pip", lambda: source.parents[3]),
              unittest.mock.patch.dict(os.environ, {"DOCSIS_VP_SIM": str(variable), "PATH": str(on_path.parent)})):
            self.assertEqual(find(argument), argument)
            self.assertEqual(find(on_path.with_name("docsis-vp")), on_path)
            self.assertEqual(find(), variable)
            del os.environ["DOCSIS_VP_SIM"]
            for path in (in_tree, source, on_path):
                self.assertEqual(find(), path)
                path.unlink()
            with self.assertRaises(docsis_vp.ProgramMissing) as caught:
                docsis_vp.run(SCENARIO)
        self.assertNotIn("\n", str(caught.exception))
        for path in (in_tree, source, on_path):
            self.assertIn(str(path), str(caught.exception))

    def test_of_an_installation_lies_beside_its_package(self):
        (program,) = self.tree("usr/bin/docsis-vp-sim")
        package = program.parents[1] / "share/docsis-vp/python/docsis_vp/program.py"
        environment = {key: value for key, value in os.environ.items() if key != "DOCSIS_VP_SIM"}
        with (unittest.mock.patch("docsis_vp.program.__file__", str(package)),
              unittest.mock.patch.dict(os.environ, environment, clear=True)):
            self.assertEqual(find(), program)

    def test_one_that_was_named_is_not_replaced(self):
        for given in ({"program": self.folder / "no"}, {}):
            with (unittest.mock.patch.dict(os.environ, {"DOCSIS_VP_SIM": str(self.folder / "no")}),
                  self.assertRaisesRegex(docsis_vp.ProgramMissing, f"^{self.folder}/no: the program .* not there")):
                find(**given)
        circle = self.folder / "circle" / "docsis-vp"
        circle.parent.mkdir()
        circle.symlink_to(circle)
        with self.assertRaisesRegex(docsis_vp.ProgramMissing, "circle/docsis-vp-sim: the program .* not there"):
            find(circle)


class Package(unittest.TestCase):
    def test_has_the_version_of_the_program(self):
        header = (ROOT / "platform/base/version_number.h").read_text()
        numbers = re.findall(r"^#define DOCSIS_VP_VERSION_\w+ (\d+)$", header, re.MULTILINE)
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        self.assertEqual(project["version"], ".".join(numbers))

    def test_loads_its_parts_when_they_are_used(self):
        code = "import sys, docsis_vp; print('docsis_vp.simulator' in sys.modules, 'sweep' in dir(docsis_vp))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "False True\n")

    def test_exports_what_it_says(self):
        for name in docsis_vp.__all__:
            self.assertTrue(getattr(docsis_vp, name).__doc__, name)
        with self.assertRaisesRegex(AttributeError, "has no attribute 'runn'"):
            docsis_vp.runn
        importlib.import_module("docsis_vp.sweeps.engine")
        self.assertTrue(callable(docsis_vp.sweep))
