"""Errors that a user can cause."""


class InputError(Exception):
    """Bad usage or input: one line that names file, place and expectation. Exit status 2."""


class RunFailed(Exception):
    """A simulation did not come to its end; the text is its own line of error."""
