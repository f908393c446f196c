"""The launcher docsis-vp in an installation and a home directory of its own, without a network."""

import functools
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.python.codesign_folder import SCENARIO

ROOT = Path(__file__).parents[2]


@functools.cache
def without_network() -> tuple[str, ...]:
    """Words before a command that leave it no network at all, where the system permits that."""
    for words in (("unshare", "--net"), ("unshare", "--map-root-user", "--net")):
        if shutil.which("unshare"):
            if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
                return words
    return ()


class LauncherTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="docsis-vp-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.prefix = self.folder / "usr"
        (self.prefix / "bin").mkdir(parents=True)
        self.python = self.prefix / "share/docsis-vp/python"
        self.python.mkdir(parents=True)
        shutil.copy(ROOT / "app/docsis-vp", self.prefix / "bin")
        (self.prefix / "bin/docsis-vp-sim").symlink_to(os.environ["DOCSIS_VP_SIM"])
        (self.python / "docsis_vp").symlink_to(ROOT / "python/docsis_vp")
        for lock in (ROOT / "python").glob("requirements-*.lock"):
            shutil.copy(lock, self.python)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.pip_log = self.folder / "pip.log"
        # Nobody listens to this port. pip writes its log before anything else.
        self.environment = {key: os.environ[key] for key in ("PATH", "LANG", "ASAN_OPTIONS") if key in os.environ} | {
            "HOME": str(self.home), "PIP_LOG": str(self.pip_log), "PIP_INDEX_URL": "http://127.0.0.1:9/",
            "PIP_RETRIES": "0"}
        self.write("modem.json", SCENARIO)

    def write(self, name: str, value) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(value), encoding="utf-8")
        return path

    def call(self, *arguments: str) -> tuple[int, str, str]:
        process = subprocess.run(
            [*without_network(), self.prefix / "bin/docsis-vp", *arguments],
            env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False)
        return process.returncode, process.stdout, process.stderr

    def environments(self) -> list[Path]:
        return [path for path in self.home.glob(".cache/docsis-vp/python-*") if path.is_dir()]
