// The hart's way to memory: host pointers where the bus grants them, transactions elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::platform {

// What the hart needs of the bus; offsets in time are cycles since the running instruction began.
class BusMaster {
 public:
  struct Reply {
    bool ok = false;
    bool direct_allowed = false;
    // Something beside the target may have changed: the limit of a run, an interrupt line.
    bool disturbed = true;
    std::uint32_t wait_cycles = 0;
  };
  // Memory that may be read, or read and written, through a host pointer. Both ends included.
  struct DirectRegion {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint8_t* bytes = nullptr;  // of `first`
    bool readable = false;
    bool writable = false;
    std::uint32_t read_wait_cycles = 0;
    std::uint32_t write_wait_cycles = 0;
  };

  virtual ~BusMaster() = default;
  // One naturally aligned access of 1, 2 or 4 bytes.
  virtual Reply transfer(bool write, std::uint32_t address, std::uint8_t* bytes, std::uint32_t size,
                         std::uint32_t cycles_into_instruction) = 0;
  virtual std::optional<DirectRegion> request_direct(bool write, std::uint32_t address) = 0;
};

class MemoryPort {
 public:
  // A page with a host pointer. An address hits if its page bits and the low bits that its
  // alignment needs equal the tag; kNoTag equals none.
  struct Page {
    std::uint32_t read_tag = kNoTag;
    std::uint32_t write_tag = kNoTag;
    std::uintptr_t host = 0;  // plus the guest address: the host's
    std::uint32_t read_wait_cycles = 0;
    std::uint32_t write_wait_cycles = 0;
  };
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint32_t kPageMask = ~std::uint32_t{0} << kPageBits;
  static constexpr std::size_t kPages = 256;
  static constexpr std::uint32_t kNoTag = 1;

  struct Access {
    std::uint32_t value = 0;         // of a load, zero-extended
    std::uint32_t extra_cycles = 0;  // wait states and the second half of a crossing access
    bool ok = true;
    bool disturbed = false;           // as the bus says, or another region is reached directly
    std::uint32_t fault_address = 0;  // if not ok: of the half that failed
  };
  struct Fetch {
    std::uint32_t bits = 0;
    bool ok = true;
    bool direct = false;  // host pointers reach it: reading ahead has no side effect
    bool disturbed = false;
    std::uint32_t wait_cycles = 0;  // per access
    std::uint32_t fault_address = 0;
  };

  // crossing_cycles: what the core adds for an access that crosses a 32-bit word.
  MemoryPort(BusMaster& bus, std::uint32_t crossing_cycles);

  const Page* pages() const { return pages_.data(); }
  static std::size_t page_index(std::uint32_t address) {
    return (address >> kPageBits) & (kPages - 1);
  }

  // Any alignment; size 1, 2 or 4 bytes.
  Access load(std::uint32_t address, std::uint32_t size);
  Access store(std::uint32_t address, std::uint32_t size, std::uint32_t value);
  // One instruction, 16 or 32 bits.
  Fetch fetch(std::uint32_t address);

  // Withdraws host pointers into a range; both ends included.
  void invalidate(std::uint64_t first, std::uint64_t last);
  // Most wait states of any memory seen so far, and the cycles a crossing access adds.
  std::uint32_t worst_extra_cycles() const { return 2 * worst_wait_cycles_ + crossing_cycles_; }

 private:
  using Region = BusMaster::DirectRegion;

  Access access(bool write, std::uint32_t address, std::uint32_t size, std::uint32_t value);
  Access access_aligned(bool write, std::uint32_t address, std::uint32_t size, std::uint32_t value,
                        std::uint32_t cycles_into_instruction);
  const Region* find_region(bool write, std::uint32_t address);
  void learn_region(bool write, std::uint32_t address);
  void fill_page(const Region& region, std::uint32_t address);
  Fetch fetch_half(std::uint32_t address);

  BusMaster& bus_;
  const std::uint32_t crossing_cycles_;
  std::array<Page, kPages> pages_;
  std::vector<Region> regions_;
  std::uint32_t page_without_region_ = kNoTag;  // the last one found: devices are asked often
  std::uint32_t worst_wait_cycles_ = 0;
};

}  // namespace docsis_vp::platform
