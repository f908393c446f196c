// Decoding, refusing and writing DOCSIS configuration files.
#include "models/docsis/config_file/config_file.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::config_file_test {
namespace {

// Both MICs of this file were computed by another encoder, with the secret "DOCSIS".
constexpr const char* kSmallFile =
    "0301011807010200010601071907010200020601074b01014c01010610dc53069accad335b554dfa216b873d1b"
    "07102764bad276af05effbb30eda1e01c248ff";

// Service flows with rates, buffer control and AQM encodings; the secret is "bogus".
constexpr const char* kServiceFlowFile =
    "030101182901020001060107080401312d00090401c9c3801b04017d784023060204000989682806010100020"
    "10a191301020002060107080405f5e100090400000be44c01000610116f1212bb6afea89662fa0395d1102607"
    "103dc69c3768b960df9ba919a777c6e20dff00";

// The encodings of a registration request that tshark decodes: an IPv4 classifier, service flows
// of both directions, target buffer and AQM switch.
constexpr const char* kRegistrationTlvs =
    "163d0101010302000105014009310103b8b8fc020200110304c00002010404ffffffff0504c63364070604ff"
    "ffff00070203e8080207d0090213c40a0213c5185101020001060107070103080401312d00090400000be40a"
    "040007a1200b0200400f01021004000000001901081a01041b04017d78402312010400004e2002040003d090"
    "03040007a120280601010002010a191f01020002060107080405f5e100090400000be41b0407270e000e0400"
    "000000440200fa4c0100";

const ConfigTlv& only(const std::vector<ConfigTlv>& tlvs, std::uint8_t type) {
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.type == type) {
      return tlv;
    }
  }
  throw std::logic_error("no such encoding");
}

TEST(ConfigFile, ReadsServiceFlowsWithTheirGroups) {
  const auto tlvs = read_config_file(from_hex(kServiceFlowFile));
  const ConfigTlv& upstream = only(tlvs, kUpstreamServiceFlowTlv);
  EXPECT_EQ(upstream.child(1)->number(), 1u);
  EXPECT_EQ(upstream.child(8)->number(), 20'000'000u);
  EXPECT_EQ(upstream.child(9)->number(), 30'000'000u);
  EXPECT_EQ(upstream.child(27)->number(), 25'000'000u);
  EXPECT_EQ(upstream.child(35)->child(2)->number(), 625'000u);
  EXPECT_EQ(upstream.child(40)->child(2)->number(), 10u);
  EXPECT_EQ(only(tlvs, kDownstreamServiceFlowTlv).child(8)->number(), 100'000'000u);
  EXPECT_EQ(only(tlvs, kAqmDisableTlv).number(), 0u);
}

TEST(ConfigFile, ReadsClassifiersOfARegistrationRequest) {
  const auto tlvs = read_config_tlvs(from_hex(kRegistrationTlvs));
  const ConfigTlv& classifier = only(tlvs, kUpstreamClassifierTlv);
  EXPECT_EQ(classifier.child(3)->number(), 1u);
  EXPECT_EQ(classifier.child(5)->number(), 64u);
  const ConfigTlv& ipv4 = *classifier.child(9);
  EXPECT_EQ(to_hex(ipv4.child(1)->value), "b8b8fc");
  EXPECT_EQ(ipv4.child(2)->number(), 17u);
  EXPECT_EQ(to_hex(ipv4.child(3)->value), "c0000201");
  EXPECT_EQ(to_hex(ipv4.child(5)->value), "c6336407");
  EXPECT_EQ(ipv4.child(7)->number(), 1000u);
  EXPECT_EQ(ipv4.child(10)->number(), 5061u);
  EXPECT_EQ(only(tlvs, kTargetBufferTlv).number(), 250u);
  EXPECT_EQ(to_hex(write_config_tlvs(tlvs)), kRegistrationTlvs);
}

TEST(ConfigFile, MicsMatchThoseOfAnotherEncoder) {
  const auto small = from_hex(kSmallFile);
  EXPECT_EQ(check_cm_mic(small, read_config_file(small)), MicState::kMatches);
  EXPECT_EQ(check_cmts_mic(read_config_file(small), "DOCSIS"), MicState::kMatches);
  EXPECT_EQ(check_cmts_mic(read_config_file(small), "docsis"), MicState::kDiffers);
  const auto flows = from_hex(kServiceFlowFile);
  EXPECT_EQ(check_cm_mic(flows, read_config_file(flows)), MicState::kMatches);
  EXPECT_EQ(check_cmts_mic(read_config_file(flows), "bogus"), MicState::kMatches);
}

TEST(ConfigFile, AFlippedBitAnywhereBeforeItChangesTheMicOfTheCm) {
  const auto whole = from_hex(kSmallFile);
  const std::size_t covered = only(read_config_file(whole), kCmMicTlv).offset;
  for (std::size_t bit = 0; bit < 8 * covered; ++bit) {
    auto damaged = whole;
    damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1u << bit % 8);
    try {
      const auto tlvs = read_config_file(damaged);
      EXPECT_NE(check_cm_mic(damaged, tlvs), MicState::kMatches) << "bit " << bit;
    } catch (const ConfigFileError&) {
      continue;  // refused outright
    }
  }
}

TEST(ConfigFile, WritesBackWhatItRead) {
  for (const auto& [file, secret] :
       {std::pair(kSmallFile, "DOCSIS"), {kServiceFlowFile, "bogus"}}) {
    const auto octets = from_hex(file);
    EXPECT_EQ(to_hex(write_config_file(read_config_file(octets), secret)), to_hex(octets));
    EXPECT_EQ(to_hex(write_config_file(read_config_file(octets), std::nullopt)), to_hex(octets))
        << "without the secret the MIC of the CMTS is kept";
  }
}

TEST(ConfigFile, KeepsWhatItDoesNotKnow) {
  const auto tlvs =
      read_config_file(from_hex("4b0101"
                                "1805c8030a0b0c"
                                "030101"
                                "ff"));
  ASSERT_EQ(tlvs.size(), 3u);
  EXPECT_EQ(tlvs[0].known, nullptr);
  EXPECT_EQ(tlvs[1].children.at(0).known, nullptr);
  EXPECT_EQ(to_hex(tlvs[1].children.at(0).value), "0a0b0c");
  EXPECT_EQ(to_hex(write_config_tlvs(tlvs)), "4b01011805c8030a0b0c030101");
}

TEST(ConfigFile, LengthOfType64TakesOneOctet) {
  // A static multicast session, then what two octets of length would swallow.
  const std::string file = "40100104ef0102030204c00002090302400018030701054c0101";
  const auto tlvs = read_config_file(from_hex(file + "ff"));
  ASSERT_EQ(tlvs.size(), 3u);
  EXPECT_EQ(to_hex(tlvs[0].value), "0104ef0102030204c000020903024000");
  EXPECT_EQ(tlvs[1].child(7)->number(), 5u);
  EXPECT_EQ(tlvs[2].number(), 1u);
  EXPECT_EQ(to_hex(write_config_tlvs(tlvs)), file);
  EXPECT_EQ(read_config_file(from_hex("400100ff")).at(0).value.size(), 1u);
  EXPECT_EQ(read_config_file(from_hex("4000ff")).at(0).value.size(), 0u);
  EXPECT_EQ(read_config_file(from_hex("1803fe010140015aff")).at(1).value.size(), 1u)
      << "a type 254 within a group is no header";
}

TEST(ConfigFile, LengthOfType64TakesTwoOctetsBehindTheHeaderOfAnMta) {
  std::string file = "fe010140012c";
  for (unsigned i = 0; i < 300; ++i) {
    file += "5a";
  }
  file += "400000030101";
  const auto tlvs = read_config_file(from_hex(file + "ff"));
  ASSERT_EQ(tlvs.size(), 4u);
  EXPECT_EQ(tlvs[1].value.size(), 300u);
  EXPECT_EQ(tlvs[2].value.size(), 0u);
  EXPECT_EQ(to_hex(write_config_tlvs(tlvs)), file);
  // Elsewhere 254 begins no file of an MTA.
  EXPECT_EQ(read_config_file(from_hex("030101fe010140015aff")).at(2).value.size(), 1u);
}

TEST(ConfigFile, KeepsAClassifierThatIsInvalid) {
  const auto tlvs =
      read_config_file(from_hex("16080904"
                                "0202012c"
                                "0c00ff"));
  ASSERT_EQ(tlvs.size(), 1u);
  EXPECT_EQ(tlvs[0].child(9)->child(2)->number(), 300u);
}

TEST(ConfigFile, SkipsPaddingBetweenAndAfter) {
  EXPECT_EQ(read_config_file(from_hex("000003010100"
                                      "4c0101"
                                      "ff000000"))
                .size(),
            2u);
}

struct Malformed {
  const char* octets;
  std::size_t offset;
  const char* message;
};

class MalformedConfigFile : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedConfigFile, IsRefusedWithItsOffset) {
  try {
    read_config_file(from_hex(GetParam().octets));
    FAIL() << "accepted";
  } catch (const ConfigFileError& error) {
    EXPECT_EQ(error.offset(), GetParam().offset) << error.what();
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
        << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, MalformedConfigFile,
    testing::Values(
        Malformed{"", 0, "without an end marker"}, Malformed{"030101", 3, "without an end marker"},
        Malformed{"03", 0, "ends before its length"},
        Malformed{"030201", 0, "encoding 3 (network_access) claims 2 octets, 1 are left"},
        Malformed{"03020100ff", 0, "has 2 octets, expected 1 octet"},
        Malformed{"030102ff", 0, "is 2, expected 0..1"},
        Malformed{"030101030101ff", 3, "encoding 3 (network_access) comes a second time"},
        Malformed{"030101ff0003", 5, "something but padding"},
        Malformed{"1803070108ff", 2, "24.7 (traffic_priority) is 8, expected 0..7"},
        Malformed{"18040702"
                  "0001ff",
                  2, "24.7 (traffic_priority) has 2 octets"},
        Malformed{"18030702"
                  "01ff",
                  2, "24.7 (traffic_priority) claims 2 octets, 1 are left"},
        Malformed{"18082803010100ff", 0, "claims 8 octets, 6 are left"},
        Malformed{"1803"
                  "040161"
                  "ff",
                  2, "has 1 octet, expected 2 to 16"},
        Malformed{"1804"
                  "04026162"
                  "ff",
                  2, "does not end with its only zero octet"},
        Malformed{"1804"
                  "04020700"
                  "ff",
                  2, "is not printable"},
        Malformed{"1801ff", 2, "holds an end marker"}));

TEST(ConfigFile, NeverDoesAnythingButReadOrRefuse) {
  std::mt19937 random(20);
  const auto whole = from_hex(kServiceFlowFile);
  for (unsigned round = 0; round < 20'000; ++round) {
    auto octets = whole;
    octets.resize(random() % (whole.size() + 1));
    for (unsigned flips = random() % 4; flips-- > 0 && !octets.empty();) {
      octets[random() % octets.size()] = static_cast<std::uint8_t>(random());
    }
    try {
      const auto tlvs = read_config_file(octets);
      EXPECT_EQ(write_config_tlvs(read_config_tlvs(write_config_tlvs(tlvs))),
                write_config_tlvs(tlvs));
    } catch (const ConfigFileError& error) {
      EXPECT_LE(error.offset(), octets.size());
    }
  }
}

}  // namespace
}  // namespace docsis_vp::docsis::config_file_test
