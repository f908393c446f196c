// Gates and bits of the rate shaper.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cm/inventory.h"
#include "models/cm/shaper/release_process.h"

namespace docsis_vp::cm {

// The model's buckets are exact at every instant. Gates bring the flows up to date one after the
// other, a flow a clock, and so each of them every `kShaperPeriod` clocks. A level is whole bytes
// and a remainder, modulo the units of a byte: 8 x clock / period, of which a rate in bit/s adds as
// many a turn. So it is exact whenever it is brought up to date.
constexpr unsigned kShaperPeriod = 32;

// What brings one bucket up to date, in bits.
struct BucketWidths {
  std::uint32_t whole = 0;      // bytes
  std::uint32_t remainder = 0;  // units of a byte
  std::uint32_t adds = 0;       // bytes of a turn; 0: at most one
  bool constant_cap = false;
};
area::Block bucket_unit(const std::string& name, const BucketWidths& widths);
// How much both buckets let through; unreleased and eligible bytes. Bits of the backlog, and of the
// peak bucket, at most as many.
area::Block release_unit(std::uint32_t depth, std::uint32_t peak);

area::Block shaper_inventory(const std::vector<ShaperConfig>& flows, std::uint64_t clock_hz,
                             const InventoryWidths& widths);

}  // namespace docsis_vp::cm
