// Reassembles the MAC frames of a service flow from its segments (MULPIv3.1 6.2.1.2, continuous
// concatenation and fragmentation). A sequence number of 13 bits stands for the value nearest to
// the newest so far (RFC 1982). A segment behind the sequence is stale. If it is too old to be in
// flight, it belongs to the next cycle of numbers, after an outage of up to 8191 segments.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/docsis/rf.h"
#include "models/docsis/segment_header.h"
#include "models/docsis/ugs_header.h"
#include "platform/base/packet.h"

namespace docsis_vp::cmts {

class Reassembler {
 public:
  struct Counters {
    std::uint64_t segments = 0;
    std::uint64_t missing_segments = 0;
    std::uint64_t stale_segments = 0;  // behind the sequence: late or received twice
    std::uint64_t packets = 0;         // complete packets
    std::uint64_t bytes = 0;
    std::uint64_t short_bytes = 0;   // padding of packets below the minimum size
    std::uint64_t lost_packets = 0;  // their last byte was received, but not all others
    std::uint64_t lost_bytes = 0;
    std::uint64_t other_frames = 0;  // MAC frames without a packet, skipped
    std::uint64_t desyncs = 0;       // octets that are no MAC frame where one must begin
  };

  // reorder_wait: longest time that a segment waits for earlier ones; 0 for a flow with one
  // channel, which cannot reorder. least_packet_bytes: minimum size for short_bytes.
  Reassembler(TimePs reorder_wait, PacketSink& sink, std::uint32_t least_packet_bytes = 0)
      : reorder_wait_(reorder_wait), sink_(sink), least_packet_bytes_(least_packet_bytes) {}

  // The report in the extended header of a frame that began; empty without one.
  struct Report {
    std::optional<docsis::UgsStatus> status;
  };
  // From now on headers are searched for reports.
  void read_reports() { reads_reports_ = true; }
  // Returns the report of the last frame that began since the last call.
  std::optional<Report> take_report() { return std::exchange(report_, std::nullopt); }

  // Sets the TOS overwrite for packets of these flows; null: all packets are IP.
  void overwrite_tos(TosOverwrite tos, const FlowTable* flows) {
    tos_ = tos;
    flows_ = flows;
  }

  // Sets the wait anew, because a flow that moves to another channel may be reordered from then on.
  void set_reorder_wait(TimePs wait) { reorder_wait_ = wait; }
  void accept(const docsis::SegmentHeader& header, docsis::UpstreamBurst&& burst, TimePs now);
  // Discards a burst: its packets are lost.
  void discard(docsis::UpstreamBurst& burst);
  // Time at which the wait for a missing segment ends; kNever if none is missing.
  TimePs deadline() const { return held_.empty() ? kNever : held_.front().deadline; }
  // Gives up missing segments whose wait has ended.
  void give_up(TimePs now);

  const Counters& counters() const { return counters_; }

 private:
  using Number = std::int64_t;  // a sequence number plus 8192 for each cycle before it
  struct Held {
    Number number = 0;
    docsis::SegmentHeader header;
    docsis::UpstreamBurst burst;
    TimePs deadline = 0;
  };

  // True if an older segment may still be in flight.
  bool may_be_under_way(TimePs now) const { return now <= last_came_ + reorder_wait_; }
  Number unwrap(std::uint16_t sequence, TimePs now) const;
  void hold(Held&& segment);
  void release_held();
  void skip_to(Number number);
  void consume(const docsis::SegmentHeader& header, docsis::UpstreamBurst& burst);
  // Returns false if the rest of the segment is not interpretable.
  bool take_octets(docsis::OctetView octets);
  bool take_stretch(docsis::BurstRun& run);
  bool take_header_octet(std::uint8_t octet);
  bool take_header(docsis::OctetView octets);
  bool step_lost();
  void lose(docsis::BurstRun& run);
  void finish_frame(PacketHandle packet);
  void forget_frame();

  TimePs reorder_wait_;
  PacketSink& sink_;
  std::uint32_t least_packet_bytes_;
  TosOverwrite tos_;
  const FlowTable* flows_ = nullptr;
  Counters counters_;
  Number expected_ = 0;
  Number newest_ = -1;
  TimePs last_came_ = 0;    // arrival of the last segment in sequence
  std::vector<Held> held_;  // in order of sequence

  // The frame under reassembly
  bool synchronised_ = true;
  std::vector<std::uint8_t> header_;  // octets of an incomplete header
  bool in_payload_ = false;
  std::uint32_t payload_left_ = 0;
  std::uint32_t position_ = 0;  // next byte of the packet
  std::uint64_t packet_id_ = 0;
  bool reads_reports_ = false;
  std::optional<Report> report_;
};

}  // namespace docsis_vp::cmts
