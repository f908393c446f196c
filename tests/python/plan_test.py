"""Scenarios made from the choices of a row, and identities of runs."""

import contextlib
import io
import re
import unittest
from pathlib import Path

from docsis_vp.codesign.matrix import Choice, Row
from docsis_vp.codesign.plan import Base, identity, plan_runs
from docsis_vp.merge import SHORTHANDS, merged
from docsis_vp.simulator import Simulator

ROOT = Path(__file__).parents[2]

CONFIGURATION = {
    "seed": 1,
    "modems": [{"name": "cm0"}, {"name": "cm1"}],
    "service_flows": [
        {"name": "us0", "direction": "upstream"},
        {"name": "ds0", "direction": "downstream"},
        {"name": "us1", "direction": "upstream"},
    ],
}


class Program:
    """A simulator that has one scenario."""

    version, fingerprint = "1", "a"

    def check(self, _):
        return CONFIGURATION, []


def row(**changes) -> Row:
    return Row({key: Choice(key, key, change) for key, change in changes.items()})


class Scenario(unittest.TestCase):
    def scenario(self, changes: dict, **choices) -> dict:
        return Base(Path("/folder/base.json"), Program()).scenario(row(**choices), changes)

    def test_of_no_changes_extends_the_base(self):
        self.assertEqual(self.scenario({}), {"extends": "/folder/base.json", "name": "base"})

    def test_changes_go_to_every_modem_and_every_upstream_flow(self):
        made = self.scenario({}, a={"modem": {"drop": "hardware"}, "upstream": {"aqm": "pie"}})
        self.assertEqual(made["modems"], [{"name": "cm0", "drop": "hardware"},
                                          {"name": "cm1", "drop": "hardware"}])
        self.assertEqual(made["service_flows"], [{"name": "us0", "aqm": "pie"},
                                                 {"name": "us1", "aqm": "pie"}])

    def test_flows_that_a_choice_adds_are_changed_too(self):
        added = {"service_flows": [{"name": "us2"}, {"name": "ds0", "buffer_ms": 1},
                                   {"name": "ds1", "direction": "downstream"}]}
        made = self.scenario({}, a={"scenario": added}, b={"upstream": {"aqm": "pie"}})
        self.assertEqual([flow["name"] for flow in made["service_flows"] if "aqm" in flow],
                         ["us0", "us1", "us2"])

    def test_choices_add_up_and_the_later_wins(self):
        made = self.scenario({}, a={"modem": {"cpu": {"clock_mhz": 50, "profile": "x"}}},
                             b={"modem": {"cpu": {"clock_mhz": 100}}})
        self.assertEqual(made["modems"][0]["cpu"], {"clock_mhz": 100, "profile": "x"})

    def test_what_a_choice_says_of_one_wins_over_what_it_says_of_all(self):
        one = {"service_flows": [{"name": "us1", "aqm": "codel"}]}
        made = self.scenario({}, a={"scenario": one, "upstream": {"aqm": "pie"}})
        self.assertEqual([flow["aqm"] for flow in made["service_flows"]], ["pie", "codel"])


class Merged(unittest.TestCase):
    def test_as_scenarios_do(self):
        cases = [
            ({"a": 1, "b": {"c": 2}}, {"b": {"d": 3}}, {"a": 1, "b": {"c": 2, "d": 3}}),
            ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
            ({"a": "pie"}, {"a": {"algorithm": "red"}}, {"a": {"algorithm": "red"}}),
            ({"aqm": "pie"}, {"aqm": {"target_ms": 7}}, {"aqm": {"algorithm": "pie", "target_ms": 7}}),
            ({"aqm": {"target_ms": 7}}, {"aqm": "pie"}, {"aqm": "pie"}),
            ([{"name": "x", "v": 1}], [{"name": "y"}, {"name": "x", "w": 2}],
             [{"name": "x", "v": 1, "w": 2}, {"name": "y"}]),
        ]
        for value, change, expected in cases:
            self.assertEqual(merged(value, change), expected)


    def test_knows_what_the_reference_calls_short(self):
        reference = (ROOT / "docs/scenario-reference.md").read_text()
        short = re.findall(r"^\| `(\w+)` \| \[\w+\]\(#\w+\) or its `(\w+)` alone", reference, re.M)
        self.assertEqual(SHORTHANDS, dict(short))


class Notes(unittest.TestCase):
    def test_are_of_what_is_run_and_told_once(self):
        idle = "docsis-vp: us0: no effect"
        program = Simulator(Path("/no/program"))
        program.check = lambda scenario, sets=(): (CONFIGURATION, [idle, "docsis-vp: another"] if isinstance(scenario, dict) else ["base"])
        base = Base(Path("/folder/base.json"), program)
        program.fingerprint = program.version = ""
        for each in (row(), row(a={"upstream": {"aqm": "pie"}})):
            plan_runs(each, 2, base, {}, "kind")
        with contextlib.redirect_stderr(io.StringIO()) as err:
            program.tell_notes()
        self.assertEqual(err.getvalue(), f"docsis-vp: another\n{idle}\n")


class Identity(unittest.TestCase):
    def test_hangs_on_all_that_results_hang_on(self):
        other_version, other_program = Program(), Program()
        other_version.version, other_program.fingerprint = "2", "b"
        known = {
            identity({"a": 1}, 1, Program()),
            identity({"a": 2}, 1, Program()),
            identity({"a": 1}, 2, Program()),
            identity({"a": 1}, 1, other_version),
            identity({"a": 1}, 1, other_program),
        }
        self.assertEqual(len(known), 5)
        self.assertEqual(identity({"a": 1, "b": 2}, 1, Program()),
                         identity({"b": 2, "a": 1}, 1, Program()))
