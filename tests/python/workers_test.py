"""Threads that end when the command is asked to end."""

import os
import signal
import threading
import time
import unittest

from docsis_vp import signals
from docsis_vp.signals import Interrupted
from docsis_vp.workers import workers


class WorkersTest(unittest.TestCase):
    def setUp(self):
        self.stopped = threading.Event()
        self.before = {number: signal.getsignal(number) for number in signals.STOP_SIGNALS}
        signals.request = signals.Request()
        signals.raise_on_stop_signals()

    def tearDown(self):
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def test_results_come_in_order_or_as_they_are_done(self):
        late = threading.Event()

        def wait_for_the_second(item: int) -> int:
            if item == 2:
                late.set()
            elif not late.wait(60):
                raise AssertionError("the second item never began")
            return item

        with workers(2, self.stopped.set) as pool:
            self.assertEqual(list(pool.in_order(wait_for_the_second, [1, 2])), [1, 2])
            self.assertEqual(sorted(pool.as_done(wait_for_the_second, [1, 2])), [1, 2])
        self.assertFalse(self.stopped.is_set())

    def test_the_first_exception_in_order_is_thrown(self):
        second = threading.Event()

        def fail(item: int) -> None:
            if item == 2:
                second.set()
            else:
                second.wait(60)
            raise ValueError(item)

        with self.assertRaises(ValueError) as caught, workers(2, self.stopped.set) as pool:
            list(pool.in_order(fail, [1, 2]))
        self.assertEqual(caught.exception.args, (1,))
        self.assertTrue(self.stopped.is_set())

    def test_a_signal_ends_those_at_work_and_begins_no_other(self):
        begun = []

        def work(item: int) -> None:
            begun.append(item)
            if item == 0:
                os.kill(os.getpid(), signal.SIGTERM)
            self.assertTrue(self.stopped.wait(60))

        with self.assertRaises(Interrupted) as caught, workers(1, self.stopped.set) as pool:
            list(pool.as_done(work, list(range(5))))
        self.assertEqual((caught.exception.name, begun), ("SIGTERM", [0]))

    def test_a_signal_that_is_held_back_is_thrown_at_the_end_once(self):
        with self.assertRaises(Interrupted), signals.held():
            for number in (signal.SIGHUP, signal.SIGINT):
                os.kill(os.getpid(), number)
            time.sleep(0.01)
        signals.heed()
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
