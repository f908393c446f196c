// A management frame that many hear: octets, or a MAP that becomes octets when somebody asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/docsis/map.h"
#include "models/docsis/map_index.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// A whole MAC frame, header and CRC included. Who sends a MAP knows it decoded, and a reader would
// find exactly that in its octets: all that hear the frame share it, and nobody writes or reads
// octets unless they are what is asked for. Octets from elsewhere carry no MAP and must be parsed.
class ManagementFrame {
 public:
  ManagementFrame() = default;
  explicit ManagementFrame(std::vector<std::uint8_t> octets) : octets_(std::move(octets)) {}

  // Makes this the frame of a MAP and gives back what it held, for its memory. A MAP that the
  // format cannot express is sent as the octets that append_map() makes of it. Nothing that a modem
  // sends from `acknowledged_until` on is acknowledged by it.
  void exchange(Map& map, TimePs acknowledged_until = kNever);

  // Known without writing a MAP's octets.
  std::size_t size() const {
    return octets_.empty() && carries_map_ ? map_frame_bytes(map_.elements.size()) : octets_.size();
  }
  std::uint8_t front() const { return octets().front(); }
  const std::vector<std::uint8_t>& octets() const;
  // As parse_map() would read it; nullptr: read the octets.
  const Map* map() const { return carries_map_ ? &map_ : nullptr; }
  // Of map(), if there is one.
  const MapIndex& index() const { return index_; }
  TimePs acknowledged_until() const { return acknowledged_until_; }

 private:
  Map map_;
  MapIndex index_;
  TimePs acknowledged_until_ = kNever;
  bool carries_map_ = false;
  mutable std::vector<std::uint8_t> octets_;  // empty: not written yet
};

// Shared by all who hear the frame.
class ManagementOctets {
 public:
  ManagementOctets() = default;
  ManagementOctets(std::nullptr_t) {}                             // NOLINT: a pointer, empty
  ManagementOctets(std::shared_ptr<const ManagementFrame> frame)  // NOLINT: as pointers convert
      : frame_(std::move(frame)) {}
  ManagementOctets(std::shared_ptr<ManagementFrame> frame)  // NOLINT: as pointers convert
      : frame_(std::move(frame)) {}
  ManagementOctets(const std::shared_ptr<const std::vector<std::uint8_t>>& octets)  // NOLINT: same
      : frame_(std::make_shared<const ManagementFrame>(*octets)) {}
  ManagementOctets(const std::shared_ptr<std::vector<std::uint8_t>>& octets)  // NOLINT: same
      : frame_(std::make_shared<const ManagementFrame>(*octets)) {}

  explicit operator bool() const { return frame_ != nullptr; }
  const std::vector<std::uint8_t>& operator*() const { return frame_->octets(); }
  const ManagementFrame* operator->() const { return frame_.get(); }

 private:
  std::shared_ptr<const ManagementFrame> frame_;
};

}  // namespace docsis_vp::docsis
