"""show the drops of a run's packets: a log, and histograms of run lengths and of drops in a number of packets"""

import collections
import csv
import gzip
import statistics
import zlib
from pathlib import Path
from typing import NamedTuple

from docsis_vp.csvfile import csv_text
from docsis_vp.errors import InputError
from docsis_vp.outputs import is_same
from docsis_vp.usage import Parser, path, positive

COLUMNS = ("packet", "flow", "modem", "service_flow", "outcome", "cause", "judged_ps", "dropped_ps")
LOG = ["modem", "service_flow", "flow", "packet", "judged_ps", "dropped_ps", "run_length"]
EDGES = (1, 2, 5)  # of bins, in each decade
BAR = 40  # characters
PACKETS = 1000  # appendix B of cablelabs-2014


class Judged(NamedTuple):
    """A packet on which the law of its queue decided."""

    at_ps: int
    packet: int
    flow: str
    dropped_ps: str  # empty: the law let it pass


def read(file: Path) -> dict[tuple[str, str], list[Judged]]:
    """The packets of each service flow, by modem and name, in the order of their verdicts."""
    queues = collections.defaultdict(list)
    opened = gzip.open if file.suffix == ".gz" else open
    table = None
    try:
        with opened(file, "rt", encoding="utf-8", newline="") as rows:
            table = csv.DictReader(rows)
            missing = [name for name in COLUMNS if name not in (table.fieldnames or ())]
            if missing:
                raise InputError(f"{file}: expected the table of run --packets, has no column {missing[0]}", file=str(file))
            for row in table:
                if any(row[name] is None for name in COLUMNS):
                    raise ValueError("a row has fewer cells than the table has columns")
                # Packets that found no room are no decision of the law.
                if row["judged_ps"] and row["cause"] != "buffer_full":
                    by_law = row["cause"] == "aqm"
                    queues[row["modem"], row["service_flow"]].append(
                        Judged(int(row["judged_ps"]), int(row["packet"]), row["flow"], row["dropped_ps"] if by_law else ""))
    except (UnicodeDecodeError, csv.Error, ValueError, TypeError, EOFError, gzip.BadGzipFile, zlib.error):
        line = max(table.line_num, 1) if table else 1
        raise InputError(f"{file}:{line}: expected a row of the table of run --packets", file=str(file), line=line) from None
    for packets in queues.values():
        packets.sort()
    return dict(sorted(queues.items()))


def run_lengths(packets: list[Judged]) -> list[int]:
    """Packets from one drop to the next, that one included; from the first drop on."""
    places = [place for place, each in enumerate(packets) if each.dropped_ps]
    return [after - before for before, after in zip(places, places[1:])]


def drops_in(packets: list[Judged], window: int) -> list[int]:
    """Drops in each `window` packets; the rest behind the last whole window does not count."""
    return [sum(bool(each.dropped_ps) for each in packets[begin:begin + window])
            for begin in range(0, len(packets) - window + 1, window)]


def bins(values: list[int]) -> list[tuple[str, int]]:
    """Counts of 0, and between the edges 1, 2, 5, 10, ..., from the first value to the last."""
    edges = [0] + [edge * 10**decade for decade in range(len(str(max(values, default=0))) + 1) for edge in EDGES]
    counts = [(low, high, sum(low <= value < high for value in values)) for low, high in zip(edges, edges[1:])]
    used = [place for place, (_, _, count) in enumerate(counts) if count]
    return [(str(low) if high == low + 1 else f"{low}-{high - 1}", count)
            for low, high, count in (counts[used[0]:used[-1] + 1] if used else [])]


def histogram(title: str, values: list[int]) -> list[str]:
    lines = [f"  {title}: mean {statistics.fmean(values):.2f}, median {statistics.median(values):g}, "
             f"least {min(values)}, most {max(values)}"]
    most = max(count for _, count in bins(values))
    return lines + [f"    {name:>13} {count:8}  {'#' * round(BAR * count / most)}".rstrip() for name, count in bins(values)]


def shown(name: tuple[str, str], packets: list[Judged], window: int) -> list[str]:
    drops = sum(bool(each.dropped_ps) for each in packets)
    lines = [f"{name[1] or 'no service flow'} of {name[0]}: the law judged {len(packets)} packets and dropped {drops}, "
             f"{100 * drops / len(packets):.3f} %"]
    lengths, counts = run_lengths(packets), drops_in(packets, window)
    if lengths:
        lines += histogram("packets from drop to drop (run length)", lengths)
    if drops and counts:
        lines += histogram(f"drops in {window} packets", counts)
    return lines


def log_rows(name: tuple[str, str], packets: list[Judged]) -> list[list]:
    """A row for each drop; the first one has no run length."""
    dropped = [each for each in packets if each.dropped_ps]
    return [[*name, each.flow, each.packet, each.at_ps, each.dropped_ps, length]
            for each, length in zip(dropped, ["", *run_lengths(packets)])]


def main(arguments: list[str]) -> int:
    parser = Parser(prog="docsis-vp drops", description=__doc__)
    parser.add_argument("packets", type=path, help="table of docsis-vp run SCENARIO --packets FILE, also .gz")
    parser.add_argument("--service-flow", metavar="NAME", help="show this one alone")
    parser.add_argument("--log", type=path, metavar="FILE", help="write a row of CSV for each drop of a law")
    parser.add_argument("--window", type=positive, default=PACKETS, metavar="N",
                        help=f"packets of which drops are counted (default: {PACKETS})")
    options = parser.parse_args(arguments)
    if options.log and is_same(options.log, options.packets):
        raise InputError(f"{options.log} would be written over the table {options.packets}")
    queues = read(options.packets)
    if options.service_flow is not None:
        queues = {name: packets for name, packets in queues.items() if name[1] == options.service_flow}
        if not queues:
            raise InputError(f"{options.packets}: no packet of a service flow \"{options.service_flow}\" was judged")
    for name, packets in queues.items():
        print("\n".join(shown(name, packets, options.window)))
    if not queues:
        print("No packet was judged.")
    if options.log:
        rows = [row for name, packets in queues.items() for row in log_rows(name, packets)]
        options.log.write_text(csv_text(LOG, rows), encoding="utf-8")
    return 0
