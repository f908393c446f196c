"""The closed model of contention for requests: docs/cmts.md, "Contention", has it beside measurements."""

import math
from collections.abc import Callable
from typing import NamedTuple

MAX_RETRIES = 16  # requests behind the first for a packet, after which the modem drops it


class Region(NamedTuple):
    """The request region of each MAP of one channel. 2^backoff_start is at least `opportunities`."""

    opportunities: int = 4
    map_interval_ms: float = 2.0
    backoff_start: int = 2
    backoff_end: int = 8
    # From the region of a request that fails to the first one in which the modem may ask again: by then the
    # CMTS has heard the request, built a MAP and sent it.
    maps_to_answer: int = 2

    @property
    def opportunities_per_s(self) -> float:
        return self.opportunities * 1000 / self.map_interval_ms

    def window(self, attempt: int) -> int:
        """Opportunities from which an attempt draws; the first attempt is 0."""
        return 2 ** min(self.backoff_start + attempt, self.backoff_end)

    def wait_ms(self, attempt: int) -> float:
        """From an attempt that fails to the next, `attempt`, in the mean."""
        return (self.maps_to_answer + max(0.0, self.window(attempt) / self.opportunities - 1) / 2) * self.map_interval_ms


class Prediction(NamedTuple):
    attempts: float  # for each opportunity
    heard: float  # share of requests that are heard
    sent: float  # share of packets that are sent; the others are dropped after MAX_RETRIES
    delay_ms: float  # mean time from the first request to the grant, of requests that are granted


class Packet(NamedTuple):
    """The fate of a packet that is first in its queue."""

    requests: float
    granted: float  # probability
    granted_after_ms: float  # the last request behind the first, in the mean
    dropped_after_ms: float


def packet(attempts: float, region: Region) -> Packet:
    """An attempt is heard if it is alone. The first meets Poisson's number of others. A later one also meets those
    with which the one before collided, since they draw from the same window."""
    alone = math.exp(-attempts)
    fellows = attempts / (1 - alone) if attempts > 1e-9 else 1.0
    tries_again, requests, granted, granted_after, after = 1.0, 0.0, 0.0, 0.0, 0.0
    for attempt in range(MAX_RETRIES + 1):
        heard = alone
        if attempt:
            heard *= (1 - 1 / region.window(attempt)) ** fellows
            after += region.wait_ms(attempt)
        requests += tries_again
        granted += tries_again * heard
        granted_after += tries_again * heard * after
        tries_again *= 1 - heard
    return Packet(requests, granted, granted_after / granted if granted else 0.0, after)


def predict(modems: int, packets_per_s: float, region: Region, alone_ms: float, collapsed: bool = False) -> Prediction | None:
    """`packets_per_s` are a modem's, `alone_ms` is the delay from request to grant of a modem without company.

    The load of a channel decides the attempts, which decide how often each packet is asked for, and so the
    attempts. Where more than one number of attempts agrees with itself, the least is that of a channel that begins
    without requests; with `collapsed` the largest is taken. None: backoff_start is too small for the model."""
    if 2 ** region.backoff_start < region.opportunities:
        return None

    def packets_asked_for(each: Packet) -> float:
        """A modem's, in a second. Packets that arrive while another waits are asked for with it if it is granted."""
        rate = packets_per_s / (1 + each.granted * packets_per_s * each.granted_after_ms / 1000)
        waits_s = (alone_ms + each.granted * each.granted_after_ms + (1 - each.granted) * each.dropped_after_ms) / 1000
        return min(rate, 1 / waits_s)

    def surplus(attempts: float) -> float:
        each = packet(attempts, region)
        return modems * packets_asked_for(each) * each.requests / region.opportunities_per_s - attempts

    attempts = root(surplus, modems / region.opportunities / region.maps_to_answer, downwards=collapsed)
    each = packet(attempts, region)
    sent = 1 - packets_asked_for(each) * (1 - each.granted) / packets_per_s
    return Prediction(attempts, each.granted / each.requests, sent, alone_ms + each.granted_after_ms)


def root(function: Callable[[float], float], top: float, downwards: bool) -> float:
    """The least root, or the largest, of a function that is positive at 0 and negative from `top` on."""
    steps = 2000
    places = [top * 1.1 * (step / steps) ** 2 for step in range(steps + 1)]
    changes = [i for i in range(steps) if function(places[i]) > 0 >= function(places[i + 1])]
    chosen = changes[-1 if downwards else 0] if changes else steps - 1
    low, high = places[chosen], places[chosen + 1]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return (low + high) / 2
