"""Commands that are told to end, that are killed, or whose standard streams are not as usual."""

import json
import os
import signal
import subprocess
import sys
import time

from tests.python.codesign_folder import TIMEOUT_S, CodesignTest
from tests.python.sweep_folder import sweep

COMMAND = [sys.executable, "-m", "docsis_vp"]
STUDY = ["reproduce", "cablelabs-2012", "--case", "D04-21", "--no-pages"]


class Signals(CodesignTest):
    def setUp(self):
        super().setUp()
        self.write("sweep.json", sweep(set={"duration_s": 10_000}))
        self.commands = [
            ["sweep", self.folder / "sweep.json", "--jobs", "2"],
            ["codesign", self.folder / "modem.json", "--duration", "10000"],
            STUDY,
        ]

    def unfinished(self) -> list:
        """Files of runs that have begun; a run that is asked to end removes them."""
        return [file for _, _, files in os.walk(self.out)  # which folders may leave meanwhile
                for file in files if file.startswith(".results.json.")]

    def begin(self, command: list) -> subprocess.Popen:
        process = subprocess.Popen([*COMMAND, *command, "-o", self.out], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.communicate, timeout=TIMEOUT_S)
        self.addCleanup(process.kill)
        self.wait_until(lambda: process.poll() is not None or self.unfinished())
        self.assertIsNone(process.poll(), command)
        return process

    def test_end_a_command_soon_with_a_line_and_a_status(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for command in self.commands:
                process = self.begin(command)
                asked = time.monotonic()
                process.send_signal(number)
                process.send_signal(number)  # as timeout(1) does
                _, err = process.communicate(timeout=TIMEOUT_S)
                self.assertLess(time.monotonic() - asked, 20)
                self.assertEqual(process.returncode, 128 + number, err)
                self.assertEqual(err.splitlines()[-1],
                                 f"docsis-vp: ended by {number.name}; the same command goes on from here")
                self.assertNotIn("Traceback", err)
                self.assertEqual(list(self.out.glob("runs/.*")), [])

    def test_one_that_is_ignored_under_nohup_stays_so(self):
        process = subprocess.run(
            ["nohup", *COMMAND, "sweep", self.write("short.json", sweep()), "-o", self.out, "-q"], check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.returncode, 0, process.stderr)
        code = ("import os, signal; from docsis_vp.signals import raise_on_stop_signals; raise_on_stop_signals(); "
                "os.kill(os.getpid(), signal.SIGHUP); print('on')")
        process = subprocess.run(["nohup", sys.executable, "-c", code], check=False, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((process.returncode, process.stdout), (0, "on\n"), process.stderr)

    def test_runs_end_with_a_command_that_is_killed(self):
        for command in self.commands:
            process = self.begin(command)
            process.kill()
            process.communicate(timeout=TIMEOUT_S)
            self.wait_until(lambda: not self.unfinished())

    def test_a_run_that_ignores_the_request_is_killed(self):
        program = self.folder / "deaf"
        program.write_text("#!/bin/sh\ntrap '' INT TERM HUP\n"
                           'case $1 in run) : >deaf-run; while :; do sleep 0.1; done ;; esac\n'
                           f'exec {os.environ["DOCSIS_VP_SIM"]} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        process = subprocess.Popen([*COMMAND, "sweep", self.folder / "sweep.json", "-o", self.out, "-q"],
                                   env=os.environ | {"DOCSIS_VP_SIM": str(program)}, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.wait_until(lambda: process.poll() is not None or (self.folder / "deaf-run").exists())
        process.terminate()
        _, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual((process.returncode, err), (
            128 + signal.SIGTERM, "docsis-vp: ended by SIGTERM; the same command goes on from here\n"))


class Streams(CodesignTest):
    def shell(self, script: str) -> subprocess.CompletedProcess:
        return subprocess.run(["sh", "-c", script, "sh", *map(str, COMMAND)], cwd=self.folder, check=False,
                              capture_output=True, text=True)

    def test_closed_ones_take_nothing_of_the_files(self):
        for closed in ("<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"):
            done = self.shell(f'"$@" codesign modem.json --quick -o out {closed}')
            self.assertEqual(done.returncode, 0, closed + done.stderr)
            self.assertEqual(self.document()["scenario"], "modem")
            for results in self.out.glob("runs/*/results.json"):
                json.loads(results.read_text(encoding="utf-8"))
            self.assertEqual(self.shell(f'"$@" compare out out {closed}').returncode, 0)
            self.assertEqual(self.shell(f'"$@" compare --help {closed}').returncode, 0)

    def test_a_full_one_is_a_failure(self):
        for command in ("reproduce all --list", "reproduce cablelabs-2014 --list"):
            done = self.shell(f'"$@" {command} >/dev/full')
            self.assertEqual((done.returncode, done.stderr), (2, "docsis-vp: standard output: No space left on device\n"))

    def test_one_that_nobody_reads_ends_the_command_without_a_word(self):
        done = self.shell('{ sleep 0.5; "$@" reproduce all --list; echo $? >status; } | true')
        self.assertEqual(done.stderr, "")
        self.assertEqual((self.folder / "status").read_text(), f"{128 + signal.SIGPIPE}\n")

    def test_names_that_no_text_holds_are_shown(self):
        done = subprocess.run([*COMMAND, "compare", b"\xff\xfe", "x"], check=False, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)

    def test_a_file_beyond_the_limit_is_named_and_none_is_left(self):
        done = self.shell('ulimit -f 64; "$@" codesign modem.json --quick -q -o out')
        self.assertEqual((done.returncode, done.stderr), (
            2, "docsis-vp: out/codesign.html: cannot be written: File too large\n"))
        self.assertEqual([path for path in self.out.glob(".*") if path.is_file()], [])
