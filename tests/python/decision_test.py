"""The ladder of the page: what a larger area surely buys."""

import unittest

from docsis_vp.codesign.comparisons import EQUAL, OPEN, Comparisons
from docsis_vp.codesign.decision import (
    NO_BETTER,
    decide,
    deciding_measure,
    decision_lines,
    open_rows,
    seeds_wanted,
)
from tests.python.rows_by_hand import row

DELAY = "latency_p99_ms"


def about(value: float) -> list[float]:
    return [value + each for each in (-0.2, 0.1, 0, 0.2, -0.1, 0)]


def decided(*rows: dict) -> list[dict]:
    return decide(Comparisons(list(rows), deciding=DELAY))


def steps(decision: list[dict], replaceable: bool = False) -> list:
    (found,) = [each for each in decision
                if each["area"] == "area_mm2" and each["replaceable"] is replaceable]
    return [(step["row"], [(other["row"], other["verdict"]) for other in step["others"]])
            for step in found["steps"]]


class Ladder(unittest.TestCase):
    def test_has_a_step_where_more_area_is_surely_better(self):
        found = decided(row(0, 3, latency_p99_ms=about(10)), row(1, 1, latency_p99_ms=about(200)),
                        row(2, 2, latency_p99_ms=about(50)))
        self.assertEqual(steps(found), [(1, []), (2, []), (0, [])])

    def test_has_beside_a_step_what_costs_more(self):
        found = decided(row(0, 1, latency_p99_ms=about(50)), row(1, 2, latency_p99_ms=about(50.3)),
                        row(2, 3, latency_p99_ms=about(90)), row(3, 4, latency_p99_ms=[50, 20, 70, 30, 60, 40]),
                        row(4, 5, latency_p99_ms=[50, 120, 70, 80, 60, 47]))
        self.assertEqual(steps(found), [(0, [(1, EQUAL), (2, "worse"), (3, OPEN), (4, OPEN)])])

    def test_needs_no_order_of_what_is_no_better(self):
        found = decided(row(0, 1, latency_p99_ms=about(50)), row(1, 2, latency_p99_ms=[50, 66, 48, 65, 47, 60]))
        self.assertEqual(steps(found), [(0, [(1, NO_BETTER)])])
        self.assertEqual(open_rows(found), set())

    def test_names_the_rows_that_more_seeds_might_decide(self):
        found = decided(row(0, 1, latency_p99_ms=about(50)), row(1, 2, latency_p99_ms=[50, 20, 70, 30, 60, 40]),
                        row(2, 3, latency_p99_ms=about(90)))
        self.assertEqual(open_rows(found), {0, 1})
        self.assertGreater(seeds_wanted(found), 6)

    def test_sets_aside_what_loses_packets_before_any_law(self):
        found = decided(row(0, 1, latency_p99_ms=about(50)), row(1, 2, latency_p99_ms=about(10), warning="loses"))
        self.assertEqual(steps(found), [(0, [])])
        self.assertEqual(found[0]["set_aside"], [1])

    def test_is_there_for_laws_that_can_be_replaced(self):
        found = decided(row(0, 1, latency_p99_ms=about(50), conformant=False),
                        row(1, 2, latency_p99_ms=about(50.2)), row(2, 3, latency_p99_ms=about(10), conformant=False))
        self.assertEqual(steps(found), [(0, [(1, EQUAL)]), (2, [])])
        self.assertEqual(steps(found, replaceable=True), [(1, [])])

    def test_is_there_for_each_given(self):
        found = decided(row(0, 1, latency_p99_ms=about(50)), row(1, 2, given={"load": "half"}, latency_p99_ms=about(10)))
        self.assertEqual([(each["given"], [step["row"] for step in each["steps"]])
                          for each in found if each["area"] == "area_mm2" and not each["replaceable"]],
                         [({}, [0]), ({"load": "half"}, [1])])

    def test_says_which_equal_rows_are_as_small_as_the_step(self):
        found = decided(row(0, 1, latency_p99_ms=about(50)), row(1, 1.0099, latency_p99_ms=about(50.3)),
                        row(2, 1.0101, latency_p99_ms=about(50.2)), row(3, 1.005, latency_p99_ms=about(90)))
        others = found[0]["steps"][0]["others"]
        self.assertEqual({other["row"]: other["as_small"] for other in others}, {1: True, 2: False, 3: False})

    def test_names_the_rows_in_gates_where_only_the_cpu_is_given(self):
        rows = [row(0, 1, latency_p99_ms=about(50), uses_cpu=False), row(1, 2, latency_p99_ms=about(50)),
                row(2, 1, latency_p99_ms=about(50), uses_cpu=False, algorithm="codel"),
                row(3, 1, latency_p99_ms=about(50), uses_cpu=False, warning="loses"),
                row(4, 2, latency_p99_ms=about(50), given={"load": "half"}, given_to_gates={})]

        def in_gates(replaceable: bool = False) -> list:
            return [(each["given"], each["in_gates"]) for each in decided(*rows)
                    if each["area"] == "area_mm2" and each["replaceable"] is replaceable]

        self.assertEqual(in_gates(), [({}, []), ({"load": "half"}, [0])])
        self.assertEqual(in_gates(replaceable=True), [({}, []), ({"load": "half"}, [])])
        rows[4]["given_to_gates"] = {"load": "half"}  # another LAN, say, which gates see too
        self.assertEqual(in_gates()[1], ({"load": "half"}, []))
        rows[4]["given_to_gates"] = {}
        rows.append(row(5, 1, latency_p99_ms=about(50), uses_cpu=False, given={"load": "half"}))
        self.assertEqual(in_gates()[1], ({"load": "half"}, []))

    def test_of_one_seed_is_open(self):
        found = decided(row(0, 1, latency_p99_ms=[50]), row(1, 2, latency_p99_ms=[10]))
        self.assertEqual(steps(found), [(0, [(1, OPEN)])])
        self.assertIsNone(seeds_wanted(found))

    def test_hangs_on_no_order_of_rows(self):
        rows = [row(0, 1, latency_p99_ms=about(50)), row(1, 1, latency_p99_ms=about(50.2)),
                row(2, 2, latency_p99_ms=about(10))]
        self.assertEqual(steps(decided(*rows)), steps(decided(*reversed(rows))))

    def test_is_told_on_a_terminal(self):
        rows = [row(0, 1, latency_p99_ms=about(50)), row(1, 2, latency_p99_ms=about(50.3)),
                row(2, 3, latency_p99_ms=about(10), warning="loses")]
        comparisons = Comparisons(rows, deciding=DELAY)
        lines = decision_lines({"rows": rows, "decision": decide(comparisons), "confidence": comparisons.facts(),
                                "cpu_is_there": False})
        self.assertEqual(lines[1:], ["  row 0: 1.000 mm², 50.0 ms", "    equal: row 1",
                                     "  set aside, loses packets before any law: row 2"])


    def test_on_a_terminal_names_what_shares_a_step(self):
        rows = [row(0, 1, latency_p99_ms=about(50), uses_cpu=False),
                row(1, 1.001, latency_p99_ms=about(50.3)),
                row(2, 2, latency_p99_ms=about(50), given={"load": "half"}, given_to_gates={})]
        comparisons = Comparisons(rows, deciding=DELAY)
        lines = decision_lines({"rows": rows, "decision": decide(comparisons), "confidence": comparisons.facts(),
                                "cpu_is_there": False})
        self.assertEqual(lines[1:], ["  as the scenario has it:", "  row 0: 1.000 mm², 50.0 ms",
                                     "    or, equal within 1 % of its area: row 1",
                                     "  load half:", "  row 2: 2.000 mm², 50.0 ms",
                                     "  in gates, for any load of the CPU: row 0: 1.000 mm², 50.0 ms"])


class DecidingMeasure(unittest.TestCase):
    def test_is_what_users_feel_before_what_a_deadline_leaves(self):
        self.assertEqual(deciding_measure([row(0, latency_p99_ms=[1], slack_min_us=[1])], None), DELAY)
        self.assertEqual(deciding_measure([row(0, slack_min_us=[1])], None), "slack_min_us")
        self.assertIsNone(deciding_measure([row(0)], None))

    def test_is_what_the_matrix_chose(self):
        self.assertEqual(deciding_measure([row(0, latency_p99_ms=[1], mos=[1])], "mos"), "mos")
