"""A DOCSIS cable modem and CMTS in simulation, from Python.

    import docsis_vp
    result = docsis_vp.run("scenarios/quickstart.json", set={"service_flows.us0.aqm.target_ms": 5})
    result.service_flows["us0"].queue_delay_ms.p99
    result.timeseries.to_pandas()

run() simulates a scenario, check() gives it with all defaults, sweep() runs it over axes of values. Each calls
the program docsis-vp-sim: docs/python.md says where it is looked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docsis_vp.api.check import Checked, check
    from docsis_vp.api.record import Record, Records
    from docsis_vp.api.run import Result, SimulationFailed, run
    from docsis_vp.api.sweep import SweepResult, sweep
    from docsis_vp.api.table import PandasMissing, Table
    from docsis_vp.errors import DocsisVpError, InputError, RunFailed
    from docsis_vp.program import ProgramMissing

# Loaded when it is used: the commands of docsis-vp need a part only, and must begin at once.
MODULES = {
    "api.check": ("Checked", "check"),
    "api.record": ("Record", "Records"),
    "api.run": ("Result", "SimulationFailed", "run"),
    "api.sweep": ("SweepResult", "sweep"),
    "api.table": ("PandasMissing", "Table"),
    "errors": ("DocsisVpError", "InputError", "RunFailed"),
    "program": ("ProgramMissing",),
}

__all__ = [
    "Checked", "DocsisVpError", "InputError", "PandasMissing", "ProgramMissing", "Record", "Records", "Result",
    "RunFailed", "SimulationFailed", "SweepResult", "Table", "check", "run", "sweep",
]


def __getattr__(name: str):
    import importlib

    for module, names in MODULES.items():
        if name in names:
            value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
