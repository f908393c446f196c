// Holds a management frame with many receivers, as octets or as a decoded MAP.
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

// A whole MAC frame, header and CRC included. The sender of a MAP has it in decoded form, equal to
// the result of parsing its octets. All receivers share that form, and the octets are written only
// on request. Octets from another source carry no decoded MAP and must be parsed.
class ManagementFrame {
 public:
  ManagementFrame() = default;
  explicit ManagementFrame(std::vector<std::uint8_t> octets) : octets_(std::move(octets)) {}

  // Replaces the frame by that of a MAP, and returns the previous MAP for reuse of its memory. A
  // MAP that the format cannot express is sent as the octets of append_map(). The MAP acknowledges
  // nothing that a modem sends from `acknowledged_until` on.
  void exchange(Map& map, TimePs acknowledged_until = kNever);

  // Length in octets; does not write a MAP's octets.
  std::size_t size() const {
    return octets_.empty() && carries_map_ ? map_frame_bytes(map_.elements.size()) : octets_.size();
  }
  std::uint8_t front() const { return octets().front(); }
  const std::vector<std::uint8_t>& octets() const;
  // Returns the MAP as parse_map() would; null: parse the octets.
  const Map* map() const { return carries_map_ ? &map_ : nullptr; }
  // Index of map(); valid only if map() is not null.
  const MapIndex& index() const { return index_; }
  TimePs acknowledged_until() const { return acknowledged_until_; }

 private:
  Map map_;
  MapIndex index_;
  TimePs acknowledged_until_ = kNever;
  bool carries_map_ = false;
  mutable std::vector<std::uint8_t> octets_;  // empty: not written yet
};

// Shared pointer to a frame, for all its receivers.
class ManagementOctets {
 public:
  ManagementOctets() = default;
  ManagementOctets(std::nullptr_t) {}                             // NOLINT: an empty pointer
  ManagementOctets(std::shared_ptr<const ManagementFrame> frame)  // NOLINT: implicit like pointers
      : frame_(std::move(frame)) {}
  ManagementOctets(std::shared_ptr<ManagementFrame> frame)  // NOLINT: implicit like pointers
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
