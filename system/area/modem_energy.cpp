#include "system/area/modem_energy.h"

#include <cmath>
#include <string_view>

#include "models/cm/shaper/shaper_inventory.h"
#include "system/assembly/modem_unit.h"

namespace docsis_vp::system {

namespace {

using area::Block;
using area::Memory;

constexpr double kBitsPerByte = 8;
constexpr double kWordBits = 32;

// All blocks of that name.
area::Gates gates_of(const Block& block, std::string_view name) {
  area::Gates sum;
  for (const Block& inner : block.blocks) {
    sum = sum + (inner.name == name ? totals(inner).gates : gates_of(inner, name));
  }
  return sum;
}

const Memory* memory_of(const Block& block, std::string_view name) {
  for (const Memory& memory : block.memories) {
    if (memory.name == name) {
      return &memory;
    }
  }
  const Memory* found = nullptr;
  for (auto inner = block.blocks.begin(); found == nullptr && inner != block.blocks.end();
       ++inner) {
    found = memory_of(*inner, name);
  }
  return found;
}

struct Traffic {
  std::uint64_t offered = 0;
  std::uint64_t heads = 0;  // judged as they left
  std::uint64_t updates = 0;
  std::uint64_t packets_moved = 0;  // descriptors written, and read
  std::uint64_t bytes_written = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t requests = 0;
  std::uint64_t segments = 0;
  std::uint64_t grants = 0;
};

Traffic traffic_of(const cm::Modem& modem) {
  Traffic sum;
  for (unsigned flow = 0; flow < modem.flows(); ++flow) {
    const auto& judged = modem.aqm().counters(flow);
    const queue::PacketTally sent = modem.statistics(flow).sent;
    const auto& asked = modem.requests().counters(flow);
    const auto& built = modem.builder().flow(flow);
    sum.offered += judged.offered.packets;
    sum.updates += judged.updates;
    sum.heads += modem.aqm().judges_heads(flow) ? sent.packets + judged.head_drops.packets : 0;
    sum.packets_moved += judged.accepted.packets + sent.packets + judged.head_drops.packets;
    sum.bytes_written += judged.accepted.bytes;
    sum.bytes_read += sent.bytes;
    sum.requests += asked.contention_requests + asked.polled_requests + asked.piggyback_requests;
    sum.segments += built.segments;
    sum.grants += built.grants;
  }
  return sum;
}

// Adds events to an item of the same place and activity.
class Ledger {
 public:
  Ledger(EnergyResult& energy, const AreaResult& area) : energy_(energy), area_(area) {}

  void logic(const char* block, const char* activity, std::uint64_t events, double cycles) {
    add(EnergyKind::kLogic, block, activity, events,
        cycles * gates_of(area_.hardware, block).kge());
  }
  void sram(const Memory* memory, const char* activity, std::uint64_t events, double bits) {
    constexpr double kReferenceBits = 65536;
    if (memory != nullptr && memory->is_sram()) {
      const auto size = static_cast<double>(memory->stored_bits());
      add(EnergyKind::kSram, memory->name.c_str(), activity, events,
          bits * energy_.parameters.sram_bit * std::sqrt(size / kReferenceBits));
    }
  }
  void add(EnergyKind kind, const char* block, const char* activity, std::uint64_t events,
           double each) {
    for (EnergyItem& item : energy_.items) {
      if (item.kind == kind && item.block == block && item.activity == activity) {
        item.events += events;
        return;
      }
    }
    energy_.items.push_back({kind, block, activity, events, each});
  }

 private:
  EnergyResult& energy_;
  const AreaResult& area_;
};

void add_cpu(Ledger& ledger, const EnergyParameters& by, const CpuArea& area,
             const CpuResult& cpu) {
  if (area.core_kge) {
    ledger.add(EnergyKind::kCpu, "core", "busy cycles", cpu.cycles_busy, area.core_kge->nominal);
  }
  ledger.sram(memory_of(area.subsystem, "rom"), "instructions", cpu.instructions,
              by.fetches * kWordBits);
  ledger.sram(memory_of(area.subsystem, "ram"), "instructions", cpu.instructions,
              by.data_accesses * kWordBits);
}

}  // namespace

void add_energy(EnergyResult& energy, const AreaResult& area, cm::Modem& modem, TimePs now,
                const CpuResult* cpu) {
  const EnergyParameters& by = energy.parameters;
  const cm::ModemConfig& config = modem.config();
  const Traffic done = traffic_of(modem);
  const double beat = config.queue_memory_port.bytes_per_cycle;
  const std::uint64_t moved = done.bytes_written + done.bytes_read;
  const auto rounds = static_cast<std::uint64_t>(
      to_seconds(now) * static_cast<double>(config.mac_clock_hz) / cm::kShaperPeriod);

  Ledger ledger(energy, area);
  ledger.logic("data_path", "decisions", done.offered + done.heads,
               config.build.cycles_per_decision);
  if (config.control_law == cm::ControlLaw::kHardware) {
    ledger.logic("control_law", "updates", done.updates, by.law_cycles);
  }
  ledger.logic("buckets", "updates", rounds * modem.flows(), 1);
  ledger.logic("port", "bytes", moved, 1 / beat);
  ledger.logic("parser", "busy cycles", modem.parser().counters().busy_cycles, 1);
  ledger.logic("request_engine", "requests", done.requests, by.request_cycles);
  ledger.logic("gather", "segments", done.segments, config.build.cycles_per_segment);
  ledger.logic("headers", "segments", done.segments, config.build.cycles_per_segment);
  ledger.sram(memory_of(area.hardware, "packets"), "descriptors", done.packets_moved,
              memory_of(area.hardware, "packets")->bits);
  if (const Memory* const stamps = memory_of(area.hardware, "timestamps")) {
    ledger.sram(stamps, "stamps", done.packets_moved, stamps->bits);
  }
  const Memory* const table = memory_of(area.hardware, "table");
  ledger.sram(table, "grants, in and out", 2 * done.grants, table->bits);
  ledger.sram(memory_of(area.hardware, config.channels.front().name), "bytes, in and out",
              2 * done.bytes_read, kBitsPerByte);
  ledger.add(EnergyKind::kOffDie, "queue_memory", "bytes", moved, kBitsPerByte * by.off_die_bit);
  if (area.cpu && cpu != nullptr) {
    add_cpu(ledger, by, *area.cpu, *cpu);
  }
}

std::vector<EnergyResult> energy_results(const std::vector<AreaResult>& areas,
                                         const std::vector<std::unique_ptr<ModemUnit>>& modems,
                                         TimePs now) {
  std::vector<EnergyResult> results;
  std::size_t next = 0;
  for (const AreaResult& area : areas) {
    EnergyResult& result = results.emplace_back();
    result.modem = area.modem;
    result.modems = area.modems;
    for (unsigned i = 0; i < area.modems; ++i, ++next) {
      ModemUnit& unit = *modems[next];
      const std::optional<CpuResult> cpu =
          unit.cpu() != nullptr ? std::optional(unit.cpu()->result(now)) : std::nullopt;
      add_energy(result, area, unit.modem(), now, cpu ? &*cpu : nullptr);
    }
  }
  return results;
}

}  // namespace docsis_vp::system
