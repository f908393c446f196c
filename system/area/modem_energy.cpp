#include "system/area/modem_energy.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/modem/modem_inventory.h"
#include "models/cm/shaper/shaper_inventory.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/results/results.h"

namespace docsis_vp::system {

namespace {

using area::Block;
using area::Memory;

constexpr double kOctetBits = 8;
constexpr double kFetchedBits = 32;

using Path = std::initializer_list<std::string_view>;

// Returns null if the block does not exist.
const Block* block_at(const Block& root, Path path) {
  const Block* block = &root;
  for (const std::string_view name : path) {
    const auto found = std::find_if(block->blocks.begin(), block->blocks.end(),
                                    [name](const Block& inner) { return inner.name == name; });
    if (found == block->blocks.end()) {
      return nullptr;
    }
    block = &*found;
  }
  return block;
}

// Gates of one block, if there are several equal ones.
area::Gates gates_at(const Block& root, Path path) {
  const Block* const block = block_at(root, path);
  return block != nullptr ? area::Gates{totals(*block).gates.hundredths / block->count}
                          : area::Gates{};
}

const Memory* memory_at(const Block& root, Path path, std::string_view name) {
  const Block* const block = block_at(root, path);
  if (block == nullptr) {
    return nullptr;
  }
  const auto found = std::find_if(block->memories.begin(), block->memories.end(),
                                  [name](const Memory& memory) { return memory.name == name; });
  return found != block->memories.end() ? &*found : nullptr;
}

// Gates that serve a service flow.
struct FlowLaw {
  std::string name;
  area::Gates data_path;  // none: firmware decides
  area::Gates control_law;
  bool stamps = false;
};

std::vector<FlowLaw> laws_of(const cm::DataPathConfig& config) {
  const cm::InventoryWidths widths = inventory_widths(config);
  std::vector<FlowLaw> laws;
  for (const cm::DataPathFlowConfig& flow : config.flows) {
    const cm::LawInventory made = law_inventory(flow, widths);
    FlowLaw& law = laws.emplace_back();
    law.name = flow.manager ? flow.manager->discipline.law.algorithm : flow.law.algorithm;
    law.stamps = made.stamps;
    if (flow.manager || !config.ingress_hold) {
      law.data_path = totals(made.data_path).gates;
    }
    if (flow.manager || config.control_law == cm::Placement::kHardware) {
      law.control_law = totals(made.control_law).gates;
    }
  }
  return laws;
}

struct MovedTraffic {
  std::uint64_t sent = 0;
  std::uint64_t packets_moved = 0;  // descriptors written, and read
  std::uint64_t stamps_moved = 0;   // part of packets_moved, with the time
  std::uint64_t bytes_read = 0;
  std::uint64_t descriptors_spilled = 0;  // to a ring off die, and back
  std::uint64_t requests = 0;
  std::uint64_t segments = 0;
  std::uint64_t grants = 0;
};

MovedTraffic traffic_of(cm::Modem& modem, const std::vector<FlowLaw>& laws) {
  MovedTraffic sum;
  for (unsigned flow = 0; flow < modem.flows(); ++flow) {
    const auto& judged = modem.aqm().counters(flow);
    const queue::PacketTally sent = modem.statistics(flow).sent;
    const auto& asked = modem.requests().counters(flow);
    const auto& built = modem.builder().flow(flow);
    const std::uint64_t moved = judged.accepted.packets + sent.packets + judged.head_drops.packets;
    sum.sent += sent.packets;
    sum.packets_moved += moved;
    sum.stamps_moved += laws[flow].stamps ? moved : 0;
    const auto& memory = modem.memory().counters(flow);
    sum.bytes_read += memory.read_bytes;
    sum.descriptors_spilled += memory.spilled_descriptors;
    sum.requests += asked.contention_requests + asked.polled_requests + asked.piggyback_requests;
    sum.segments += built.segments;
    sum.grants += built.grants;
  }
  return sum;
}

// Adds events to the item of the same block and activity, at the same energy.
class Ledger {
 public:
  explicit Ledger(EnergyResult& energy) : energy_(energy) {}

  void logic(area::Gates gates, const char* block, const std::string& activity,
             std::uint64_t events, double cycles) {
    if (gates.hundredths != 0) {
      add(EnergyKind::kLogic, block, activity, events, cycles * gates.kge());
    }
  }
  void words(const Memory* memory, const char* activity, std::uint64_t events) {
    sram(memory, activity, events, memory != nullptr ? memory->bits : 0);
  }
  void sram(const Memory* memory, const char* activity, std::uint64_t events, double bits) {
    constexpr double kReferenceBits = 65536;
    if (memory != nullptr) {
      const auto size = static_cast<double>(memory->stored_bits());
      add(EnergyKind::kSram, memory->name.c_str(), activity, events,
          bits * energy_.parameters.sram_bit * std::sqrt(size / kReferenceBits));
    }
  }
  void add(EnergyKind kind, const char* block, const std::string& activity, std::uint64_t events,
           double each) {
    for (EnergyItem& item : energy_.items) {
      if (item.kind == kind && item.block == block && item.activity == activity &&
          item.each == each) {
        item.events += events;
        return;
      }
    }
    energy_.items.push_back({kind, block, activity, events, each});
  }

 private:
  EnergyResult& energy_;
};

void add_laws(Ledger& ledger, const EnergyParameters& by, const std::vector<FlowLaw>& laws,
              const cm::Modem& modem) {
  for (unsigned flow = 0; flow < modem.flows(); ++flow) {
    if (modem.aggregate(flow) != nullptr) continue;
    const FlowLaw& law = laws[flow];
    const auto& judged = modem.aqm().computed_flow(flow).counters();
    const std::uint64_t heads =
        modem.aqm().judges_heads(flow)
            ? modem.statistics(flow).sent.packets + judged.head_drops.packets
            : 0;
    ledger.logic(law.data_path, "data_path", "decisions of " + law.name,
                 judged.offered.packets + heads,
                 modem.config().burst_builder.costs.cycles_per_decision);
    ledger.logic(law.control_law, "control_law", "updates of " + law.name, judged.updates,
                 by.law_cycles);
  }
}

// The law of the aggregates: one data path that all share, and periodic parts unless they run in
// firmware. Protection works on the packets of low latency.
void add_coupled_law(Ledger& ledger, const EnergyParameters& by, const Block& made,
                     cm::Modem& modem, TimePs now) {
  const auto gates = [&made](std::initializer_list<std::string_view> blocks) {
    area::Gates sum;
    for (const std::string_view block : blocks) {
      sum.hundredths += gates_at(made, {"coupled_law", block}).hundredths;
    }
    return sum;
  };
  const area::Gates alignment = gates_at(made, {"coupled_law", "control_law", "alignment"});
  area::Gates update = gates({"control_law"});
  update.hundredths -= alignment.hundredths;
  const auto offered = [&modem](std::optional<unsigned> flow) {
    return flow ? modem.aqm().computed_flow(*flow).counters().offered.packets : 0;
  };
  const double decision = modem.config().burst_builder.costs.cycles_per_decision;
  for (const auto& aggregate : modem.aggregates()) {
    const queue::DualQueue& queue = aggregate->dual_queue();
    const TimePs interval = aggregate->config().queue.vq_interval_us * kPsPerUs;
    const TimePs alignments = queue.has_virtual_queue() ? now / interval : 0;
    ledger.logic(gates({"classic"}), "coupled_law", "decisions on Classic",
                 offered(aggregate->config().classic), decision);
    ledger.logic(gates({"low_latency", "queue_protection"}), "coupled_law",
                 "decisions on low latency", offered(aggregate->config().low_latency), decision);
    ledger.logic(update, "coupled_law", "updates", queue.updates(), by.law_cycles);
    ledger.logic(alignment, "coupled_law", "alignments", static_cast<std::uint64_t>(alignments),
                 by.law_cycles);
  }
}

void add_cpu(Ledger& ledger, const EnergyParameters& by, const CpuArea& area,
             const platform::Cpu::Counters& cpu) {
  if (area.core_kge) {
    ledger.add(EnergyKind::kCpu, "core", "busy cycles", cpu.cycles_busy, area.core_kge->nominal);
  }
  ledger.sram(memory_at(area.subsystem, {}, "rom"), "instructions", cpu.instructions,
              by.fetches * kFetchedBits);
  ledger.sram(memory_at(area.subsystem, {}, "ram"), "instructions", cpu.instructions,
              by.data_accesses * kFetchedBits);
}

void add_energy(EnergyResult& energy, const AreaResult& area, const std::vector<FlowLaw>& laws,
                cm::Modem& modem, TimePs now, const ControlCpu* cpu) {
  const EnergyParameters& by = energy.parameters;
  const cm::DataPathConfig& config = modem.config();
  const Block& made = area.hardware;
  const MovedTraffic done = traffic_of(modem, laws);
  const double beat = config.queue_memory.port.bytes_per_cycle;
  const std::uint64_t written = modem.memory().port(now).counters().written_bytes;
  const std::uint64_t moved = written + done.bytes_read;
  const auto rounds = static_cast<std::uint64_t>(
      to_seconds(now) * static_cast<double>(config.mac_clock_hz) / cm::kShaperPeriod);

  energy.sent_packets += done.sent;
  Ledger ledger(energy);
  add_laws(ledger, by, laws, modem);
  add_coupled_law(ledger, by, made, modem, now);
  ledger.logic(gates_at(made, {"shaper", "buckets"}), "buckets", "updates", rounds * modem.flows(),
               1);
  ledger.logic(gates_at(made, {"queue_memory", "port"}), "port", "bytes", moved, 1 / beat);
  ledger.logic(gates_at(made, {"map_parser", "parser"}), "parser", "busy cycles",
               modem.parser().counters().busy_cycles, 1);
  ledger.logic(gates_at(made, {"request_engine"}), "request_engine", "requests", done.requests,
               by.request_cycles);
  for (const char* const block : {"gather", "headers"}) {
    ledger.logic(gates_at(made, {"burst_builder", block}), block, "segments", done.segments,
                 config.burst_builder.costs.cycles_per_segment);
  }
  const Path descriptors = {"queue_memory", "descriptors"};
  ledger.words(memory_at(made, descriptors, "packets"), "descriptors", done.packets_moved);
  ledger.words(memory_at(made, descriptors, "timestamps"), "stamps", done.stamps_moved);
  ledger.sram(memory_at(made, {"queue_memory", "ingress_fifo"}, "beats"), "bytes, in and out",
              2 * written, kOctetBits);
  ledger.words(memory_at(made, {"burst_builder", "grants"}, "table"), "grants, in and out",
               2 * done.grants);
  for (unsigned i = 0; i < config.channels.size(); ++i) {
    ledger.sram(memory_at(made, {"burst_builder", "buffers"}, config.channels[i].name),
                "bytes, in and out", 2 * modem.builder().channel(i).used_bytes, kOctetBits);
  }
  ledger.add(EnergyKind::kOffDie, "queue_memory", "bytes", moved, kOctetBits * by.off_die_bit);
  const std::uint64_t ring_bytes =
      2 * std::uint64_t{config.queue_memory.descriptors.bytes} * done.descriptors_spilled;
  ledger.add(EnergyKind::kOffDie, "off_die_rings", "bytes of descriptors", ring_bytes,
             kOctetBits * by.off_die_bit);
  if (area.cpu && cpu != nullptr) {
    energy.core_is_known = area.cpu->core_kge.has_value();
    for (unsigned hart = 0; hart < cpu->harts(); ++hart) {
      add_cpu(ledger, by, *area.cpu, cpu->hart(hart).counters());
    }
  }
}

}  // namespace

std::vector<EnergyResult> energy_results(const std::vector<AreaResult>& areas,
                                         const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                         TimePs now) {
  std::vector<EnergyResult> results;
  std::size_t next = 0;
  for (const AreaResult& area : areas) {
    EnergyResult& result = results.emplace_back();
    result.modem = area.modem;
    result.modems = area.modems;
    const std::vector<FlowLaw> laws = laws_of(modems[next]->modem().config());
    for (unsigned i = 0; i < area.modems; ++i, ++next) {
      ModemUnit& unit = *modems[next];
      add_energy(result, area, laws, unit.modem(), now, unit.cpu());
    }
  }
  return results;
}

}  // namespace docsis_vp::system
