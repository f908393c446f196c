"""The figures of docs/codesign.md on headers moved by DMA are those that the example's suite asserts."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = (ROOT / "examples/custom-dma/custom_dma_test.cpp").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/codesign.md").read_text(encoding="utf-8")
SECTION = re.split(r"^## ", PAGE.split("## A block of your own: headers moved by DMA")[1], flags=re.MULTILINE)[0]


def asserted() -> list[tuple[int, ...]]:
    """Headers, cycles by the CPU, cycles with the engine."""
    table = SUITE.split("kCosts[] = {")[1].split(";")[0]
    return [tuple(map(int, row)) for row in re.findall(r"\{(\d+), (\d+), (\d+)\}", table)]


class Figures(unittest.TestCase):
    def test_of_the_table(self):
        rows = [line.strip("|").split("|") for line in SECTION.splitlines() if line.startswith("|")]
        headers, _, by_cpu, by_engine = ([cell.strip() for cell in row] for row in rows)
        columns = zip(headers[1:], by_cpu[1:], by_engine[1:], strict=True)
        self.assertEqual([tuple(map(int, column)) for column in columns], asserted())

    def test_of_the_conclusion(self):
        (_, cpu_1, engine_1), *_ = rows = asserted()
        per_header = (rows[-1][1] - cpu_1) // (rows[-1][0] - 1)
        per_descriptor = (rows[-1][2] - engine_1) // (rows[-1][0] - 1)
        per_interrupt = engine_1 - per_descriptor
        for count, by_cpu, by_engine in rows:
            self.assertEqual(by_cpu, cpu_1 + (count - 1) * per_header)
            self.assertEqual(by_engine, per_interrupt + count * per_descriptor)
        eight = next(row for row in rows if row[0] == 8)
        cycles = sum(map(int, re.findall(r"\d+", SUITE.split("kCyclesPerHeader = ")[1].split(";")[0])))
        text = " ".join(SECTION.split())
        for sentence in (
                f"A header costs the CPU {per_header} cycles. The engine costs it {per_interrupt} cycles for each "
                f"interrupt and {per_descriptor} for each descriptor.",
                f"the engine saves {cpu_1 - engine_1} cycles of {cpu_1}.",
                f"the {cycles} cycles that the engine takes for a header.",
                f"with 8 headers the engine saves {eight[1] - eight[2]} cycles of {eight[1]}."):
            self.assertIn(sentence, text)


if __name__ == "__main__":
    unittest.main()
