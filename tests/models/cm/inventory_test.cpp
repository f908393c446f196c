// Inventories of blocks, compared with manual counts of their functions.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/aqm/pie/pie_params.h"
#include "models/cm/aqm_engine/aqm_engine_inventory.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/classifier/classifier_inventory.h"
#include "models/cm/ingress_hold/ingress_hold_inventory.h"
#include "models/cm/managed_queue/managed_queue_inventory.h"
#include "models/cm/modem/soc_inventory.h"
#include "models/cm/queue_memory/queue_memory_inventory.h"
#include "models/cm/resequencer/resequencer_inventory.h"
#include "models/cm/shaper/shaper_inventory.h"
#include "models/cm/transmit_queue/transmit_queue_inventory.h"
#include "models/cm/twin_inventory.h"
#include "models/docsis/ds_header.h"
#include "models/queue/managers.h"

namespace docsis_vp::cm::inventory_test {
namespace {

using area::Block;
using area::Gates;
using area::Memory;

const Block* find(const Block& block, const std::string& name) {
  for (const Block& inner : block.blocks) {
    if (inner.name == name) {
      return &inner;
    }
    if (const Block* const found = find(inner, name)) {
      return found;
    }
  }
  return nullptr;
}

const Memory& memory(const Block& block, const std::string& name) {
  for (const Memory& each : block.memories) {
    if (each.name == name) {
      return each;
    }
  }
  throw std::runtime_error("no memory " + name);
}

queue::LawConfig law(const std::string& name) {
  queue::LawConfig config;
  config.algorithm = name;
  config.settings.buffer_bytes = 1'000'000;
  return config;
}

InventoryWidths widths_of(unsigned flows) {
  InventoryWidths widths;
  widths.flows = flows;
  widths.depth = 20;
  widths.tokens = 12;
  return widths;
}

TEST(Inventory, TailDropIsASumAndAComparison) {
  const LawInventory inventory = law_inventory(law("tail_drop"), widths_of(1));
  EXPECT_EQ(
      area::totals(inventory.data_path).gates,
      area::cost(area::adder(11)) + area::cost(area::incrementer(9)) + area::cost(area::less(21)));
  EXPECT_EQ(inventory.state_bits, 0U);
  EXPECT_EQ(inventory.settings_bits, 20U);
  EXPECT_TRUE(inventory.control_law.is_empty());
}

TEST(Inventory, DocsisPieKeepsTheWordsOfItsState) {
  const LawInventory inventory = law_inventory(law("docsis_pie"), widths_of(1));
  // p and delay 32, allowance 18 (142000 us), status 2, generation 24; the accumulator.
  EXPECT_EQ(inventory.shared_bits, 32U + 32 + 18 + 2 + 24);
  EXPECT_EQ(inventory.state_bits, inventory.shared_bits + 32);
  EXPECT_EQ(inventory.law_state_bits, 20U);  // up to 1 016 000 us
  EXPECT_TRUE(inventory.draws);
  EXPECT_FALSE(inventory.stamps);
}

TEST(Inventory, ALimitInPacketsAddsTwoComparisonsAndASumToDocsisPie) {
  queue::LawConfig limited = law("docsis_pie");
  const InventoryWidths widths = widths_of(1);
  const LawInventory without = law_inventory(limited, widths);
  limited.settings.buffer_packets = 100;
  const LawInventory with = law_inventory(limited, widths);
  // 8192 descriptors: 14 bits. Whether the limit is exceeded; three times the packets, and a third.
  EXPECT_EQ(area::totals(with.data_path).gates,
            area::totals(without.data_path).gates + area::cost(area::less(14)) +
                area::cost(area::adder(16)) + area::cost(area::less(16)));
  EXPECT_EQ(with.settings_bits, without.settings_bits + 14);
}

TEST(Inventory, CodelKeepsTheWordsOfItsStateAndStampsPackets) {
  const LawInventory inventory = law_inventory(law("codel"), widths_of(1));
  EXPECT_EQ(inventory.state_bits, 5U + 5 * 32);
  EXPECT_FALSE(inventory.draws);
  EXPECT_TRUE(inventory.stamps);
  EXPECT_TRUE(inventory.control_law.is_empty());
}

TEST(Inventory, TheTableAloneNeedsASmallerMultiplierThanNewtonsStep) {
  queue::LawConfig table = law("codel");
  const aqm_algorithm& codel = *aqm_find("codel");
  table.options.resize(aqm_count_options(codel.options));
  aqm_initial_options(codel.options, table.options.data());
  const std::uint32_t kInverseSqrt = 3;  // CODEL_INVERSE_SQRT
  ASSERT_STREQ(codel.options[kInverseSqrt].name, "inverse_sqrt");
  table.options[kInverseSqrt] = 1;
  const InventoryWidths widths = widths_of(1);
  EXPECT_LT(area::totals(law_inventory(table, widths).data_path).gates,
            area::totals(law_inventory(law("codel"), widths).data_path).gates);
}

TEST(Inventory, ByTheTokenBucketPieNeedsNeitherTimestampsNorAMeter) {
  const auto by = [](std::uint32_t estimator) {
    queue::LawConfig pie = law("pie");
    pie.options.resize(aqm_count_options(pie_options));
    aqm_initial_options(pie_options, pie.options.data());
    pie.options[PIE_ESTIMATOR] = estimator;
    return law_inventory(pie, widths_of(1));
  };
  const LawInventory stamps = by(PIE_BY_TIMESTAMP);
  const LawInventory rate = by(PIE_BY_DEPARTURE_RATE);
  const LawInventory bucket = by(PIE_BY_TOKEN_BUCKET);
  EXPECT_TRUE(stamps.stamps);
  EXPECT_FALSE(bucket.stamps);
  EXPECT_EQ(bucket.shared_bits, stamps.shared_bits - 32);
  EXPECT_EQ(bucket.state_bits, stamps.state_bits - 32);
  EXPECT_LT(bucket.state_bits, rate.state_bits);
  // Mantissa and shift of two rates.
  EXPECT_EQ(bucket.law_settings_bits, stamps.law_settings_bits + 2 * (32 + 5));
  EXPECT_LT(area::totals(bucket.data_path).gates, area::totals(stamps.data_path).gates);
  EXPECT_LT(area::totals(bucket.data_path).gates, area::totals(rate.data_path).gates);
  EXPECT_EQ(
      area::totals(*find(bucket.control_law, "queue_delay")).gates,
      area::totals(*find(law_inventory(law("docsis_pie"), widths_of(1)).control_law, "queue_delay"))
              .gates +
          area::cost(area::less_constant(32)) + area::cost(area::mux(24, 3)));
}

// The meter tells it the time, and its table of factors is short.
TEST(Inventory, ThePieOf2014NeedsNoTimeOfTheLastDeparture) {
  queue::LawConfig today = law("pie_linux");
  today.options.resize(aqm_count_options(pie_linux_options));
  aqm_initial_options(pie_linux_options, today.options.data());
  today.options[PIE_ESTIMATOR] = PIE_BY_DEPARTURE_RATE;
  today.options[PIE_DQ_THRESHOLD] = 10'000;
  today.options[PIE_DERANDOMIZE] = 0;
  const LawInventory now = law_inventory(today, widths_of(1));
  const LawInventory then = law_inventory(law("pie_linux_2014"), widths_of(1));
  EXPECT_FALSE(then.stamps);
  EXPECT_EQ(then.state_bits, now.state_bits - 1 - 32);
  EXPECT_EQ(area::totals(now.data_path).gates,
            area::totals(then.data_path).gates + area::cost(area::subtractor(32)));
  EXPECT_LT(area::totals(then.control_law).gates, area::totals(now.control_law).gates);
}

TEST(Inventory, FlowsTakeTurnsOnOneDataPath) {
  AqmEngineDuties duties;
  duties.laws = {law("docsis_pie")};
  const Block one = aqm_engine_inventory(duties, widths_of(1));
  duties.laws.assign(32, law("docsis_pie"));
  const Block many = aqm_engine_inventory(duties, widths_of(32));
  EXPECT_EQ(area::totals(*find(one, "data_path")).gates,
            area::totals(*find(many, "data_path")).gates);
  EXPECT_EQ(memory(*find(one, "docsis_pie"), "state").words, 1U);
  EXPECT_EQ(memory(*find(many, "docsis_pie"), "state").words, 32U);
  EXPECT_EQ(memory(*find(many, "docsis_pie"), "state").bits, 140U);
}

TEST(Inventory, TwoLawsAreTwoDataPaths) {
  AqmEngineDuties duties;
  duties.laws = {law("docsis_pie"), law("codel"), law("docsis_pie")};
  const Block engine = aqm_engine_inventory(duties, widths_of(3));
  ASSERT_NE(find(engine, "docsis_pie"), nullptr);
  ASSERT_NE(find(engine, "codel"), nullptr);
  EXPECT_EQ(memory(*find(engine, "docsis_pie"), "state").words, 2U);
}

TEST(Inventory, TheLawIsWhereItRuns) {
  AqmEngineDuties duties;
  duties.laws = {law("docsis_pie")};
  EXPECT_NE(find(aqm_engine_inventory(duties, widths_of(1)), "control_law"), nullptr);
  duties.control_law = Placement::kFirmware;
  const Block law_in_firmware = aqm_engine_inventory(duties, widths_of(1));
  EXPECT_EQ(find(law_in_firmware, "control_law"), nullptr);
  EXPECT_NE(find(law_in_firmware, "firmware_door"), nullptr);
  EXPECT_NE(find(law_in_firmware, "data_path"), nullptr);
  duties.drops = false;
  EXPECT_EQ(find(aqm_engine_inventory(duties, widths_of(1)), "data_path"), nullptr);
}

TEST(Inventory, AClassifierWithoutRulesIsNotThere) {
  EXPECT_TRUE(classifier_inventory({}, widths_of(4)).is_empty());
  PacketClassifierConfig config;
  config.rules.resize(3);
  const Block classifier = classifier_inventory(config, widths_of(4));
  EXPECT_EQ(memory(classifier, "rules").words, 3U);
}

TEST(Inventory, CriteriaThatNoRuleHasAreNotBuilt) {
  const auto gates = [](const Block& block) { return area::totals(block).gates.hundredths; };
  constexpr std::uint64_t kGigabit = 1'000'000'000;
  PacketClassifierConfig usual;
  usual.rules.resize(2);
  const Block without = classifier_inventory(usual, widths_of(4));
  const auto parser = [](const PacketClassifierConfig& config) {
    return header_parser_inventory(1, kGigabit, 250'000'000, config);
  };
  EXPECT_EQ(gates(parser(usual)), gates(parser({})));
  const std::vector<std::pair<std::uint32_t, std::function<void(ClassifierRule&)>>> cases = {
      {17,
       [](auto& rule) {
         rule.icmp_type = {8, 8};
       }},
      {21, [](auto& rule) { rule.flow_label = 1; }},
      {20, [](auto& rule) { rule.service_tag = ClassifierRule::TagMatch{}; }},
      {20, [](auto& rule) { rule.customer_tag = ClassifierRule::TagMatch{}; }},
      {13, [](auto& rule) { rule.lan_ports = 1; }}};
  for (const auto& [bits, add] : cases) {
    PacketClassifierConfig config = usual;
    add(config.rules[1]);
    const Block with = classifier_inventory(config, widths_of(4));
    EXPECT_EQ(memory(with, "rules").bits, memory(without, "rules").bits + bits);
    EXPECT_GT(gates(with), gates(without)) << bits;
    EXPECT_GE(gates(parser(config)), gates(parser(usual))) << bits;
  }
}

// 16 clocks of 250 MHz for a shortest frame at 10 Gbit/s: 32 rules are tried two by two, products
// that took up to 168 clocks come in one go, and those of DOCSIS-PIE still fit bit by bit.
TEST(Inventory, WhatWorksOnArrivingFramesFollowsTheRateOfTheLan) {
  InventoryWidths fast = widths_of(4);
  fast.frame_clocks = 16;
  PacketClassifierConfig config;
  config.rules.resize(32);
  const auto gates = [](const Block& block) { return area::totals(block).gates.hundredths; };
  EXPECT_GT(gates(classifier_inventory(config, fast)),
            gates(classifier_inventory(config, widths_of(4))) * 3 / 2);
  EXPECT_EQ(gates(law_inventory(law("docsis_pie"), fast).data_path),
            gates(law_inventory(law("docsis_pie"), widths_of(4)).data_path));
  EXPECT_GT(gates(law_inventory(law("red"), fast).data_path),
            gates(law_inventory(law("red"), widths_of(4)).data_path));
}

TEST(Inventory, AHeaderParserIsAsWideAsTheFastestPort) {
  const auto gates = [](const Block& block) { return area::totals(block).gates.hundredths; };
  constexpr std::uint64_t kGigabit = 1'000'000'000;
  constexpr std::uint64_t kClock = 250'000'000;
  EXPECT_EQ(gates(header_parser_inventory(1, kGigabit, kClock)),
            gates(header_parser_inventory(1, 10 * kGigabit, kClock)));
  EXPECT_GT(gates(header_parser_inventory(1, 10 * kGigabit, kClock / 2)),
            gates(header_parser_inventory(1, 10 * kGigabit, kClock)));
  EXPECT_GT(gates(header_parser_inventory(2, kGigabit, kClock)),
            gates(header_parser_inventory(1, kGigabit, kClock)));
}

TEST(Inventory, DescriptorsHoldWhatIsAskedOfThem) {
  const InventoryWidths widths = widths_of(4);
  const Block plain = queue_memory_inventory({}, {}, widths);
  const Memory& packets = memory(*find(plain, "descriptors"), "packets");
  EXPECT_EQ(packets.words, 4U * 8192);
  EXPECT_EQ(packets.bits, 20U + 11 + 2 + 1);
  const Block some = queue_memory_inventory({}, {3, 1}, widths);
  EXPECT_EQ(area::totals(some).memory_bits - area::totals(plain).memory_bits,
            8192U * (3 * 32 + 1 * 13));
}

TEST(Inventory, DescriptorsBeyondTheCacheLieOffDie) {
  const InventoryWidths widths = widths_of(4);
  DescriptorFields fields{4, 0};
  fields.ring.cached = 64;
  const Block cached = queue_memory_inventory({}, fields, widths);
  EXPECT_EQ(memory(*find(cached, "descriptors"), "packets").words, 4U * 64);
  EXPECT_EQ(memory(*find(cached, "descriptors"), "timestamps").words, 4U * 64);
  ASSERT_NE(find(cached, "off_die_rings"), nullptr);
  // First, last and number of the descriptors in each ring.
  EXPECT_EQ(memory(*find(cached, "off_die_rings"), "rings").bits, 2U * 13 + 14);
  fields.ring.cached = 8192;  // as many as there are: no ring
  const Block whole = queue_memory_inventory({}, fields, widths);
  EXPECT_EQ(find(whole, "off_die_rings"), nullptr);
  EXPECT_EQ(memory(*find(whole, "descriptors"), "packets").words, 4U * 8192);
}

TEST(Inventory, ShapersAreAsWideAsRatesAndBursts) {
  ShaperConfig slow;
  slow.max_sustained_rate_bps = 10'000'000;
  slow.max_burst_bytes = 3044;
  ShaperConfig fast = slow;
  fast.max_sustained_rate_bps = 10'000'000'000;
  const InventoryWidths widths = widths_of(1);
  const Block narrow = shaper_inventory({slow}, 250'000'000, widths);
  const Block wide = shaper_inventory({fast}, 250'000'000, widths);
  // 32 clocks of 4 ns: 160 bytes at 10 Gbit/s are 8 bits, below a byte at 10 Mbit/s is one.
  EXPECT_EQ(memory(*find(wide, "buckets"), "rates").bits,
            memory(*find(narrow, "buckets"), "rates").bits + 7);
  EXPECT_EQ(find(shaper_inventory({ShaperConfig{}}, 250'000'000, widths), "buckets"), nullptr);
}

ManagedQueueConfig managed(const std::string& manager, std::uint32_t queues) {
  ManagedQueueConfig config;
  config.discipline.law = law(manager);
  config.discipline.multi.queues = queues;
  return config;
}

TEST(Inventory, EveryQueueHasItsOwnLawUnlessOneServesAll) {
  const InventoryWidths widths = widths_of(2);
  const Block codel = managed_queue_inventory(2, managed("sfq_codel", 32), widths);
  EXPECT_EQ(memory(*find(codel, "codel"), "state").words, 64U);
  const Block pie = managed_queue_inventory(2, managed("sfq_pie", 32), widths);
  EXPECT_EQ(memory(*find(pie, "pie"), "state").words, 2U);
  EXPECT_NE(find(pie, "share"), nullptr);
  EXPECT_EQ(find(codel, "share"), nullptr);
}

queue::LawConfig excluding_ce(const std::string& name) {
  queue::LawConfig config = law(name);
  const aqm_option* const options = aqm_find(name.c_str())->options;
  config.options.resize(aqm_count_options(options));
  aqm_initial_options(options, config.options.data());
  for (std::size_t i = 0; i < config.options.size(); ++i) {
    config.options[i] |= options[i].name == std::string("exclude_ce") ? 1U : 0U;
  }
  return config;
}

TEST(Inventory, ALawThatLeavesOutWhatCarriesCeHasACountOfItAndTakesItOff) {
  const InventoryWidths widths = widths_of(1);
  const Gates difference = area::cost(area::subtractor(20));
  const Gates look = area::cost(area::equal(2));
  struct Case {
    const char* law;
    Gates data_path, control_law;
    std::uint32_t bits;
  };
  const std::vector<Case> cases = {
      {"docsis_pie", {}, difference, 20},
      {"pie", difference + look, {}, 20},  // by timestamps
      {"pie_draft", difference, difference, 20},
      {"codel", look, {}, 0},
      {"codel_tail", difference + look, {}, 20},
      {"codel_dt", difference, {}, 20},
      {"red", area::cost(area::subtractor(14)), {}, 14},  // counts packets
  };
  for (const Case& each : cases) {
    const LawInventory plain = law_inventory(law(each.law), widths);
    const LawInventory excluding = law_inventory(excluding_ce(each.law), widths);
    EXPECT_EQ(area::totals(excluding.data_path).gates,
              area::totals(plain.data_path).gates + each.data_path)
        << each.law;
    EXPECT_EQ(area::totals(excluding.control_law).gates,
              area::totals(plain.control_law).gates + each.control_law)
        << each.law;
    EXPECT_EQ(excluding.marked_bits, each.bits) << each.law;
    EXPECT_EQ(plain.marked_bits, 0U) << each.law;
  }
  const Block rings = *find(queue_memory_inventory({}, {0, 0, 1, 20}, widths), "rings");
  EXPECT_EQ(memory(rings, "marked").stored_bits(), 20U);
}

TEST(Inventory, QueuesCountWhatCarriesCeAndHaveTheirShareOfTheBuffer) {
  const InventoryWidths widths = widths_of(2);
  ManagedQueueConfig codel = managed("sfq_codel", 32);
  ManagedQueueConfig pie = managed("sfq_pie", 32);
  EXPECT_EQ(find(managed_queue_inventory(2, pie, widths), "own_limit"), nullptr);
  pie.discipline.law.options = excluding_ce("pie").options;
  pie.discipline.multi.queue_share = 4;
  const Block limited = managed_queue_inventory(2, pie, widths);
  EXPECT_EQ(memory(*find(limited, "backlogs"), "marked").stored_bits(), 2 * 20U);
  EXPECT_EQ(
      area::totals(*find(limited, "own_limit")).gates,
      area::cost(area::adder(11)) + area::cost(area::incrementer(9)) + area::cost(area::less(21)));
  EXPECT_EQ(memory(*find(limited, "own_limit"), "limits").stored_bits(), 2 * 20U);
  // The law of each queue looks at its own limit anyway.
  codel.discipline.multi.queue_share = 4;
  EXPECT_EQ(find(managed_queue_inventory(2, codel, widths), "own_limit"), nullptr);
}

TEST(Inventory, OnlyNumbersOfQueuesThatAreNoPowerOfTwoMultiplyTheHash) {
  const InventoryWidths widths = widths_of(1);
  const Gates power =
      area::totals(*find(managed_queue_inventory(1, managed("drr", 32), widths), "hash")).gates;
  const Gates other =
      area::totals(*find(managed_queue_inventory(1, managed("drr", 31), widths), "hash")).gates;
  EXPECT_EQ(other, power + area::cost(area::multiplier(32, 5)));
}

TEST(Inventory, TransmitQueuesBorderOnTheFirstOnes) {
  EXPECT_TRUE(transmit_queue_inventory({std::nullopt}, widths_of(1)).is_empty());
  TransmitQueueConfig shorter;
  shorter.packets = 4;
  const Block block =
      transmit_queue_inventory({TransmitQueueConfig{}, std::nullopt, shorter}, widths_of(2));
  EXPECT_EQ(memory(block, "borders").words, 2U);
  EXPECT_EQ(memory(block, "borders").bits, 13U + 6);
}

TEST(Inventory, TheHoldHasADescriptorForEachPacketThatWaits) {
  IngressHoldConfig config;
  config.descriptors = 64;
  config.departures = 1024;
  const Block hold = ingress_hold_inventory(config, widths_of(4));
  // Address, length, ECN, flow, stored, random word, time.
  EXPECT_EQ(memory(*find(hold, "ring"), "descriptors").bits, 20U + 11 + 2 + 2 + 1 + 32 + 32);
  EXPECT_EQ(memory(*find(hold, "ring"), "descriptors").words, 64U);
  EXPECT_EQ(memory(*find(hold, "order"), "flows").words, 4U);
  EXPECT_EQ(memory(*find(hold, "order"), "flows").bits, 6U + 6 + 7);
  // Flow, length, ECN, ticks, two times, bytes, packets.
  EXPECT_EQ(memory(*find(hold, "departures"), "records").bits, 2U + 11 + 2 + 32 + 64 + 20 + 14);
  config.descriptors = 128;
  const Block larger = ingress_hold_inventory(config, widths_of(4));
  EXPECT_EQ(memory(*find(larger, "order"), "links").bits, 7U);
  EXPECT_GT(area::totals(larger).memory_bits, area::totals(hold).memory_bits);
}

TEST(Inventory, OnlyBondedChannelsAreResequenced) {
  ResequencerConfig config;
  config.channels = {0};
  const Block one = downstream_inventory(config, widths_of(1));
  EXPECT_EQ(find(one, "sequencing"), nullptr);
  EXPECT_EQ(find(one, "waiting"), nullptr);
  config.channels = {0, 1, 2, 3};
  const Block four = downstream_inventory(config, widths_of(1));
  EXPECT_EQ(area::totals(*find(four, "headers")).gates,
            4 * area::totals(*find(one, "headers")).gates);
  // Sequence change, next number, channels heard, numbers that may come late; the last number of
  // each channel.
  EXPECT_EQ(memory(*find(four, "sequencing"), "streams").bits, 1U + 16 + 4 + 32);
  EXPECT_EQ(memory(*find(four, "sequencing"), "lasts").words, 4U * 32);
  config.flows = 33;
  const Block more = downstream_inventory(config, widths_of(1));
  EXPECT_EQ(memory(*find(more, "sequencing"), "lasts").words, 4U * 48);
  // Address, length, number, time, the next of 1024.
  EXPECT_EQ(memory(*find(four, "waiting"), "held").bits, 20U + 11 + 16 + 15 + 10);
}

TEST(Inventory, DevicesRememberTheirRegisters) {
  const std::map<std::string, std::uint64_t> bits = {
      {"bus", 64 + 4 + 2 + 32 + 4},      // access, word, state
      {"plic", 5 * 3 + 3 + 5 + 5 + 5},   // priorities, threshold, enabled, claimed, lines
      {"clint", 64 + 10 + 64 + 1 + 32},  // time, clocks, compare, software, high word
      {"watchdog", 32 + 32 + 4},         // left, the time, state
      {"console", 2 * 128 + 4 * 5 + 20 + 32 + 16 + 8}};  // FIFOs, pointers, line, dividers, states
  ASSERT_EQ(soc_inventories().size(), bits.size());
  for (const Block& device : soc_inventories()) {
    EXPECT_EQ(area::totals(device).stored_bits, bits.at(device.name)) << device.name;
  }
}

TEST(Inventory, AWatchdogThatResetsTheCpuRemembersWhy) {
  const auto watchdog = [](bool recovers) {
    for (const Block& device : soc_inventories(recovers)) {
      if (device.name == "watchdog") {
        return area::totals(device);
      }
    }
    return area::totals(Block{"none", ""});
  };
  // Cause, slot and fallback, two counters.
  EXPECT_EQ(watchdog(true).stored_bits - watchdog(false).stored_bits, 3U + 2 + 64);
  EXPECT_LT(watchdog(false).gates, watchdog(true).gates);
}

// Without a state machine, so that every flip-flop of the Verilog is a bit of the inventory.
TEST(Inventory, TwinsHaveTheFlipFlopsOfTheirVerilog) {
  const std::map<std::string, std::uint64_t> flip_flops = {
      {"dual_token_bucket", 28 + 12 + 2 * 31 + 2 * 27},  // levels, remainders, backlogs
      {"flow_hash", 3 * 32 + 1}};                        // words, done
  std::size_t found = 0;
  for (const Block& twin : twin_inventories()) {
    const auto known = flip_flops.find(twin.name);
    if (known != flip_flops.end()) {
      EXPECT_EQ(area::totals(twin).stored_bits, known->second) << twin.name;
      ++found;
    }
  }
  EXPECT_EQ(found, flip_flops.size());
}

}  // namespace
}  // namespace docsis_vp::cm::inventory_test
