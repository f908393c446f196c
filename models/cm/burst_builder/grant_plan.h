// Plans the build of a grant's burst. It determines, before any byte is pulled, when the burst can
// be ready, and reserves reads in the schedule of the queue memory's port.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cm/burst_builder/burst_builder_config.h"
#include "models/cm/burst_builder/missed_grants.h"
#include "models/cm/queue_memory/frame_stream.h"
#include "models/cm/queue_memory/port_schedule.h"
#include "platform/base/clock.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// A part of the burst with its own deadline: the whole burst (build_unit grant), or one frame's
// part.
struct BuildUnit {
  std::uint32_t capacity = 0;  // bytes of MAC frames
  TimePs window_opens = 0;
  TimePs deadline = 0;
};

// The next contiguous bytes of a frame stream, within one frame.
struct Cut {
  std::uint32_t header_octets = 0;
  std::uint32_t frame_bytes = 0;
};
// Returns the next contiguous bytes. They depend on the room of the unit and of the burst, the
// header octets still to send, the rest of the frame and the eligible bytes. After an incomplete
// frame the receiver expects its continuation. Therefore a frame either continues to its end or to
// the end of the burst, or it waits until enough of it is eligible.
Cut next_cut(std::uint32_t unit_room, std::uint32_t burst_room, std::uint32_t header_rest,
             std::uint32_t frame_rest, std::uint64_t eligible);

// Returns the bytes of MAC frames that fit into a burst of these units.
std::uint32_t capacity_of(const std::vector<BuildUnit>& units);

// Times before a build begins.
struct BuildStart {
  // The MAP parser announced the grant, or the window opened, if later.
  TimePs known = 0;
  TimePs begun = 0;              // all heads were judged, or the time for verdicts had expired
  std::uint64_t busy_until = 0;  // cycle at which the builder finished the channel's previous burst
};

class GrantPlan {
 public:
  struct Unit {
    std::uint32_t frame_bytes = 0;  // bytes to read from the memory
    std::uint32_t packets = 0;      // packets that this unit touches and no earlier one does
    // Beats of writes that the port must serve before it can read this unit; own_writes is the part
    // that writes packets of the burst.
    std::uint64_t writes = 0;
    std::uint64_t own_writes = 0;
    bool fetches_descriptor = false;  // the last of these writes transfers a descriptor
    TimePs begin = 0;
    // Cycles at which the gather list is complete, the packets are also written, and the port
    // begins.
    std::uint64_t gathered = 0;
    std::uint64_t read_due = 0;
    std::uint64_t read_start = 0;
    TimePs ready = 0;
  };

  // Fills the units from the first `packets` packets of the stream. A packet that will be dropped
  // is touched but takes no room. port: must be advanced to its present cycle.
  void fill(const std::vector<BuildUnit>& units, const FrameStream& stream, std::size_t packets,
            std::uint64_t eligible, const PortSchedule& port);
  // Computes when each unit is ready if the builder begins at cycle `begin`: first the gather list,
  // then the data in one stream per unit. A packet costs its cycles once, in the unit in which it
  // begins.
  void schedule(const std::vector<BuildUnit>& units, const BuildCosts& costs, std::uint64_t begin,
                const Clock& clock, const PortSchedule& port);

  // Returns the causes of delay until the unit with the least slack was ready. Call it after
  // schedule(), with the same values and an unchanged port. Times count from the latest window, up
  // to that unit's, for which the builder had to wait. Writes of other packets count first.
  BuildTimes times(const std::vector<BuildUnit>& units, const BuildStart& start, const Clock& clock,
                   const PortSchedule& port) const;

  const std::vector<Unit>& units() const { return units_; }
  std::uint64_t frame_bytes() const { return frame_bytes_; }
  // Number of packets touched.
  std::size_t packets() const {
    std::size_t packets = 0;
    for (const Unit& unit : units_) {
      packets += unit.packets;
    }
    return packets;
  }
  // deadline - ready of the unit with the least slack; negative: a miss.
  TimePs slack() const { return slack_; }
  // Rates in bytes per picosecond. needed_rate(): the lowest constant rate at which a builder that
  // begins at `from` has every unit ready in time. peak_rate(): the highest planned rate of any
  // unit.
  double needed_rate(const std::vector<BuildUnit>& units, TimePs from) const;
  double peak_rate() const;
  // Time at which the last unit is ready.
  TimePs ready() const { return units_.empty() ? 0 : units_.back().ready; }
  // Cycle at which the builder finishes.
  std::uint64_t end() const { return end_; }

 private:
  std::vector<Unit> units_;  // keeps its memory between grants
  std::uint64_t frame_bytes_ = 0;
  std::uint64_t end_ = 0;
  TimePs slack_ = 0;
};

}  // namespace docsis_vp::cm
