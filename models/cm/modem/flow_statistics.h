// Holds the statistics of an upstream service flow, gathered from the modem's blocks at one
// instant.
#pragma once

#include <cstdint>

#include "models/cm/aqm_engine/flow_aqm.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

// Conservation law: offered = sent + all drops + queued + held, at every instant, in packets and in
// bytes. A packet that was read out in part counts as queued; the bytes of its read part count as
// sent. Bytes are Ethernet bytes, DA..CRC.
struct FlowStatistics {
  PacketTally offered;
  PacketTally sent;       // read out into bursts
  PacketTally aqm_drops;  // at enqueue and at the head
  PacketTally aqm_marks;  // part of the accepted packets
  PacketTally buffer_drops;
  PacketTally descriptor_drops;    // part of buffer_drops
  PacketTally second_queue_drops;  // part of buffer_drops: in the queue behind the shaper
  PacketTally oversize_drops;      // larger than an unsolicited grant
  PacketTally ingress_fifo_drops;  // no room to wait for the queue memory's port
  PacketTally hold_drops;          // no room in the ingress hold
  PacketTally request_giveup_drops;
  PacketTally redirects;  // moved to the Classic service flow by queue protection
  PacketTally queued;
  PacketTally held;                 // waiting for firmware's verdict
  std::uint64_t shaper_delays = 0;  // packets that waited for tokens

  bool conserved() const {
    PacketTally total;
    for (const PacketTally& part :
         {sent, aqm_drops, buffer_drops, oversize_drops, ingress_fifo_drops, hold_drops,
          request_giveup_drops, redirects, queued, held}) {
      total.packets += part.packets;
      total.bytes += part.bytes;
    }
    return offered.packets == total.packets && offered.bytes == total.bytes;
  }
};

// Sample of a flow for a time series. Sampling changes no state.
struct FlowSample {
  std::uint64_t queue_bytes = 0;  // depth: accepted, not yet read out
  std::uint32_t queue_packets = 0;
  std::uint64_t eligible_bytes = 0;  // released by the shaper
  std::uint64_t msr_tokens = 0;      // bytes in the buckets
  std::uint64_t peak_tokens = 0;
  std::uint64_t outstanding_bytes = 0;  // requested, in MAC-frame bytes
  std::uint64_t granted_bytes = 0;      // granted, not yet pulled
  double drop_probability = 0;          // the law's p, which may exceed 1; 0 without a law
  TimePs predicted_delay = 0;           // prediction of the law; 0 without a law
  TimePs last_queue_delay = 0;          // of the last packet read out whole
};

}  // namespace docsis_vp::cm
