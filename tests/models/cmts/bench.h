// A CMTS between fakes: a plant that records what goes down, and bursts made by hand.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "models/cmts/cmts.h"
#include "models/docsis/mac_header.h"
#include "models/docsis/map.h"
#include "models/docsis/segment_header.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

inline void run_until(TimePs time) {
  sc_core::sc_start(platform::to_sc_time(time - platform::now_ps()));
}

struct ReceivedMap {
  TimePs arrived = 0;  // at the farthest modem
  TimePs departed = 0;
  std::size_t octets = 0;
  docsis::Map map;
  docsis::Minislot first = 0;  // allocation start
  unsigned channel = 0;
};

// Reads every MAP as a modem would and tells a listener when it is built.
class RecordingPlant : public docsis::DownstreamTransmitter {
 public:
  explicit RecordingPlant(const CmtsConfig& config) : plant_delay_(config.timing.plant_delay_ps) {
    for (const auto& channel : config.channels) {
      geometries_.emplace_back(channel);
    }
  }

  void broadcast(unsigned, docsis::ManagementOctets frame, TimePs departed) override {
    ReceivedMap received;
    ASSERT_EQ(docsis::parse_map(*frame, received.map), std::nullopt);
    ASSERT_NE(frame->map(), nullptr);
    ASSERT_TRUE(*frame->map() == received.map);  // what the modems are told without octets
    received.octets = frame->size();
    received.departed = departed;
    received.arrived = departed + plant_delay_;
    while (geometries_[received.channel].parameters().channel_id != received.map.channel_id) {
      ++received.channel;
    }
    const auto& geometry = geometries_[received.channel];
    received.first =
        geometry.from_wire(received.map.allocation_start, geometry.at(platform::now_ps()));
    maps.push_back(received);
    if (on_map) on_map(maps.back());
  }
  void send(unsigned modem, docsis::DownstreamFrame frame, TimePs departed) override {
    packets.push_back({modem, frame.packet->sequence, departed});
  }

  struct SentPacket {
    unsigned modem;
    std::uint64_t sequence;
    TimePs departed;
  };
  const docsis::ChannelGeometry& geometry(unsigned channel) const { return geometries_[channel]; }

  std::vector<ReceivedMap> maps;
  std::vector<SentPacket> packets;
  std::function<void(const ReceivedMap&)> on_map;

 private:
  TimePs plant_delay_;
  std::vector<docsis::ChannelGeometry> geometries_;
};

class RecordingSink : public PacketSink {
 public:
  void push(PacketHandle packet) override {
    sequences.push_back(packet->sequence);
    bytes += packet->size_bytes;
    last = platform::now_ps();
  }
  std::vector<std::uint64_t> sequences;
  std::uint64_t bytes = 0;
  TimePs last = 0;
};

inline CmtsConfig one_channel(const char* profile, std::uint64_t rate_bps = 30'720'000) {
  CmtsConfig config;
  config.timing = *docsis::find_timing_profile(profile);
  config.channels = {docsis::default_channel(config.timing)};
  config.channels[0].rate_bps = rate_bps;
  config.flows.resize(1);
  config.downstream.modems.resize(1);
  return config;
}

// The elements of a MAP that concern a SID: grants, and pendings of length 0.
inline std::vector<docsis::MapElement> elements_of(const docsis::Map& map, std::uint16_t sid) {
  std::vector<docsis::MapElement> found;
  for (const auto& element : map.elements) {
    if (element.sid == sid && docsis::is_data_iuc(element.iuc)) found.push_back(element);
  }
  return found;
}

// A contention request in an opportunity of a MAP.
inline docsis::UpstreamBurst request_burst(const docsis::ChannelGeometry& geometry,
                                           const ReceivedMap& map, unsigned opportunity,
                                           std::uint16_t sid, unsigned units) {
  const std::uint32_t length = geometry.parameters().request_minislots;
  docsis::UpstreamBurst burst;
  burst.channel = map.channel;
  burst.sid = sid;
  burst.iuc = docsis::kIucRequest;
  burst.first_minislot = map.first + opportunity * length;
  burst.start = geometry.start(burst.first_minislot);
  burst.end = geometry.end(burst.first_minislot, length);
  docsis::append_queue_depth_request(burst.octets, sid, units);
  return burst;
}

// An empty segment in a grant: header, padding.
inline docsis::UpstreamBurst segment_burst(const docsis::ChannelGeometry& geometry,
                                           const ReceivedMap& map, const docsis::MapElement& grant,
                                           unsigned sequence, unsigned request_units) {
  docsis::UpstreamBurst burst;
  burst.channel = map.channel;
  burst.sid = grant.sid;
  burst.iuc = grant.iuc;
  burst.first_minislot = map.first + grant.offset;
  burst.start = geometry.start(burst.first_minislot);
  burst.end = geometry.end(burst.first_minislot, grant.length);
  docsis::SegmentHeader header;
  header.sequence = static_cast<std::uint16_t>(sequence % docsis::kSegmentSequences);
  header.request = static_cast<std::uint16_t>(request_units);
  docsis::append_segment_header(burst.octets, header);
  burst.octets.push_back(docsis::kPaddingOctet);
  return burst;
}

}  // namespace docsis_vp::cmts
