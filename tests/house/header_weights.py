"""Counts the lines that a compiler reads for a header of ours, with all of its includes.

usage: python3 -m tests.house.header_weights [HEADER...]    from the project's root

Prints every header that many sources include: lines, limit, sources. With HEADER, also what each
of its includes costs: lines in all, and lines that nothing else there brings.

The compiler preprocesses each header from outside once, alone, and ours once, together. Lines are
those that are not blank, by the file that they come from. A header has the lines of all files that
it reaches, each once. This takes 1.5 s for all of ours; the compiler's own count for each header,
which takes 11 s, differs by at most 13 lines.
"""
import collections
import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# A header that more sources include is judged.
MANY = 50
# Most lines, and the headers and folders that may have them. The longest name that matches a path
# decides; "" is every other header.
LIMITS = {
    400: ["models/aqm", "models/area/gates.h", "models/area/primitive.h",
          "models/docsis/scheduling.h", "models/queue/packet_tally.h", "platform/base/clock.h",
          "platform/base/time.h", "platform/base/tos.h", "platform/cpu/cpu_debugger.h",
          "platform/cpu/instruction_list.h"],
    32_000: [""],
    45_000: ["models/cm/burst_builder/grant_table.h", "models/cm/modem/modem_config.h",
             "models/cm/shaper/flow_release.h",
             "models/cmts/config.h", "models/cmts/downstream_scheduler.h",
             "models/cmts/grant_series.h", "models/docsis/rf.h", "models/queue/gates.h",
             "system/scenario/fields", "system/scenario/read/load.h",
             "system/scenario/schema/table.h",
             "tests/support/temporary_folder.h", "tests/system/runs/run.h"],
    # <systemc> alone has 57 000, <tlm> 61 000.
    66_000: ["models/cm/queue_memory/queue_memory.h", "platform/bus/transport.h",
             "platform/irq/interrupt_sink.h", "platform/kernel/agenda.h",
             "platform/kernel/kernel_time.h"],
    80_000: ["models/cm/classifier/classifier.h", "models/cm/lan_port/lan_port.h",
             "models/cm/managed_queue/managed_queue.h", "models/cm/resequencer/resequencer.h",
             "models/cm/shaper/shaper.h", "models/cm/transmit_queue/transmit_queue.h",
             "platform/bus", "platform/console/console.h", "platform/console/exit_device.h",
             "platform/irq/plic.h", "platform/cpu/cpu.h",
             "platform/cpu/cpu_scheduler.h",
             "platform/memory/memory.h",
             "platform/kernel/instant_sequencer.h"],
    94_000: ["models/cm/aqm_engine/aqm_engine.h", "models/cm/aqm_engine/aqm_registers.h",
             "models/cm/burst_builder/burst_builder.h",
             "models/cm/ingress_hold/ingress_hold.h", "models/cm/map_parser/map_parser.h",
             "models/cm/modem/modem.h",
             "models/cm/modem/queue_status.h", "models/cm/request_engine/request_engine.h",
             "models/cm/transmit_queue/transmit_staging.h",
             "models/cm/verdict_port/verdict_port.h", "models/cmts/downstream.h"],
    # With the keys of all results, in templates that one source instantiates.
    96_000: ["system/assembly/system.h"],
}
# The major version of GCC's standard library that limits were measured with.
LIBRARY = 12

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
# Not ours to judge: what is built or hidden, and projects of their own.
SKIPPED = ("build", "out", "examples")


class CompilerError(Exception):
    pass


@dataclasses.dataclass
class Header:
    path: str
    sources: int  # that include it
    lines: int
    includes: list  # (what it names, lines, lines that nothing else there brings), heaviest first


class Preprocessor:
    """`command` is a compiler and its options; headers are found from `root` on."""

    def __init__(self, command, root):
        self.command = [*shlex.split(command), "-std=c++17", "-E", "-x", "c++", "-I.", "-"]
        self.root = root

    def read(self, text):
        done = subprocess.run(self.command, cwd=self.root, input=text, capture_output=True, text=True)
        if done.returncode != 0:
            raise CompilerError(f"{' '.join(self.command)}: {done.stderr.strip()}")
        return done.stdout

    def lines_by_file(self, includes):
        """Lines that are not blank, by the file that they come from."""
        counts = collections.Counter()
        file = ""
        for line in self.read("".join(f"#include {each}\n" for each in includes)).splitlines():
            if line.startswith("# "):
                file = os.path.normpath(line.split('"')[1])
                counts[file] += 0
            elif line and not line.isspace():
                counts[file] += 1
        return counts

    def library(self):
        """The major version of GCC's standard library."""
        return self.read("#include <cstddef>\n_GLIBCXX_RELEASE\n").splitlines()[-1]


def read_includes(root):
    """Includes of every header and source, as "path/from/root.h" or <vector>, by its path."""
    found = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [each for each in folders if each[0] != "." and each not in SKIPPED]
        for name in files:
            if name.endswith((".h", ".c", ".cpp")):
                path = pathlib.Path(folder, name)
                text = path.read_text(errors="replace")
                found[str(path.relative_to(root))] = [
                    f"<{header}>" if mark == "<" else header for mark, header in INCLUDE.findall(text)]
    # Firmware finds its headers below fw/include.
    def resolved(name):
        below = f"fw/include/{name}"
        return below if name not in found and below in found else name
    return {file: list(map(resolved, includes)) for file, includes in found.items()}


class Tree:
    def __init__(self, root, compiler):
        self.includes = read_includes(root)
        self.reached = {}
        self.preprocessor = Preprocessor(compiler, root)

    def reach(self, file):
        """All that a file includes, itself with it."""
        if file not in self.reached:
            reached = {file}
            waiting = [file]
            while waiting:
                for each in self.includes.get(waiting.pop(), []):
                    if each not in reached:
                        reached.add(each)
                        waiting.append(each)
            self.reached[file] = reached
        return self.reached[file]

    def headers(self, many=MANY):
        """Headers of ours that more than so many sources include, the heaviest first."""
        sources = collections.Counter()
        for file in self.includes:
            if not file.endswith(".h"):
                sources.update(self.reach(file))
        judged = [file for file, users in sources.items()
                  if users > many and file.endswith(".h") and file in self.includes]
        weight = self.weigh(judged)
        headers = [Header(file, sources[file], weight([file]), self.costs(file, weight))
                   for file in judged]
        return sorted(headers, key=lambda header: (-header.lines, header.path))

    def weigh(self, headers):
        """A function that gives the lines of some includes together."""
        reached = set().union(*map(self.reach, headers))
        outside = sorted(each for each in reached if each.startswith("<"))
        ours = sorted(each for each in reached if each in self.includes)
        with ThreadPoolExecutor(2) as pool:
            counted = pool.map(self.preprocessor.lines_by_file,
                               [[f'"{each}"' for each in ours], *([each] for each in outside)])
            lines = next(counted)
            files = {each: [each] for each in ours}
            for each, counts in zip(outside, counted):
                files[each] = counts.keys()
                for file, count in counts.items():
                    if file not in self.includes:
                        lines[file] = max(lines[file], count)

        def weight(includes):
            reached = set().union(*map(self.reach, includes))
            return sum(lines[file] for file in
                       set().union(*(files.get(each, ()) for each in reached)))
        return weight

    def costs(self, file, weight):
        includes = self.includes[file]
        return sorted(((each, weight([each]),
                        weight(includes) - weight([other for other in includes if other != each]))
                       for each in includes), key=lambda cost: -cost[1])


def limit_of(path, limits=LIMITS):
    matching = [(len(name), limit) for limit, names in limits.items() for name in names
                if not name or path == name or path.startswith(name + "/")]
    return max(matching)[1]


def described(header):
    return [f"  {name}: {lines} lines, {alone} that nothing else there brings"
            for name, lines, alone in header.includes]


def too_heavy(headers, limits=LIMITS):
    """A text for each header above its limit."""
    return ["\n".join([f"{header.path}: {header.lines} lines, limit {limit_of(header.path, limits)}, "
                       f"in {header.sources} sources; its heaviest includes:", *described(header)[:5]])
            for header in headers if header.lines > limit_of(header.path, limits)]


def main(arguments):
    headers = Tree(pathlib.Path.cwd(), os.environ.get("DOCSIS_VP_CXX", "c++")).headers()
    by_path = {header.path: header for header in headers}
    for path in arguments:
        if path not in by_path:
            print(f"header_weights: {path}: expected a header that more than {MANY} sources include",
                  file=sys.stderr)
            sys.exit(2)
    for header in map(by_path.get, arguments) if arguments else headers:
        print(f"{header.lines:6} of {limit_of(header.path):6} lines {header.sources:4} sources"
              f"  {header.path}")
        if arguments:
            print("\n".join(described(header)))


if __name__ == "__main__":
    main(sys.argv[1:])
