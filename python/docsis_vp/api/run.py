"""run(): one simulation."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docsis_vp import jsonfile
from docsis_vp.api.folder import Folder
from docsis_vp.api.record import Record
from docsis_vp.api.scenario import Changes, Scenario, changes_in, scenario_of
from docsis_vp.api.table import CsvTable, Table
from docsis_vp.errors import InputError, RunFailed
from docsis_vp.flatten import flattened
from docsis_vp.program import find
from docsis_vp.signals import keyboard_heeded
from docsis_vp.simulator import Simulator, changes_of, without_prefix

if TYPE_CHECKING:
    import pandas

PACKETS = "packets.csv.gz"


class Result(Record):
    """results.json, whose keys are attributes, and the other files of a run. docs/results-reference.md says what
    each key is."""

    __slots__ = ("_folder", "notes", "summary", "_has_packets", "__dict__")

    def __init__(self, values: dict[str, Any], folder: Folder, has_packets: bool, summary: str,
                 notes: tuple[str, ...]):
        super().__init__(values)
        self._folder = folder
        self._has_packets = has_packets
        self.summary: str = summary  # as docsis-vp run prints it
        self.notes: tuple[str, ...] = notes  # on options without effect, a line each

    @property
    def folder(self) -> Path:
        """Where the files are. Without run(folder=...) they go with the last object that uses them."""
        return self._folder.path

    @cached_property
    def timeseries(self) -> Table:
        """timeseries.csv: a row for each service flow every stats.queue_interval_s, and for each TCP flow every
        stats.tcp_interval_s."""
        return CsvTable(self.folder / "timeseries.csv", self._folder)

    @cached_property
    def packets(self) -> Table:
        """A row for each packet (docs/packets.md). Throws InputError: run() was called without packets."""
        if not self._has_packets:
            raise InputError("packets: were not recorded, expected run(..., packets=True)")
        return CsvTable(self.folder / PACKETS, self._folder)

    def table(self, part: str = "service_flows") -> Table:
        """A row for each element of an array of results.json, such as service_flows, flows or cpus. Columns are
        its keys, those of objects inside joined by dots; a cell may be a list. Throws InputError."""
        values = self._values.get(part)
        if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
            parts = [key for key, value in self._values.items()
                     if isinstance(value, list) and value and isinstance(value[0], dict)]
            raise InputError(f"{part}: expected one of {', '.join(parts)}")
        rows = [flattened(value, leave_out=()) for value in values]
        names = dict.fromkeys(name for row in rows for name in row)
        return Table({name: [row.get(name) for row in rows] for name in names})

    def to_pandas(self, part: str = "service_flows") -> "pandas.DataFrame":
        """table(part) as a DataFrame. Throws InputError, PandasMissing."""
        return self.table(part).to_pandas()

    def __repr__(self) -> str:
        return f"<Result of {self['scenario']}, seed {self['seed']}, {self['simulated_s']} s, in {self.folder}>"

    def __reduce__(self):
        raise TypeError("a Result cannot be pickled, its files belong to this process: result.to_dict() can")


class SimulationFailed(RunFailed):
    """The simulated system failed, as firmware that traps; or the program was ended. The text says why."""

    def __init__(self, message: str, result: Result | None):
        super().__init__(message)
        self.result = result  # up to the failure; None: the program left none


def run(scenario: Scenario, *, set: Changes | None = None, seed: int | None = None, case: str | None = None,
        duration_s: float | None = None, firmware: str | os.PathLike | None = None,
        packets: bool | Sequence[str] = False, folder: str | os.PathLike | None = None,
        options: Sequence[str | os.PathLike] = (), program: str | os.PathLike | None = None) -> Result:
    """Simulates a scenario and returns its results.

    scenario: the path of a file, or what would stand in one as a dict. Relative paths in a dict count from the
        working directory.
    set: changes to keys: {"service_flows.us0.aqm.target_ms": 5}.
    seed, case, duration_s, firmware: as the options of docsis-vp run; None: what the scenario says.
    packets: also records each packet, or only those that fit filters such as "flow=upload" (docs/packets.md).
    folder: for results.json, timeseries.csv and packets; made if it is not there. None: a temporary one.
    options: more options of docsis-vp run: ["--capture", "run.pcapng"].
    program: docsis-vp-sim or docsis-vp; None: find() looks for it.

    Throws InputError, whose `file`, `line` and `key` say where, and SimulationFailed. An interrupt ends the
    simulation. Threads may run several at a time.
    """
    simulator = Simulator(find(program))
    source, changes = scenario_of(scenario), changes_of(changes_in(set))
    place = Folder(folder, "run")
    words = [*words_of(seed=seed, case=case, duration=duration_s, firmware=firmware), *packet_options(packets, place),
             "--no-console", *(os.fsdecode(option) for option in options)]
    message = None
    with keyboard_heeded():
        before = stamp(place)
        try:
            output, notes = simulator.simulate(source, place.path, changes, tuple(words))
        except RunFailed as error:
            output, notes, message = "", [], str(error)
    if message is not None and stamp(place) == before:  # nothing new is there
        raise SimulationFailed(message, None)
    results = jsonfile.read_own(place.path / "results.json")
    result = Result(results, place, packets is not False, summary_in(output, place), without_prefix(notes))
    if message is not None:
        raise SimulationFailed(message, result)
    return result


def words_of(**values: Any) -> list[str]:
    """Options with their values; None: not given."""
    return [f"--{name}={os.fsdecode(value) if isinstance(value, os.PathLike) else value}"
            for name, value in values.items() if value is not None]


def packet_options(packets: bool | Sequence[str], place: Folder) -> list[str]:
    if packets is False:
        return []
    if isinstance(packets, str):
        packets = [packets]
    filters = [] if packets is True else [f"--packets-filter={each}" for each in packets]
    return ["--packets", str(place.path / PACKETS), *filters]


def stamp(place: Folder) -> tuple | None:
    """Tells a results.json from one that was there before."""
    try:
        found = (place.path / "results.json").stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def summary_in(output: str, place: Folder) -> str:
    """Without the names of files, which the folder has."""
    lines = [line for line in output.splitlines() if not line.startswith(f"  {place.path}/")]
    return "\n".join(lines).strip("\n") + "\n"
