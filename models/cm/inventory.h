// Declares widths and helper functions that the inventories of the modem's blocks share.
//
// An inventory estimates the gates and bits of a block that behaves like its model, as a function
// of the configuration. Widths are the minimum for the quantities. If an implementation has a
// choice, the reason beside the part names the assumption.
#pragma once

#include <cstdint>
#include <string>

#include "models/area/block.h"
#include "platform/base/packet.h"

namespace docsis_vp::cm {

struct InventoryWidths {
  std::uint32_t flows = 1;           // number of upstream service flows
  std::uint32_t descriptors = 8192;  // number of descriptors per flow
  std::uint32_t depth = 23;          // of a queue, bytes: the largest buffer
  std::uint32_t tokens = 12;         // of a sustained-rate bucket, bytes
  std::uint32_t address = 20;        // of queue memory, in units of 64 bytes
  // Number of MAC clocks until the LAN may deliver the next shortest frame. 84 octets with preamble
  // and gap take 168 clocks of 250 MHz at 1 Gbit/s.
  std::uint32_t frame_clocks = 168;

  std::uint32_t packets() const { return area::bits_for(descriptors); }
  std::uint32_t slot() const { return area::bits_for(descriptors - 1); }
  std::uint32_t flow() const { return area::bits_for(flows - 1); }
};

constexpr std::uint32_t kPacketLengthBits = 11;  // up to 2000 bytes, IEEE 802.3 sec. 3.2.7
constexpr std::uint32_t kTimeBits = 32;          // microseconds, modulo 2^32
constexpr std::uint32_t kEcnBits = 2;
constexpr std::uint32_t kCounterBits = 64;  // MIBs and registers
// Number of ones in the polynomials: x^16 + x^12 + x^5 + 1 for header check sequences; 04C11DB7 for
// frames.
constexpr std::uint32_t kHcsOnes = 3;
constexpr std::uint32_t kCrc32Ones = 14;

// Adds a sum, difference or comparison of numbers of different widths. Beyond the shorter number
// only a carry continues, or a zero test of the remaining bits decides.
void add_unlike_sum(area::Block& block, std::uint32_t longer, std::uint32_t shorter,
                    const std::string& reason);
void add_unlike_difference(area::Block& block, std::uint32_t longer, std::uint32_t shorter,
                           const std::string& reason);
void add_unlike_less(area::Block& block, std::uint32_t longer, std::uint32_t shorter,
                     const std::string& reason);

// 64-bit counters in a memory, with one adder and the latch of the high word.
area::Block counters_inventory(std::uint64_t counters, const std::string& of);

}  // namespace docsis_vp::cm
