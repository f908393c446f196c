#include "models/cmts/reassembler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/docsis/mac_header.h"

namespace docsis_vp::cmts {

using docsis::BurstRun;
using docsis::OctetView;
using docsis::SegmentHeader;
using docsis::sequence_distance;
using docsis::UpstreamBurst;

void Reassembler::accept(const SegmentHeader& header, UpstreamBurst&& burst, TimePs now) {
  ++counters_.segments;
  const Number number = unwrap(header.sequence, now);
  if (number < expected_) {
    ++counters_.stale_segments;
    discard(burst);
    return;
  }
  newest_ = std::max(newest_, number);
  last_came_ = now;
  if (number > expected_ && reorder_wait_ > 0) {
    hold({number, header, std::move(burst), now + reorder_wait_});
  } else {
    if (number > expected_) {
      skip_to(number);
    }
    consume(header, burst);
    release_held();
  }
}

Reassembler::Number Reassembler::unwrap(std::uint16_t sequence, TimePs now) const {
  const auto newest = static_cast<std::uint16_t>(newest_ & (docsis::kSegmentSequences - 1));
  const Number nearest = newest_ + sequence_distance(newest, sequence);
  return nearest >= expected_ || may_be_under_way(now) ? nearest
                                                       : nearest + docsis::kSegmentSequences;
}

void Reassembler::discard(UpstreamBurst& burst) {
  for (BurstRun& run : burst.runs) {
    lose(run);
  }
}

void Reassembler::hold(Held&& segment) {
  const auto before = [](const Held& held, Number number) { return held.number < number; };
  const auto place = std::lower_bound(held_.begin(), held_.end(), segment.number, before);
  if (place != held_.end() && place->number == segment.number) {
    ++counters_.stale_segments;
    discard(segment.burst);
    return;
  }
  held_.insert(place, std::move(segment));
}

void Reassembler::release_held() {
  while (!held_.empty() && held_.front().number == expected_) {
    Held next = std::move(held_.front());
    held_.erase(held_.begin());
    consume(next.header, next.burst);
  }
}

void Reassembler::give_up(TimePs now) {
  while (deadline() <= now) {
    skip_to(held_.front().number);
    release_held();
  }
}

void Reassembler::skip_to(Number number) {
  counters_.missing_segments += static_cast<std::uint64_t>(number - expected_);
  expected_ = number;
  synchronised_ = false;
  forget_frame();
}

void Reassembler::forget_frame() {
  header_.clear();
  in_payload_ = false;
  payload_left_ = 0;
  position_ = 0;
}

// Reads the segment behind its header. Without synchronisation, bytes up to the pointer belong to a
// frame whose beginning is lost.
void Reassembler::consume(const SegmentHeader& header, UpstreamBurst& burst) {
  ++expected_;
  const bool misled = in_payload_ && header.pointer_valid && header.pointer != payload_left_;
  if (misled) {
    ++counters_.desyncs;
    synchronised_ = false;
    forget_frame();
  }
  const bool was_lost = !synchronised_;
  const bool resumes = was_lost && header.pointer_valid;
  std::uint32_t to_skip = resumes ? header.pointer : 0;
  bool reading = !was_lost || resumes;
  synchronised_ = reading;

  OctetView octets = OctetView(burst.octets).from(docsis::kSegmentHeaderBytes);
  std::uint32_t header_left = docsis::kSegmentHeaderBytes;
  if (burst.runs.empty()) {
    if (reading) {
      take_octets(octets.from(to_skip));
    }
    return;
  }
  for (BurstRun& run : burst.runs) {
    const std::uint32_t own = run.octets - std::min(run.octets, header_left);
    header_left -= std::min(run.octets, header_left);
    const std::uint32_t skipped_octets = std::min(own, to_skip);
    to_skip -= skipped_octets;
    if (reading) {
      reading = take_octets(octets.first(own).from(skipped_octets));
    }
    octets = octets.from(own);
    if (run.frame_bytes == 0) continue;
    const std::uint32_t skipped_bytes = std::min(run.frame_bytes, to_skip);
    to_skip -= skipped_bytes;
    if (reading && skipped_bytes == 0) {
      reading = take_stretch(run);
    } else if (reading && skipped_bytes < run.frame_bytes) {
      reading = step_lost();  // a pointer into the middle of a packet
    }
    lose(run);  // if it was not taken
  }
}

bool Reassembler::step_lost() {
  ++counters_.desyncs;
  synchronised_ = false;
  forget_frame();
  return false;
}

bool Reassembler::take_octets(OctetView octets) {
  while (octets.size > 0) {
    if (in_payload_) {
      const auto taken =
          static_cast<std::uint32_t>(std::min<std::size_t>(octets.size, payload_left_));
      payload_left_ -= taken;
      octets = octets.from(taken);
      if (payload_left_ == 0) {
        finish_frame({});
      }
      continue;
    }
    if (header_.empty() && octets[0] == docsis::kPaddingOctet) return false;
    // Nearly every header is complete in one run of octets.
    const std::uint32_t size =
        header_.empty() ? docsis::mac_header_size(octets).value_or(UINT32_MAX) : UINT32_MAX;
    if (size <= octets.size) {
      if (!take_header(octets.first(size))) return step_lost();
      octets = octets.from(size);
    } else {
      if (!take_header_octet(octets[0])) return step_lost();
      octets = octets.from(1);
    }
  }
  return true;
}

// Returns false if the octet cannot belong to a header.
bool Reassembler::take_header_octet(std::uint8_t octet) {
  header_.push_back(octet);
  if (header_.size() < 2) return true;
  const std::optional<std::uint32_t> size = docsis::mac_header_size(header_);
  if (!size) return false;
  if (header_.size() < *size) return true;
  if (!take_header(header_)) return false;
  header_.clear();
  return true;
}

// Takes a complete header; returns false if it is invalid.
bool Reassembler::take_header(OctetView octets) {
  const auto header = docsis::parse_mac_header(octets);
  if (!header) return false;
  if (reads_reports_ && header->kind == docsis::FrameKind::kPacket) {
    report_ = Report{docsis::find_ugs_status(header->extended_header)};
  }
  payload_left_ = header->payload_bytes;
  position_ = 0;
  in_payload_ = payload_left_ > 0;
  if (!in_payload_) {
    ++counters_.other_frames;
  }
  return true;
}

// The bytes must be the next ones of the frame's packet.
bool Reassembler::take_stretch(BurstRun& run) {
  const bool begins = position_ == 0;
  const bool continues = run.frame_offset == position_ && (begins || run.packet_id == packet_id_);
  if (!in_payload_ || !continues || run.frame_bytes > payload_left_) return step_lost();
  packet_id_ = run.packet_id;
  position_ += run.frame_bytes;
  payload_left_ -= run.frame_bytes;
  if (payload_left_ == 0) {
    finish_frame(std::move(run.packet));
  }
  return true;
}

void Reassembler::finish_frame(PacketHandle packet) {
  in_payload_ = false;
  if (!packet) {
    ++counters_.other_frames;
    return;
  }
  ++counters_.packets;
  counters_.bytes += packet->size_bytes;
  counters_.short_bytes += least_packet_bytes_ - std::min(least_packet_bytes_, packet->size_bytes);
  packet->overwrite_tos(tos_, flows_);
  sink_.push(std::move(packet));
}

void Reassembler::lose(BurstRun& run) {
  if (!run.packet) return;
  ++counters_.lost_packets;
  counters_.lost_bytes += run.packet->size_bytes;
  run.packet.reset();
}

}  // namespace docsis_vp::cmts
