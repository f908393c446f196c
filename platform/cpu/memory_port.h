// Accesses memory for the hart: by host pointers if the bus grants them, otherwise by transactions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "platform/bus/word_set.h"

namespace docsis_vp::platform {

// Bus services that the hart needs; offsets in time are cycles since the running instruction began.
class BusMaster {
 public:
  struct Access {
    std::uint32_t address = 0;
    std::uint32_t size = 4;   // bytes: 1, 2 or 4
    std::uint32_t value = 0;  // value to store; for a load the result
    std::uint64_t cycles_into_instruction = 0;
    bool write = false;

    // Results, which the bus sets.
    bool ok = false;
    bool direct_allowed = false;
    // True if anything besides the target may have changed: the limit of a run or an interrupt
    // line.
    bool disturbed = true;
    std::uint64_t wait_cycles = 0;
  };
  // Memory that may be read, or read and written, by a host pointer. Both ends are included.
  struct DirectRegion {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint8_t* bytes = nullptr;  // host address of `first`
    bool readable = false;
    bool writable = false;
    std::uint32_t read_wait_cycles = 0;
    std::uint32_t write_wait_cycles = 0;
  };

  virtual ~BusMaster() = default;
  // access: naturally aligned.
  virtual void transfer(Access& access) = 0;
  virtual std::optional<DirectRegion> request_direct(bool write, std::uint32_t address) = 0;
  // Declares that the hart keeps decoded code of these bytes. Writes of other initiators must then
  // be reported by invalidate().
  virtual void hold_code(std::uint32_t /*first*/, std::uint32_t /*last*/) {}
};

class MemoryPort {
 public:
  // A page with a host pointer. An address hits if its page bits, together with the low bits that
  // its alignment forbids, equal the tag. kNoTag never hits. Stores never hit a page with held
  // code.
  struct Page {
    std::uint32_t read_tag = kNoTag;
    std::uint32_t write_tag = kNoTag;
    std::uintptr_t host = 0;  // host address = host + guest address
    std::int64_t read_wait_cycles = 0;
    std::int64_t write_wait_cycles = 0;
  };
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint32_t kPageMask = ~std::uint32_t{0} << kPageBits;
  static constexpr std::size_t kPages = 256;
  static constexpr std::uint32_t kNoTag = 1U << (kPageBits - 1);  // neither a page nor low bits

  using Access = BusMaster::Access;
  struct Fetch {
    std::uint32_t bits = 0;
    bool ok = true;
    bool direct = false;  // accessible by host pointers: reading ahead has no side effect
    bool disturbed = false;
    std::uint32_t wait_cycles = 0;  // per access
    std::uint32_t fault_address = 0;
  };

  // crossing_cycles: cycles that the core adds for an access that crosses a 32-bit word.
  // null_guard_bytes: loads and stores below this address fail, fetches do not.
  MemoryPort(BusMaster& bus, std::uint32_t crossing_cycles, std::uint32_t null_guard_bytes = 0);

  const Page* pages() const { return pages_.data(); }
  static std::size_t page_index(std::uint32_t address) {
    return (address >> kPageBits) & (kPages - 1);
  }

  // access: any alignment. A second half counts as wait cycles. If an access fails, `access` has
  // the address of the failed half. The first direct access to a region also sets `disturbed`.
  void access(Access& access) {
    if ((access.address & (access.size - 1)) == 0) {
      access.cycles_into_instruction = 0;
      access_aligned(access);
    } else {
      access_in_parts(access);
    }
  }
  // Fetches one instruction, 16 or 32 bits.
  Fetch fetch(std::uint32_t address);
  // During a bus access: true if fetch() makes it.
  bool fetches() const { return fetches_; }

  // Invalidates host pointers into a range and reports its contents as changed; both ends included.
  void invalidate(std::uint64_t first, std::uint64_t last);

  // Declares that the caller keeps decoded code of a range of bytes. code_changed() becomes true
  // when one of them is stored to through this port or invalidated, until forget_code().
  void hold_code(std::uint32_t first, std::uint32_t last);
  void forget_code();
  bool code_changed() const { return code_changed_; }
  // Upper bound of an access's added cycles: twice the worst wait states seen so far, for both
  // halves, plus the cycles of a crossing.
  std::uint32_t worst_extra_cycles() const { return 2 * worst_wait_cycles_ + crossing_cycles_; }

 private:
  struct Region : BusMaster::DirectRegion {
    // True if the last grant lacked the right that was requested.
    bool read_withheld = false;
    bool write_withheld = false;
  };
  static constexpr unsigned kBlockBits = 16;  // address bits within a typical device
  static constexpr std::size_t kBusPages = 16;

  void access_in_parts(Access& access);
  void access_aligned(Access& access) {
    if (lies_on_bus(access.address)) {
      access_over_bus(access);
    } else {
      access_elsewhere(access);
    }
  }
  void access_elsewhere(Access& access);
  static void refuse(Access& access);
  bool access_directly(Access& access);
  void access_over_bus(Access& access) {
    bus_.transfer(access);
    if (access.direct_allowed) {
      learn_region(access.write, access.address);
      access.disturbed = true;
    }
  }
  // Remembers a few pages without region, held code and guard, because firmware often accesses
  // devices.
  bool lies_on_bus(std::uint32_t address) const {
    return bus_pages_[bus_page_index(address)] == (address & kPageMask);
  }
  static std::size_t bus_page_index(std::uint32_t address) {
    return (address >> kBlockBits) % kBusPages;
  }
  void look_for_code(Access& store);
  const Region* find_region(bool write, std::uint32_t address);
  void learn_region(bool write, std::uint32_t address);
  Region& known_region(const BusMaster::DirectRegion& granted);
  void fill_page(const Region& region, std::uint32_t address);
  Fetch fetch_word(std::uint32_t address);

  BusMaster& bus_;
  const std::uint32_t crossing_cycles_;
  const std::uint32_t null_guard_bytes_;
  std::array<Page, kPages> pages_;
  std::vector<Region> regions_;
  std::array<std::uint32_t, kBusPages> bus_pages_;
  std::uint32_t worst_wait_cycles_ = 0;
  WordSet code_;
  bool code_changed_ = false;
  bool fetches_ = false;
};

}  // namespace docsis_vp::platform
