// Which accesses reach the bus, and which a host pointer serves.
#include "platform/cpu/memory_port.h"

#include <gtest/gtest.h>

#include <cstring>

namespace docsis_vp::platform {
namespace {

// Memory from 0x1400 to 0x17ff, reached directly once it was used; devices everywhere else.
class Bus : public BusMaster {
 public:
  static constexpr std::uint32_t kMemory = 0x1400, kMemoryBytes = 0x400;
  static constexpr std::uint32_t kDeviceValue = 0xdead;

  unsigned transfers = 0;
  std::uint8_t memory[kMemoryBytes] = {};

  static bool in_memory(std::uint32_t address) {
    return address >= kMemory && address < kMemory + kMemoryBytes;
  }
  Reply transfer(bool write, std::uint32_t address, std::uint8_t* bytes, std::uint32_t size,
                 std::uint32_t /*cycles_into_instruction*/) override {
    ++transfers;
    Reply reply;
    reply.ok = true;
    reply.direct_allowed = in_memory(address);
    if (!reply.direct_allowed) {
      std::memcpy(bytes, &kDeviceValue, size);
    } else if (write) {
      std::memcpy(memory + (address - kMemory), bytes, size);
    } else {
      std::memcpy(bytes, memory + (address - kMemory), size);
    }
    return reply;
  }
  std::optional<DirectRegion> request_direct(bool /*write*/, std::uint32_t address) override {
    if (!in_memory(address)) {
      return {};
    }
    return DirectRegion{kMemory, kMemory + kMemoryBytes - 1, memory, true, true, 0, 0};
  }
};

constexpr std::uint32_t kWord = 0x1404, kSamePage = 0x1008, kOtherPage = 0x3000;

struct MemoryPortTest : ::testing::Test {
  Bus bus;
  MemoryPort port{bus, 0};

  // Loads a word; how often the bus was used for it.
  unsigned transfers_of_load(std::uint32_t address, std::uint32_t expected) {
    const unsigned before = bus.transfers;
    const MemoryPort::Access access = port.load(address, 4);
    EXPECT_TRUE(access.ok);
    EXPECT_EQ(access.value, expected);
    return bus.transfers - before;
  }
};

TEST_F(MemoryPortTest, ADeviceIsAlwaysReachedOverTheBus) {
  for (const std::uint32_t address : {kOtherPage, kOtherPage, kSamePage, kOtherPage, kSamePage}) {
    EXPECT_EQ(transfers_of_load(address, Bus::kDeviceValue), 1U);
  }
}

TEST_F(MemoryPortTest, MemoryIsFoundInAPageWhoseDeviceWasAskedBefore) {
  EXPECT_EQ(transfers_of_load(kSamePage, Bus::kDeviceValue), 1U);
  port.store(kWord, 4, 7);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
}

TEST_F(MemoryPortTest, MemoryIsFoundBesideADeviceInItsPage) {
  port.store(kWord, 4, 7);
  EXPECT_EQ(transfers_of_load(kSamePage, Bus::kDeviceValue), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
  EXPECT_EQ(transfers_of_load(kOtherPage, Bus::kDeviceValue), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
}

TEST_F(MemoryPortTest, WithdrawnMemoryIsAskedForAgain) {
  port.store(kWord, 4, 7);
  port.invalidate(0, UINT32_MAX);
  EXPECT_EQ(transfers_of_load(kOtherPage, Bus::kDeviceValue), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
}

}  // namespace
}  // namespace docsis_vp::platform
