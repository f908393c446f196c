// When a grant's burst can be ready: decided before anything is pulled, from the reserved schedule
// of the queue memory's port.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cm/burst_builder/missed_grants.h"
#include "models/cm/queue_memory/frame_stream.h"
#include "models/cm/queue_memory/port_schedule.h"
#include "platform/base/clock.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// Cycles of the MAC clock [engineering choices].
struct BuildCosts {
  std::uint32_t cycles_per_segment = 32;
  std::uint32_t cycles_per_packet = 16;   // per packet touched, dropped ones included
  std::uint32_t cycles_per_decision = 8;  // of an algorithm that decides at the head
  // From the end of a descriptor's way over the port to its use; 0: all descriptors are on die.
  std::uint32_t descriptor_latency_cycles = 0;
};

// A part of the burst that is due as one: all of it (build_unit grant), or what a frame carries.
struct BuildUnit {
  std::uint32_t capacity = 0;  // bytes of MAC frames it has room for
  TimePs window_opens = 0;
  TimePs deadline = 0;
};

// Where the next bytes of a frame stream go: a run of at most one frame.
struct Cut {
  std::uint32_t header_octets = 0;
  std::uint32_t frame_bytes = 0;
};
// Room of the unit and of the burst from here on, header octets still to send, bytes left of the
// frame and eligible bytes decide. Behind a frame that is not whole its receiver expects more of
// it: a frame goes to its end or to that of the burst, or waits until enough of it is eligible.
Cut next_cut(std::uint32_t unit_room, std::uint32_t burst_room, std::uint32_t header_rest,
             std::uint32_t frame_rest, std::uint64_t eligible);

// Bytes of MAC frames that a burst of these units has room for.
std::uint32_t capacity_of(const std::vector<BuildUnit>& units);

// The steps before a build begins.
struct BuildStart {
  TimePs known = 0;              // the MAP parser told of the grant, or the window opened if later
  TimePs begun = 0;              // all heads were judged, or no more verdict could be waited for
  std::uint64_t busy_until = 0;  // cycle: the builder's work on the channel's previous burst ends
};

class GrantPlan {
 public:
  struct Unit {
    std::uint32_t frame_bytes = 0;  // to read from the memory
    std::uint32_t packets = 0;      // touched, and by no unit before
    // Beats of writes that the port has to do before it can read this unit, and those of them that
    // write packets of the burst.
    std::uint64_t writes = 0;
    std::uint64_t own_writes = 0;
    bool fetches_descriptor = false;  // the last of these moves one
    TimePs begin = 0;
    // Cycles: when the gather list is done, when the packets are written too, when the port begins.
    std::uint64_t gathered = 0;
    std::uint64_t read_due = 0;
    std::uint64_t read_start = 0;
    TimePs ready = 0;
  };

  // What the units will hold if they are filled from the first `packets` of the stream. What is to
  // be dropped is touched and takes no room. port: of its present cycle.
  void fill(const std::vector<BuildUnit>& units, const FrameStream& stream, std::size_t packets,
            std::uint64_t eligible, const PortSchedule& port);
  // When they will be ready if the builder begins at cycle `begin`: the gather list first, then
  // the data in one stream per unit. A packet costs its cycles once, in the unit that it begins in.
  void schedule(const std::vector<BuildUnit>& units, const BuildCosts& costs, std::uint64_t begin,
                const Clock& clock, const PortSchedule& port);

  // Where the time went until the tightest unit was ready. Call it after schedule(), with the same
  // values and an unchanged port. It counts from the window of the last unit, up to the tightest
  // one, that the builder had to wait for. Writes of other packets count as done first.
  BuildTimes times(const std::vector<BuildUnit>& units, const BuildStart& start, const Clock& clock,
                   const PortSchedule& port) const;

  const std::vector<Unit>& units() const { return units_; }
  std::uint64_t frame_bytes() const { return frame_bytes_; }
  // Touched.
  std::size_t packets() const {
    std::size_t packets = 0;
    for (const Unit& unit : units_) {
      packets += unit.packets;
    }
    return packets;
  }
  // deadline - ready of the tightest unit; negative: a miss.
  TimePs slack() const { return slack_; }
  // Bytes per picosecond: the least steady rate at which a builder that begins at `from` has every
  // unit ready in time, and the highest at which it works on one as planned.
  double needed_rate(const std::vector<BuildUnit>& units, TimePs from) const;
  double peak_rate() const;
  // When the last unit will be.
  TimePs ready() const { return units_.empty() ? 0 : units_.back().ready; }
  // The cycle at which the builder is done.
  std::uint64_t end() const { return end_; }

 private:
  std::vector<Unit> units_;  // kept from grant to grant
  std::uint64_t frame_bytes_ = 0;
  std::uint64_t end_ = 0;
  TimePs slack_ = 0;
};

}  // namespace docsis_vp::cm
