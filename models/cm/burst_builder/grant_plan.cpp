#include "models/cm/burst_builder/grant_plan.h"

#include <algorithm>

namespace docsis_vp::cm {

Cut next_cut(std::uint32_t unit_room, std::uint32_t burst_room, std::uint32_t header_rest,
             std::uint32_t frame_rest, std::uint64_t eligible) {
  const std::uint32_t needed = std::min(frame_rest, burst_room - std::min(burst_room, header_rest));
  if (eligible == 0 || eligible < needed) {
    return {};
  }
  Cut cut;
  cut.header_octets = std::min(unit_room, header_rest);
  cut.frame_bytes = std::min(unit_room - cut.header_octets, frame_rest);
  return cut;
}

std::uint32_t capacity_of(const std::vector<BuildUnit>& units) {
  std::uint32_t bytes = 0;
  for (const BuildUnit& unit : units) {
    bytes += unit.capacity;
  }
  return bytes;
}

void GrantPlan::fill(const std::vector<BuildUnit>& units, const FrameStream& stream,
                     std::size_t packets, std::uint64_t eligible, const PortSchedule& port) {
  const queue::Fifo& fifo = stream.fifo();
  units_.assign(units.size(), Unit{});
  frame_bytes_ = 0;
  WriteNumber last_write = 0;
  std::uint64_t own_writes = 0;
  std::size_t packet = 0;
  bool touched = false;
  std::uint32_t header_rest = stream.head_header_rest();
  std::uint32_t frame_rest = fifo.empty() ? 0 : fifo.head_rest();
  std::uint32_t burst_room = capacity_of(units);
  const auto next_packet = [&] {
    ++packet;
    touched = false;
    header_rest = stream.next_header_bytes();
    frame_rest = packet < packets ? fifo[packet].packet->size_bytes : 0;
  };
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::uint32_t room = units[i].capacity;
    while (room > 0) {
      if (packet < packets && fifo[packet].to_drop) {
        ++units_[i].packets;
        next_packet();
        continue;
      }
      const Cut cut =
          packet < packets ? next_cut(room, burst_room, header_rest, frame_rest, eligible) : Cut{};
      const std::uint32_t taken = cut.header_octets + cut.frame_bytes;
      if (taken == 0) {
        return;
      }
      room -= taken;
      burst_room -= taken;
      header_rest -= cut.header_octets;
      frame_rest -= cut.frame_bytes;
      eligible -= cut.frame_bytes;
      units_[i].frame_bytes += cut.frame_bytes;
      frame_bytes_ += cut.frame_bytes;
      if (!touched) {
        touched = true;
        ++units_[i].packets;
        own_writes += port.beats_left(fifo[packet].write);
        last_write = std::max(last_write, fifo[packet].write);
      }
      if (!port.is_finished(last_write)) {
        units_[i].writes = port.beats_until(last_write);
        units_[i].own_writes = own_writes;
        units_[i].fetches_descriptor = port.is_descriptor(last_write);
      }
      if (frame_rest == 0) {
        next_packet();
      }
    }
  }
}

void GrantPlan::schedule(const std::vector<BuildUnit>& units, const BuildCosts& costs,
                         std::uint64_t begin, const Clock& clock, const PortSchedule& port) {
  const std::uint64_t per_packet =
      std::uint64_t{costs.cycles_per_packet} + costs.cycles_per_decision;
  std::uint64_t planned_reads = 0;
  slack_ = kNever;
  end_ = begin + costs.cycles_per_segment;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    Unit& unit = units_[i];
    if (i > 0) {
      end_ = std::max(end_, clock.cycle_at_or_after(units[i].window_opens));
    }
    unit.begin = clock.edge(i > 0 ? end_ : begin);
    end_ += unit.packets * per_packet;
    unit.gathered = unit.read_due = unit.read_start = end_;
    if (unit.frame_bytes > 0) {
      if (unit.writes > 0) {
        const std::uint64_t written = port.writes_done_by(unit.writes, planned_reads);
        unit.read_due = std::max(
            end_, written + (unit.fetches_descriptor ? costs.descriptor_latency_cycles : 0));
      }
      planned_reads += port.beats(unit.frame_bytes);
      unit.read_start = port.find_read(unit.read_due, unit.frame_bytes);
      end_ = unit.read_start + port.promised_read_cycles(unit.frame_bytes);
    }
    unit.ready = clock.edge(end_);
    slack_ = std::min(slack_, units[i].deadline - unit.ready);
  }
}

BuildTimes GrantPlan::times(const std::vector<BuildUnit>& units, const BuildStart& start,
                            const Clock& clock, const PortSchedule& port) const {
  std::size_t tightest = 0;
  while (units[tightest].deadline - units_[tightest].ready != slack_) {
    ++tightest;
  }
  std::size_t first = tightest;
  while (first > 0 && units_[first].begin == units_[first - 1].ready) {
    --first;
  }
  BuildTimes times;
  times.window_opens = units[first].window_opens;
  times.deadline = units[tightest].deadline;
  times.ready = times.window_opens;
  const auto spend = [&times](MissCause cause, TimePs until) {
    times.wait(cause) += std::max<TimePs>(0, until - times.ready);
    times.ready = std::max(times.ready, until);
  };
  if (first == 0) {
    spend(MissCause::kMapParsing, start.known);
    spend(MissCause::kVerdict, start.begun);
    spend(MissCause::kPreviousBurst, clock.edge(start.busy_until));
  }
  for (std::size_t i = first; i <= tightest; ++i) {
    const Unit& unit = units_[i];
    spend(MissCause::kBuilder, clock.edge(unit.gathered));
    if (unit.frame_bytes > 0) {
      const std::uint64_t others = unit.writes - unit.own_writes;
      spend(MissCause::kOtherWrites,
            clock.edge(std::min(port.writes_done_by(others), unit.read_due)));
      spend(MissCause::kOwnWrites, clock.edge(unit.read_due));
      spend(MissCause::kOtherReads, clock.edge(unit.read_start));
      spend(MissCause::kOwnRead, unit.ready);
    }
  }
  return times;
}

// Windows and deadlines of units follow in equal steps, and all units but the first and the last
// are full. So the tightest sequence of units begins with the first or the second.
double GrantPlan::needed_rate(const std::vector<BuildUnit>& units, TimePs from) const {
  double needed = 0;
  for (std::size_t first = 0; first < std::min<std::size_t>(2, units_.size()); ++first) {
    const TimePs opens = std::max(from, first > 0 ? units[first].window_opens : from);
    std::uint64_t bytes = 0;
    for (std::size_t i = first; i < units_.size(); ++i) {
      bytes += units_[i].frame_bytes;
      const TimePs time = units[i].deadline - opens;
      needed = time > 0 ? std::max(needed, static_cast<double>(bytes) / static_cast<double>(time))
                        : needed;
    }
  }
  return needed;
}

double GrantPlan::peak_rate() const {
  double peak = 0;
  for (const Unit& unit : units_) {
    if (unit.frame_bytes > 0) {
      peak = std::max(peak, unit.frame_bytes / static_cast<double>(unit.ready - unit.begin));
    }
  }
  return peak;
}

}  // namespace docsis_vp::cm
