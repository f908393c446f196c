"""Where a run leaves its files."""

import os
import shutil
import tempfile
import weakref
from pathlib import Path


class Folder:
    """The user's folder, which stays, or one that goes with the last object that has its files."""

    def __init__(self, path: str | os.PathLike | None, purpose: str):
        if path is not None:
            self.path = Path(path).absolute()
            return
        self.path = Path(tempfile.mkdtemp(prefix=f"docsis-vp-{purpose}-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
