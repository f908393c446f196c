"""Signals that ask a command to end: SIGINT of the keyboard, SIGTERM of a batch system, SIGHUP of a
terminal that goes. The exit status is then 128 + the number of the signal."""

import os
import signal
import sys
import threading
from contextlib import contextmanager

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def status_of(number: int) -> int:
    """The exit status of a command that this signal ended."""
    return 128 + number


class Interrupted(KeyboardInterrupt):
    """Such a signal has come."""

    def __init__(self, number: int):
        super().__init__()
        self.name = signal.Signals(number).name
        self.status = status_of(number)


class Request:
    """The first signal counts, timeout(1) sends it twice. Handlers stay as they are, as SIG_IGN would be
    passed on to programs that start later."""

    def __init__(self):
        self.number: int | None = None
        self.held = 0  # so many ask that it waits
        self.heeded = False

    def take(self, number: int, _frame) -> None:
        if self.number is None:
            self.number = number
            if self.held == 0:
                self.heed()

    def heed(self) -> None:
        if self.number is not None and not self.heeded:
            self.heeded = True
            raise Interrupted(self.number)


request = Request()


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
    handle(request.take)


def is_main_thread() -> bool:
    """Only there signals raise exceptions."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def held():
    """Meanwhile a signal raises Interrupted in heed() only, or at the end."""
    if not is_main_thread():
        yield
        return
    mine = request
    mine.held += 1
    try:
        yield
    finally:
        mine.held -= 1
    heed()


def heed() -> None:
    if is_main_thread():
        request.heed()


@contextmanager
def keyboard_heeded():
    """For callers that have Python's own handler of SIGINT, as notebooks: meanwhile held() holds it back, too."""
    global request
    if not is_main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    before, request = request, Request()
    signal.signal(signal.SIGINT, request.take)
    try:
        yield
    except Interrupted:  # Python ends by SIGINT for this exception alone
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        request = before


def end(number: int, _frame) -> None:
    print(f"docsis-vp: ended by {signal.Signals(number).name}", file=sys.stderr, flush=True)
    os._exit(status_of(number))
