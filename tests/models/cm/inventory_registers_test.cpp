// Inventories against the .rdl files: every counter and every bit that firmware writes is counted.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine_inventory.h"
#include "models/cm/burst_builder/burst_builder_inventory.h"
#include "models/cm/ingress_hold/ingress_hold_inventory.h"
#include "models/cm/map_parser/map_parser_inventory.h"
#include "models/cm/queue_memory/queue_memory_inventory.h"
#include "models/cm/request_engine/request_engine_inventory.h"
#include "models/cm/shaper/shaper_inventory.h"
#include "models/cm/verdict_port/verdict_port_inventory.h"
#include "tests/models/cm/declared_registers.h"

namespace docsis_vp::cm::inventory_registers_test {
namespace {

using area::Block;

constexpr unsigned kFlows = 48;  // as many as the files have room for
constexpr unsigned kChannels = 3;

InventoryWidths widths() {
  InventoryWidths widths;
  widths.flows = kFlows;
  return widths;
}

std::uint64_t own_bits(const Block& block) {
  std::uint64_t bits = 0;
  for (const area::Part& part : block.parts) {
    bits += part.count * area::stored_bits(part.shape);
  }
  for (const area::Memory& memory : block.memories) {
    bits += memory.count * memory.stored_bits();
  }
  return bits;
}

std::uint64_t register_bits(const Block& block) {
  std::uint64_t bits = block.name == "registers" ? own_bits(block) : 0;
  for (const Block& inner : block.blocks) {
    bits += register_bits(inner);
  }
  return bits;
}

std::uint64_t counters(const Block& block) {
  std::uint64_t words = 0;
  for (const area::Memory& memory : block.memories) {
    words += block.name == "counters" && memory.name == "counts" ? memory.words : 0;
  }
  for (const Block& inner : block.blocks) {
    words += counters(inner);
  }
  return words;
}

Block engine() {
  AqmEngineDuties duties;
  duties.control_law = Placement::kFirmware;
  queue::LawConfig law;
  law.algorithm = "docsis_pie";
  duties.laws.assign(kFlows, law);
  return aqm_engine_inventory(duties, widths());
}

Block builder() {
  BurstBuilderConfig config;
  config.build_units.assign(kChannels, BuildUnitKind::kFrame);
  return burst_builder_inventory(config, std::vector<docsis::ChannelParameters>(kChannels),
                                 2 * kPsPerMs, widths());
}

Block hold() {
  IngressHoldConfig config;
  config.descriptors = 64;
  config.departures = 1024;
  return ingress_hold_inventory(config, widths());
}

struct Case {
  std::string block;
  Block inventory;
  unsigned channels = 0;  // register files of channels
  unsigned others = 0;    // 64-bit counters that a MIB has and no register
};

std::vector<Case> cases() {
  return {{"aqm_engine", engine()},
          {"burst_builder", builder(), kChannels},
          {"ingress_hold", hold(), 0, 1},  // departures lost: a word of 32 bits as a register
          {"map_parser", map_parser_inventory(1, kChannels, widths())},
          {"queue_memory", queue_memory_inventory({}, {}, widths())},
          {"request_engine", request_engine_inventory(kChannels, widths())},
          {"shaper", shaper_inventory(std::vector<ShaperConfig>(kFlows), 250'000'000, widths())},
          {"verdict_port", verdict_port_inventory(widths())}};
}

DeclaredBits declared_by(const Case& each) {
  DeclaredBits all;
  for (const auto& [file, bits] :
       declared_registers("models/cm/" + each.block + "/" + each.block + ".rdl")) {
    const bool of_flow = file.find("_flow") != std::string::npos;
    const bool of_channel = file.find("_channel") != std::string::npos;
    const unsigned instances = of_flow ? kFlows : of_channel ? each.channels : 1;
    all.counters64 += instances * bits.counters64;
    all.written_bits += instances * bits.written_bits;
  }
  return all;
}

TEST(InventoryRegisters, EveryCounterOfTheRegistersIsAWordOfTheInventory) {
  for (const Case& each : cases()) {
    EXPECT_EQ(counters(each.inventory), declared_by(each).counters64 + each.others) << each.block;
  }
}

TEST(InventoryRegisters, EveryBitThatFirmwareWritesIsARegister) {
  for (const Case& each : cases()) {
    EXPECT_EQ(register_bits(each.inventory), declared_by(each).written_bits) << each.block;
  }
}

TEST(InventoryRegisters, FilesAreReadAsTheyAreMeant) {
  const auto declared = declared_registers("models/cm/aqm_engine/aqm_engine.rdl");
  EXPECT_EQ(declared.at("aqm_engine").written_bits, 1U + 1 + 32 + 16);
  EXPECT_EQ(declared.at("aqm_flow").written_bits, 4U * 32);
  EXPECT_EQ(declared.at("aqm_flow").counters64, 10U);
  EXPECT_EQ(declared.at("aqm_flow_options").written_bits, 0U);
  EXPECT_EQ(declared_registers("models/cm/map_parser/map_parser.rdl").at("map_parser").counters64,
            12U);
}

}  // namespace
}  // namespace docsis_vp::cm::inventory_registers_test
