"""show what differs between two results, sweeps, or campaigns of codesign"""

from pathlib import Path

from docsis_vp.compare.differences import Difference, differences, lines
from docsis_vp.compare.load import EXPECTED, load, runs_of
from docsis_vp.errors import InputError
from docsis_vp.usage import Parser, path

MOST = 40  # differences shown of each kind


def meanings_of(found: list[Difference], meanings: dict[str, str]) -> list[str]:
    """Returns meanings of the figures shown, each once, in their order."""
    return [*dict.fromkeys(meanings[each.key] for each in found if meanings.get(each.key))]


def main(arguments: list[str]) -> int:
    parser = Parser(prog="docsis-vp compare", description=__doc__)
    for name in ("first", "second"):
        parser.add_argument(name, type=path, help=f"{EXPECTED}, or their folder")
    parser.add_argument("--all", action="store_true", help=f"show all differences, not only {MOST} of each kind")
    options = parser.parse_args(arguments)
    first, second = load(options.first), load(options.second)
    if first.kind != second.kind:
        raise InputError(f"{second.path}: expected results of a {first.kind}, as {first.path}")
    print(f"first   {first.path}\nsecond  {second.path}\nChanges are in % of the first.")
    most = None if options.all else MOST
    for title, one, other in (
        ("What was run", *runs_of(first, second)),
        ("What was measured", first.measured, second.measured),
    ):
        found = differences(one, other)
        total = len(one.keys() | other.keys())
        print(f"\n{title}: {len(found)} of {total} differ")
        if found:
            print("\n".join(lines(found, most)))
    told = meanings_of(found[:most], first.meanings | second.meanings)
    if told:
        print("\nWhat the figures mean:")
        print("\n".join(f"  {each}" for each in told))
    return 0
