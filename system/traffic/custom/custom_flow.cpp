#include <stdexcept>

#include "platform/kernel/agenda.h"
#include "system/assembly/traffic/flow_unit.h"
#include "system/extension/host.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/scenario/schema/parameters.h"
#include "system/traffic/custom/custom_settings.h"

namespace docsis_vp::system {

extern const TrafficKind kCustomKind;

namespace {

Table<CustomSettings> custom_table() {
  Table<CustomSettings> t("custom", "A host that a program adds.");
  t.identifier("host", &CustomSettings::host)
      .required()
      .says(
          "Name of the custom host at its ends, as the program registers it "
          "(docs/extending.md).");
  t.parameters("parameters", &CustomSettings::parameters)
      .default_is("as the host says")
      .says("Parameters of the custom host.");
  return t;
}

void complete_custom(FlowConfig& flow, const Extensions& extensions, const std::string& pointer) {
  auto& settings = settings_of<CustomSettings>(flow);
  const HostKind& kind = extensions.host(settings.host, pointer + "/host");
  if (!settings.parameters) {
    settings.parameters.emplace();
  }
  settings.parameters->settle(kind.parameters, settings.host, pointer + "/parameters");
}

// A flow between custom hosts: a pair of packet flows, one each way.
class CustomFlow : public FlowUnit, private HostSite {
 public:
  CustomFlow(const FlowPlan& plan, const Site& site, const HostKind& kind)
      : plan_(plan),
        seed_(site.seed),
        network_(site.network),
        forward_(*this, Way::kForward),
        back_(*this, Way::kBack) {
    const std::size_t port = site.take_port();
    owner_ = site.owner();
    Wire& wire = wire_of(plan, site, plan.instance.rtt_ms);
    for (End* end : {&forward_, &back_}) {
      const Direction forward = CustomFlow::direction();
      const Direction way = end == &forward_ ? forward : opposite(forward);
      end->flow =
          network_.table().add(end == &forward_ ? CustomFlow::name() : CustomFlow::name() + "/back",
                               site.key_of(plan_.config, way, port));
      network_.lay(end->flow, way, site.way(&wire), end);
    }
    platform::Agenda::shared()->keep_in_step();  // the host may ask the kernel for the time
    host_ = kind.make(*this);
  }

  std::uint64_t delivered_bytes() const override {
    return network_.arrivals(forward_.flow, direction()).total_bytes;
  }
  std::optional<double> demand_mbps() const override { return plan_.config.demand_mbps; }

  FlowResult result(TimePs now) const override {
    FlowResult result;
    add_packets(result, network_, forward_.flow, direction());
    result.measures = host_->measures(now);
    return result;
  }

 private:
  // Source and sink of the packets of one way.
  struct End : PacketSink {
    End(CustomFlow& of, Way its) : owner(of), way(its) {}
    void push(PacketHandle packet) override { owner.host_->arrived(way, *packet); }

    CustomFlow& owner;
    const Way way;
    FlowId flow = 0;
    std::uint64_t sent = 0;
  };

  const std::string& name() const override { return plan_.instance.name; }
  Direction direction() const override { return plan_.config.direction; }
  const Parameters& parameters() const override {
    return *settings_of<CustomSettings>(plan_.config).parameters;
  }
  TimePs start() const override { return plan_.start; }
  TimePs stop() const override { return plan_.stop; }
  TimePs now() const override { return network_.timers().now(); }

  std::uint64_t send(Way way, std::uint32_t size_bytes, Ecn ecn) override {
    if (size_bytes < kShortestFrameBytes || size_bytes > kLongestFrameBytes) {
      throw std::invalid_argument("the host of " + name() + " sends a packet of " +
                                  std::to_string(size_bytes) + " bytes, expected 64 to 2000");
    }
    End& end = way == Way::kForward ? forward_ : back_;
    PacketHandle packet = network_.pool().take();
    packet->flow = end.flow;
    packet->size_bytes = size_bytes;
    packet->sequence = end.sent++;
    packet->created = now();
    packet->ecn = ecn;
    network_.departures().push(std::move(packet));
    return end.sent - 1;
  }
  std::unique_ptr<hosts::Timer> timer(std::function<void()> action) override {
    return std::make_unique<hosts::Timer>(network_.timers(), owner_, std::move(action));
  }
  RandomStream random(const std::string& purpose) const override {
    return {seed_, "flow/" + name() + "/" + purpose};
  }

  const FlowPlan plan_;
  const std::uint64_t seed_;
  Network& network_;
  std::uint32_t owner_ = 0;
  End forward_;
  End back_;
  std::unique_ptr<Host> host_;
};

std::unique_ptr<FlowUnit> make_custom_flow(const FlowPlan& plan, const Site& site) {
  const HostKind& kind =
      site.extensions.host(settings_of<CustomSettings>(plan.config).host, "/flows");
  return std::make_unique<CustomFlow>(plan, site, kind);
}

}  // namespace

constexpr TrafficKind kCustomKind = [] {
  TrafficKind kind;
  kind.name = "custom";
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_keys<kCustomKind>(table, custom_table());
  };
  kind.complete = complete_custom;
  kind.make = make_custom_flow;
  return kind;
}();

}  // namespace docsis_vp::system
