"""python -m docsis_vp.sweeps.guard COMMAND...: runs a command, and ends it when standard input is closed.

The caller keeps the other end of standard input: it closes it, or ends, however that happens. The guard
leads a session, and all processes of the session end.
"""

import os
import select
import signal
import subprocess
import sys

POLL_S = 0.1
GRACE_S = 20  # for jobs of a cluster to be called back


def main(command: list[str]) -> int:
    """The exit status of the command."""
    signal.signal(signal.SIGINT, lambda *_: None)  # the guard sends it to the whole session
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False)
    while process.poll() is None:
        if select.select([sys.stdin], [], [], POLL_S)[0]:
            end(process)
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def end(process: subprocess.Popen) -> None:
    """Snakemake calls back what it submitted. Runs here get the signal themselves: Snakemake would wait
    for their end."""
    os.killpg(0, signal.SIGINT)
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        pass
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
