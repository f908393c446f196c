// Says where the next MAP of an upstream channel begins, and which requests it can answer.
#pragma once

#include <cstdint>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"
#include "models/docsis/segment_header.h"
#include "platform/base/time.h"

namespace docsis_vp::cmts {

// Shared by the parts of the scheduler; MapScheduler alone moves it on.
struct UpstreamChannel {
  docsis::ChannelGeometry geometry;
  std::uint32_t interval = 0;                  // minislots from one allocation start to the next
  std::uint32_t min_request_grant_frames = 0;  // 0 without OFDMA
  docsis::Minislot next_start = 0;             // allocation start of the next MAP
  TimePs first_start = 0;                      // of the first MAP

  TimePs start_time() const { return geometry.start(next_start); }
  TimePs end_time() const { return geometry.start(next_start + interval); }
  // Earliest allocation start that can answer a request sent then. An OFDMA request is made one
  // frame before it is sent.
  TimePs answerable_from(TimePs sent) const {
    const std::uint32_t frames = min_request_grant_frames;
    return frames == 0 ? 0 : sent + (frames - 1) * geometry.frame_ps();
  }
  bool can_answer(TimePs sent) const { return start_time() >= answerable_from(sent); }

  std::uint8_t iuc_of(const UpstreamFlowConfig& flow) const {
    return geometry.data_iuc(flow.data_iuc);
  }
  // MAC-frame bytes of a grant.
  std::uint64_t payload_bytes(std::uint32_t minislots, std::uint8_t iuc) const {
    const std::uint64_t bytes = geometry.bytes_in(minislots, iuc);
    return bytes > docsis::kSegmentHeaderBytes ? bytes - docsis::kSegmentHeaderBytes : 0;
  }
};

}  // namespace docsis_vp::cmts
