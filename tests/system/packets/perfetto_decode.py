#!/usr/bin/env python3
"""Reads what --timeline wrote with the schema of PyPI's perfetto, against --packets, --capture and the results.

usage: perfetto_decode.py SIM
"""
import collections
import csv
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema

RUNS = (["scenarios/overload.json", "--duration", "1"],
        ["scenarios/quickstart.json", "--duration", "1", "--set", "modems.cm0.drop=firmware"],
        ["scenarios/bonded.json", "--duration", "0.2"],
        ["scenarios/codesign/d31-modem.json", "--duration", "0.15"])
# With packets in both directions at one modem.
CAPTURED_RUN = ["scenarios/traffic/speed-test.json", "--duration", "0.4"]
FIRST_OTHER = 1 << 62
MOST_EVENT_BYTES = 60
TrackEvent = schema.TrackEvent
NS_PER_MS = 1e6
# Directions of packets in a capture.
RECEIVED, SENT = 1, 2


class Timeline:
    """Events with their names and tracks, in the order of a viewer: by time, then as written."""

    def __init__(self, data):
        trace = schema.Trace()
        trace.ParseFromString(data)
        names = {"categories": {}, "events": {}, "numbers": {}}
        self.tracks = {}
        self.events = []
        self.longest = 0
        assert trace.packet[0].sequence_flags & 1, "the first packet clears the state"
        for packet in trace.packet:
            for entry in packet.interned_data.event_categories:
                names["categories"][entry.iid] = entry.name
            for entry in packet.interned_data.event_names:
                names["events"][entry.iid] = entry.name
            for entry in packet.interned_data.debug_annotation_names:
                names["numbers"][entry.iid] = entry.name
            if packet.HasField("track_descriptor"):
                descriptor = packet.track_descriptor
                parent = descriptor.parent_uuid
                assert not parent or parent in self.tracks
                self.tracks[descriptor.uuid] = descriptor.name or descriptor.process.process_name
            if packet.HasField("track_event"):
                # A key and a length stand before it.
                self.longest = max(self.longest, packet.ByteSize() + 2)
                event = packet.track_event
                category = names["categories"][event.category_iids[0]] if event.category_iids else ""
                name = names["events"][event.name_iid] if event.name_iid else ""
                flows = list(event.flow_ids) + list(event.terminating_flow_ids)
                self.events.append((packet.timestamp, event.type, self.tracks[event.track_uuid],
                                    category, name, flows, bool(event.terminating_flow_ids),
                                    event.track_uuid))
        self.events.sort(key=lambda event: event[0])


def check_slices(events):
    """On each track, slices begin and end by turns or lie in each other."""
    depth = collections.Counter()
    for _, kind, _, _, _, _, _, uuid in events:
        if kind == TrackEvent.TYPE_SLICE_BEGIN:
            depth[uuid] += 1
            assert depth[uuid] == 1, "no track has slices in each other"
        elif kind == TrackEvent.TYPE_SLICE_END:
            depth[uuid] -= 1
            assert depth[uuid] == 0
    assert not any(depth.values())


def check_packets(timeline, rows, stations):
    """The flow of each packet is its row."""
    flows = collections.defaultdict(list)
    for at, _, _, category, name, ids, ends, _ in timeline.events:
        if category == "packet":
            flows[ids[0]].append((at, name, ends))
    assert len(flows) == len(rows)
    for row in rows:
        expected = [int(row[column]) // 1000 for column in stations if row[column]]
        flow = flows[int(row["packet"])]
        if row["outcome"] == "dropped":
            expected.append(int(row["dropped_ps"]) // 1000)
        assert [at for at, _, _ in flow] == sorted(expected), (row, flow)
        assert [ends for _, _, ends in flow].count(True) == (row["outcome"] != "in_flight")
        if row["outcome"] == "delivered":
            assert flow[-1][1] == "delivered" and flow[-1][2]
        if row["verdict"]:
            assert row["verdict"] in [name for _, name, _ in flow]


def check_chains(timeline, results):
    """A burst has a MAP and a grant before it; there are as many as the results count."""
    chains = collections.defaultdict(list)
    count = collections.Counter()
    for at, kind, _, category, name, ids, _, _ in timeline.events:
        if kind != TrackEvent.TYPE_SLICE_END and category != "packet":
            count[category, name] += 1
            for chain in ids:
                assert chain >= FIRST_OTHER
                chains[chain].append((at, category, name))
    for events in chains.values():
        names = [name for _, _, name in events]
        if "burst" in names:
            assert names.index("MAP") <= names.index("grant") < names.index("burst")
            requests = [at for at, category, _ in events if category == "request"]
            maps = [at for at, _, name in events if name == "MAP"]
            assert not requests or min(requests) <= min(maps)
    flows = [flow for flow in results["service_flows"] if flow["direction"] == "upstream"]
    assert count["grant", "grant"] == sum(flow["grants"] for flow in flows)
    asked = {"contention": "contention_requests", "poll": "polled_requests",
             "piggyback": "piggyback_requests"}
    for name, field in asked.items():
        assert count["request", name] == sum(flow["scheduling"][field] for flow in flows), name
    cpus = results["cpus"]
    if cpus:
        assert any(category == "firmware" for category, _ in count)
        assert any(category == "interrupt" for category, _ in count)


def check_delays(timeline, rows, results):
    """How many packets of a flow arrived, and the least and the longest delay, are those of the results."""
    flow_of = {int(row["packet"]): (row["flow"].split("/")[0], row["direction"]) for row in rows}
    created, delays = {}, collections.defaultdict(list)
    for at, _, _, category, name, ids, _, _ in timeline.events:
        if category == "packet" and name == "created":
            created[ids[0]] = at
        elif category == "packet" and name == "delivered":
            delays[flow_of[ids[0]]].append(at - created[ids[0]])
    for flow in results["flows"]:
        own = delays[flow["name"], flow["direction"]]
        assert len(own) == flow["received_packets"], flow["name"]
        if own:
            assert abs(max(own) - NS_PER_MS * flow["one_way_ms"]["max"]) <= 1, flow["name"]
            edges = flow["one_way_ms"]["histogram"]["edges"]
            assert NS_PER_MS * edges[0] - 1 <= min(own) <= NS_PER_MS * edges[1] + 1, flow["name"]


def check_slack(timeline, results):
    """The least time from a burst's being ready to its begin is the least slack of the results. On OFDMA
    channels the deadline is earlier, by a symbol."""
    if any(channel["kind"] == "ofdma" for channel in results["config"]["rf"]["channels"]):
        return
    ready, slack, building = collections.defaultdict(collections.deque), [], {}
    for at, kind, _, _, name, ids, _, uuid in timeline.events:
        if kind == TrackEvent.TYPE_SLICE_BEGIN and name == "build":
            building[uuid] = ids[0]
        elif kind == TrackEvent.TYPE_SLICE_END and uuid in building:
            ready[building.pop(uuid)].append(at)
        elif kind == TrackEvent.TYPE_SLICE_BEGIN and name == "burst":
            slack.append(at - ready[ids[0]].popleft())
    least = min(flow["deadline_slack_us"]["min"] for flow in results["service_flows"]
                if flow["direction"] == "upstream")
    assert abs(min(slack) - 1000 * least) <= 1, (min(slack), least)


def captured(data):
    """Times in ns of the packets of a pcapng file, by interface and direction."""
    interfaces, times, at = [], collections.defaultdict(list), 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 1:  # interface: the first option is its name
            (size,) = struct.unpack_from("<H", data, at + 18)
            interfaces.append(data[at + 20:at + 20 + size].decode())
        elif kind == 6:
            number, high, low, size = struct.unpack_from("<IIII", data, at + 8)
            options = at + 28 + (size + 3) // 4 * 4
            has_flags = options + 8 < at + length and struct.unpack_from("<HH", data, options) == (2, 4)
            direction = data[options + 4] & 3 if has_flags else 0
            times[interfaces[number], direction].append(high << 32 | low)
        at += length
    return {key: sorted(all_) for key, all_ in times.items()}


def check_capture(timeline, rows, capture):
    """Each time at a port of the modem and at the CMTS's WAN port is that of the capture."""
    direction_of = {int(row["packet"]): row["direction"] for row in rows}
    (modem,) = {row["modem"] for row in rows}
    shown = collections.defaultdict(list)
    for at, _, track, category, _, ids, _, _ in timeline.events:
        if category == "packet":
            shown[track.split()[1], direction_of[ids[0]]].append(at)
    for station, direction, port in (
            ("entered", "upstream", (f"lan-{modem}", RECEIVED)), ("passed_on", "upstream", ("wan", SENT)),
            ("entered", "downstream", ("wan", RECEIVED)), ("delivered", "downstream", (f"lan-{modem}", SENT))):
        assert len(capture[port]) > 100, port
        assert shown[station, direction] == capture[port], (station, direction)


def read_run(sim, run, out, *options):
    """The timeline, rows and results of a run, and the names of the stations."""
    subprocess.run([sim, "run", *run, "--set", "stats.warmup_s=0", "-q", "--no-console",
                    "-o", out, "--packets", out / "p.csv", "--timeline", out / "t.pftrace", *options],
                   check=True)
    with (out / "p.csv").open() as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    columns = reader.fieldnames
    stations = columns[columns.index("created_ps"):columns.index("delivered_ps") + 1]
    timeline = Timeline((out / "t.pftrace").read_bytes())
    return timeline, rows, json.loads((out / "results.json").read_text()), stations


def main():
    sim = sys.argv[1]
    for run in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            timeline, rows, results, stations = read_run(sim, run, pathlib.Path(folder))
            assert timeline.longest <= MOST_EVENT_BYTES, timeline.longest
            check_slices(timeline.events)
            check_packets(timeline, rows, stations)
            check_chains(timeline, results)
            check_delays(timeline, rows, results)
            check_slack(timeline, results)
            print(f"{' '.join(run)}: {len(rows)} packets, {len(timeline.events)} events, "
                  f"the longest {timeline.longest} bytes")
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        timeline, rows, _, _ = read_run(sim, CAPTURED_RUN, out, "--capture", out / "c.pcapng")
        check_capture(timeline, rows, captured((out / "c.pcapng").read_bytes()))


if __name__ == "__main__":
    main()
