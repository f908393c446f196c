// Registration of extensions, their use in scenarios, and refusals in one line.
#include "system/extension/extensions.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "system/extension/hardware_block.h"
#include "system/extension/host.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/scenario/read/load.h"
#include "system/traffic/custom/custom_settings.h"

namespace docsis_vp::system::extensions_test {
namespace {

using ::testing::HasSubstr;

constexpr aqm_option kOptions[] = {
    {"limit_packets", AQM_NUMBER, 0, 40, 1, 1000, nullptr, "", "", ""},
    {"delay_ms", AQM_NUMBER, 3, 5000, 1000, 100000, nullptr, "", "", ""},
    {"strict", AQM_SWITCH, 0, 1, 0, 1, nullptr, "", "", ""},
    AQM_OPTIONS_END};

struct Gate {
  struct Params {
    std::uint32_t limit_packets;
  };
  static constexpr const aqm_option* options = kOptions;  // NOLINT(readability-identifier-naming)
  static const char* configure(Params& params, const aqm_config&, const std::uint32_t* values) {
    params.limit_packets = aqm_option_value(kOptions, values, 0);
    return nullptr;
  }
  aqm_verdict enqueue(const Params& params, const aqm_queue& queue, const aqm_packet&,
                      std::uint32_t) {
    return queue.packets < params.limit_packets ? AQM_ACCEPT : AQM_DROP;
  }
};

class NoHost : public Host {};

HostKind host_kind() {
  return {[](HostSite&) { return std::make_unique<NoHost>(); },
          {{"pace", std::string("slow"), 0, 0, {"slow", "fast"}}}};
}
BlockKind block_kind() {
  return {[](const BlockSite&) -> std::unique_ptr<HardwareBlock> { return nullptr; },
          {{"words", 4.0, 1, 16}},
          0x2000};
}

Extensions all() {
  return Extensions()
      .add_law<Gate>("gate")
      .add_host("probe", host_kind())
      .add_block("unit", block_kind());
}

constexpr const char* kScenario = R"({
  "name": "all", "modems": [{"name": "cm0", "control_law": "firmware", "firmware": "docsis_pie",
    "blocks": [{"name": "u0", "kind": "unit", "address": "0x20200000", "interrupt": 6},
               {"name": "u1", "kind": "unit", "address": "0x20202000", "interrupt": 7}]}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10,
     "aqm": {"algorithm": "custom:gate", "parameters": {"delay_ms": 7.5}}}],
  "flows": [{"name": "f", "kind": "custom", "host": "probe", "modem": "cm0"}]
})";

LoadedScenario load(const std::vector<std::string>& sets = {},
                    const Extensions& extensions = all()) {
  return load_scenario_text(kScenario, "s.json", {{}, sets}, extensions);
}

TEST(Extensions, AreCompletedAsTheirParametersSay) {
  const Scenario scenario = load().scenario;
  const AqmConfig& aqm = scenario.service_flows[0].aqm;
  EXPECT_EQ(aqm.parameters->number("limit_packets"), 40);
  EXPECT_EQ(aqm.parameters->number("delay_ms"), 7.5);
  EXPECT_TRUE(aqm.parameters->flag("strict"));
  EXPECT_STREQ(aqm.law().name, "gate");
  EXPECT_EQ(settings_of<CustomSettings>(scenario.flows[0]).parameters->text("pace"), "slow");
  EXPECT_EQ(scenario.modems[0].blocks[1].base, 0x20202000U);
  EXPECT_EQ(scenario.modems[0].blocks[1].parameters->number("words"), 4);
  EXPECT_THROW(aqm.parameters->number("strict"), std::logic_error);
}

TEST(Extensions, AreInTheEffectiveConfigurationWhichLoadsAgain) {
  const std::string written = effective_configuration(load().scenario);
  EXPECT_THAT(written, HasSubstr("\"custom:gate\""));
  const LoadedScenario again = load_scenario_text(written, "again.json", {}, all());
  EXPECT_EQ(effective_configuration(again.scenario), written);
}

TEST(Extensions, ComeWithTypedStructuresToo) {
  Scenario scenario = load().scenario;
  scenario.service_flows[0].aqm = {};
  scenario.service_flows[0].aqm.algorithm = "custom:gate";
  EXPECT_STREQ(load_scenario_structs(scenario, all()).scenario.service_flows[0].aqm.law().name,
               "gate");
  EXPECT_THROW(load_scenario_structs(scenario), InputError);
}

std::string refusal(const std::vector<std::string>& sets, const Extensions& extensions = all()) {
  try {
    load(sets, extensions);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Extensions, RefuseInOneLineWhatNobodyAdded) {
  struct Case {
    std::string set;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"service_flows.us0.aqm.algorithm=custom:gaet",
       "--set service_flows.us0.aqm.algorithm=custom:gaet: service_flows[0].aqm.algorithm: unknown "
       "custom algorithm \"gaet\", did you mean \"gate\"?"},
      {"service_flows.us0.aqm.parameters.limit=3",
       "service_flows[0].aqm.parameters.limit: custom:gate has no such parameter, did you mean "
       "\"limit_packets\"?"},
      {"service_flows.us0.aqm.parameters.limit_packets=0", "expected 1 to 1000, got 0"},
      {"service_flows.us0.aqm.parameters.limit_packets=true", "expected a number"},
      {"service_flows.us0.aqm.parameters.strict=1", "expected true or false"},
      {"service_flows.us0.aqm.parameters.strict=null",
       "expected a number, true, false or a string"},
      {"service_flows.us0.aqm.ecn=true",
       "custom:gate has its own parameters, under \"parameters\""},
      {"service_flows.us0.aqm.target_ms=3", "the algorithm custom:gate has no such parameter"},
      {"service_flows.us0.aqm={\"algorithm\": \"red\", \"parameters\": {}}",
       "applies only with custom:NAME"},
      {"flows.f.host=prob", "flows[0].host: unknown host \"prob\", did you mean \"probe\"?"},
      {"flows.f.parameters={\"pace\": \"brisk\"}", "expected one of slow, fast, got \"brisk\""},
      {"flows.f={\"name\": \"f\", \"kind\": \"custom\", \"modem\": \"cm0\"}",
       "the key \"host\" is missing"},
      {"modems.cm0.blocks.u0.kind=unt", "unknown block \"unt\", did you mean \"unit\"?"},
      {"modems.cm0.blocks.u1.address=0x20201000", "overlaps the block u0"},
      {"modems.cm0.blocks.u1.address=0x20000000", "expected a multiple of 0x1000 from 0x20110000"},
      {"modems.cm0.blocks.u1.address=here", "got \"here\""},
      {"modems.cm0.blocks.u1.interrupt=6", "is the source of the block u0"},
      {"modems.cm0.blocks.u1.interrupt=5", "an integer from 6 to 31"},
      {"modems.cm0.control_law=hardware", "are on the bus of the CPU"},
  };
  for (const Case& c : cases) {
    const std::string text = refusal({c.set});
    EXPECT_THAT(text, HasSubstr(c.expected));
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

// As with the command docsis-vp, which adds nothing.
TEST(Extensions, ProgramsWithoutAnySaySo) {
  EXPECT_THAT(refusal({}, {}),
              HasSubstr("s.json:7: service_flows[0].aqm.algorithm: unknown custom algorithm "
                        "\"gate\": this program adds none to the platform's own"));
}

TEST(Extensions, RefuseWhatCannotWork) {
  const auto refused = [](const auto& add) -> std::string {
    try {
      Extensions extensions = all();
      add(extensions);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  const aqm_algorithm gate = queue::algorithm_of<Gate>("other");
  const auto changed = [&](const auto& change) {
    aqm_algorithm law = gate;
    change(law);
    return refused([&law](Extensions& e) { e.add_law(law); });
  };
  EXPECT_EQ(changed([](aqm_algorithm&) {}), "none");
  EXPECT_THAT(refused([](Extensions& e) { e.add_law<Gate>("gate"); }), HasSubstr("not taken"));
  EXPECT_THAT(refused([](Extensions& e) { e.add_law<Gate>("a/b"); }),
              HasSubstr("a name of letters"));
  EXPECT_THAT(changed([](aqm_algorithm& law) { law.enqueue = nullptr; }), HasSubstr("enqueue"));
  EXPECT_THAT(changed([](aqm_algorithm& law) { law.state_bytes = 129; }), HasSubstr("160 and 128"));
  EXPECT_THAT(changed([](aqm_algorithm& law) { law.id = 1; }), HasSubstr("an id from 128 on"));
  EXPECT_THAT(changed([](aqm_algorithm& law) {
                law.update = [](void*, const void*, const aqm_queue*, std::uint32_t) {};
              }),
              HasSubstr("or none of them"));
  EXPECT_THAT(refused([](Extensions& e) { e.add_host("h", {}); }), HasSubstr("makes the host"));
  EXPECT_THAT(refused([](Extensions& e) {
                BlockKind kind = block_kind();
                kind.size_bytes = 100;
                e.add_block("b", kind);
              }),
              HasSubstr("multiple of 4096"));
}

}  // namespace
}  // namespace docsis_vp::system::extensions_test
