#include "platform/bus/register_file.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::register_file_test {
namespace {

class RegisterFileTest : public ::testing::Test {
 protected:
  RegisterFileTest() { master.socket.bind(file.socket); }

  RegisterFile file{"file"};
  TestMaster master{"master"};
};

TEST_F(RegisterFileTest, ActsAtTheTimeOfTheMasterNotOfTheKernel) {
  std::vector<TimePs> times;
  file.add(
      8, [&](TimePs at) { return times.push_back(at), 77U; },
      [&](std::uint32_t value, TimePs at) { times.push_back(at + value); });
  run_to(1000);
  EXPECT_EQ(master.read(8, 5).value, 77U);
  EXPECT_EQ(master.write(8, 10'000, 6).ends, 1006);
  EXPECT_EQ(times, (std::vector<TimePs>{1005, 11'006}));
}

TEST_F(RegisterFileTest, ReadsZeroAndIgnoresWritesWhereThereIsNoHandler) {
  file.add(0, {}, {});
  run_to(0);
  EXPECT_EQ(master.write(0, 5).status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(master.transfer(tlm::TLM_READ_COMMAND, 0, 0xFFFFFFFF, 4).value, 0U);
}

TEST_F(RegisterFileTest, CountsAccessesThatDoNothing) {
  file.add(8, [](TimePs) { return 1U; });
  file.add(4, {}, [](std::uint32_t, TimePs) {});
  file.add(
      0, [](TimePs) { return 1U; }, [](std::uint32_t, TimePs) {});
  run_to(100);
  EXPECT_TRUE(file.misuses().empty());
  for (const std::uint64_t offset : {0U, 4U, 8U}) {
    master.write(offset, 1, 7);
    master.read(offset, 8);
    master.read(offset, 9);
    master.peek(offset);  // a debugger looks without a trace
  }
  const std::vector<RegisterFile::Misuse> misuses = file.misuses();
  ASSERT_EQ(misuses.size(), 2U);
  EXPECT_EQ(misuses[0].offset, 4U);
  EXPECT_FALSE(misuses[0].is_write);
  EXPECT_EQ(misuses[0].count, 2U);
  EXPECT_EQ(misuses[0].first, 108);
  EXPECT_EQ(misuses[1].offset, 8U);
  EXPECT_TRUE(misuses[1].is_write);
  EXPECT_EQ(misuses[1].count, 1U);
  EXPECT_EQ(misuses[1].first, 107);
}

TEST_F(RegisterFileTest, RefusesAllButOneAlignedWordAndCallsNobody) {
  unsigned calls = 0;
  const auto read = [&](TimePs) { return ++calls; };
  const auto write = [&](std::uint32_t, TimePs) { ++calls; };
  file.add(4, read, write);
  file.add(8, read, write);
  run_to(0);
  struct Row {
    std::uint64_t address;
    unsigned length;
    tlm::tlm_response_status expected;
  };
  for (const Row& row :
       {Row{4, 1, tlm::TLM_BURST_ERROR_RESPONSE}, Row{4, 2, tlm::TLM_BURST_ERROR_RESPONSE},
        Row{4, 8, tlm::TLM_BURST_ERROR_RESPONSE}, Row{5, 4, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        Row{6, 4, tlm::TLM_ADDRESS_ERROR_RESPONSE}, Row{0, 4, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        Row{12, 4, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        Row{0x1'0000'0004, 4, tlm::TLM_ADDRESS_ERROR_RESPONSE}}) {
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      EXPECT_EQ(master.transfer(command, row.address, 0, row.length).status, row.expected)
          << row.address << ", " << row.length << " bytes";
    }
  }
  unsigned char enable[4] = {TLM_BYTE_ENABLED, 0, 0, 0};
  master.prepare(tlm::TLM_WRITE_COMMAND, 4, 4);
  master.transaction.set_byte_enable_ptr(enable);
  master.transaction.set_byte_enable_length(4);
  sc_core::sc_time delay;
  master.socket->b_transport(master.transaction, delay);
  EXPECT_EQ(master.transaction.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(calls, 0U);
}

TEST_F(RegisterFileTest, ReadingTheLowWordOfACounterLatchesItsHighWord) {
  file.add_counter64(0x10,
                     [](TimePs at) { return 0xFFFF'FFFFULL + static_cast<std::uint64_t>(at); });
  run_to(0);
  EXPECT_EQ(master.read(0x10, 0).value, 0xFFFF'FFFFU);
  EXPECT_EQ(master.read(0x14, 5).value, 0U) << "one consistent value";
  EXPECT_EQ(master.read(0x10, 5).value, 4U);
  EXPECT_EQ(master.read(0x14, 5).value, 1U);
  EXPECT_EQ(master.write(0x10, 9).status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(master.read(0x10, 5).value, 4U) << "counters are read-only";
  EXPECT_EQ(master.peek(0x10), 0xFFFF'FFFFU);
  EXPECT_EQ(master.read(0x14).value, 1U) << "looking does not latch";
}

TEST_F(RegisterFileTest, ADebuggerLooksWithoutSideEffectsAndNeverWrites) {
  std::uint32_t fifo = 0x44332211;
  file.add(
      4, [&](TimePs) { return fifo++; }, [&](std::uint32_t value, TimePs) { fifo = value; },
      [&](TimePs) { return fifo; });
  file.add(8, [](TimePs) { return 0x88776655U; });
  run_to(0);
  unsigned char bytes[8] = {};
  EXPECT_EQ(master.debug(tlm::TLM_READ_COMMAND, 5, bytes, 8), 7U) << "up to the last register";
  EXPECT_EQ(std::vector<unsigned>(bytes, bytes + 7),
            (std::vector<unsigned>{0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88}));
  EXPECT_EQ(master.debug(tlm::TLM_READ_COMMAND, 0, bytes, 4), 0U);
  EXPECT_EQ(master.debug(tlm::TLM_WRITE_COMMAND, 4, bytes, 4), 0U);
  EXPECT_EQ(fifo, 0x44332211U);
}

TEST_F(RegisterFileTest, AHandlerMayMakeItsAccessLast) {
  file.add(0, {}, [&](std::uint32_t value, TimePs) { file.stall_until(value); });
  file.add(4, [](TimePs) { return 0U; });
  run_to(100);
  EXPECT_EQ(master.write(0, 150, 20).ends, 150);
  EXPECT_EQ(master.write(0, 150, 70).ends, 170);
  EXPECT_EQ(master.read(4, 3).ends, 103) << "a stall belongs to its access";
}

TEST_F(RegisterFileTest, NonBlockingRequestsCompleteEarly) {
  file.add(0, [](TimePs) { return 5U; });
  run_to(0);
  master.prepare(tlm::TLM_READ_COMMAND, 0, 4);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  EXPECT_EQ(master.socket->nb_transport_fw(master.transaction, phase, delay), tlm::TLM_COMPLETED);
  EXPECT_TRUE(master.transaction.is_response_ok());
  EXPECT_EQ(*master.transaction.get_data_ptr(), 5);
}

TEST_F(RegisterFileTest, RefusesMisalignedAndTakenOffsets) {
  file.add(4, {});
  EXPECT_THROW(file.add(4, {}), std::logic_error);
  EXPECT_THROW(file.add(6, {}), std::logic_error);
  EXPECT_THROW(file.add_counter64(0, [](TimePs) { return 0ULL; }), std::logic_error);
}

}  // namespace
}  // namespace docsis_vp::platform::register_file_test
