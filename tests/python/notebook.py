"""docs/tutorials/notebook.ipynb is executed; its cells print what stands in it. With --write it gets what they print."""

import sys
import unittest
from pathlib import Path

import nbclient
import nbformat

PATH = Path(__file__).parents[2] / "docs/tutorials/notebook.ipynb"
TIMEOUT_S = 120


def executed():
    notebook = nbformat.read(PATH, as_version=4)
    nbclient.NotebookClient(notebook, timeout=TIMEOUT_S, kernel_name="python3",
                            resources={"metadata": {"path": str(PATH.parent)}}).execute()
    return notebook


def texts(cell) -> list:
    """Pictures differ from one version of matplotlib to the next."""
    return [each["text"] if each.output_type == "stream" else each["data"].get("text/plain")
            for each in cell.outputs if each.output_type == "stream" or "image/png" not in each.get("data", {})]


class Notebook(unittest.TestCase):
    def test_prints_what_stands_in_it(self):
        made = executed()
        for cell, stored in zip(made.cells, nbformat.read(PATH, as_version=4).cells):
            if cell.cell_type == "code":
                self.assertEqual(texts(cell), texts(stored), cell.source)
        plots = [output for cell in made.cells for output in cell.get("outputs", [])
                 if "image/png" in output.get("data", {})]
        self.assertEqual(len(plots), 1)


def write() -> None:
    notebook = executed()
    for cell in notebook.cells:
        cell.metadata.clear()
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [each for each in cell.outputs if "image/png" not in each.get("data", {})]
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None
    notebook.metadata.language_info = {"name": "python"}
    nbformat.write(notebook, PATH)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
