#!/usr/bin/env python3
"""Reads what --timeline wrote with the schema of PyPI's perfetto, against --packets and the results.

usage: perfetto_decode.py SIM
"""
import collections
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema

RUNS = (["scenarios/overload.json", "--duration", "1"],
        ["scenarios/quickstart.json", "--duration", "1", "--set", "modems.cm0.drop=firmware"],
        ["scenarios/bonded.json", "--duration", "0.2"],
        ["scenarios/codesign/d31-modem.json", "--duration", "0.15"])
FIRST_OTHER = 1 << 62
MOST_EVENT_BYTES = 60
TrackEvent = schema.TrackEvent


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


def check_delays(timeline, results):
    """The longest one-way delay, and how many packets arrived, are those of the results."""
    first, last = {}, {}
    for at, _, _, category, name, ids, _, _ in timeline.events:
        if category == "packet" and name == "created":
            first[ids[0]] = at
        elif category == "packet" and name == "delivered":
            last[ids[0]] = at
    delays = [last[packet] - first[packet] for packet in last]
    longest = max(flow["one_way_ms"]["max"] or 0 for flow in results["flows"])
    assert max(delays) >= 1e6 * longest - 2
    assert len(last) >= sum(flow["received_packets"] for flow in results["flows"])


def main():
    sim = sys.argv[1]
    for run in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            subprocess.run([sim, "run", *run, "--set", "stats.warmup_s=0", "-q", "--no-console",
                            "-o", out, "--packets", out / "p.csv", "--timeline", out / "t.pftrace"],
                           check=True)
            results = json.loads((out / "results.json").read_text())
            with (out / "p.csv").open() as file:
                reader = csv.DictReader(file)
                rows = list(reader)
            columns = reader.fieldnames
            stations = columns[columns.index("created_ps"):columns.index("delivered_ps") + 1]
            timeline = Timeline((out / "t.pftrace").read_bytes())
            assert timeline.longest <= MOST_EVENT_BYTES, timeline.longest
            check_slices(timeline.events)
            check_packets(timeline, rows, stations)
            check_chains(timeline, results)
            check_delays(timeline, results)
            print(f"{' '.join(run)}: {len(rows)} packets, {len(timeline.events)} events, "
                  f"the longest {timeline.longest} bytes")


if __name__ == "__main__":
    main()
