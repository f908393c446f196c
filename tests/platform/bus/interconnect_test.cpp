#include "platform/bus/interconnect.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "platform/base/errors.h"
#include "platform/bus/register_file.h"
#include "platform/memory/memory.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::interconnect_test {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t k300Mhz = 300'000'000;  // a period that is no whole picosecond

std::string error_of(Interconnect& bus, const AddressRange& range, RegisterFile& target) {
  try {
    bus.map(range, target.socket);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

class InterconnectTest : public ::testing::Test {
 protected:
  InterconnectTest() {
    for (std::uint32_t word = 0; word < 4; ++word) {
      slow.add(4 * word, [this, word](TimePs at) { return seen.push_back(at), 100 + word; });
      fast.add(4 * word, [word](TimePs) { return 200 + word; });
    }
    bus.map({"ram", 0x8000'0000, 4096, 2}, ram.socket);
    bus.map({"slow", 0x2000'0000, 16, 3}, slow.socket);
    bus.map({"fast", 0x2000'0010, 16, 0}, fast.socket);
    master.socket.bind(bus.socket);
    other.socket.bind(bus.socket);
  }

  Interconnect bus{"bus", k300Mhz};
  Memory ram{"ram", MemoryParameters{4096, true, k300Mhz, 1, 0}};
  RegisterFile slow{"slow"};
  RegisterFile fast{"fast"};
  TestMaster master{"master"};
  TestMaster other{"other"};
  std::vector<TimePs> seen;
};

TEST_F(InterconnectTest, RoutesByAddressAndTranslatesToOffsets) {
  run_to(0);
  EXPECT_EQ(master.read(0x2000'0004).value, 101U);
  EXPECT_EQ(master.read(0x2000'0018).value, 202U);
  EXPECT_EQ(other.read(0x2000'000C).value, 103U);
  EXPECT_EQ(master.transaction.get_address(), 0x2000'0018U) << "put back for whoever logs it";
  master.write(0x8000'0FFC, 0xCAFE);
  EXPECT_EQ(other.read(0x8000'0FFC).value, 0xCAFEU);
}

TEST_F(InterconnectTest, WaitStatesPassAfterTheTargetActedFromTheNextClockEdge) {
  struct Row {
    std::uint64_t address;
    TimePs starts;
    TimePs ends;
  };
  // Edges at 300 MHz: 0, 3333, 6666, 10000, 13333, 16666, 20000 ...
  for (const Row& row :
       {Row{0x2000'0000, 0, 10'000}, Row{0x2000'0000, 1, 13'333}, Row{0x2000'0000, 3333, 13'333},
        Row{0x2000'0000, 3334, 16'666}, Row{0x2000'0010, 1, 1}}) {
    EXPECT_EQ(master.read(row.address, row.starts - now_ps()).ends, row.ends) << row.starts;
  }
  EXPECT_EQ(seen, (std::vector<TimePs>{0, 1, 3333, 3334}));
  run_to(3'334);
  EXPECT_EQ(master.read(0x2000'0000, 3'332).ends, 16'666);
  // RAM waits a cycle of its own for a read, then two of the bus.
  EXPECT_EQ(master.read(0x8000'0000, 1).ends, 16'666);
  EXPECT_EQ(master.write(0x8000'0000, 0, 1).ends, 13'333);
}

TEST_F(InterconnectTest, AnswersWhatNoTargetHoldsWithAnAddressError) {
  run_to(0);
  struct Row {
    std::uint64_t address;
    unsigned length;
  };
  for (const Row& row :
       {Row{0, 4}, Row{0x1FFF'FFFC, 4}, Row{0x1FFF'FFFE, 4}, Row{0x2000'0020, 4},
        Row{0x8000'1000, 4}, Row{0x8000'0FFE, 4}, Row{0xFFFF'FFFC, 4}, Row{0x1'8000'0000, 4}}) {
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      const auto reply = master.transfer(command, row.address, 0, row.length, 9);
      EXPECT_EQ(reply.status, tlm::TLM_ADDRESS_ERROR_RESPONSE) << std::hex << row.address;
      EXPECT_EQ(reply.ends, 9);
    }
  }
}

TEST_F(InterconnectTest, PassesErrorsOfTheTargetOn) {
  run_to(0);
  EXPECT_EQ(master.transfer(tlm::TLM_READ_COMMAND, 0x2000'0000, 0, 2).status,
            tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(InterconnectTest, TranslatesDirectAccessAndAddsItsWaitStatesToTheLatency) {
  run_to(0);
  tlm::tlm_dmi dmi;
  ASSERT_TRUE(master.request_direct(0x8000'0123, true, dmi));
  EXPECT_EQ(dmi.get_start_address(), 0x8000'0000U);
  EXPECT_EQ(dmi.get_end_address(), 0x8000'0FFFU);
  EXPECT_EQ(to_ps(dmi.get_read_latency()), 3333 + 6666);
  EXPECT_EQ(to_ps(dmi.get_write_latency()), 6666);
  dmi.get_dmi_ptr()[0x20] = 0xA5;
  EXPECT_EQ(master.read(0x8000'0020).value, 0xA5U);
  EXPECT_FALSE(master.request_direct(0x2000'0000, false, dmi));
  EXPECT_EQ(dmi.get_start_address(), 0x2000'0000U);
  EXPECT_EQ(dmi.get_end_address(), 0x2000'000FU);
  EXPECT_FALSE(master.request_direct(0x3000'0000, false, dmi));
}

TEST_F(InterconnectTest, TellsEveryInitiatorThatDirectAccessEnds) {
  run_to(0);
  tlm::tlm_dmi dmi;
  ASSERT_TRUE(master.request_direct(0x8000'0000, false, dmi));
  std::uint32_t word = 7;
  other.debug(tlm::TLM_WRITE_COMMAND, 0x8000'0040, &word, 4);
  for (const TestMaster* initiator : {&master, &other}) {
    ASSERT_EQ(initiator->invalidated.size(), 1U);
    EXPECT_EQ(initiator->invalidated[0].first, 0x8000'0000U);
    EXPECT_EQ(initiator->invalidated[0].last, 0x8000'0FFFU);
  }
}

TEST_F(InterconnectTest, DebugAccessStopsAtTheEndOfItsTarget) {
  std::vector<unsigned char> bytes(64, 0x11);
  run_to(0);
  EXPECT_EQ(master.debug(tlm::TLM_WRITE_COMMAND, 0x8000'0FF0, bytes.data(), 64), 16U);
  EXPECT_EQ(master.transaction.get_data_length(), 64U);
  EXPECT_EQ(master.debug(tlm::TLM_READ_COMMAND, 0x3000'0000, bytes.data(), 64), 0U);
  EXPECT_EQ(master.peek(0x2000'0004), 101U);
}

TEST_F(InterconnectTest, RefusesRangesThatOverlapOrDoNotFit) {
  RegisterFile late("late");
  EXPECT_THAT(error_of(bus, {"late", 0x8000'0FFF, 16, 0}, late),
              ::testing::StrEq("bus: late (0x80000fff, 0x10 bytes) overlaps ram (0x80000000, "
                               "0x1000 bytes)"));
  EXPECT_THAT(error_of(bus, {"late", 0x1FFF'FFF0, 17, 0}, late), HasSubstr("overlaps slow"));
  EXPECT_THAT(error_of(bus, {"late", 0, 0xFFFF'FFFF, 0}, late), HasSubstr("overlaps slow"));
  EXPECT_THAT(error_of(bus, {"late", 0xFFFF'FFF0, 17, 0}, late), HasSubstr("32-bit"));
  EXPECT_THAT(error_of(bus, {"late", 0x1'0000'0000, 16, 0}, late), HasSubstr("32-bit"));
  EXPECT_THAT(error_of(bus, {"late", 0x100, 0, 0}, late), HasSubstr("32-bit"));
  EXPECT_THAT(error_of(bus, {"ram", 0xFFFF'FFF0, 16, 0}, late),
              ::testing::StrEq("bus: the name of ram (0xfffffff0, 0x10 bytes) is taken by ram "
                               "(0x80000000, 0x1000 bytes)"));
  EXPECT_EQ(error_of(bus, {"late", 0xFFFF'FFF0, 16, 0}, late), "");
}

}  // namespace
}  // namespace docsis_vp::platform::interconnect_test
