// Writes a segment into a burst as octets and runs of frame bytes.
#pragma once

#include <cstdint>

#include "models/docsis/rf.h"
#include "platform/base/packet.h"

namespace docsis_vp::cm {

// Octets are in order of transmission. The writer leaves room for the segment header at the front.
class SegmentWriter {
 public:
  // frames: number of frames, whole or in part, to reserve room for.
  SegmentWriter(docsis::UpstreamBurst& burst, std::size_t frames);

  // Writes octets first..first+count of a frame's MAC header. extension: its extended header.
  void header(const Packet& packet, docsis::OctetView extension, std::uint32_t first,
              std::uint32_t count);
  void frame(const Packet& packet, std::uint32_t offset, std::uint32_t bytes);
  // Passes on the frame whose last byte was just written.
  void complete(PacketHandle packet) { burst_.runs.back().packet = std::move(packet); }

  // Pads to size_bytes with octets that cannot begin a frame, and writes the segment header.
  void finish(std::uint32_t size_bytes, std::uint16_t sequence, std::uint16_t request_units);
  std::uint32_t padding() const { return padding_; }

 private:
  void add_octets(std::uint32_t count);

  docsis::UpstreamBurst& burst_;
  std::uint32_t laid_ = 0;  // bytes written after the segment header
  std::uint32_t padding_ = 0;
  bool frame_begins_ = false;
  std::uint32_t pointer_ = 0;  // offset of the first MAC header that begins in the segment
};

}  // namespace docsis_vp::cm
