"""Signals that ask a command to end: SIGINT of the keyboard, SIGTERM of a batch system, SIGHUP of a
terminal that goes. The exit status is then 128 + the number of the signal."""

import os
import signal
import sys

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STATUS = 128


class Interrupted(KeyboardInterrupt):
    """Such a signal has come."""

    def __init__(self, number: int):
        super().__init__()
        self.name = signal.Signals(number).name
        self.status = STATUS + number


def handle(handler) -> None:
    """nohup has SIGHUP ignored, which stays so."""
    for number in STOP_SIGNALS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def end_on_stop_signals() -> None:
    """As long as there is nothing to clean up."""
    handle(end)


def raise_on_stop_signals() -> None:
    """The first signal raises Interrupted in the main thread. What follows cleans up and ends."""
    handle(interrupt)


def end(number: int, _frame) -> None:
    print(f"docsis-vp: ended by {signal.Signals(number).name}", file=sys.stderr, flush=True)
    os._exit(STATUS + number)


def interrupt(number: int, _frame) -> None:
    for each in STOP_SIGNALS:  # timeout(1) sends its signal twice
        signal.signal(each, signal.SIG_IGN)
    raise Interrupted(number)
