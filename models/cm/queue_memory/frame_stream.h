// The queue of a service flow as the burst builder sees it: a stream of MAC frames that may be cut
// anywhere (MULPI 6.2.1.2, continuous concatenation and fragmentation).
#pragma once

#include <cstdint>
#include <utility>

#include "models/docsis/ugs_element.h"
#include "models/queue/fifo.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

// FC, MAC_PARM, LEN, HCS: no extended header while privacy is off.
constexpr std::uint32_t kMacHeaderBytes = 6;

// An extended header behind it.
struct HeaderExtension {
  docsis::UgsElement octets{};
  std::uint32_t size = 0;  // of them; 0: none
};

class FrameStream {
 public:
  explicit FrameStream(const queue::FifoLimits& limits) : fifo_(limits) {}

  const queue::Fifo& fifo() const { return fifo_; }
  void push(queue::Descriptor&& descriptor) { fifo_.push(std::move(descriptor)); }

  // Of a flow with several queues the fifo holds what was chosen to go next, and these packets wait
  // until they are chosen, or dropped.
  const queue::PacketTally& waiting() const { return waiting_; }
  void wait(std::uint32_t bytes) { waiting_.add(bytes); }
  void wait_no_more(std::uint32_t bytes) { waiting_.remove(bytes); }

  // All of it.
  std::uint64_t bytes() const { return fifo_.bytes() + waiting_.bytes; }
  std::uint32_t packets() const {
    return fifo_.packets() + static_cast<std::uint32_t>(waiting_.packets);
  }
  // moving_bytes: read, and still in the memory.
  queue::Shortage shortage(std::uint32_t packet_bytes, std::uint64_t moving_bytes) const {
    return fifo_.limits().shortage(bytes() + moving_bytes, packets(), packet_bytes);
  }
  // Octets still to send of the fifo's MAC frames, without extended headers.
  std::uint64_t chosen_mac_bytes() const {
    return fifo_.bytes() + std::uint64_t{fifo_.packets()} * kMacHeaderBytes - plain_header_sent();
  }

  // Frames that begin from now on have this extended header.
  void extend_headers(const HeaderExtension& extension) { extension_ = extension; }
  // The head keeps the extension that it began with.
  const HeaderExtension& head_extension() const {
    return head_untouched() ? extension_ : begun_extension_;
  }
  std::uint32_t head_header_rest() const {
    return kMacHeaderBytes + head_extension().size - header_sent_;
  }
  // The MAC header of a frame behind the head.
  std::uint32_t next_header_bytes() const { return kMacHeaderBytes + extension_.size; }

  // Octets of the head's MAC header already sent.
  std::uint32_t header_sent() const { return header_sent_; }
  // Nothing of the head was sent: it may still be judged and dropped.
  bool head_untouched() const { return header_sent_ == 0; }

  // MAC-header octets still to send for frames of which at least one byte lies within the first
  // `bytes` of the queue, extended ones not counted. Between two changes of the queue `bytes` never
  // falls. Waiting packets, whose order is open, count as if all had the same length.
  std::uint64_t header_bytes_within(std::uint64_t bytes);

  // The least number of bytes that exceed `mac_bytes` together with header_bytes_within() them, or,
  // where many frames begin on the way, some number that is not greater. `bytes` do not exceed it.
  std::uint64_t bytes_beyond(std::uint64_t mac_bytes, std::uint64_t bytes);

  // See queue::Fifo.
  void judge_next(bool drops) { fifo_.judge_next(drops); }

  // Sends on in the head: header octets first, then the frame's bytes.
  void send_header(std::uint32_t octets) {
    if (head_untouched()) begun_extension_ = extension_;
    header_sent_ += octets;
  }
  void send_frame(std::uint32_t bytes);
  // The head leaves: sent whole, or dropped.
  queue::Descriptor pop();

 private:
  static constexpr unsigned kFramesAhead = 16;

  // What is still to send of a frame of the fifo.
  std::uint64_t rest_of(std::uint64_t frame) const {
    return frame == 0 ? fifo_.head_rest() : fifo_[frame].packet->size_bytes;
  }

  std::uint32_t plain_header_sent() const {
    return header_sent_ < kMacHeaderBytes ? header_sent_ : kMacHeaderBytes;
  }

  queue::Fifo fifo_;
  queue::PacketTally waiting_;
  HeaderExtension extension_;
  HeaderExtension begun_extension_;
  std::uint32_t header_sent_ = 0;
  std::uint64_t begun_ = 0;       // frames that begin before next_start_
  std::uint64_t next_start_ = 0;  // where the first frame not counted in begun_ begins
};

}  // namespace docsis_vp::cm
