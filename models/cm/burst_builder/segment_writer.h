// Lays a segment down as octets and stretches of frames.
#pragma once

#include <cstdint>

#include "models/docsis/rf.h"
#include "platform/base/packet.h"

namespace docsis_vp::cm {

// Octets stand in order of transmission; room for the segment header is left at the front.
class SegmentWriter {
 public:
  // frames: how many, even in part, to have room for.
  SegmentWriter(docsis::UpstreamBurst& burst, std::size_t frames);

  // Octets first..first+count of the MAC header of a frame. extension: its extended header.
  void header(const Packet& packet, docsis::OctetView extension, std::uint32_t first,
              std::uint32_t count);
  void frame(const Packet& packet, std::uint32_t offset, std::uint32_t bytes);
  // The frame whose last byte was just laid down.
  void complete(PacketHandle packet) { burst_.runs.back().packet = std::move(packet); }

  // Fills up to the burst's size with octets that cannot begin a frame, and writes the header.
  void finish(std::uint32_t size_bytes, std::uint16_t sequence, std::uint16_t request_units);
  std::uint32_t padding() const { return padding_; }

 private:
  void add_octets(std::uint32_t count);

  docsis::UpstreamBurst& burst_;
  std::uint32_t laid_ = 0;  // bytes after the segment header
  std::uint32_t padding_ = 0;
  bool frame_begins_ = false;
  std::uint32_t pointer_ = 0;  // to the first MAC header that begins here
};

}  // namespace docsis_vp::cm
