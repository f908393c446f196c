"""GDB itself at the simulator: gdb_multiarch_test.py GDB SIMULATOR [FILE for the transcript]."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
QUICKSTART = ROOT / "scenarios/quickstart.json"
ROM_ENTRY = "0x4"

SESSION = [  # in this order
    r"^_start \(\) at .*crt0\.S",
    r"^Breakpoint 1, docsis_pie_update \(state=.* <states>.*\) at \./models/aqm/docsis_pie",
    r"^#0 +docsis_pie_update .*",
    r"^#\d+ .*external_interrupt \(\) at \./fw/docsis_pie/main\.c:\d+$",
    r"^#\d+ .*csr_wait_for_interrupt|^#\d+ .*background_run ",
    r"^#\d+ .* main \(\) at \./fw/docsis_pie/main\.c:\d+$",
    r"^\$1 = \{drop_prob_q28 = 0, ",
    r"^\$2 = 5000$",
    r"^Hardware watchpoint 2: -location states\[0\]\.law\.drop_prob_q28$",
    r"^Hardware watchpoint 2: ",
    r"^Old value = 0$",
    r"^New value = [1-9]\d*$",
    r"^Old value = [1-9]\d*$",
    r"^New value = [1-9]\d*$",
    r"^\$3 = 0x[1-9a-f]",
    r"^pc +0x.*docsis_pie_update",
    r"^mepc +0x",
    r"^mcause +0x8000000b",
    r"^\$4 = 0x1234$",
    r"^0\.\d{12} s$",
    r"^aqm_tick ",
    r"^mstatus\.MIE +interrupts wait$",
    r"^\$5 = \{control = 0x1, timeout = 0x",
    r"^Program received signal SIGINT, Interrupt\.$",
    r"^#0 ",
    r"^(?P<left>\d+\.\d{12}) s$",
    r"^\[Inferior 1 \(Remote target\) detached\]$",
    r"^(?P<back>\d+\.\d{12}) s$",
    r"^pc 0x00000004 \(_start\)",
    r"^pc +" + ROM_ENTRY,
    r"^Temporary breakpoint \d+, external_interrupt ",
    r"^\[Inferior 1 \(Remote target\) killed\]$",
]

UPDATE = [
    r"^Breakpoint 1, external_interrupt \(\) at \./fw/docsis_pie/main\.c:\d+$",
    r"^Catchpoint 2 \(exec'd .*/mixed\.elf\), _start \(\)",
    r"^Breakpoint 3, external_interrupt \(\) at \./fw/common/queue_manager\.c:\d+$",
    r"^#0 +external_interrupt \(\) at \./fw/common/queue_manager\.c",
    r"^#\d+ .* main \(\) at \./fw/mixed/main\.c:\d+$",
    r"^\[Inferior 1 \(Remote target\) exited normally\]$",
]

TASKS = [
    r"^Breakpoint 1, docsis_pie_update ",
    r"^#0 +docsis_pie_update ",
    r"^#\d+ .*run_law \(\) at \./fw/two_tasks/main\.c:\d+$",
    r"^#\d+ .*kernel_task_begins \(\) at \./fw/kernel/switch\.S:\d+$",
    r"^\+tbreak kernel_external_interrupt$",  # the outermost frame was the last
    r"^#0 +kernel_external_interrupt \(\)",
    r"^#1 .* kernel_interrupt \(",
    r"^#2 +<signal handler called>$",
    r"^#3 .* background_spin ",
    r"^#\d+ .*run_background \(\) at \./fw/two_tasks/main\.c:\d+$",
    r"^#\d+ .*kernel_task_begins \(\) at ",
    r"^\+tbreak restore$",
    r"^#0 +<signal handler called>$",
    r"^#\d+ .* kernel_take \(semaphore=.*<work_came>\)",
    r"^#\d+ .*run_law \(\) at ",
    r"^#\d+ .*kernel_task_begins \(\) at ",
    r"^every instruction from one task to another$",
    r"^and where it leads to$",
    r"^#0 .* background_spin ",
    r"^#\d+ .*run_background \(\) at ",
    r"^#\d+ .*kernel_task_begins \(\) at ",
]

transcript = []


def debug(script, scenario, duration):
    """Returns GDB's output and the exit status of the simulator."""
    with tempfile.TemporaryDirectory() as folder:
        command = [SIMULATOR, "run", scenario, "--duration", duration, "--gdb", "0", "--quiet",
                   "-o", f"{folder}/out"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as simulator:
            try:
                port = re.search(r"port (\d+) ", simulator.stdout.readline()).group(1)
                gdb = subprocess.run(
                    [GDB, "-nx", "-q", "-batch", "-ex", f"set $port={port}", "-x", HERE / script],
                    cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                    timeout=120, check=False)
                transcript.append(gdb.stdout)
                return gdb.stdout, simulator.wait(timeout=120)
            finally:
                simulator.kill()


class UnderGdb(unittest.TestCase):
    def expect(self, lines, text):
        """Each in its order; returns what named groups matched."""
        found = {}
        left = iter(text.splitlines())
        for line in lines:
            match = next((m for m in (re.search(line, each) for each in left) if m), None)
            self.assertIsNotNone(match, f"no line like {line} where it should be in\n{text}")
            found.update(match.groupdict())
        return found

    def test_a_session(self):
        text, status = debug("session.gdb", QUICKSTART, "20000")
        times = self.expect(SESSION, text)
        self.assertGreater(float(times["back"]), float(times["left"]))
        self.assertEqual(status, 130)

    def test_a_field_update(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "update.json"
            update = {"time_s": 0.1, "kind": "update_firmware", "modem": "cm0",
                      "firmware": "mixed"}
            scenario.write_text(json.dumps({"extends": str(QUICKSTART), "events": [update]}))
            text, status = debug("update.gdb", scenario, "0.3")
        self.expect(UPDATE, text)
        self.assertEqual(status, 0)

    def test_tasks(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "tasks.json"
            modem = {"name": "cm0", "firmware": "two_tasks",
                     "cpu": {"background_load": {"utilization": 0.9}}}
            scenario.write_text(json.dumps({"extends": str(QUICKSTART), "modems": [modem]}))
            text, status = debug("tasks.gdb", scenario, "20000")
        self.expect(TASKS, text)
        steps = text.partition("one task to another\n")[2].partition("and where")[0]
        outermost = re.findall(r"^#\d+ .*", steps, re.MULTILINE)
        self.assertGreater(len(outermost), 100)
        for frame in outermost:
            self.assertRegex(frame, r"kernel_task_begins \(\) at ")
        self.assertEqual(status, 130)


if __name__ == "__main__":
    GDB, SIMULATOR = sys.argv[1:3]
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    if len(sys.argv) > 3:
        pathlib.Path(sys.argv[3]).write_text("".join(transcript))
    sys.exit(not result.wasSuccessful())
