#include "models/hosts/udp_source/udp_source.h"
#include "platform/base/random.h"
#include "system/assembly/traffic/arrivals.h"
#include "system/assembly/traffic/flow_key.h"
#include "system/assembly/units.h"

namespace docsis_vp::system {

namespace {

hosts::UdpSourceConfig source_config(const FlowConfig& flow) {
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

class UdpFlow : public FlowUnit {
 public:
  UdpFlow(const FlowConfig& config, const Site& site)
      : config_(config),
        site_(site),
        source_(("host_" + config.name).c_str(), source_config(config),
                site.table.add(config.name, key_of(config.direction, site.position)),
                RandomStream(site.seed, "flow/" + config.name), site.pool, site.entrance) {}

  FlowResult result(TimePs now) const override {
    FlowResult result = arrivals_of(config_, site_, {source_.flow()}, now);
    result.kind = "udp";
    result.sent_packets = source_.sent_packets();
    return result;
  }

 private:
  FlowConfig config_;
  Site site_;
  hosts::UdpSource source_;
};

}  // namespace

std::unique_ptr<FlowUnit> make_udp_flow(const FlowConfig& config, const Site& site) {
  return std::make_unique<UdpFlow>(config, site);
}

}  // namespace docsis_vp::system
