#include "platform/console/console.h"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/console/console_registers.h"
#include "platform/console/exit_device.h"
#include "platform/console/exit_device_registers.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::console_test {
namespace {

using namespace console_registers;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class Screen : public TextSink {
 public:
  void write(std::string_view text) override { pieces.emplace_back(text); }
  std::vector<std::string> pieces;
};

class ConsoleTest : public ::testing::Test {
 protected:
  void build(const ConsoleParameters& parameters) {
    console =
        std::make_unique<Console>("console", parameters, screen, [this](bool level, TimePs at) {
          interrupts.push_back({level, at});
        });
    master.socket.bind(console->registers.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void send(std::string_view text) {
    for (const char c : text) {
      master.write(kDataOffset, static_cast<unsigned char>(c));
    }
  }

  Screen screen;
  std::vector<std::pair<bool, TimePs>> interrupts;
  TestMaster master{"master"};
  std::unique_ptr<Console> console;
};

TEST_F(ConsoleTest, HandsOnWholeLinesWithTheirPrefix) {
  build({"[cm0] ", 0});
  send("boot\nrea");
  EXPECT_THAT(screen.pieces, ElementsAre("[cm0] boot\n"));
  send("dy\n\n");
  EXPECT_THAT(screen.pieces, ElementsAre("[cm0] boot\n", "[cm0] ready\n", "[cm0] \n"));
}

TEST_F(ConsoleTest, EndsAnUnfinishedLineWhenItGoesAway) {
  build({"[cm0] ", 0});
  send("dying wor");
  EXPECT_THAT(screen.pieces, IsEmpty());
  console.reset();
  EXPECT_THAT(screen.pieces, ElementsAre("[cm0] dying wor\n"));
}

TEST_F(ConsoleTest, SendsTheLowOctetOnly) {
  build({});
  master.write(kDataOffset, 0xFFFFFF41);
  send("\n");
  EXPECT_THAT(screen.pieces, ElementsAre("A\n"));
}

TEST_F(ConsoleTest, CharactersCostNothingByDefault) {
  build({});
  run_to(500);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(master.write(kDataOffset, 'x', 7).ends, 507);
  }
}

TEST_F(ConsoleTest, AWriteToAFullFifoTakesUntilItHasRoom) {
  build({"", 1000});
  run_to(100);
  for (int i = 0; i < 17; ++i) {
    EXPECT_EQ(master.write(kDataOffset, 'x').ends, 100) << "on the line, or one of 16 behind it";
  }
  EXPECT_EQ(master.write(kDataOffset, 'x', 0).ends, 1100) << "when the first has left";
  EXPECT_EQ(master.write(kDataOffset, 'x', 1000).ends, 2100);
  EXPECT_EQ(master.write(kDataOffset, 'x', 3000).ends, 3100) << "there is room again";
  EXPECT_EQ(master.read(kStatusOffset, 0).ends, 100) << "only a write to data waits";
}

TEST_F(ConsoleTest, StatusTellsWhatHasNotLeft) {
  build({"", 1000});
  run_to(100);
  send(std::string(17, 'x'));  // leave from 1100 to 17100
  struct Row {
    TimePs at;
    std::uint32_t level;
    bool ready;
    bool empty;
  };
  for (const Row& row :
       {Row{100, 16, false, false}, Row{1099, 16, false, false}, Row{1100, 15, true, false},
        Row{16'099, 1, true, false}, Row{16'100, 0, true, false}, Row{17'099, 0, true, false},
        Row{17'100, 0, true, true}, Row{20'000, 0, true, true}}) {
    const std::uint32_t status = master.read(kStatusOffset, row.at - 100).value;
    EXPECT_EQ((status & kStatusTransmitLevelMask) >> kStatusTransmitLevelShift, row.level)
        << row.at;
    EXPECT_EQ((status & kStatusTransmitReadyMask) != 0, row.ready) << row.at;
    EXPECT_EQ((status & kStatusTransmitEmptyMask) != 0, row.empty) << row.at;
  }
}

TEST_F(ConsoleTest, ShowsEveryOctetAtOnceToWhoObserves) {
  build({"[cm0] ", 1000});
  std::string seen;
  console->observe([&seen](std::uint8_t octet) { seen += static_cast<char>(octet); });
  send("> ");
  EXPECT_EQ(seen, "> ");
  EXPECT_THAT(screen.pieces, IsEmpty());
}

TEST_F(ConsoleTest, ReceivesInOrderAndInterruptsWhileAnOctetWaits) {
  build({});
  run_to(1000);
  console->receive('a');
  console->receive('b');
  EXPECT_THAT(interrupts, IsEmpty());
  master.write(kInterruptEnableOffset, 1, 10);
  EXPECT_EQ(master.read(kStatusOffset).value, kStatusTransmitReadyMask | kStatusTransmitEmptyMask |
                                                  kStatusReceiveAvailableMask |
                                                  2U << kStatusReceiveLevelShift);
  EXPECT_EQ(master.peek(kDataOffset), static_cast<std::uint32_t>('a'));
  EXPECT_EQ(master.read(kDataOffset, 20).value, static_cast<std::uint32_t>('a'));
  EXPECT_EQ(master.read(kDataOffset, 30).value, static_cast<std::uint32_t>('b'));
  EXPECT_EQ(master.read(kDataOffset, 40).value, kDataEmptyMask);
  run_to(2000);
  console->receive(0xC3);
  master.write(kInterruptEnableOffset, 0, 5);
  EXPECT_EQ(master.read(kDataOffset).value, 0xC3U);
  EXPECT_THAT(interrupts, ElementsAre(Pair(true, 1010), Pair(false, 1030), Pair(true, 2000),
                                      Pair(false, 2005)));
}

TEST_F(ConsoleTest, CountsWhatItsFullFifoLoses) {
  build({});
  for (unsigned i = 0; i < 18; ++i) {
    console->receive(static_cast<std::uint8_t>('a' + i));
  }
  EXPECT_EQ(master.read(kReceiveOverrunsOffset).value, 2U);
  for (unsigned i = 0; i < 16; ++i) {
    EXPECT_EQ(master.read(kDataOffset).value, 'a' + i);
  }
  EXPECT_EQ(master.read(kDataOffset).value, kDataEmptyMask);
}

TEST(LineBuffer, PassesPlainTextUnchangedAndBoundsItsMemory) {
  Screen screen;
  {
    LineBuffer buffer(screen, "");
    for (int i = 0; i < 10'000; ++i) {
      buffer.put('x');
    }
    buffer.flush();
    buffer.put('>');
  }
  std::string all;
  for (const std::string& piece : screen.pieces) {
    EXPECT_LE(piece.size(), 4096U);
    all += piece;
  }
  EXPECT_EQ(all, std::string(10'000, 'x') + ">");
}

TEST(ExitDevice, PrintsThenEndsTheRunWithItsCode) {
  Screen screen;
  Outcome outcome;
  ExitDevice device("exit", screen, outcome);
  TestMaster master("master");
  master.socket.bind(device.registers.socket);
  sc_core::sc_start(to_sc_time(1000));
  for (const char c : {'o', 'k', '\n'}) {
    master.write(exit_device_registers::kCharacterOffset, static_cast<unsigned char>(c));
  }
  EXPECT_THAT(screen.pieces, ElementsAre("ok\n"));
  EXPECT_FALSE(outcome.ended());
  master.write(exit_device_registers::kExitCodeOffset, 42, 3);
  EXPECT_TRUE(outcome.ended());
  EXPECT_FALSE(outcome.failed());
  EXPECT_EQ(outcome.exit_code(), 42);
  EXPECT_EQ(outcome.at(), 1003);
}

}  // namespace
}  // namespace docsis_vp::platform::console_test
