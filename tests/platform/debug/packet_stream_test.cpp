#include "platform/debug/packet_stream.h"

#include <gmock/gmock.h>

#include "platform/debug/hex.h"

namespace docsis_vp::platform::packet_stream_test {
namespace {

using ::testing::ElementsAre;
using Kind = PacketStream::Kind;

std::vector<std::string> seen(PacketStream& stream) {
  std::vector<std::string> seen;
  constexpr const char* kNames[] = {"", "damaged", "interrupt", "+", "-"};
  while (const auto item = stream.next()) {
    seen.push_back(kNames[static_cast<unsigned>(item->kind)] + item->data);
  }
  return seen;
}

std::vector<std::string> seen_in(std::string_view octets) {
  PacketStream stream;
  stream.feed(octets);
  return seen(stream);
}

TEST(PacketStream, TellsPacketsAnswersAndInterruptsApart) {
  EXPECT_THAT(seen_in("+$g#67-\x03$m0,4#fd"), ElementsAre("+", "g", "-", "interrupt", "m0,4"));
}

TEST(PacketStream, WaitsForTheRestOfAPacket) {
  const std::string whole = "$qSupported#37";
  PacketStream stream;
  for (const char octet : whole.substr(0, whole.size() - 1)) {
    stream.feed({&octet, 1});
    EXPECT_FALSE(stream.next());
  }
  stream.feed("7");
  EXPECT_THAT(seen(stream), ElementsAre("qSupported"));
}

TEST(PacketStream, RefusesWrongSumsUntilTheyAreNotLookedAt) {
  EXPECT_THAT(seen_in("$g#68$g#zz$g#67"), ElementsAre("damaged", "damaged", "g"));
  PacketStream trusting;
  trusting.check_sums(false);
  trusting.feed("$g#00");
  EXPECT_THAT(seen(trusting), ElementsAre("g"));
}

TEST(PacketStream, BeginsAnewAtAStartWithinAPacket) {
  EXPECT_THAT(seen_in("$m80,$g#67"), ElementsAre("damaged", "g"));
}

TEST(PacketStream, SkipsWhatBelongsToNothing) {
  EXPECT_THAT(seen_in(std::string("GET / HTTP/1.1\r\n") + '\0' + "$g#67"), ElementsAre("g"));
}

TEST(PacketStream, TakesEscapesBackAndWritesThem) {
  std::string all;
  for (int octet = 0; octet < 256; ++octet) {
    all += static_cast<char>(octet);
  }
  const std::string packet = framed(all);
  EXPECT_EQ(packet.find_first_of("$#", 1), packet.size() - 3);
  EXPECT_THAT(seen_in(packet), ElementsAre(all));
  EXPECT_EQ(framed("OK"), "$OK#9a");
  EXPECT_EQ(framed("}"), "$}]#da");
}

TEST(PacketStream, GivesUpOnAPacketWithoutEnd) {
  PacketStream stream;
  stream.feed("$" + std::string(PacketStream::kMaxBytes + 1, 'x'));
  stream.feed("$g#67");
  EXPECT_THAT(seen(stream), ElementsAre("damaged", "g"));
}

TEST(Hex, ReadsNumbersThatFit) {
  const std::pair<const char*, std::optional<std::uint32_t>> cases[] = {
      {"0", 0}, {"fF,", 255}, {"ffffffff", UINT32_MAX}, {"100000000", {}}, {"", {}}, {",1", {}}};
  for (const auto& [text, number] : cases) {
    EXPECT_EQ(HexReader(text).number(), number) << text;
  }
  EXPECT_EQ(hex_of_word(0x12345678), "78563412");
  EXPECT_EQ(word_of_hex("78563412"), 0x12345678U);
  EXPECT_FALSE(word_of_hex("7856341"));
  EXPECT_FALSE(octets_of_hex("0g"));
}

}  // namespace
}  // namespace docsis_vp::platform::packet_stream_test
