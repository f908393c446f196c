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
                     std::size_t packets, std::uint64_t eligible) {
  const queue::Fifo& fifo = stream.fifo();
  units_.assign(units.size(), Unit{});
  frame_bytes_ = 0;
  readable_ = 0;
  std::size_t packet = 0;
  bool touched = false;
  std::uint32_t header_rest = kMacHeaderBytes - stream.header_sent();
  std::uint32_t frame_rest = fifo.empty() ? 0 : fifo.head_rest();
  std::uint32_t burst_room = capacity_of(units);
  const auto next_packet = [&] {
    ++packet;
    touched = false;
    header_rest = kMacHeaderBytes;
    frame_rest = packet < packets ? fifo[packet].packet->size_bytes : 0;
  };
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::uint32_t room = units[i].capacity;
    while (room > 0) {
      if (packet < packets && fifo[packet].condemned) {
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
      units_[i].packets += touched ? 0 : 1;
      touched = true;
      if (cut.frame_bytes > 0) {
        readable_ = std::max(readable_, fifo[packet].readable);
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
  const std::uint64_t readable = clock.cycle_at_or_after(readable_);
  slack_ = kNever;
  end_ = begin + costs.cycles_per_segment;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    Unit& unit = units_[i];
    if (i > 0) {
      end_ = std::max(end_, clock.cycle_at_or_after(units[i].window_opens));
    }
    unit.begin = clock.edge(i > 0 ? end_ : begin);
    end_ += unit.packets * per_packet;
    unit.read_start = end_;
    if (unit.frame_bytes > 0) {
      unit.read_start = port.find_read(std::max(end_, readable), unit.frame_bytes);
      end_ = unit.read_start + port.read_cycles(unit.frame_bytes);
    }
    unit.ready = clock.edge(end_);
    slack_ = std::min(slack_, units[i].deadline - unit.ready);
  }
}

BuildTimes GrantPlan::times(const std::vector<BuildUnit>& units, const BuildCosts& costs,
                            const BuildStart& start, const Clock& clock,
                            const PortSchedule& port) const {
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
  const std::uint64_t per_packet =
      std::uint64_t{costs.cycles_per_packet} + costs.cycles_per_decision;
  for (std::size_t i = first; i <= tightest; ++i) {
    const Unit& unit = units_[i];
    const std::uint64_t gathered = clock.cycle_at_or_after(unit.begin) +
                                   (i == 0 ? costs.cycles_per_segment : 0) +
                                   unit.packets * per_packet;
    spend(MissCause::kBuilder, clock.edge(gathered));
    const TimePs read_start = clock.edge(unit.read_start);
    if (unit.frame_bytes > 0) {
      spend(MissCause::kOwnWrites,
            std::min(clock.edge(clock.cycle_at_or_after(readable_)), read_start));
      spend(MissCause::kOtherWrites, std::min(clock.edge(port.writes_until()), read_start));
      spend(MissCause::kOtherReads, read_start);
      spend(MissCause::kOwnRead, unit.ready);
    }
  }
  return times;
}

// Windows and deadlines of units follow one another in even steps, and all but the first and the
// last are full: the tightest run of them begins with the first or with the second.
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
