"""Scenarios of former schemas, frozen in tests/corpus: they run, and results keep their keys."""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from tests.python import results_keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests/corpus"
VERSIONS = sorted(folder for folder in CORPUS.iterdir() if folder.is_dir())


def run(scenario, folder, *options):
    """results.json of a run."""
    done = subprocess.run([os.environ["DOCSIS_VP_SIM"], "run", scenario, "--quiet", "-o", folder,
                           *options], capture_output=True, text=True, cwd=ROOT)
    if done.returncode != 0:
        raise AssertionError(f"{scenario.relative_to(ROOT)}: {done.stderr.strip()}")
    return json.loads((pathlib.Path(folder) / "results.json").read_text())


def key_paths(value, path=""):
    """Places of all keys below `path`; those of the scenario itself are its own."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path or key != "config":
                yield f"{path}/{key}"
                yield from key_paths(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, path + "[]")


def named(paths):
    """However deep the blocks of a chip are nested, they are alike."""
    return {re.sub(r"(/blocks\[\])+", "/blocks[]", path) for path in paths}


def runs(version):
    """Every scenario of a version, and every case: its name and its results."""
    for scenario in sorted(version.glob("*.json")):
        for case in [None, *json.loads(scenario.read_text()).get("cases", {})]:
            with tempfile.TemporaryDirectory() as folder:
                options = ["--case", case] if case else []
                yield f"{scenario.stem} {case or ''}", run(scenario, folder, *options)


class CorpusTest(unittest.TestCase):
    def test_files_are_as_they_were_frozen(self):
        for version in VERSIONS:
            frozen = dict(reversed(line.split("  ")) for line in
                          (version / "SHA256SUMS").read_text().splitlines())
            found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest()
                     for file in version.iterdir() if file.name != "SHA256SUMS"}
            self.assertEqual(found, frozen, f"{version.name} is frozen: add a file, change none")

    def test_every_scenario_runs_and_no_key_of_its_results_is_gone(self):
        for version in VERSIONS:
            kept = set()
            declared = results_keys.Keys(results_keys.schema())
            for name, results in runs(version):
                declared.add(results)
                with self.subTest(version=version.name, scenario=name):
                    self.assertIsNone(results["error"])
                    self.assertGreater(sum(flow["sent_packets"] for flow in results["service_flows"]), 0)
                    self.assertEqual(f"v{results['schema']}", VERSIONS[-1].name)
                kept.update(named(key_paths(results)))
            self.assertEqual(declared.unknown, [], "keys that are not declared")
            if version == VERSIONS[-1]:
                keys = set((version / "results.keys").read_text().split())
                self.assertEqual(keys - kept, set(), "keys that results of this schema had")


if __name__ == "__main__":
    unittest.main()
