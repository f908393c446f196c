#include "models/cm/modem/modem_inventory.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine_inventory.h"
#include "models/cm/burst_builder/burst_builder_inventory.h"
#include "models/cm/classifier/classifier_inventory.h"
#include "models/cm/coupled_law/coupled_law_inventory.h"
#include "models/cm/ingress_hold/ingress_hold_inventory.h"
#include "models/cm/managed_queue/managed_queue_inventory.h"
#include "models/cm/map_parser/map_parser_inventory.h"
#include "models/cm/queue_memory/queue_memory_inventory.h"
#include "models/cm/request_engine/request_engine_inventory.h"
#include "models/cm/resequencer/resequencer_inventory.h"
#include "models/cm/shaper/shaper_inventory.h"
#include "models/cm/transmit_queue/transmit_queue_inventory.h"
#include "models/cm/verdict_port/verdict_port_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint64_t kBytesPerUnit = 64;  // of queue memory

// MAC clocks per shortest frame, preamble and gap included; all ports receive at once.
std::uint32_t frame_clocks(const DataPathConfig& config) {
  constexpr std::uint64_t kOctets = kShortestFrameBytes + kPreambleBytes + kFrameGapBytes;
  const std::uint64_t bps =
      std::accumulate(config.lan_bps.begin(), config.lan_bps.end(), std::uint64_t{0});
  return bps == 0 ? UINT32_MAX  // without a port there is no limit
                  : static_cast<std::uint32_t>(8 * kOctets * config.mac_clock_hz / bps);
}

std::uint64_t buffer_of(const DataPathFlowConfig& flow, const DataPathConfig& config) {
  const std::uint64_t wanted = flow.manager || flow.second_queue
                                   ? std::uint64_t{flow.law.settings.buffer_bytes}
                                   : flow.queue.bytes;
  return wanted == 0 ? config.queue_memory.capacity_bytes
                     : std::min(wanted, config.queue_memory.capacity_bytes);
}

// Flows with equally configured queues share their units.
struct ManagedUse {
  const ManagedQueueConfig* config = nullptr;
  unsigned flows = 0;

  bool serves(const ManagedQueueConfig& other) const {
    const queue::DisciplineConfig& a = config->discipline;
    const queue::DisciplineConfig& b = other.discipline;
    return a.law.algorithm == b.law.algorithm && a.law.options == b.law.options &&
           a.multi.queues == b.multi.queues && config->stage_bytes == other.stage_bytes;
  }
};

std::vector<ManagedUse> managed_uses(const DataPathConfig& config) {
  std::vector<ManagedUse> uses;
  for (const DataPathFlowConfig& flow : config.flows) {
    if (!flow.manager) {
      continue;
    }
    const auto same = std::find_if(uses.begin(), uses.end(), [&flow](const ManagedUse& use) {
      return use.serves(*flow.manager);
    });
    if (same == uses.end()) {
      uses.push_back({&*flow.manager, 1});
    } else {
      ++same->flows;
    }
  }
  return uses;
}

AqmEngineDuties duties_of(const DataPathConfig& config) {
  AqmEngineDuties duties;
  duties.control_law = config.control_law;
  duties.drops = !config.ingress_hold.has_value();
  for (unsigned i = 0; i < config.flows.size(); ++i) {
    const DataPathFlowConfig& flow = config.flows[i];
    if (!flow.manager && aggregate_of(config, i) == nullptr) {
      duties.laws.push_back(flow.law);
    }
  }
  return duties;
}

DescriptorFields descriptor_fields(const DataPathConfig& config, const InventoryWidths& widths) {
  DescriptorFields fields;
  fields.ring = config.queue_memory.descriptors;
  for (const DataPathFlowConfig& flow : config.flows) {
    const LawInventory law = law_inventory(flow, widths);
    fields.stamped += law.stamps ? 1 : 0;
    if (flow.manager) {
      ++fields.linked;
    } else if (law.marked_bits != 0) {
      ++fields.marked;
      fields.marked_bits = std::max(fields.marked_bits, law.marked_bits);
    }
  }
  return fields;
}

// Adds the blocks for decisions of firmware, each if a law in use needs it.
void add_decisions_of_firmware(Block& modem, const DataPathConfig& config,
                               const InventoryWidths& widths) {
  bool arrivals = false;
  bool heads = false;
  bool departures = false;
  for (const DataPathFlowConfig& flow : config.flows) {
    if (!flow.manager) {
      const aqm_algorithm& law = queue::algorithm_of(flow.law, "/aqm");
      const bool judges_arrivals = queue::judges_arrivals(law);
      arrivals = arrivals || judges_arrivals;
      heads = heads || law.dequeue != nullptr;
      departures = departures || (judges_arrivals && law.departed != nullptr);
    }
  }
  if (arrivals) {
    IngressHoldConfig hold = *config.ingress_hold;
    hold.departures = departures ? hold.departures : 0;
    modem.add(ingress_hold_inventory(hold, widths));
  }
  if (heads) {
    modem.add(verdict_port_inventory(widths));
  }
}

}  // namespace

InventoryWidths inventory_widths(const DataPathConfig& config) {
  InventoryWidths widths;
  widths.flows = static_cast<std::uint32_t>(config.flows.size());
  widths.descriptors = 1;
  widths.depth = 1;
  widths.tokens = 1;
  for (const DataPathFlowConfig& flow : config.flows) {
    widths.descriptors = std::max(widths.descriptors, flow.queue.packets);
    widths.depth = std::max(widths.depth, bits_for(buffer_of(flow, config)));
    widths.tokens = std::max(widths.tokens, bits_for(flow.shaper.max_burst_bytes));
  }
  widths.address = bits_for((config.queue_memory.capacity_bytes - 1) / kBytesPerUnit);
  widths.frame_clocks = frame_clocks(config);
  return widths;
}

LawInventory law_inventory(const DataPathFlowConfig& flow, const InventoryWidths& widths) {
  return flow.manager ? law_inventory(*flow.manager, widths) : law_inventory(flow.law, widths);
}

Block modem_inventory(const DataPathConfig& config) {
  const InventoryWidths widths = inventory_widths(config);
  const auto channels = static_cast<unsigned>(config.channels.size());
  const std::vector<ManagedUse> managed = managed_uses(config);
  Block modem{"modem", "the data path"};
  if (!config.classifier.rules.empty() || !managed.empty() || !config.aggregates.empty()) {
    const std::uint64_t fastest = *std::max_element(config.lan_bps.begin(), config.lan_bps.end());
    modem.add(header_parser_inventory(static_cast<unsigned>(config.lan_bps.size()), fastest,
                                      config.mac_clock_hz, config.classifier));
  }
  modem.add(classifier_inventory(config.classifier, widths));
  modem.add(aqm_engine_inventory(duties_of(config), widths));
  modem.add(coupled_law_inventory(config.aggregates, channels, widths));
  for (const ManagedUse& use : managed) {
    modem.add(managed_queue_inventory(use.flows, *use.config, widths));
  }
  if (config.ingress_hold) {
    add_decisions_of_firmware(modem, config, widths);
  }
  modem.add(
      queue_memory_inventory(config.queue_memory.port, descriptor_fields(config, widths), widths));
  modem.add(shaper_inventory(shaper_config(config), config.mac_clock_hz, widths));
  std::vector<std::optional<TransmitQueueConfig>> second;
  for (const DataPathFlowConfig& flow : config.flows) second.push_back(flow.second_queue);
  modem.add(transmit_queue_inventory(second, widths));
  modem.add(request_engine_inventory(channels, widths));
  modem.add(map_parser_inventory(config.map_parser.parsers, channels, widths));
  modem.add(burst_builder_inventory(burst_builder_config(config), config.channels,
                                    config.map_interval, widths));
  modem.add(downstream_inventory(resequencer_config(config), widths));
  return modem;
}

}  // namespace docsis_vp::cm
