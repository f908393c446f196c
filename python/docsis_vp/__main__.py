"""python -m docsis_vp COMMAND [ARGUMENT]...: the launcher docsis-vp hands over to this."""

import importlib
import pkgutil
import signal
import sys

from docsis_vp import commands
from docsis_vp.errors import InputError

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


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
        print(f"docsis-vp: {error.filename or 'system'}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("docsis-vp: interrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
