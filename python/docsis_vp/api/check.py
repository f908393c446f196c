"""check(): a scenario with all defaults."""

import os
from dataclasses import dataclass

from docsis_vp.api.record import Record
from docsis_vp.api.scenario import Changes, Scenario, changes_in, scenario_of
from docsis_vp.program import find
from docsis_vp.signals import keyboard_heeded
from docsis_vp.simulator import Simulator, changes_of, without_prefix


@dataclass(frozen=True)
class Checked:
    """A scenario that holds."""

    configuration: Record  # with all defaults
    notes: tuple[str, ...]  # on options without effect, a line each


def check(scenario: Scenario, *, set: Changes | None = None, case: str | None = None,
          program: str | os.PathLike | None = None) -> Checked:
    """Validates a scenario and gives it with all defaults. Nothing is simulated.

    The parameters are those of run(). Throws InputError, whose `file`, `line` and `key` say where.
    """
    options = () if case is None else ("--case", case)
    with keyboard_heeded():
        configuration, notes = Simulator(find(program)).check(
            scenario_of(scenario), changes_of(changes_in(set)), options)
    return Checked(Record(configuration), without_prefix(notes))
