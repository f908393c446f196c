// Estimates gates and bits of the rate shaper.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cm/inventory.h"
#include "models/cm/shaper/release_process.h"

namespace docsis_vp::cm {

// The model's buckets are exact at every instant. Gates update the flows in turn, one flow per
// clock, so each flow every `kShaperPeriod` clocks. A level consists of whole bytes and a
// remainder, in units of period / (8 x clock) of a byte. In these units a rate in bit/s adds its
// own value at each update. The level is therefore exact after each update.
constexpr unsigned kShaperPeriod = 32;

// Widths of a unit that updates one bucket, in bits.
struct BucketWidths {
  std::uint32_t whole = 0;      // bytes
  std::uint32_t remainder = 0;  // units of a byte
  std::uint32_t adds = 0;       // bytes per update; 0: at most one
  bool constant_cap = false;
};
area::Block bucket_unit(const std::string& name, const BucketWidths& widths);
// Computes the bytes that both buckets release, and the unreleased and eligible bytes. depth: bits
// of the backlog. peak: bits of the peak bucket, at most depth.
area::Block release_unit(std::uint32_t depth, std::uint32_t peak);

area::Block shaper_inventory(const std::vector<ShaperConfig>& flows, std::uint64_t clock_hz,
                             const InventoryWidths& widths);

}  // namespace docsis_vp::cm
