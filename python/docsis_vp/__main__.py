"""python -m docsis_vp COMMAND [ARGUMENT]...: the launcher docsis-vp hands over to this."""

from docsis_vp.signals import Interrupted, end_on_stop_signals, raise_on_stop_signals, status_of

if __name__ == "__main__":
    end_on_stop_signals()  # the rest takes its time to load

import importlib
import pkgutil
import signal
import sys

from docsis_vp import commands, streams
from docsis_vp.errors import InputError

DONE, FAILED, BAD_INPUT = 0, 1, 2
NOBODY_READS = status_of(signal.SIGPIPE)


def main(arguments: list[str]) -> int:
    known = [module.name for module in pkgutil.iter_modules(commands.__path__)]
    try:
        if not arguments or arguments[0] not in known:
            given = f'unknown command "{arguments[0]}"' if arguments else "a command is missing"
            raise InputError(f"{given}, expected one of: {', '.join(known)}")
        command = importlib.import_module(f"docsis_vp.commands.{arguments[0]}")
        return command.main(arguments[1:])
    except InputError as error:
        print(f"docsis-vp: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        if error.filename is None:  # of no file: run() says of what
            raise
        print(f"docsis-vp: {error.filename}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except MemoryError:
        print("docsis-vp: the memory of this machine does not suffice", file=sys.stderr)
        return FAILED


def run(arguments: list[str]) -> int:
    """main() in a process of its own, and what only that can meet: signals, and a standard output that
    nobody reads or that takes nothing."""
    status = DONE
    try:
        raise_on_stop_signals()
        try:
            status = main(arguments)
        except SystemExit as end:  # of --help
            status = end.code or DONE
        sys.stdout.flush()
    except Interrupted as end:
        print(f"docsis-vp: ended by {end.name}; the same command goes on from here", file=sys.stderr)
        return end.status
    except BrokenPipeError:
        streams.discard_output()
        return NOBODY_READS
    except OSError as error:
        what = "standard output" if error.errno in streams.CANNOT_WRITE else "system"
        streams.discard_output()
        if status == DONE:
            print(f"docsis-vp: {what}: {error.strerror}", file=sys.stderr)
        return status or BAD_INPUT
    return status


if __name__ == "__main__":
    streams.open_standard_streams()
    sys.exit(run(sys.argv[1:]))
