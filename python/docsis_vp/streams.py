"""Standard input, output and error of the process."""

import errno
import os
import sys

# Errors of a write. Errors of files name the file.
CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def open_standard_streams() -> None:
    """Opens /dev/null in place of those that are closed. Otherwise the next file that is opened takes
    the place, and what is printed goes into it. What has no character there is printed as its code."""
    for number, (name, mode) in enumerate(STREAMS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8"))
    sys.stdout.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """For a standard output that cannot be written: the rest of the buffer must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
