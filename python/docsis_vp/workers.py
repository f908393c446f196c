"""Threads that do one thing for each of many items, and end when the command is asked to end.

A signal that raised an exception anywhere in the main thread could leave a lock of the pool taken for ever:
so it is held back, and heeded where the main thread waits.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TypeVar

from docsis_vp import signals

Item = TypeVar("Item")
Result = TypeVar("Result")

POLL_S = 0.05


class Workers:
    def __init__(self, pool: ThreadPoolExecutor):
        self.pool = pool

    def as_done(self, function: Callable[[Item], Result], items: list[Item]) -> Iterator[Result]:
        """Each result when it is there."""
        done: SimpleQueue[Future] = SimpleQueue()
        for item in items:
            self.pool.submit(function, item).add_done_callback(done.put)
        for _ in items:
            yield next_of(done).result()

    def in_order(self, function: Callable[[Item], Result], items: list[Item]) -> Iterator[Result]:
        """The results in the order of the items; so is the first exception."""
        for future in [self.pool.submit(function, item) for item in items]:
            done: SimpleQueue[Future] = SimpleQueue()
            future.add_done_callback(done.put)
            yield next_of(done).result()


def next_of(done: SimpleQueue) -> Future:
    while True:
        signals.heed()
        try:
            return done.get(timeout=POLL_S)
        except Empty:
            pass


@contextmanager
def workers(count: int, stop: Callable[[], None]) -> Iterator[Workers]:
    """Runs tasks in so many threads. An exception drops tasks that have not begun; `stop` ends the others."""
    with signals.held():
        pool = ThreadPoolExecutor(count)
        try:
            yield Workers(pool)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            stop()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
