#include "system/assembly/traffic.h"

#include <algorithm>

#include "platform/base/random.h"
#include "system/assembly/units.h"
#include "system/scenario/ip_prefix.h"

namespace docsis_vp::system {

namespace {

// Hosts of a modem's LAN and the one behind the CMTS; a port of its own for every flow.
FlowKey key_of(const FlowConfig& flow, std::size_t index) {
  constexpr std::array<std::uint8_t, 4> kLanHost = {192, 168, 100, 10};
  constexpr std::array<std::uint8_t, 4> kWanHost = {198, 51, 100, 1};
  constexpr std::uint16_t kFirstPort = 5000;
  const bool up = flow.direction == Direction::kUpstream;
  FlowKey key;
  std::copy(kLanHost.begin(), kLanHost.end(), (up ? key.source : key.destination).begin());
  std::copy(kWanHost.begin(), kWanHost.end(), (up ? key.destination : key.source).begin());
  key.source_port = static_cast<std::uint16_t>(kFirstPort + index);
  key.destination_port = static_cast<std::uint16_t>(kFirstPort + index);
  return key;
}

hosts::UdpSourceConfig udp_config(const FlowConfig& flow) {
  hosts::UdpSourceConfig config;
  config.packet_bytes = flow.packet_bytes;
  config.interval = from_us(flow.interval_us);
  config.jitter_percent = flow.jitter_percent;
  config.start = from_seconds(flow.start_s);
  config.stop = flow.stop_s ? from_seconds(*flow.stop_s) : kNever;
  config.packets = flow.packets;
  if (flow.phase_us) {
    config.phase = from_us(*flow.phase_us);
  }
  return config;
}

hosts::TraceSourceConfig trace_config(const FlowConfig& flow) {
  hosts::TraceSourceConfig config;
  config.file = flow.file;
  if (!flow.ip_source.empty()) {
    config.filter.ip_source = parse_prefix(flow.ip_source);
  }
  config.start = from_seconds(flow.start_s);
  config.stop = flow.stop_s ? from_seconds(*flow.stop_s) : kNever;
  config.speed = flow.speed;
  config.loop = flow.loop;
  return config;
}

}  // namespace

std::uint64_t Traffic::Flow::sent_packets() const {
  return udp ? udp->sent_packets() : trace->sent_packets();
}

Traffic::Traffic(const Scenario& scenario)
    : seed_(scenario.seed),
      warmup_(from_seconds(scenario.stats.warmup_s)),
      wan_(warmup_),
      lan_(warmup_) {
  for (const FlowConfig& config : scenario.flows) {
    flows_.emplace_back().config = config;
  }
}

void Traffic::connect(const Entrance& entrance) {
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    Flow& flow = flows_[i];
    const std::string name = "host_" + flow.config.name;
    PacketSink& to = entrance(flow.config);
    if (flow.config.kind == FlowKind::kTrace) {
      flow.trace = std::make_unique<hosts::TraceSource>(name.c_str(), trace_config(flow.config),
                                                        flow.config.name, table_, pool_, to);
    } else {
      const FlowId id = table_.add(flow.config.name, key_of(flow.config, i));
      flow.udp = std::make_unique<hosts::UdpSource>(name.c_str(), udp_config(flow.config), id,
                                                    RandomStream(seed_, "flow/" + flow.config.name),
                                                    pool_, to);
    }
  }
}

std::vector<FlowId> Traffic::ids_of(const Flow& flow) const {
  return flow.udp ? std::vector<FlowId>{flow.udp->flow()} : flow.trace->flows();
}

std::uint64_t Traffic::sent_packets() const {
  std::uint64_t packets = 0;
  for (const Flow& flow : flows_) {
    packets += flow.sent_packets();
  }
  return packets;
}

std::vector<FlowResult> Traffic::results(TimePs now) const {
  std::vector<FlowResult> results;
  for (const Flow& flow : flows_) {
    const hosts::CountingSink& sink = flow.config.direction == Direction::kUpstream ? wan_ : lan_;
    FlowResult result;
    result.name = flow.config.name;
    result.kind = flow.udp ? "udp" : "trace";
    result.sent_packets = flow.sent_packets();
    std::uint64_t bytes = 0;
    Histogram one_way_ps;
    for (const FlowId id : ids_of(flow)) {
      const hosts::FlowCount& count = sink.flow(id);
      result.received_packets += count.packets;
      result.lost_packets += count.lost_packets();
      bytes += count.bytes;
      one_way_ps.merge(count.one_way_ps);
    }
    if (now > warmup_) {
      result.goodput_mbps = 8e-6 * static_cast<double>(bytes) / to_seconds(now - warmup_);
    }
    result.one_way_ms = spread(one_way_ps, kPsPerMs);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace docsis_vp::system
