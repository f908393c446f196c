"""Shows the progress and the remaining time of a campaign on standard error."""

import sys
import threading
import time
from collections import defaultdict
from contextlib import contextmanager

LINES_WITHOUT_TERMINAL = 10  # so many in all


def duration_text(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


class Step:
    def __init__(self):
        self.kept = False

    def was_there(self) -> None:
        self.kept = True


class Progress:
    """Expects each kind of run to take what those before it took."""

    def __init__(self, command: str, jobs: int, quiet: bool = False):
        self.command = command
        self.jobs = jobs
        self.quiet = quiet
        self.terminal = sys.stderr.isatty()
        self.left: dict[str, int] = defaultdict(int)
        self.taken: dict[str, list[float]] = defaultdict(list)
        self.done = self.total = self.kept = 0
        self.lock = threading.Lock()

    def expect(self, kinds: list[str]) -> None:
        for kind in kinds:
            self.left[kind] += 1
        self.total += len(kinds)

    def skip(self, count: int) -> None:
        """So many need not be run after all."""
        self.total -= count

    def seconds_left(self) -> float | None:
        """None: nothing of any kind has run yet."""
        measured = [time for times in self.taken.values() for time in times]
        if not measured:
            return None
        usual = sum(measured) / len(measured)
        each = {kind: sum(times) / len(times) for kind, times in self.taken.items()}
        return sum(count * each.get(kind, usual) for kind, count in self.left.items()) / self.jobs

    @contextmanager
    def of(self, kind: str):
        """A run that throws does not count."""
        step, start = Step(), time.monotonic()
        yield step
        self.advance(kind, None if step.kept else time.monotonic() - start)

    def advance(self, kind: str, seconds: float | None) -> None:
        """One more is done, and took so long. None: it was there."""
        with self.lock:
            self.left[kind] -= 1
            self.done += 1
            if seconds is None:
                self.kept += 1
            else:
                self.taken[kind].append(seconds)
            self._show()

    def _show(self) -> None:
        if self.quiet:
            return
        left = self.seconds_left()
        text = f"{self.command}: {self.done} of {self.total} runs"
        if left is not None and self.done < self.total:
            text += f", {duration_text(left)} left"
        if self.terminal:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
        elif self.done * LINES_WITHOUT_TERMINAL // self.total > (
            (self.done - 1) * LINES_WITHOUT_TERMINAL // self.total
        ):
            print(text, file=sys.stderr, flush=True)

    def finish(self) -> None:
        if self.terminal and not self.quiet:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
