#include "platform/memory/memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::memory_test {
namespace {

constexpr std::uint64_t k250Mhz = 250'000'000;

class MemoryTest : public ::testing::Test {
 protected:
  MemoryTest() {
    master.socket.bind(ram.socket);
    rom_master.socket.bind(rom.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  Memory ram{"ram", MemoryParameters{64, true, k250Mhz, 2, 1}};
  Memory rom{"rom", MemoryParameters{64, false, k250Mhz, 0, 0}};
  TestMaster master{"master"};
  TestMaster rom_master{"rom_master"};
};

TEST_F(MemoryTest, HoldsZerosThenWhatWasWrittenInAnySizeAndAlignment) {
  EXPECT_EQ(master.read(60).value, 0U);
  master.transfer(tlm::TLM_WRITE_COMMAND, 7, 0x44332211, 4);
  EXPECT_EQ(master.transfer(tlm::TLM_READ_COMMAND, 8, 0, 2).value, 0x3322U);
  master.transfer(tlm::TLM_WRITE_COMMAND, 9, 0xEE, 1);
  EXPECT_EQ(master.transfer(tlm::TLM_READ_COMMAND, 7, 0, 4).value, 0x44EE2211U);
}

TEST(Memory, HoldsTheWordThatItIsFilledWith) {
  MemoryParameters parameters;
  parameters.size_bytes = 10;
  parameters.fill = kPoison;
  Memory memory("memory", parameters);
  TestMaster master("master");
  master.socket.bind(memory.socket);
  run_to(0);
  EXPECT_EQ(master.read(0).value, 0xdeadbeefU);
  EXPECT_EQ(master.read(4).value, 0xdeadbeefU);
  EXPECT_EQ(master.transfer(tlm::TLM_READ_COMMAND, 8, 0, 2).value, 0xbeefU);
}

TEST_F(MemoryTest, WaitStatesFollowTheAccess) {
  EXPECT_EQ(master.read(0, 0).ends, 8000);
  EXPECT_EQ(master.read(0, 1).ends, 12'000);
  EXPECT_EQ(master.write(0, 0, 4000).ends, 8000);
  EXPECT_EQ(rom_master.read(0, 123).ends, 123);
}

TEST_F(MemoryTest, AnAccessThatLeavesTheMemoryFailsWhole) {
  for (const std::uint64_t address : {61ULL, 64ULL, 0xFFFF'FFFF'FFFF'FFFFULL}) {
    const auto reply = master.write(address, 0xFFFFFFFF, 5);
    EXPECT_EQ(reply.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(reply.ends, 5);
  }
  EXPECT_EQ(master.read(60).value, 0U);
}

TEST_F(MemoryTest, WritesOnlyEnabledBytes) {
  master.write(0, 0x44332211);
  master.write(4, 0x88776655);
  unsigned char enable[] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};  // repeats over the access
  unsigned char bytes[8];
  std::memset(bytes, 0xAA, sizeof bytes);
  master.prepare(tlm::TLM_WRITE_COMMAND, 0, 8);
  master.transaction.set_data_ptr(bytes);
  master.transaction.set_byte_enable_ptr(enable);
  master.transaction.set_byte_enable_length(2);
  sc_core::sc_time delay;
  master.socket->b_transport(master.transaction, delay);
  EXPECT_TRUE(master.transaction.is_response_ok());
  EXPECT_EQ(master.read(0).value, 0x44AA22AAU);
  EXPECT_EQ(master.read(4).value, 0x88AA66AAU);
}

TEST_F(MemoryTest, RefusesStreaming) {
  master.prepare(tlm::TLM_WRITE_COMMAND, 0, 8);
  master.transaction.set_streaming_width(4);
  sc_core::sc_time delay;
  master.socket->b_transport(master.transaction, delay);
  EXPECT_EQ(master.transaction.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(MemoryTest, RomIsReadOnlyExceptForTheLoader) {
  EXPECT_EQ(rom_master.write(0, 1).status, tlm::TLM_COMMAND_ERROR_RESPONSE);
  std::uint32_t word = 0x600DC0DE;
  EXPECT_EQ(rom_master.debug(tlm::TLM_WRITE_COMMAND, 0, &word, 4), 4U);
  EXPECT_EQ(rom_master.read(0).value, 0x600DC0DEU);
}

TEST_F(MemoryTest, GrantsDirectAccessToAllOfItselfWithLatencies) {
  EXPECT_TRUE((master.read(0), master.transaction.is_dmi_allowed()));
  tlm::tlm_dmi dmi;
  ASSERT_TRUE(master.request_direct(12, false, dmi));
  EXPECT_TRUE(dmi.is_read_write_allowed());
  EXPECT_EQ(dmi.get_start_address(), 0U);
  EXPECT_EQ(dmi.get_end_address(), 63U);
  EXPECT_EQ(to_ps(dmi.get_read_latency()), 8000);
  EXPECT_EQ(to_ps(dmi.get_write_latency()), 4000);
  master.write(20, 0xBEEF);
  std::uint32_t seen = 0;
  std::memcpy(&seen, dmi.get_dmi_ptr() + 20, 4);
  EXPECT_EQ(seen, 0xBEEFU);
  EXPECT_FALSE(master.request_direct(64, false, dmi));
}

TEST_F(MemoryTest, RomGrantsReadingOnly) {
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(rom_master.request_direct(0, true, dmi));
  ASSERT_TRUE(rom_master.request_direct(0, false, dmi));
  EXPECT_TRUE(dmi.is_read_allowed());
  EXPECT_FALSE(dmi.is_write_allowed());
}

TEST_F(MemoryTest, ADebugWriteWithdrawsAGrantOnce) {
  std::uint32_t word = 1;
  master.debug(tlm::TLM_WRITE_COMMAND, 0, &word, 4);
  EXPECT_TRUE(master.invalidated.empty());
  tlm::tlm_dmi dmi;
  master.request_direct(0, false, dmi);
  master.debug(tlm::TLM_READ_COMMAND, 0, &word, 4);
  EXPECT_TRUE(master.invalidated.empty());
  master.debug(tlm::TLM_WRITE_COMMAND, 0, &word, 4);
  master.debug(tlm::TLM_WRITE_COMMAND, 4, &word, 4);
  ASSERT_EQ(master.invalidated.size(), 1U);
  EXPECT_EQ(master.invalidated[0].first, 0U);
  EXPECT_EQ(master.invalidated[0].last, 63U);
}

TEST_F(MemoryTest, DebugAccessStopsAtTheEnd) {
  unsigned char bytes[16] = {};
  EXPECT_EQ(master.debug(tlm::TLM_READ_COMMAND, 56, bytes, 16), 8U);
  EXPECT_EQ(master.debug(tlm::TLM_WRITE_COMMAND, 64, bytes, 1), 0U);
}

}  // namespace
}  // namespace docsis_vp::platform::memory_test
