#include "platform/console/console_line.h"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "platform/kernel/kernel_time.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::console_line_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

struct Received : ConsoleInput {
  void receive(std::uint8_t octet) override {
    octets.emplace_back(static_cast<char>(octet), now_ps());
  }
  std::vector<std::pair<char, TimePs>> octets;
};

TEST(ConsoleLine, AnOctetArrivesWhenItsLastBitDoes) {
  Received received;
  ConsoleLine line(received, 1000);
  line.type("ab");  // before the simulation starts
  run_to(999);
  EXPECT_THAT(received.octets, IsEmpty());
  run_to(5000);
  EXPECT_THAT(received.octets, ElementsAre(Pair('a', 1000), Pair('b', 2000)));
}

TEST(ConsoleLine, WhatIsTypedWaitsForWhatIsUnderWay) {
  Received received;
  ConsoleLine line(received, 1000);
  run_to(500);
  line.type("ab");
  run_to(1600);
  line.type("c");
  line.type("");
  run_to(9000);
  EXPECT_THAT(received.octets, ElementsAre(Pair('a', 1500), Pair('b', 2500), Pair('c', 3500)));
  line.type("d");
  run_to(20'000);
  EXPECT_EQ(received.octets.back(), std::make_pair('d', TimePs{10'000}));
}

}  // namespace
}  // namespace docsis_vp::platform::console_line_test
