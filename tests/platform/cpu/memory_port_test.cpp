// Which accesses reach the bus, and which a host pointer serves.
#include "platform/cpu/memory_port.h"

#include <gtest/gtest.h>

#include <cstring>

namespace docsis_vp::platform::memory_port_test {
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
  void transfer(Access& access) override {
    ++transfers;
    access.ok = true;
    access.direct_allowed = in_memory(access.address);
    if (!access.direct_allowed) {
      std::memcpy(&access.value, &kDeviceValue, access.size);
    } else if (access.write) {
      std::memcpy(memory + (access.address - kMemory), &access.value, access.size);
    } else {
      std::memcpy(&access.value, memory + (access.address - kMemory), access.size);
    }
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
    MemoryPort::Access access;
    access.address = address;
    port.access(access);
    EXPECT_TRUE(access.ok);
    EXPECT_EQ(access.value, expected);
    return bus.transfers - before;
  }
  void store(std::uint32_t address, std::uint32_t value) {
    MemoryPort::Access access;
    access.write = true;
    access.address = address;
    access.value = value;
    port.access(access);
  }
};

TEST_F(MemoryPortTest, ADeviceIsAlwaysReachedOverTheBus) {
  for (const std::uint32_t address : {kOtherPage, kOtherPage, kSamePage, kOtherPage, kSamePage}) {
    EXPECT_EQ(transfers_of_load(address, Bus::kDeviceValue), 1U);
  }
}

// The tag contains the page's address and as many low bits as a word is aligned to.
TEST_F(MemoryPortTest, NoAddressHitsAnEmptyPage) {
  const MemoryPort::Page& page = *port.pages();
  for (std::uint32_t low = 0; low < 4; ++low) {
    EXPECT_NE(page.read_tag, low);
    EXPECT_NE(page.write_tag, low);
  }
}

TEST_F(MemoryPortTest, MemoryIsFoundInAPageWhoseDeviceWasAskedBefore) {
  EXPECT_EQ(transfers_of_load(kSamePage, Bus::kDeviceValue), 1U);
  store(kWord, 7);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
}

TEST_F(MemoryPortTest, MemoryIsFoundBesideADeviceInItsPage) {
  store(kWord, 7);
  EXPECT_EQ(transfers_of_load(kSamePage, Bus::kDeviceValue), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
  EXPECT_EQ(transfers_of_load(kOtherPage, Bus::kDeviceValue), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
}

TEST_F(MemoryPortTest, ADeviceThatWasAskedDoesNotOpenTheGuardOfItsPage) {
  MemoryPort guarded(bus, 0, kSamePage + 8);
  MemoryPort::Access access;
  for (const std::uint32_t offset : {8U, 4U, 8U}) {
    access = {};
    access.address = kSamePage + offset;
    guarded.access(access);
    EXPECT_EQ(access.ok, offset == 8) << offset;
  }
}

// Below, not even the bus is asked; code is fetched all the same.
TEST_F(MemoryPortTest, RefusesAccessesBelowTheNullGuard) {
  MemoryPort guarded(bus, 0, Bus::kMemory + 8);
  MemoryPort::Access access;
  for (const bool write : {false, true, false}) {
    for (const std::uint32_t address : {0U, 4U, kSamePage, Bus::kMemory, Bus::kMemory + 4}) {
      access = {};
      access.address = address;
      access.write = write;
      guarded.access(access);
      EXPECT_FALSE(access.ok) << address;
    }
    EXPECT_EQ(bus.transfers, 0U);
  }
  EXPECT_TRUE(guarded.fetch(Bus::kMemory).ok);
  access = {};
  access.address = Bus::kMemory + 6;  // in parts, half of it below
  guarded.access(access);
  EXPECT_FALSE(access.ok);
  access = {};
  access.address = Bus::kMemory + 8;
  guarded.access(access);
  EXPECT_TRUE(access.ok);
  EXPECT_EQ(guarded.pages()[MemoryPort::page_index(Bus::kMemory)].read_tag, MemoryPort::kNoTag);
}

TEST_F(MemoryPortTest, StoresToHeldCodeAreSeenAndNoOthers) {
  store(kWord, 7);
  store(kWord, 7);
  const auto& page = port.pages()[MemoryPort::page_index(kWord)];
  port.hold_code(kWord, kWord + 5);
  EXPECT_EQ(page.write_tag, MemoryPort::kNoTag) << "stores to its page are slow";
  store(kWord + 8, 1);
  store(kOtherPage, 1);
  EXPECT_FALSE(port.code_changed());
  store(kWord + 4, 1);  // the last halfword of the code is in this word
  EXPECT_TRUE(port.code_changed());
  port.forget_code();
  EXPECT_FALSE(port.code_changed());
  store(kWord + 4, 2);
  EXPECT_FALSE(port.code_changed());
  port.hold_code(kWord, kWord + 3);
  port.invalidate(kWord + 4, kWord + 7);
  EXPECT_FALSE(port.code_changed());
  port.invalidate(0, UINT32_MAX);
  EXPECT_TRUE(port.code_changed());
}

// Grants as told, and counts the requests.
struct GrantingBus : Bus {
  unsigned asked = 0;
  bool readable = true;
  bool writable = false;
  std::optional<DirectRegion> request_direct(bool /*write*/, std::uint32_t address) override {
    ++asked;
    auto region = Bus::request_direct(false, address);
    if (region) {
      region->readable = readable;
      region->writable = writable;
    }
    return region;
  }
};

struct WithheldRight : MemoryPortTest {
  GrantingBus granting;
  MemoryPort granted{granting, 0};

  void access(bool write, unsigned times = 1) {
    for (unsigned i = 0; i < times; ++i) {
      MemoryPort::Access word;
      word.write = write;
      word.address = kWord;
      granted.access(word);
      EXPECT_TRUE(word.ok);
    }
  }
};

TEST_F(WithheldRight, IsAskedForOnce) {
  access(false, 3);
  EXPECT_EQ(granting.asked, 1U);
  EXPECT_EQ(granting.transfers, 1U);
  access(true, 1000);
  EXPECT_EQ(granting.asked, 2U);
  EXPECT_EQ(granting.transfers, 1001U);
  access(false);
  EXPECT_EQ(granting.transfers, 1001U) << "reads go on directly";
}

TEST_F(WithheldRight, IsAskedForAgainAfterAnInvalidation) {
  access(true, 3);
  EXPECT_EQ(granting.asked, 1U);
  granting.writable = true;
  granted.invalidate(Bus::kMemory, Bus::kMemory);
  access(true, 3);
  EXPECT_EQ(granting.asked, 2U);
  EXPECT_EQ(granting.transfers, 4U);
}

// A grant adds to those before.
TEST_F(WithheldRight, MayBeGrantedApart) {
  access(false);
  granting.readable = false;
  granting.writable = true;
  access(true, 3);
  EXPECT_EQ(granting.asked, 2U);
  access(false, 3);
  EXPECT_EQ(granting.asked, 2U);
  EXPECT_EQ(granting.transfers, 2U);
}

TEST_F(MemoryPortTest, WithdrawnMemoryIsAskedForAgain) {
  store(kWord, 7);
  port.invalidate(0, UINT32_MAX);
  EXPECT_EQ(transfers_of_load(kOtherPage, Bus::kDeviceValue), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 1U);
  EXPECT_EQ(transfers_of_load(kWord, 7), 0U);
}

}  // namespace
}  // namespace docsis_vp::platform::memory_port_test
