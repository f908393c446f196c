// Presents the queue of a service flow to the burst builder as a stream of MAC frames that may be
// cut anywhere (MULPI 6.2.1.2, continuous concatenation and fragmentation).
#pragma once

#include <cstdint>
#include <utility>

#include "models/docsis/ugs_element.h"
#include "models/queue/fifo.h"
#include "models/queue/packet_tally.h"

namespace docsis_vp::cm {

// FC, MAC_PARM, LEN, HCS; no extended header while privacy is off
constexpr std::uint32_t kMacHeaderBytes = 6;

// Extended header after the MAC header.
struct HeaderExtension {
  docsis::UgsElement octets{};
  std::uint32_t size = 0;  // number of valid octets; 0: no extended header
};

class FrameStream {
 public:
  explicit FrameStream(const queue::FifoLimits& limits) : fifo_(limits) {}

  const queue::Fifo& fifo() const { return fifo_; }
  void push(queue::Descriptor&& descriptor) { fifo_.push(std::move(descriptor)); }

  // For a flow with several queues the FIFO holds the packets chosen to leave next. The waiting
  // packets are not yet chosen.
  const queue::PacketTally& waiting() const { return waiting_; }
  void wait(std::uint32_t bytes) { waiting_.add(bytes); }
  void wait_no_more(std::uint32_t bytes) { waiting_.remove(bytes); }

  // Totals of the FIFO and the waiting packets.
  std::uint64_t bytes() const { return fifo_.bytes() + waiting_.bytes; }
  std::uint32_t packets() const {
    return fifo_.packets() + static_cast<std::uint32_t>(waiting_.packets);
  }
  // moving_bytes: bytes that are read and still occupy the memory.
  queue::Shortage shortage(std::uint32_t packet_bytes, std::uint64_t moving_bytes) const {
    return fifo_.limits().shortage(bytes() + moving_bytes, packets(), packet_bytes);
  }
  // Octets of the FIFO's MAC frames still to send, without extended headers.
  std::uint64_t chosen_mac_bytes() const {
    return fifo_.bytes() + std::uint64_t{fifo_.packets()} * kMacHeaderBytes - plain_header_sent();
  }

  // Sets the extended header of frames that begin from now on.
  void extend_headers(const HeaderExtension& extension) { extension_ = extension; }
  // The head keeps the extension with which it began.
  const HeaderExtension& head_extension() const {
    return head_untouched() ? extension_ : begun_extension_;
  }
  std::uint32_t head_header_rest() const {
    return kMacHeaderBytes + head_extension().size - header_sent_;
  }
  // Size of the MAC header of a frame behind the head.
  std::uint32_t next_header_bytes() const { return kMacHeaderBytes + extension_.size; }

  // Octets of the head's MAC header already sent.
  std::uint32_t header_sent() const { return header_sent_; }
  // True if no part of the head was sent: it may still be judged and dropped.
  bool head_untouched() const { return header_sent_ == 0; }

  // MAC-header octets still to send for frames with at least one byte within the first `bytes` of
  // the queue, without extended headers. Between two changes of the queue `bytes` never decreases.
  // Waiting packets, whose order is undetermined, count as if all had the same length.
  std::uint64_t header_bytes_within(std::uint64_t bytes);

  // Returns the least number of bytes n with n + header_bytes_within(n) > mac_bytes. If many frames
  // begin before n, it returns a smaller or equal number. `bytes` must not exceed the result.
  std::uint64_t bytes_beyond(std::uint64_t mac_bytes, std::uint64_t bytes);

  // See queue::Fifo::judge_next().
  void judge_next(bool drops) { fifo_.judge_next(drops); }

  // Continues to send the head: header octets first, then the frame's bytes.
  void send_header(std::uint32_t octets) {
    if (head_untouched()) begun_extension_ = extension_;
    header_sent_ += octets;
  }
  void send_frame(std::uint32_t bytes);
  // Removes the head, which was sent completely or is dropped.
  queue::Descriptor pop();

 private:
  static constexpr unsigned kFramesAhead = 16;

  // Bytes still to send of a frame in the FIFO.
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
  std::uint64_t next_start_ = 0;  // start of the first frame not counted in begun_
};

}  // namespace docsis_vp::cm
