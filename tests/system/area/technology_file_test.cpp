#include "system/area/technology_file.h"

#include <gtest/gtest.h>

#include <string>

#include "platform/base/errors.h"

namespace docsis_vp::system::technology_file_test {
namespace {

void expect_ordered(const area::Range& range, const std::string& what) {
  EXPECT_GT(range.low, 0) << what;
  EXPECT_LE(range.low, range.nominal) << what;
  EXPECT_LE(range.nominal, range.high) << what;
}

TEST(TechnologyFile, TheBuiltInOnesShrinkAndNameTheirSources) {
  double gate = 10;
  double bit = 10;
  for (const area::BuiltInTechnology& each : area::built_in_technologies()) {
    const area::Technology technology = parse_technology(each.text, each.name);
    EXPECT_EQ(technology.name, each.name);
    for (const area::Figure* figure :
         {&technology.gate_um2, &technology.bit_cell_um2, &technology.gate_factor,
          &technology.utilization_percent, &technology.two_ports_factor,
          &technology.sram_array_percent}) {
      expect_ordered(*figure, each.name);
      EXPECT_FALSE(figure->source.empty()) << each.name;
    }
    EXPECT_LT(technology.gate_um2.nominal, gate);
    EXPECT_LT(technology.bit_cell_um2.nominal, bit);
    gate = technology.gate_um2.nominal;
    bit = technology.bit_cell_um2.nominal;
  }
}

std::string text_of_28nm() {
  return area::built_in_technologies()[2].text;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(TechnologyFile, SaysFileLineKeyAndExpectation) {
  struct Case {
    std::string what;
    std::string by;
    std::string message;
  };
  const Case kCases[] = {
      {"\"low\": 0.3675", "\"low\": 0.5",
       "t.json:3: gate_um2.low: expected at most the nominal value"},
      {"\"high\": 0.6125", "\"high\": 0.4",
       "t.json:3: gate_um2.high: expected at least the nominal value"},
      {"\"high\": 75,", "\"high\": 101,",
       "t.json:6: utilization_percent.high: expected at most 100 %"},
      {"{\"ports\": 2,", "{\"ports\": 1,",
       "t.json:9: sram_periphery: expected two elements, for one port and for two"},
      {"\"column_ge\": {\"low\": 29.3,", "\"column_ge\": {\"low\": 9.3,",
       "t.json:15: sram_periphery[1].column_ge: expected at least the value for one port"},
      {"\"low\": 1.6,", "\"low\": 0.6,", "t.json:7: two_ports_factor.low: expected at least 1"},
      {"\"gate_factor\"", "\"gate_faktor\"",
       "t.json:5: gate_faktor: unknown key, did you mean \"gate_factor\"?"},
  };
  for (const Case& each : kCases) {
    try {
      parse_technology(replaced(text_of_28nm(), each.what, each.by), "t.json");
      ADD_FAILURE() << each.what;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()), each.message);
    }
  }
}

TEST(TechnologyFile, RefusesWhatIsNoTechnology) {
  EXPECT_THROW(parse_technology("[]", "t.json"), InputError);
  EXPECT_THROW(parse_technology("{}", "t.json"), InputError);
  EXPECT_THROW(parse_technology("{\"name\": 1}", "t.json"), InputError);
  ModemConfig modem;
  modem.technology_file = "/no/such/file.json";
  EXPECT_THROW(technology_of(modem), InputError);
}

}  // namespace
}  // namespace docsis_vp::system::technology_file_test
