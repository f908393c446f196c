// The upstream blocks of a modem closed through a small CMTS: one channel of 30.72 Mbit/s, a MAP
// every 2 ms, built 2 ms before its allocation start.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "models/docsis/map.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm {

// Answers every request in full within the capacity, with a pending for the rest.
class SmallCmts : public sc_core::sc_module, public docsis::UpstreamTransmitter {
 public:
  static constexpr TimePs kMinislot = 12'500'000;
  static constexpr std::uint32_t kMinislots = 160;  // of 48 bytes
  static constexpr std::uint32_t kMinislotBytes = 48;
  static constexpr std::uint32_t kRegion = 8;  // opportunities, one minislot each
  static constexpr TimePs kInterval = kMinislots * kMinislot;
  static constexpr TimePs kPlant = 40 * kPsPerUs;
  static constexpr TimePs kDecode = 100 * kPsPerUs;

  struct Flow {
    std::uint16_t sid = 0;
    std::uint32_t bytes_per_unit = 4;
    std::uint64_t backlog = 0;
  };

  SmallCmts(const sc_core::sc_module_name& name, std::vector<Flow> flows)
      : sc_module(name), flows_(std::move(flows)) {
    SC_HAS_PROCESS(SmallCmts);
    SC_METHOD(build_map);
    SC_METHOD(deliver_map);
    sensitive << deliver_;
    dont_initialize();
  }
  // Either tells blocks what a MAP says, or sends its octets to a modem.
  void connect(std::vector<MapSink*> sinks) { sinks_ = std::move(sinks); }
  void connect(docsis::DownstreamReceiver& modem) { modem_ = &modem; }

  void lose_maps(unsigned count) { lost_maps_ += count; }
  void lose_requests(unsigned count) { lost_requests_ += count; }

  void transmit(docsis::UpstreamBurst&& burst) override {
    const std::vector<std::uint8_t>& octets = burst.octets;
    const bool frame = octets[0] == 0xC8;
    const unsigned at = frame ? 1 : 4;
    const auto units = static_cast<std::uint32_t>(octets[at] << 8 | octets[at + 1]);
    bool lost = false;
    if (frame) {
      ++request_frames;
      lost = lost_requests_ > 0;
      lost_requests_ -= lost ? 1 : 0;
    }
    for (std::size_t flow = 0; flow < flows_.size() && !lost; ++flow) {
      if (flows_[flow].sid == burst.sid) {
        seen_.push_back({burst.end + kPlant + kDecode, flow,
                         std::uint64_t{units} * flows_[flow].bytes_per_unit});
      }
    }
    bursts.push_back({std::move(burst), platform::now_ps()});
  }

  std::uint64_t request_frames = 0;
  std::vector<SentBurst> bursts;
  std::vector<Grant> grants;

 private:
  struct Seen {
    TimePs at;
    std::size_t flow;
    std::uint64_t bytes;
  };
  struct Map {
    std::vector<Grant> grants;
    std::vector<unsigned> pendings;
    RequestRegion region;
    MapSummary summary;
  };

  // The MAP built now describes the interval that begins 2 ms from now.
  void build_map() {
    const TimePs now = platform::now_ps();
    for (auto it = seen_.begin(); it != seen_.end();) {
      if (it->at <= now) {
        flows_[it->flow].backlog += it->bytes;
        it = seen_.erase(it);
      } else {
        ++it;
      }
    }
    Map map;
    const TimePs start = now + kInterval;
    const docsis::Minislot first = geometry_.at(start);
    map.region.iuc = 1;
    map.region.first_minislot = first;
    map.region.opportunities = kRegion;
    map.region.geometry = &geometry_;
    reserved_.push_back({start, start + kRegion * kMinislot});
    std::uint32_t used = kRegion;
    for (unsigned flow = 0; flow < flows_.size(); ++flow) {
      std::uint64_t& backlog = flows_[flow].backlog;
      const std::uint64_t wanted =
          backlog == 0 ? 0 : (backlog + 8 + kMinislotBytes - 1) / kMinislotBytes;
      const auto minislots =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, kMinislots - used));
      if (minislots > 0) {
        Grant grant;
        grant.flow = flow;
        grant.sid = flows_[flow].sid;
        grant.iuc = 10;
        grant.first_minislot = first + used;
        grant.minislots = minislots;
        grant.bytes = minislots * kMinislotBytes;
        grant.start = start + used * kMinislot;
        grant.end = grant.start + minislots * kMinislot;
        map.grants.push_back(grant);
        reserved_.push_back({grant.start, grant.end});
        grants.push_back(grant);
        used += minislots;
        backlog -= std::min<std::uint64_t>(backlog, grant.bytes - 8);
      }
      if (backlog > 0) {
        map.pendings.push_back(flow);
      }
    }
    map.summary.ack_time = heard_before(now);
    map.summary.backoff_start = 0;
    map.summary.backoff_end = 4;
    maps_.push_back(std::move(map));
    deliver_.notify(platform::to_sc_time(kPlant));
    next_trigger(platform::to_sc_time(kInterval));
  }

  void deliver_map() {
    const Map map = std::move(maps_.front());
    maps_.pop_front();
    if (lost_maps_ > 0) {
      --lost_maps_;
      return;
    }
    if (modem_ != nullptr) {
      modem_->receive_management(0, octets_of(map));
    }
    for (MapSink* sink : sinks_) {
      sink->on_request_region(map.region);
      for (const Grant& grant : map.grants) {
        sink->on_grant(grant);
      }
      for (const unsigned flow : map.pendings) {
        sink->on_pending(0, flow);
      }
      sink->on_map_end(map.summary);
    }
  }

  // Start of the first interval that was not yet heard to its end.
  TimePs heard_before(TimePs now) {
    while (!reserved_.empty() && reserved_.front().second + kPlant + kDecode <= now) {
      reserved_.pop_front();
    }
    return reserved_.empty() ? 0 : reserved_.front().first;
  }

  docsis::ManagementOctets octets_of(const Map& map) const {
    docsis::Map message;
    message.channel_id = geometry_.parameters().channel_id;
    message.ucd_count = geometry_.parameters().ucd_count;
    const docsis::Minislot first = map.region.first_minislot;
    message.allocation_start = geometry_.to_wire(first);
    message.ack_time =
        map.summary.ack_time < 0 ? 0 : geometry_.to_wire(geometry_.at(map.summary.ack_time));
    message.data_backoff_start = map.summary.backoff_start;
    message.data_backoff_end = map.summary.backoff_end;
    message.elements.push_back({docsis::kSidAllModems, docsis::kIucRequest, 0});
    docsis::Minislot end = first + kRegion;
    for (const Grant& grant : map.grants) {
      message.elements.push_back(
          {grant.sid, grant.iuc, static_cast<std::uint16_t>(grant.first_minislot - first)});
      end = grant.first_minislot + grant.minislots;
    }
    const auto null = static_cast<std::uint16_t>(end - first);
    message.elements.push_back({docsis::kSidNone, docsis::kIucNull, null});
    for (const unsigned flow : map.pendings) {
      message.elements.push_back({flows_[flow].sid, docsis::kIucAdvancedLongData, null});
    }
    auto octets = std::make_shared<std::vector<std::uint8_t>>();
    docsis::append_map(*octets, message);
    return octets;
  }

  docsis::DownstreamReceiver* modem_ = nullptr;
  const docsis::ChannelGeometry geometry_{docsis::ChannelParameters{}};
  std::vector<Flow> flows_;
  std::vector<MapSink*> sinks_;
  std::deque<Seen> seen_;
  std::deque<std::pair<TimePs, TimePs>> reserved_;  // start and end
  std::deque<Map> maps_;
  unsigned lost_maps_ = 0;
  unsigned lost_requests_ = 0;
  sc_core::sc_event deliver_;
};

// One modem's upstream blocks and the CMTS. Several may run in one simulation.
struct UpstreamLoop {
  struct FlowOptions {
    ShaperConfig shaper;
    unsigned priority = 0;
  };

  UpstreamLoop(const std::string& name, const std::vector<FlowOptions>& flows)
      : sequencer((name + "_sequencer").c_str()),
        cmts((name + "_cmts").c_str(), cmts_flows(flows.size())),
        memory((name + "_memory").c_str(), memory_config(flows.size())),
        shaper((name + "_shaper").c_str(), shaper_config(flows), memory),
        requests((name + "_requests").c_str(), request_config(name, flows), sequencer, shaper,
                 memory, cmts),
        builder((name + "_builder").c_str(), builder_config(), channels, sequencer, memory, shaper,
                requests, judge, cmts) {
    memory.set_listener(shaper);
    shaper.set_listener(requests);
    cmts.connect({&requests, &builder});
  }

  static std::vector<SmallCmts::Flow> cmts_flows(std::size_t count) {
    std::vector<SmallCmts::Flow> flows(count);
    for (std::size_t i = 0; i < count; ++i) {
      flows[i].sid = static_cast<std::uint16_t>(0x100 + i);
    }
    return flows;
  }
  static QueueMemoryConfig memory_config(std::size_t flows) {
    QueueMemoryConfig config;
    config.flows.assign(flows, {UINT64_MAX, 300});
    return config;
  }
  static std::vector<ShaperConfig> shaper_config(const std::vector<FlowOptions>& flows) {
    std::vector<ShaperConfig> config;
    for (const FlowOptions& flow : flows) {
      config.push_back(flow.shaper);
    }
    return config;
  }
  static RequestEngineConfig request_config(const std::string& name,
                                            const std::vector<FlowOptions>& flows) {
    RequestEngineConfig config;
    for (std::size_t i = 0; i < flows.size(); ++i) {
      RequestFlowConfig flow;
      flow.stream = "request/" + name + "/" + std::to_string(i);
      flow.sids = {static_cast<std::uint16_t>(0x100 + i)};
      flow.priority = flows[i].priority;
      config.flows.push_back(flow);
    }
    return config;
  }
  static BurstBuilderConfig builder_config() {
    BurstBuilderConfig config;
    config.build_units = {BuildUnitKind::kGrant};
    return config;
  }

  bool write(std::uint32_t bytes, unsigned flow = 0) {
    PacketHandle packet = take_packet(pool, bytes);
    if (!memory.has_room(flow, *packet, platform::now_ps())) {
      return false;
    }
    memory.write(flow, std::move(packet), platform::now_ps());
    return true;
  }
  // Offers 1500-byte packets at 30 Mbit/s until `end`.
  void saturate(TimePs end, unsigned flow = 0) {
    while (platform::now_ps() < end) {
      write(1500, flow);
      run_until(platform::now_ps() + 400 * kPsPerUs);
    }
  }

  PacketPool pool;
  std::vector<docsis::ChannelGeometry> channels{docsis::ChannelGeometry({})};
  AcceptAll judge;
  platform::InstantSequencer sequencer;
  SmallCmts cmts;
  QueueMemory memory;
  Shaper shaper;
  RequestEngine requests;
  BurstBuilder builder;
};

}  // namespace docsis_vp::cm
