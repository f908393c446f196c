"""Gate equivalents of a Verilog module: the recipe of docs/area.md, and what its netlist says."""
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "ge.lib"
LATCHES = HERE / "latches.v"


class SynthesisError(Exception):
    """A sentence for the caller of the tool."""


def cell_areas():
    """Hundredths of a gate equivalent of each cell of the library."""
    cells = re.findall(r"cell\((\w+)\)\s*\{\s*area:\s*([\d.]+);", LIBRARY.read_text())
    return {name: round(float(area) * 100) for name, area in cells}


AREAS = cell_areas()
STATE = ("DFF", "LATCH", "LATCHN")


def run_yosys(commands):
    if shutil.which("yosys") is None:
        raise SynthesisError("yosys is missing: apt-get install yosys")
    done = subprocess.run(["yosys", "-q", "-p", commands], capture_output=True, text=True)
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines()
        raise SynthesisError(f"yosys: {lines[-1] if lines else 'failed without a word'}")
    return done.stdout


def yosys_version():
    """As "0.23": builds of one release differ in what follows."""
    if shutil.which("yosys") is None:
        raise SynthesisError("yosys is missing: apt-get install yosys")
    said = subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=True).stdout
    return said.split()[1]


def synthesize(top, sources, parameters=None):
    """The netlist of `top`: a list of cells, each with its kind and its pins' nets. `sources`: files."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "netlist.json"
        files = " ".join(str(source) for source in sources)
        chosen = "".join(f" -chparam {name} {value}" for name, value in (parameters or {}).items())
        run_yosys(f"read_verilog {files}; hierarchy -check -top {top}{chosen}; "
                  f"synth -flatten; dfflibmap -liberty {LIBRARY}; techmap -map {LATCHES}; "
                  f"abc -liberty {LIBRARY}; "
                  f"opt_clean; write_json {output}")
        modules = json.loads(output.read_text())["modules"]
    (module,) = [m for m in modules.values() if m["attributes"].get("top")]
    return list(module["cells"].values())


def synthesize_text(text, top="circuit"):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "circuit.v"
        source.write_text(text)
        return synthesize(top, [source])


def area(cells):
    """In hundredths of a gate equivalent."""
    unknown = {cell["type"] for cell in cells} - AREAS.keys()
    if unknown:
        raise SynthesisError(f"no cell of {LIBRARY.name} makes {', '.join(sorted(unknown))}")
    return sum(AREAS[cell["type"]] for cell in cells)


def flip_flops(cells):
    return sum(cell["type"] == "DFF" for cell in cells)


def longest_path(cells):
    """Kinds of the gates on the longest path between flip-flops, or from or to a port."""
    driver = {}
    for cell in cells:
        if cell["type"] not in STATE:
            driver[cell["connections"]["Y"][0]] = cell
    longest = {}  # of a net: gates up to it, and the net before
    for net in driver:
        stack = [net]
        while stack:
            at = stack[-1]
            pins = driver[at]["connections"]
            inputs = [bits[0] for pin, bits in pins.items() if pin != "Y"]
            missing = [bit for bit in inputs if bit in driver and bit not in longest]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            before = max(inputs, key=lambda bit: longest.get(bit, (0, None))[0])
            longest[at] = (longest.get(before, (0, None))[0] + 1, before)
    if not longest:
        return []
    net = max(longest, key=lambda bit: longest[bit][0])
    kinds = []
    while net in longest:
        kinds.append(driver[net]["type"])
        net = longest[net][1]
    return kinds[::-1]
