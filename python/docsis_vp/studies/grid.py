"""A measure over schemes and loads, as claims compare them."""

from collections.abc import Callable

from docsis_vp.studies.outcome import Outcomes
from docsis_vp.studies.study import Claim, Decision, holds_if


def cases(experiment: str, schemes, loads) -> tuple[str, ...]:
    return tuple(f"{experiment}-{scheme}-{load}" for scheme in schemes for load in loads)


class Grid:
    """Means over seeds, scheme by scheme in the order of the loads."""

    def __init__(self, outcomes: Outcomes, experiment: str, of, schemes, loads):
        self.values = {
            scheme: [outcomes.mean(f"{experiment}-{scheme}-{load}", of) for load in loads]
            for scheme in schemes
        }

    def __getitem__(self, scheme: str) -> list[float]:
        return self.values[scheme]

    def all(self) -> list[float]:
        return [value for values in self.values.values() for value in values]

    def text(self, digits: int = 3) -> str:
        return "; ".join(f"{scheme} " + " ".join(f"{value:.{digits}g}" for value in values)
                         for scheme, values in self.values.items())


def rising(values: list[float], slack: float = 0.0) -> bool:
    return all(after >= before - slack for before, after in zip(values, values[1:]))


def falling(values: list[float], slack: float = 0.0) -> bool:
    return rising([-value for value in values], slack)


class Claims(list[Claim]):
    """The claims of a study, in the order in which they are added. `schemes` and `loads` are those of
    a grid that names none."""

    def __init__(self, prefix: str, schemes=(), loads=()):
        super().__init__()
        self.prefix = prefix
        self.schemes = schemes
        self.loads = loads

    def add(self, name: str, statement: str, needed: tuple[str, ...]):
        """The function below it decides."""

        def keep(decide: Callable[[Outcomes], Decision]):
            self.append(Claim(f"{self.prefix}-{name}", statement, needed, decide))
            return decide

        return keep

    def grid(self, name: str, statement: str, experiment: str, of, holds: Callable[[Grid], bool],
             schemes=None, loads=None, digits: int = 3) -> None:
        """Adds a claim on one measure over one experiment."""
        schemes, loads = schemes or self.schemes, loads or self.loads

        def decide(outcomes: Outcomes) -> Decision:
            grid = Grid(outcomes, experiment, of, schemes, loads)
            return holds_if(holds(grid), grid.text(digits))

        self.append(Claim(f"{self.prefix}-{name}", statement, cases(experiment, schemes, loads), decide))
