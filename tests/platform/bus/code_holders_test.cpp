// Masters that hold decoded code hear of every write to it, and of no other.
#include "platform/bus/code_holders.h"

#include <gmock/gmock.h>

#include <random>
#include <set>
#include <sstream>

#include "platform/bus/interconnect.h"
#include "platform/bus/watched_target.h"
#include "platform/bus/word_set.h"
#include "platform/memory/memory.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::code_holders_test {
namespace {

TEST(WordSet, AgreesWithASetOfWords) {
  std::mt19937 random(1);
  WordSet words;
  std::set<std::uint64_t> expected;
  // Around the end of pages, and of the address space.
  const std::uint64_t bases[] = {0xff0, 0x1ff8, 0x7fff'fff0, 0xffff'ff80};
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t first = bases[random() % 4] + random() % 24;
    const std::uint64_t last = first + random() % 24;
    const unsigned action = random() % 8;
    bool any = false;
    for (std::uint64_t word = first / 4; word <= last / 4; ++word) {
      any |= expected.count(word) != 0;
      if (action == 0) {
        expected.insert(word);
      } else if (action == 1) {
        expected.erase(word);
      }
    }
    if (action == 0) {
      words.insert(first, last);
    } else if (action == 1) {
      words.erase(first, last);
    } else {
      ASSERT_EQ(words.intersects(first, last), any) << first << " to " << last;
    }
    ASSERT_EQ(words.empty(), expected.empty());
  }
  EXPECT_TRUE(words.intersects(0, UINT32_MAX));
  words.erase(0, UINT32_MAX);
  EXPECT_TRUE(words.empty());
}

struct NobodyLooks : AccessObserver {
  void accessed(const WatchedAccess&) override {}
};

class CodeHolders : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kRam = 0x8000'0000, kCode = kRam + 0x100;

  CodeHolders() {
    bus.map({"ram", kRam, 4096}, ram.socket);
    master.socket.bind(bus.socket);
    other.socket.bind(bus.socket);
  }
  // Code from kCode to kCode + 0x1f.
  void hold() {
    HoldsCode code;
    code.first = kCode;
    code.last = kCode + 0x1f;
    master.prepare(tlm::TLM_IGNORE_COMMAND, kCode, 4);
    master.transaction.set_extension(&code);
    master.socket->transport_dbg(master.transaction);
    master.transaction.clear_extension(&code);
  }
  void poke(std::uint32_t address, std::uint64_t value, unsigned bytes = 4) {
    other.debug(tlm::TLM_WRITE_COMMAND, address, &value, bytes);
  }
  void expect_told(std::uint64_t first, std::uint64_t last) {
    ASSERT_EQ(master.invalidated.size(), 1U);
    EXPECT_EQ(master.invalidated[0].first, first);
    EXPECT_EQ(master.invalidated[0].last, last);
    EXPECT_EQ(other.invalidated.size(), 1U);
    master.invalidated.clear();
    other.invalidated.clear();
  }

  Interconnect bus{"bus", 200'000'000};
  Memory ram{"ram", MemoryParameters{4096, true}};
  TestMaster master{"master"};
  TestMaster other{"other"};
};

TEST_F(CodeHolders, HearOfTransactionsAndOfDebugWrites) {
  run_to(0);
  hold();
  other.write(kCode + 0x1c, 7);
  expect_told(kCode + 0x1c, kCode + 0x1f);
  EXPECT_EQ(master.read(kCode + 0x1c).value, 7U);
  poke(kCode + 0x10, 9, 2);
  expect_told(kCode + 0x10, kCode + 0x11);
  poke(kCode - 4, 9, 8);  // its end is code
  expect_told(kCode - 4, kCode + 3);
}

TEST_F(CodeHolders, HearOfAWordOnceUntilTheyHoldItAgain) {
  run_to(0);
  hold();
  other.write(kCode, 7);
  expect_told(kCode, kCode + 3);
  other.write(kCode, 8);
  EXPECT_TRUE(master.invalidated.empty());
  hold();
  other.write(kCode, 9);
  expect_told(kCode, kCode + 3);
}

TEST_F(CodeHolders, DoNotHearOfReadsDataAndWritesThatAreRefused) {
  run_to(0);
  hold();
  other.read(kCode);
  other.write(kCode - 4, 1);
  other.write(kCode + 0x20, 1);
  poke(kCode + 0x20, 1);
  other.transfer(tlm::TLM_WRITE_COMMAND, kRam + 4096, 1, 4);
  EXPECT_TRUE(master.invalidated.empty());
}

TEST_F(CodeHolders, HearOfThemWhateverStandsBeforeTheMemory) {
  std::ostringstream log;
  NobodyLooks nobody;
  bus.log("ram", log);
  bus.observe("ram", nobody);
  run_to(0);
  hold();
  other.write(kCode, 7);
  expect_told(kCode, kCode + 3);
  hold();
  poke(kCode + 8, 9);
  expect_told(kCode + 8, kCode + 11);
}

}  // namespace
}  // namespace docsis_vp::platform::code_holders_test
