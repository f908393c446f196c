"""The closed model of contention, beside a simulation of the same rules and what has a closed form."""

import math
import random
import unittest

from docsis_vp.contention import MAX_RETRIES, Region, packet, predict

ALONE_MS = 6.0


def simulated(modems: int, region: Region, maps: int) -> tuple[float, float]:
    """Share of requests that are heard, and mean delay of the last request behind the first in ms. A modem has
    a packet about once a second; it draws from the first region behind the arrival."""
    chance = random.Random(1)
    due: dict[int, list[tuple[int, int, int]]] = {}  # by region: modem, attempt, first region

    def draw(modem: int, attempt: int, earliest: int, first: int) -> None:
        at = earliest + chance.randrange(region.window(attempt)) // region.opportunities
        due.setdefault(at, []).append((modem, attempt, first))

    def idle(modem: int, now: int) -> None:
        earliest = now + 1 + int(chance.expovariate(1) * 1000 / region.map_interval_ms)
        draw(modem, 0, earliest, earliest)

    for modem in range(modems):
        idle(modem, 0)
    requests, heard, delay_maps = 0, 0, 0
    for now in range(maps):
        at: dict[int, list[tuple[int, int, int]]] = {}
        for each in due.pop(now, []):
            at.setdefault(chance.randrange(region.opportunities), []).append(each)
        for meeting in at.values():
            requests += len(meeting)
            if len(meeting) == 1:
                (modem, _, first), = meeting
                heard += 1
                delay_maps += now - first
                idle(modem, now)
                continue
            for modem, attempt, first in meeting:
                if attempt == MAX_RETRIES:
                    idle(modem, now)
                else:
                    draw(modem, attempt + 1, now + region.maps_to_answer, first)
    return heard / requests, delay_maps / heard * region.map_interval_ms


class Model(unittest.TestCase):
    def test_a_modem_alone_is_heard_at_once(self):
        prediction = predict(1, 0.001, Region(), ALONE_MS)
        self.assertAlmostEqual(prediction.heard, 1, delta=1e-5)
        self.assertAlmostEqual(prediction.delay_ms, ALONE_MS, delta=1e-3)
        self.assertEqual(prediction.sent, 1)

    def test_windows_double_up_to_the_largest(self):
        region = Region(backoff_start=2, backoff_end=5)
        self.assertEqual([region.window(attempt) for attempt in range(6)], [4, 8, 16, 32, 32, 32])
        # Two MAPs until the answer is known, and half of what 8 opportunities take behind the first MAP.
        self.assertEqual(region.wait_ms(1), (2 + 0.5) * 2)

    def test_with_wide_windows_it_is_slotted_aloha(self):
        each = packet(0.3, Region(backoff_start=15, backoff_end=15))
        self.assertAlmostEqual(each.requests, math.exp(0.3), delta=1e-3)
        self.assertAlmostEqual(each.granted, 1, delta=1e-8)

    def test_agrees_with_a_simulation_of_the_rules(self):
        for modems, backoff_end in ((100, 8), (500, 8), (600, 11)):
            region = Region(backoff_end=backoff_end)
            heard, delay_ms = simulated(modems, region, 15_000)
            prediction = predict(modems, 1, region, ALONE_MS)
            self.assertAlmostEqual(prediction.heard, heard, delta=0.03, msg=f"{modems} modems")
            self.assertAlmostEqual(prediction.delay_ms - ALONE_MS, delay_ms, delta=0.15 * delay_ms + 0.1, msg=f"{modems} modems")

    def test_a_channel_may_have_two_states(self):
        least, most = (predict(600, 1, Region(backoff_end=8), ALONE_MS, collapsed) for collapsed in (False, True))
        self.assertGreater(least.sent, 0.999)
        self.assertLess(most.sent, 0.5)
        wide = [predict(600, 1, Region(backoff_end=11), ALONE_MS, collapsed) for collapsed in (False, True)]
        self.assertAlmostEqual(wide[0].attempts, wide[1].attempts)

    def test_knows_no_first_window_below_the_region(self):
        self.assertIsNone(predict(10, 1, Region(opportunities=5), ALONE_MS))


if __name__ == "__main__":
    unittest.main()
