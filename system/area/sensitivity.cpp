#include "system/area/sensitivity.h"

#include <algorithm>

#include "models/cm/flow_interfaces.h"
#include "models/cm/modem/modem_inventory.h"

namespace docsis_vp::system {

namespace {

using cm::DataPathFlowConfig;

template <typename Number>
Number scaled(Number value, bool twice) {
  return twice ? 2 * value : std::max<Number>(value / 2, value == 0 ? 0 : 1);
}

void scale_flows(cm::DataPathConfig& modem, bool twice) {
  const std::size_t had = modem.flows.size();
  const std::size_t wanted = std::min(scaled(had, twice), std::size_t{cm::kMaxUpstreamFlows});
  modem.flows.reserve(wanted);
  for (std::size_t i = had; i < wanted; ++i) {
    modem.flows.push_back(modem.flows[i - had]);
  }
  modem.flows.resize(wanted, modem.flows.front());
}

void scale_descriptors(cm::DataPathConfig& modem, bool twice) {
  for (DataPathFlowConfig& flow : modem.flows) {
    flow.queue.packets = scaled(flow.queue.packets, twice);
  }
}

void scale_buffer(cm::DataPathConfig& modem, bool twice) {
  for (DataPathFlowConfig& flow : modem.flows) {
    flow.queue.bytes = scaled(flow.queue.bytes, twice);
    flow.law.settings.buffer_bytes = scaled(flow.law.settings.buffer_bytes, twice);
  }
}

void scale_burst(cm::DataPathConfig& modem, bool twice) {
  for (DataPathFlowConfig& flow : modem.flows) {
    flow.shaper.max_burst_bytes = scaled(flow.shaper.max_burst_bytes, twice);
  }
}

void scale_memory(cm::DataPathConfig& modem, bool twice) {
  std::uint64_t& bytes = modem.queue_memory.capacity_bytes;
  bytes = scaled(bytes, twice);
}

void scale_queues(cm::DataPathConfig& modem, bool twice) {
  for (DataPathFlowConfig& flow : modem.flows) {
    if (flow.manager) {
      auto& queues = flow.manager->discipline.multi.queues;
      queues = scaled(queues, twice);
    }
  }
}

area::Technology with_periphery(area::Technology technology, double by) {
  const auto scale = [by](area::Figure& figure) {
    static_cast<area::Range&>(figure) = by * static_cast<const area::Range&>(figure);
  };
  for (area::Technology::Periphery& each : technology.sram_periphery) {
    scale(each.column_ge);
    scale(each.row_ge);
    scale(each.control_ge);
  }
  return technology;
}

}  // namespace

std::vector<Sensitivity> sensitivities(const cm::DataPathConfig& modem,
                                       const area::Technology& technology) {
  struct Quantity {
    const char* name;
    void (*scale)(cm::DataPathConfig&, bool);
  };
  std::vector<Quantity> quantities = {{"service flows", scale_flows},
                                      {"descriptors", scale_descriptors},
                                      {"buffer", scale_buffer},
                                      {"burst", scale_burst},
                                      {"queue memory", scale_memory}};
  if (std::any_of(modem.flows.begin(), modem.flows.end(),
                  [](const DataPathFlowConfig& flow) { return flow.manager.has_value(); })) {
    quantities.push_back({"queues of a flow", scale_queues});
  }
  const area::Figures own = figures(modem_inventory(modem), technology);
  const auto changed = [&](const Quantity& quantity, bool twice) {
    cm::DataPathConfig other = modem;
    quantity.scale(other, twice);
    return figures(modem_inventory(other), technology) - own;
  };
  std::vector<Sensitivity> all;
  for (const Quantity& quantity : quantities) {
    all.push_back({quantity.name, changed(quantity, false), changed(quantity, true)});
  }
  const auto of_periphery = [&](double by) {
    return figures(modem_inventory(modem), with_periphery(technology, by)) - own;
  };
  constexpr double kHalf = 0.5;
  constexpr double kTwice = 2;
  all.push_back({"SRAM periphery", of_periphery(kHalf), of_periphery(kTwice)});
  return all;
}

}  // namespace docsis_vp::system
