// Configuration files as JSON and back.
#include "system/config_file/config_json.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "platform/base/errors.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::system::config_json_test {
namespace {

using docsis::from_hex;
using docsis::to_hex;
using ::testing::HasSubstr;

std::vector<docsis::ConfigTlv> encodings(const std::string& hex) {
  return docsis::read_config_tlvs(from_hex(hex));
}

std::string hex_of(const std::string& json) {
  return to_hex(docsis::write_config_tlvs(config_from_json(parse_json(json, "modem.json"))));
}

TEST(ConfigJson, NamesWhatItKnows) {
  EXPECT_EQ(config_to_json(encodings("030101"
                                     "1812010200010804013"
                                     "12d00280601010002010a"
                                     "160b01010109060304c0000201"
                                     "2b050803ffffff")),
            R"({
  "network_access": 1,
  "upstream_service_flows": [
    {
      "reference": 1,
      "max_sustained_rate_bps": 20000000,
      "aqm": {
        "disable": 0,
        "latency_target_ms": 10
      }
    }
  ],
  "upstream_classifiers": [
    {
      "reference": 1,
      "ipv4": {
        "source": "192.0.2.1"
      }
    }
  ],
  "general_extensions": [
    "0803ffffff"
  ]
}
)");
}

// CANN: 91 turns low latency off. The name that older files have asks for it.
TEST(ConfigJson, TakesLowLatencySupportForTheOppositeOfDisable) {
  EXPECT_EQ(config_to_json(encodings("5b0101")), "{\n  \"low_latency_disable\": 1\n}\n");
  EXPECT_EQ(hex_of(R"({"low_latency_disable": 1})"), "5b0101");
  EXPECT_EQ(hex_of(R"({"low_latency_support": 0})"), "5b0101");
  EXPECT_EQ(hex_of(R"({"low_latency_support": 1})"), "5b0100");
  EXPECT_EQ(hex_of(R"({"low_latency_support": 2})"), "5b0100");
  EXPECT_THROW(hex_of(R"({"low_latency_support": 1, "low_latency_disable": 1})"), InputError);
  EXPECT_THROW(hex_of(R"({"low_latency_support": 3})"), InputError);
}

// Annex C.2.3: 70.42.2 is the number of the low-latency service flow.
TEST(ConfigJson, NamesTheLowLatencyServiceFlow) {
  EXPECT_EQ(hex_of(R"({"upstream_aggregate_service_flows": [
              {"low_latency": {"service_flow_reference": 2, "service_flow_id": 7}}]})"),
            "460c2a0a01020002020400000007");
}

struct Case {
  const char* hex;
  const char* holds;  // in its JSON
};

class ConfigJsonRoundTrip : public testing::TestWithParam<Case> {};

TEST_P(ConfigJsonRoundTrip, GivesTheSameOctets) {
  const std::string json = config_to_json(encodings(GetParam().hex));
  EXPECT_THAT(json, HasSubstr(GetParam().holds));
  EXPECT_EQ(hex_of(json), GetParam().hex) << json;
}

INSTANTIATE_TEST_SUITE_P(
    Table, ConfigJsonRoundTrip,
    testing::Values(Case{"", "{}"}, Case{"18070405676f6c6400", "\"service_class_name\": \"gold\""},
                    Case{"1804"
                         "1702fc03",
                         "\"tos_and_or\": [252, 3]"},
                    Case{"181c0f010610040000017f130200e0140400004e201504000003"
                         "20160101",
                         "\"unsolicited_grant_bytes\": 224"},
                    Case{"18190f0104110400003a981204000002bc0a04000f42400b020200",
                         "\"tolerated_poll_jitter_us\": 700"},
                    Case{"160a0a08020600101812ab34", "\"source\": \"00:10:18:12:ab:34\""},
                    Case{"16140c12041020010db8000000000000000000000001",
                         "\"source\": \"2001:db8::1\""},
                    Case{"4b0101c80102030101", "\"order\": [75, 200, 3]"},
                    Case{"1804010200011904010200021804010200030"
                         "30101",
                         "\"order\": [24, 25, 24, 3]"},
                    Case{"1808c8030a0b0c070105", "\"unknown\""}));

// As long as its length can say: unknown, known, and the one with a length of two octets.
TEST(ConfigJson, LongestValuesSurvive) {
  const auto filled = [](const std::string& head, std::size_t octets) {
    return head + to_hex(std::vector<std::uint8_t>(octets, 1));
  };
  // Behind the header of an MTA's file the length of type 64 takes two octets.
  for (const std::string& hex : {filled("c8ff", 255), filled("2bff", 255), filled("40ff", 255),
                                 filled("fe010140ffff", 65'535), filled("fe0101400100", 256)}) {
    EXPECT_EQ(hex_of(config_to_json(encodings(hex))), hex);
  }
}

TEST(ConfigJson, RefusesOneOctetMoreWithoutRepeatingThem) {
  const struct {
    unsigned type;
    std::size_t octets;
  } cases[] = {{200, 256}, {64, 65'536}};
  for (const auto& [type, octets] : cases) {
    try {
      hex_of("{\"unknown\": [{\"type\": " + std::to_string(type) + ", \"octets\": \"" +
             std::string(2 * octets, '1') + "\"}]}");
      FAIL() << "accepted";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("0 to " + std::to_string(octets - 1) + " octets"));
      EXPECT_LT(std::string(error.what()).size(), 200U);
    }
  }
}

TEST(ConfigJson, RefusesAnotherLengthInsteadOfCuttingIt) {
  EXPECT_THROW(encodings("1807c8030a0b0c0700"), docsis::ConfigFileError);
}

struct Wrong {
  const char* json;
  const char* message;
};

class WrongConfigJson : public testing::TestWithParam<Wrong> {};

TEST_P(WrongConfigJson, IsRefusedInOneLine) {
  try {
    hex_of(GetParam().json);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().message));
    EXPECT_THAT(error.what(), HasSubstr("modem.json:"));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, WrongConfigJson,
    testing::Values(
        Wrong{"[]", "an array, expected an object"},
        Wrong{"{\"network_acess\": 1}", "did you mean \"network_access\"?"},
        Wrong{"{\"network_access\": 2}", "\"network_access\" is 2, expected an integer 0..1"},
        Wrong{"{\"network_access\": 0.5}", "expected an integer 0..1"},
        Wrong{"{\"network_access\": \"on\"}", "expected an integer 0..1"},
        Wrong{"{\"upstream_service_flows\": {}}", "expected an array"},
        Wrong{"{\"upstream_service_flows\": [{\"service_class_name\": \"much too long a name\"}]}",
              "expected 1 to 15 characters"},
        Wrong{"{\"upstream_service_flows\": [{\"tos_and_or\": [1]}]}",
              "expected an array of 2 integers 0..255"},
        Wrong{"{\"upstream_classifiers\": [{\"ipv4\": {\"source\": \"1.2.3\"}}]}",
              "expected an IPv4 address"},
        Wrong{"{\"upstream_classifiers\": [{\"ethernet\": {\"source\": \"1.2.3\"}}]}",
              "expected a MAC address"},
        Wrong{"{\"general_extensions\": [\"0x12\"]}", "hexadecimal"},
        Wrong{"{\"unknown\": [{\"type\": 3, \"octets\": \"\"}]}", "\"network_access\""},
        Wrong{"{\"network_access\": 1, \"order\": [24]}", "the type of each encoding"}));

// Any tree that the reader accepts must survive the way through JSON.
TEST(ConfigJson, RandomFilesSurvive) {
  const auto seed_file = from_hex(
      "030101182901020001060107080401312d00090401c9c3801b04017d7840230602040009896828060101000201"
      "0a191301020002060107080405f5e100090400000be44c0100163d01010103020001050140093101"
      "03b8b8fc020200110304c00002010404ffffffff0504c63364070604ffffff00070203e8080207d0090213c40a"
      "0213c5");
  std::mt19937 random(4);
  unsigned survived = 0;
  for (unsigned round = 0; round < 4'000; ++round) {
    auto octets = seed_file;
    for (auto flips = random() % 3; flips-- > 0;) {
      octets[random() % octets.size()] = static_cast<std::uint8_t>(random());
    }
    std::vector<docsis::ConfigTlv> tlvs;
    try {
      tlvs = docsis::read_config_tlvs(octets);
    } catch (const docsis::ConfigFileError&) {
      continue;
    }
    tlvs.erase(std::remove_if(tlvs.begin(), tlvs.end(),
                              [](const auto& tlv) { return tlv.type == docsis::kCmMicTlv; }),
               tlvs.end());
    ASSERT_EQ(hex_of(config_to_json(tlvs)), to_hex(docsis::write_config_tlvs(tlvs)));
    ++survived;
  }
  EXPECT_GT(survived, 1'000u);
}

}  // namespace
}  // namespace docsis_vp::system::config_json_test
