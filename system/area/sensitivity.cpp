#include "system/area/sensitivity.h"

#include <algorithm>

#include "models/cm/modem/modem_inventory.h"

namespace docsis_vp::system {

namespace {

using cm::UpstreamFlowConfig;

constexpr std::size_t kMostFlows = 32;

template <typename Number>
Number scaled(Number value, bool twice) {
  return twice ? 2 * value : std::max<Number>(value / 2, value == 0 ? 0 : 1);
}

void scale_flows(cm::ModemConfig& modem, bool twice) {
  const std::size_t had = modem.flows.size();
  const std::size_t wanted = std::min(scaled(had, twice), kMostFlows);
  modem.flows.reserve(wanted);
  for (std::size_t i = had; i < wanted; ++i) {
    modem.flows.push_back(modem.flows[i - had]);
  }
  modem.flows.resize(wanted, modem.flows.front());
}

void scale_descriptors(cm::ModemConfig& modem, bool twice) {
  for (UpstreamFlowConfig& flow : modem.flows) {
    flow.queue.packets = scaled(flow.queue.packets, twice);
  }
}

void scale_buffer(cm::ModemConfig& modem, bool twice) {
  for (UpstreamFlowConfig& flow : modem.flows) {
    flow.queue.bytes = scaled(flow.queue.bytes, twice);
    flow.law.settings.buffer_bytes = scaled(flow.law.settings.buffer_bytes, twice);
  }
}

void scale_burst(cm::ModemConfig& modem, bool twice) {
  for (UpstreamFlowConfig& flow : modem.flows) {
    flow.shaper.max_burst_bytes = scaled(flow.shaper.max_burst_bytes, twice);
  }
}

void scale_memory(cm::ModemConfig& modem, bool twice) {
  modem.queue_memory_bytes = scaled(modem.queue_memory_bytes, twice);
}

void scale_queues(cm::ModemConfig& modem, bool twice) {
  for (UpstreamFlowConfig& flow : modem.flows) {
    if (flow.manager) {
      auto& queues = flow.manager->discipline.multi.queues;
      queues = scaled(queues, twice);
    }
  }
}

area::Range less(const area::Range& a, const area::Range& b) {
  return {a.low - b.low, a.nominal - b.nominal, a.high - b.high};
}

}  // namespace

std::vector<Sensitivity> sensitivities(const cm::ModemConfig& modem,
                                       const area::Technology& technology) {
  struct Quantity {
    const char* name;
    void (*scale)(cm::ModemConfig&, bool);
  };
  std::vector<Quantity> quantities = {{"service flows", scale_flows},
                                      {"descriptors", scale_descriptors},
                                      {"buffer", scale_buffer},
                                      {"burst", scale_burst},
                                      {"queue memory", scale_memory}};
  if (std::any_of(modem.flows.begin(), modem.flows.end(),
                  [](const UpstreamFlowConfig& flow) { return flow.manager.has_value(); })) {
    quantities.push_back({"queues of a flow", scale_queues});
  }
  const area::Figures own = figures(modem_inventory(modem), technology);
  const auto changed = [&](const Quantity& quantity, bool twice) {
    cm::ModemConfig other = modem;
    quantity.scale(other, twice);
    const area::Figures measured = figures(modem_inventory(other), technology);
    return area::Figures{less(measured.kge, own.kge), measured.sram_kbit - own.sram_kbit,
                         less(measured.mm2, own.mm2)};
  };
  std::vector<Sensitivity> all;
  for (const Quantity& quantity : quantities) {
    all.push_back({quantity.name, changed(quantity, false), changed(quantity, true)});
  }
  return all;
}

}  // namespace docsis_vp::system
