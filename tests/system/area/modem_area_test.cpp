// Area of whole modems, and its explanation in results.
#include "system/area/modem_area.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/aqm/registry.h"
#include "models/cm/modem/modem_inventory.h"
#include "models/queue/managers.h"
#include "system/area/hardware_config.h"
#include "system/area/technology_file.h"
#include "system/area/write_area.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::system::modem_area_test {
namespace {

AreaResult area_of_text(const std::string& text, std::size_t entry = 0) {
  LoadedScenario loaded = load_scenario_text(text, "test");
  loaded.scenario = modem_by_modem(loaded.scenario);
  return modem_areas(loaded).at(entry);
}

struct AreaCase {
  unsigned flows = 1;
  std::string modem = {};  // more keys
  std::string aqm = R"("docsis_pie")";
  std::string flow = {};  // more keys of each service flow
};

AreaResult area_of(const AreaCase& setup) {
  std::string text = R"({"modems": [{"name": "cm0")" + setup.modem + R"(}], "service_flows": [)";
  for (unsigned i = 0; i < setup.flows; ++i) {
    text += i == 0 ? "" : ", ";
    text += R"({"name": "us)" + std::to_string(i) +
            R"(", "modem": "cm0", "max_sustained_rate_mbps": 200, "peak_rate_mbps": 250,
                "max_burst_bytes": 30000000, "aqm": )" +
            setup.aqm + setup.flow + "}";
  }
  return area_of_text(text + "]}");
}

std::string queues(const std::string& manager, unsigned count) {
  return R"({"algorithm": ")" + manager + R"(", "queues": )" + std::to_string(count) + "}";
}

std::uint64_t memory_bits(const area::Block& block) {
  return totals(block).memory_bits;
}

// Sums all memories of that name.
std::uint64_t bits_of(const area::Block& block, const std::string& name) {
  std::uint64_t sum = 0;
  for (const area::Memory& memory : block.memories) {
    sum += memory.name == name ? memory.count * memory.stored_bits() : 0;
  }
  for (const area::Block& inner : block.blocks) {
    sum += bits_of(inner, name);
  }
  return sum;
}

void expect_no_less(const area::Range& now, const area::Range& before, const std::string& what) {
  EXPECT_GE(now.low, before.low) << what;
  EXPECT_GE(now.nominal, before.nominal) << what;
  EXPECT_GE(now.high, before.high) << what;
}

// In silicon, and in each of its parts.
void expect_no_smaller(const area::Figures& larger, const area::Figures& smaller,
                       const std::string& what) {
  expect_no_less(larger.mm2, smaller.mm2, what);
  expect_no_less(larger.logic_mm2, smaller.logic_mm2, what + ", logic");
  expect_no_less(larger.memory_mm2, smaller.memory_mm2, what + ", memories");
  EXPECT_GE(larger.memory_kbit, smaller.memory_kbit) << what;
}

constexpr const char* kPlacements[] = {
    "", R"(, "control_law": "firmware")", R"(, "control_law": "firmware", "drop": "firmware")",
    R"(, "control_law": "firmware", "drop": "firmware", "ingress_hold": {"batch": true})",
    R"(, "queue_memory": {"descriptor_cache": 64})"};

struct Made {
  cm::DataPathConfig config;
  area::Technology technology;

  area::Figures figures() const { return area::figures(modem_inventory(config), technology); }
};

// A modem of one service flow.
Made made_of(const std::string& modem, const std::string& aqm) {
  LoadedScenario loaded = load_scenario_text(R"({"modems": [{"name": "cm")" + modem +
                                                 R"(}], "service_flows": [{"name": "us",
      "modem": "cm", "max_sustained_rate_mbps": 200, "peak_rate_mbps": 250, "aqm": )" +
                                                 aqm + "}]}",
                                             "test");
  loaded.scenario = modem_by_modem(loaded.scenario);
  return {hardware_config(loaded.scenario, 0), technology_of(loaded.scenario.modems[0])};
}

TEST(ModemArea, EveryLawHasAnInventory) {
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    const std::string name = (*law)->name;
    const AreaResult area = area_of({1, {}, "\"" + name + "\""});
    EXPECT_GT(area.hardware_figures().kge.nominal, 1) << name;
  }
  for (const queue::Manager& manager : queue::managers()) {
    const AreaResult area = area_of({1, {}, queues(std::string(manager.name), 32)});
    EXPECT_GT(area.hardware_figures().kge.nominal, 1) << manager.name;
  }
}

std::vector<std::string> all_aqms() {
  std::vector<std::string> all;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    all.push_back("\"" + std::string((*law)->name) + "\"");
  }
  for (const queue::Manager& manager : queue::managers()) {
    all.push_back(queues(std::string(manager.name), 32));
  }
  return all;
}

// 64 are more than a scenario may have, and twice as far as the model must hold.
void expect_more_flows_are_never_smaller(const std::string& placement, const std::string& aqm) {
  Made modem = made_of(placement, aqm);
  area::Figures before = modem.figures();
  for (unsigned flows = 2; flows <= 64; ++flows) {
    modem.config.flows.push_back(modem.config.flows.front());
    const area::Figures now = modem.figures();
    std::string where = placement;
    where.append(" ").append(aqm).append(" ").append(std::to_string(flows));
    expect_no_smaller(now, before, where);
    before = now;
  }
}

TEST(ModemArea, MoreFlowsAreNeverSmallerWhateverTheLaw) {
  for (const std::string& aqm : all_aqms()) {
    expect_more_flows_are_never_smaller("", aqm);
  }
}

TEST(ModemArea, MoreFlowsAreNeverSmallerWhateverThePlacement) {
  for (const char* const placement : kPlacements) {
    for (const char* const law : {R"("docsis_pie")", R"("pie")", R"("codel")"}) {
      expect_more_flows_are_never_smaller(placement, law);
    }
  }
}

TEST(ModemArea, MoreFlowsAreNeverSmallerInAnyTechnology) {
  for (const char* const node : {"65nm", "40nm", "16nm", "7nm"}) {
    const std::string technology = R"(, "technology": ")" + std::string(node) + "\"";
    for (const char* const placement : kPlacements) {
      expect_more_flows_are_never_smaller(placement + technology, R"("docsis_pie")");
    }
  }
}

TEST(ModemArea, MoreQueuesAreNeverSmaller) {
  for (const queue::Manager& manager : queue::managers()) {
    const std::string name(manager.name);
    for (const unsigned flows : {1U, 4U, 32U}) {
      Made modem = made_of("", queues(name, 8));
      modem.config.flows.resize(flows, modem.config.flows.front());
      area::Figures before = modem.figures();
      for (unsigned count : {16U, 32U, 64U, 128U, 256U, 512U, 1024U}) {
        for (cm::DataPathFlowConfig& flow : modem.config.flows) {
          flow.manager->discipline.multi.queues = count;
        }
        const area::Figures now = modem.figures();
        expect_no_smaller(now, before, name + " " + std::to_string(count));
        before = now;
      }
    }
  }
}

// Each is a step of bits or words somewhere.
TEST(ModemArea, LargerBuffersBurstsMemoriesAndMoreDescriptorsAreNeverSmaller) {
  const auto sweep = [](const char* what, auto change) {
    for (const char* const placement : kPlacements) {
      Made modem = made_of(placement, R"("pie")");
      modem.config.flows.resize(4, modem.config.flows.front());
      area::Figures before{};
      for (std::uint32_t value = 64; value <= 1U << 26; value += value / 3) {
        change(modem.config, value);
        const area::Figures now = modem.figures();
        expect_no_smaller(now, before, what + (" " + std::to_string(value)));
        before = now;
      }
    }
  };
  sweep("descriptors", [](cm::DataPathConfig& modem, std::uint32_t value) {
    for (cm::DataPathFlowConfig& flow : modem.flows) {
      flow.queue.packets = value / 64;
    }
  });
  sweep("buffer", [](cm::DataPathConfig& modem, std::uint32_t value) {
    for (cm::DataPathFlowConfig& flow : modem.flows) {
      flow.queue.bytes = value;
      flow.law.settings.buffer_bytes = value;
    }
  });
  sweep("burst", [](cm::DataPathConfig& modem, std::uint32_t value) {
    for (cm::DataPathFlowConfig& flow : modem.flows) {
      flow.shaper.max_burst_bytes = value;
    }
  });
  sweep("memory", [](cm::DataPathConfig& modem, std::uint32_t value) {
    modem.queue_memory.capacity_bytes = value;
  });
}

// The difference between two placements is a matter of what they have, not of a size from which
// memories are made otherwise: from flow to flow it moves by little.
TEST(ModemArea, NoThresholdDecidesWhichPlacementIsSmaller) {
  Made gates = made_of(kPlacements[0], R"("docsis_pie")");
  Made firmware = made_of(kPlacements[1], R"("docsis_pie")");
  double before = firmware.figures().mm2.nominal - gates.figures().mm2.nominal;
  for (unsigned flows = 2; flows <= 32; ++flows) {
    gates.config.flows.push_back(gates.config.flows.front());
    firmware.config.flows.push_back(firmware.config.flows.front());
    const double now = firmware.figures().mm2.nominal - gates.figures().mm2.nominal;
    // A word of the door is 128 bits and more of snapshots: no more than latches of them take.
    EXPECT_LT(std::abs(now - before), 0.003) << flows;
    before = now;
  }
}

TEST(ModemArea, DescriptorsOffDieAreMostOfWhatMemoriesTake) {
  const Made on_die = made_of("", R"("docsis_pie")");
  const Made cached = made_of(kPlacements[4], R"("docsis_pie")");
  EXPECT_LT(cached.figures().memory_mm2.nominal, on_die.figures().memory_mm2.nominal);
  EXPECT_GT(cached.figures().logic_kge.nominal, on_die.figures().logic_kge.nominal);
}

TEST(ModemArea, SeventeenThousandQueuesTakeTheirBits) {
  const std::uint64_t few = memory_bits(area_of({16, {}, queues("sfq_codel", 32)}).hardware);
  const std::uint64_t many = memory_bits(area_of({16, {}, queues("sfq_codel", 1024)}).hardware);
  const std::uint64_t most = memory_bits(area_of({32, {}, queues("sfq_codel", 1024)}).hardware);
  EXPECT_GT(many, few + 16U * 992 * 165);  // a CoDel state has more bits than that
  EXPECT_GT(most, many + 16U * 1024 * 165);
}

// Service flows of one modem, each with its law.
area::Block with_laws(const std::vector<std::string>& laws) {
  std::string flows;
  for (const std::string& law : laws) {
    flows += (flows.empty() ? R"({"name": "us)" : R"(, {"name": "us)") +
             std::to_string(flows.size()) +
             R"(", "modem": "cm", "max_sustained_rate_mbps": 10, "aqm": ")" + law + "\"}";
  }
  return area_of_text(R"({"modems": [{"name": "cm"}], "service_flows": [)" + flows + "]}").hardware;
}

TEST(ModemArea, OnlyFlowsThatLookAtTimeHaveTimestampsAndOnlyManagedOnesLinks) {
  EXPECT_EQ(bits_of(with_laws({"codel", "docsis_pie", "tail_drop"}), "timestamps"), 8192U * 32);
  EXPECT_EQ(bits_of(with_laws({"codel", "codel", "tail_drop"}), "timestamps"), 2 * 8192U * 32);
  const area::Block managed = with_laws({"sfq_codel", "docsis_pie", "docsis_pie"});
  EXPECT_EQ(bits_of(managed, "timestamps"), 8192U * 32);
  EXPECT_EQ(bits_of(managed, "links"), 8192U * 13 + 32U * 5);  // those of the scheduler's lists
}

// A modem of three OFDMA channels with more keys, a service flow of it, and events.
area::Block of_three_channels(const std::string& modem, const std::string& flow,
                              const std::string& events = {}) {
  return area_of_text(R"({"rf": {"profile": "docsis31",
               "channels": [{"name": "a"}, {"name": "b"}, {"name": "c"}]},
               "modems": [{"name": "cm", "count": 2)" +
                      modem + R"(}],
               "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 10)" +
                      flow + "}], \"events\": [" + events + "]}")
      .hardware;
}

TEST(ModemArea, AModemHasWhatTheChannelsThatItMaySendOnNeed) {
  const auto expect_on = [](const area::Block& modem, const std::string& channels) {
    for (const char* channel : {"a", "b", "c"}) {
      EXPECT_EQ(bits_of(modem, channel) != 0, channels.find(channel) != std::string::npos)
          << channel << " of " << channels;
    }
    EXPECT_EQ(bits_of(modem, "octets"), channels.size() * 2 * 1522 * 8);
  };
  expect_on(of_three_channels("", ""), "abc");
  expect_on(of_three_channels(R"(, "channels": "b")", ""), "b");
  expect_on(of_three_channels("", R"(, "channels": ["a", "c"])"), "ac");
  expect_on(of_three_channels("", R"(, "channels": "a")",
                              R"({"time_s": 1, "kind": "change_transmit_channels", "modem": "cm",
                                  "channels": ["b"]})"),
            "ab");
}

bool has_block(const area::Block& block, const std::string& name) {
  for (const area::Block& inner : block.blocks) {
    if (inner.name == name || has_block(inner, name)) {
      return true;
    }
  }
  return false;
}

TEST(ModemArea, WhatFirmwareDecidesIsAllThatItHasADoorFor) {
  struct Case {
    const char* law;
    bool hold, log, port;
  };
  for (const Case& each : {Case{"docsis_pie", true, false, false}, Case{"pie", true, true, false},
                           Case{"codel", false, false, true}}) {
    const area::Block modem = area_of({1, R"(, "control_law": "firmware", "drop": "firmware")",
                                       "\"" + std::string(each.law) + "\""})
                                  .hardware;
    EXPECT_EQ(has_block(modem, "ingress_hold"), each.hold) << each.law;
    EXPECT_EQ(bits_of(modem, "records") != 0, each.log) << each.law;
    EXPECT_EQ(has_block(modem, "verdict_port"), each.port) << each.law;
  }
}

TEST(ModemArea, BurstBuffersHoldTheLargestBurstsOfARun) {
  const auto buffer = [](const std::string& kind, const std::string& modem,
                         const std::string& more = {}) {
    return bits_of(area_of_text(R"({"rf": {"profile": "docsis31", "channels": [{"name": "us")" +
                                kind + R"(}]}, "modems": [{"name": "cm")" + modem + R"(}],
               "service_flows": [{"name": "us0", "modem": "cm", "max_sustained_rate_mbps": 10}])" +
                                more + "}")
                       .hardware,
                   "us");
  };
  const auto events = [](const std::string& event) {
    return R"(, "events": [{"time_s": 1, )" + event + "}]";
  };
  const std::string profiles = R"(, "subcarriers": 400, "bits_per_s_per_hz": 8,
      "data_profiles": [{"iuc": 12, "bits_per_s_per_hz": 2}, {"iuc": 13, "bits_per_s_per_hz": 12}])";
  const std::uint64_t usual = buffer(R"(, "subcarriers": 400, "bits_per_s_per_hz": 8)", "");
  const std::uint64_t large = buffer(R"(, "subcarriers": 400, "bits_per_s_per_hz": 12)", "");
  EXPECT_GT(large, usual);
  EXPECT_EQ(buffer(profiles, ""), usual);
  EXPECT_EQ(buffer(profiles, R"(, "data_iuc": 13)"), large);
  EXPECT_LT(buffer(profiles, R"(, "data_iuc": 12)"), usual);
  EXPECT_EQ(buffer(profiles, "", events(R"("kind": "change_data_profile", "modem": "cm",
                                           "data_iuc": 13)")),
            large);
  EXPECT_EQ(buffer(profiles, "", events(R"("kind": "change_profile", "channel": "us",
                                           "bits_per_s_per_hz": 12)")),
            large);
  const std::string tdma = R"(, "kind": "tdma", "rate_mbps": 15.36)";
  EXPECT_EQ(buffer(tdma, ""), 2 * 3888U * 8);  // a MAP interval of 2.025 ms
  EXPECT_EQ(buffer(tdma, "", events(R"("kind": "change_profile", "channel": "us",
                                       "rate_mbps": 30.72)")),
            2 * 7776U * 8);
  const std::string text = R"({"rf": {"map_interval_us": 8000}, "modems": [{"name": "cm"}],
      "service_flows": [{"name": "us0", "modem": "cm", "max_sustained_rate_mbps": 10}]})";
  EXPECT_EQ(bits_of(area_of_text(text).hardware, "us0"), 2 * 30'720U * 8);
}

TEST(ModemArea, LowNominalAndHighStandInThatOrder) {
  for (const char* node : {"65nm", "40nm", "28nm", "16nm", "7nm"}) {
    const AreaResult area =
        area_of({4, std::string(R"(, "technology": ")") + node + "\"", queues("fq_codel", 32)});
    const area::Figures figures = area.hardware_figures();
    EXPECT_EQ(area.technology.name, node);
    EXPECT_LT(figures.kge.low, figures.kge.nominal);
    EXPECT_LT(figures.kge.nominal, figures.kge.high);
    EXPECT_LT(figures.mm2.low, figures.mm2.nominal);
    EXPECT_LT(figures.mm2.nominal, figures.mm2.high);
  }
}

TEST(ModemArea, ALawInFirmwareHasACpu) {
  const AreaResult gates = area_of({4});
  const AreaResult firmware = area_of({4, R"(, "control_law": "firmware")"});
  EXPECT_FALSE(gates.cpu.has_value());
  EXPECT_FALSE(gates.with_cpu().has_value());
  ASSERT_TRUE(firmware.cpu.has_value());
  const area::Figures cpu = *firmware.cpu_figures();
  EXPECT_DOUBLE_EQ(firmware.cpu->core_kge->nominal, 26.6);
  EXPECT_GT(cpu.sram_kbit, 8);    // some kilobytes of program and stack
  EXPECT_LT(cpu.sram_kbit, 640);  // no more than there is
  EXPECT_DOUBLE_EQ(firmware.with_cpu()->kge.nominal,
                   firmware.hardware_figures().kge.nominal + cpu.kge.nominal);
}

TEST(ModemArea, ACoreOfNoKnownSizeHasNoArea) {
  const AreaResult area =
      area_of({1, R"(, "control_law": "firmware", "cpu": {"profile": "zero"})"});
  ASSERT_TRUE(area.cpu.has_value());
  EXPECT_FALSE(area.cpu->core_kge.has_value());
  EXPECT_FALSE(area.with_cpu().has_value());
}

TEST(ModemArea, ModemsThatAreAlikeHaveOneEntry) {
  LoadedScenario loaded = load_scenario_text(
      R"({"modems": [{"name": "cm", "count": 5}, {"name": "other"}],
          "service_flows": [{"name": "us0", "modem": "cm", "max_sustained_rate_mbps": 20},
                            {"name": "us1", "modem": "other", "max_sustained_rate_mbps": 20}]})",
      "test");
  loaded.scenario = modem_by_modem(loaded.scenario);
  const std::vector<AreaResult> areas = modem_areas(loaded);
  ASSERT_EQ(areas.size(), 2U);
  EXPECT_EQ(areas[0].modem, "cm");
  EXPECT_EQ(areas[0].modems, 5U);
  EXPECT_EQ(areas[1].modem, "other");
  EXPECT_EQ(areas[1].modems, 1U);
}

// A number with two decimals, in hundredths.
std::int64_t hundredths(const JsonNode& node) {
  return std::llround(node.number * 100);
}

std::int64_t sum_of(const JsonNode& list) {
  std::int64_t sum = 0;
  for (const JsonNode& element : list.elements) {
    if (const JsonNode* const ge = element.find("ge")) {  // SRAMs have none
      sum += hundredths(*ge);
    }
  }
  return sum;
}

void expect_explained(const JsonNode& block, int& blocks) {
  ++blocks;
  std::int64_t primitives = 0;
  for (const JsonNode& part : block.find("primitives")->elements) {
    primitives += hundredths(*part.find("ge"));
    EXPECT_EQ(std::llround(part.find("count")->number) * hundredths(*part.find("ge_each")),
              hundredths(*part.find("ge")));
    EXPECT_FALSE(part.find("reason")->text.empty());
  }
  const std::int64_t within =
      primitives + sum_of(*block.find("memories")) + sum_of(*block.find("blocks"));
  EXPECT_EQ(hundredths(*block.find("ge")), std::llround(block.find("count")->number) * within)
      << block.find("name")->text;
  for (const JsonNode& inner : block.find("blocks")->elements) {
    expect_explained(inner, blocks);
  }
}

TEST(ModemArea, TheTreeExplainsItsSumsExactly) {
  for (const AreaCase& setup :
       {AreaCase{16, {}, queues("sfq_pie", 32)}, AreaCase{4}, AreaCase{1, {}, R"("codel")"},
        AreaCase{2, R"(, "control_law": "firmware", "drop": "firmware")"}}) {
    const AreaResult area = area_of(setup);
    JsonWriter json;
    write_area(json, area);
    const JsonNode root = parse_json(json.text(), "area");
    int blocks = 0;
    for (const JsonNode& block : root.find("blocks")->elements) {
      expect_explained(block, blocks);
    }
    EXPECT_GT(blocks, 20);
    EXPECT_EQ(sum_of(*root.find("blocks")),
              static_cast<std::int64_t>(all_gates(area.hardware, area.technology).hundredths));
  }
}

}  // namespace
}  // namespace docsis_vp::system::modem_area_test
