#include "models/cm/burst_builder/segment_writer.h"

#include <utility>
#include <vector>

#include "models/docsis/mac_header.h"
#include "models/docsis/segment_header.h"

namespace docsis_vp::cm {

SegmentWriter::SegmentWriter(docsis::UpstreamBurst& burst, std::size_t frames) : burst_(burst) {
  burst_.octets.reserve(docsis::kSegmentHeaderBytes + frames * docsis::kPlainHeaderBytes);
  burst_.runs.reserve(frames + 1);
  burst_.octets.resize(docsis::kSegmentHeaderBytes);
  burst_.runs.push_back({});
  burst_.runs.back().octets = docsis::kSegmentHeaderBytes;
}

void SegmentWriter::header(const Packet& packet, docsis::OctetView extension, std::uint32_t first,
                           std::uint32_t count) {
  if (count == 0) {
    return;
  }
  if (first == 0 && !frame_begins_) {
    frame_begins_ = true;
    pointer_ = laid_;
  }
  std::vector<std::uint8_t>& octets = burst_.octets;
  const auto begin = static_cast<std::ptrdiff_t>(octets.size());
  docsis::append_header(octets, docsis::kPacketControl, extension, packet.size_bytes);
  if (count < docsis::kPlainHeaderBytes + extension.size) {
    // Keep only the octets of this segment.
    octets.erase(octets.begin() + begin, octets.begin() + begin + first);
    octets.resize(static_cast<std::size_t>(begin) + count);
  }
  add_octets(count);
}

void SegmentWriter::frame(const Packet& packet, std::uint32_t offset, std::uint32_t bytes) {
  if (burst_.runs.back().frame_bytes == 0) {
    docsis::BurstRun& run = burst_.runs.back();
    run.frame_offset = offset;
    run.packet_id = packet.id;
  }
  // Otherwise the same frame continues in the next unit of the burst.
  burst_.runs.back().frame_bytes += bytes;
  laid_ += bytes;
}

void SegmentWriter::finish(std::uint32_t size_bytes, std::uint16_t sequence,
                           std::uint16_t request_units) {
  padding_ = size_bytes - docsis::kSegmentHeaderBytes - laid_;
  if (padding_ > 0) {
    burst_.octets.insert(burst_.octets.end(), padding_, docsis::kPaddingOctet);
    add_octets(padding_);
  }
  burst_.size_bytes = size_bytes;
  docsis::SegmentHeader header;
  header.pointer_valid = frame_begins_;
  header.pointer = static_cast<std::uint16_t>(pointer_);
  header.sequence = sequence;
  header.request = request_units;
  docsis::write_segment_header(burst_.octets.data(), header);
}

// Octets after bytes of a frame begin a new run.
void SegmentWriter::add_octets(std::uint32_t count) {
  if (burst_.runs.back().frame_bytes > 0) {
    burst_.runs.push_back({});
  }
  burst_.runs.back().octets += count;
  laid_ += count;
}

}  // namespace docsis_vp::cm
