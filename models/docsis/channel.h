// The geometry of an upstream channel, shared by both ends: minislots and time, minislots and
// bytes. All integers, no rounding that accumulates.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "models/docsis/map.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// A minislot counted from time 0, not wrapped. MAPs carry the low bits.
using Minislot = std::uint64_t;

enum class ChannelKind : std::uint8_t { kTdma, kOfdma };

constexpr std::size_t kIucs = 16;

// What each burst of a TDMA channel takes beside the bytes it carries, under the names of the burst
// descriptors in a UCD.
struct BurstOverhead {
  std::uint32_t preamble_symbols = 0;
  std::uint32_t guard_symbols = 0;
  std::uint64_t symbols_per_s = 5'120'000;
  // Reed-Solomon: 2 T bytes behind each k, the last codeword shortened. T = 0: none.
  std::uint32_t fec_t = 0;
  std::uint32_t fec_codeword_bytes = 253;  // k

  bool operator==(const BurstOverhead& other) const;
};

struct ChannelParameters {
  std::string name = "upstream";
  std::uint8_t channel_id = 1;  // of the UCD and MAPs
  std::uint8_t ucd_count = 1;   // configuration change count in force
  ChannelKind kind = ChannelKind::kTdma;

  // TDMA: minislots follow each other in time.
  std::uint64_t rate_bps = 30'720'000;   // 5.12 Msym/s of 64-QAM
  std::uint32_t ticks_per_minislot = 2;  // of 6.25 us; a power of two, 1..128
  BurstOverhead overhead;                // OFDMA: within its 80 %

  // OFDMA: a frame of K symbols holds minislots side by side in frequency, numbered across
  // frequency, then frame by frame. Defaults: 1880 subcarriers of 50 kHz, cyclic prefix of 256
  // samples at 102.4 MS/s, 10 bit/s/Hz, 80 % of it payload.
  std::uint32_t symbols_per_frame = 6;
  TimePs symbol_ps = 22'500'000;
  std::uint32_t minislots_per_frame = 235;
  std::uint32_t bytes_per_minislot = 48;

  std::uint8_t data_iuc = kIucAdvancedLongData;  // profile that data is granted in
  // OFDMA: bytes per minislot of further data profiles, by IUC; 0: there is none.
  std::array<std::uint16_t, kIucs> profile_bytes{};
  // Of an opportunity to ask. 0: as many as a request needs, which are the geometry's parameters.
  std::uint32_t request_minislots = 0;

  // Between the last octet of a MAP at a modem and its allocation start (MULPIv3.1 annex B; TDMA:
  // the 2014 CableLabs study, sec. 3.2).
  TimePs cm_map_proc_ps = 650 * kPsPerUs;
  // A burst is ready this long before its first symbol: 0 for TDMA, K + 1 symbols for OFDMA.
  TimePs phy_lead_ps = 0;

  // In every field.
  bool operator==(const ChannelParameters& other) const;

  unsigned map_version() const { return kind == ChannelKind::kTdma ? 1 : 5; }
};

// What OFDMA settings make of a channel (CableLabs docsis-ns3, upstream OFDMA parameters).
struct OfdmaSettings {
  std::uint32_t subcarriers = 1880;
  std::uint32_t spacing_hz = 50'000;          // 25 000 or 50 000
  std::uint32_t cyclic_prefix_samples = 256;  // at 102.4 MS/s
  std::uint32_t symbols_per_frame = 6;        // K
  std::uint32_t bits_per_s_per_hz = 10;       // 80 % of it is payload
};
// Fills in the OFDMA fields, cm_map_proc_ps and phy_lead_ps, no further profiles.
void apply(const OfdmaSettings& settings, ChannelParameters& channel);
// Bytes per minislot of a profile of that spectral efficiency.
std::uint32_t bytes_per_minislot(const OfdmaSettings& settings, std::uint32_t bits_per_s_per_hz);

// The arithmetic of one channel. Those of equal parameters, as all modems of a channel have one,
// share what follows from them, which then stays in the caches of who simulates a thousand.
class ChannelGeometry {
 public:
  // Throws InputError, naming the channel, for parameters out of range.
  explicit ChannelGeometry(ChannelParameters parameters);

  // Until another geometry is assigned to this one.
  const ChannelParameters& parameters() const { return facts_->parameters; }

  // The unit in time: a minislot (TDMA) or a frame (OFDMA).
  TimePs frame_ps() const { return facts_->frame_ps; }
  std::uint32_t minislots_per_frame() const { return facts_->minislots_per_frame; }

  // First instant of the minislot's frame. TDMA: of the minislot.
  TimePs start(Minislot minislot) const {
    return static_cast<TimePs>(minislot / facts_->minislots_per_frame) * facts_->frame_ps;
  }
  // When an interval ends, with the last frame it touches. count > 0.
  TimePs end(Minislot first, std::uint32_t count) const {
    return start(first + count - 1) + facts_->frame_ps;
  }
  // Frames that an interval touches.
  std::uint32_t frames(Minislot first, std::uint32_t count) const {
    return static_cast<std::uint32_t>((first + count - 1) / facts_->minislots_per_frame -
                                      first / facts_->minislots_per_frame + 1);
  }
  // First minislot of the frame that a time lies in. time >= 0.
  Minislot at(TimePs time) const {
    return static_cast<Minislot>(time / facts_->frame_ps) * facts_->minislots_per_frame;
  }
  // First minislot that starts at or after a time.
  Minislot at_or_after(TimePs time) const { return at(time + facts_->frame_ps - 1); }
  // Minislots of a span of time; whole frames only, the rest is cut off.
  std::uint32_t minislots_in(TimePs span) const { return static_cast<std::uint32_t>(at(span)); }

  // Whole bytes of so many consecutive minislots. TDMA: floor(count x rate x length / 8), so a
  // minislot need not hold a whole number of bytes.
  std::uint64_t raw_bytes_in(std::uint64_t minislots) const {
    return minislots * facts_->bytes_numerator / facts_->bytes_denominator;
  }
  // Of them, those that one burst in these minislots carries.
  std::uint64_t bytes_in(std::uint64_t minislots) const {
    const std::uint64_t raw = raw_bytes_in(minislots);
    return facts_->has_overhead ? without_overhead(raw) : raw;
  }
  // Of a burst in a data profile. iuc: 0..15; one that has_profile() denies counts as data_iuc.
  std::uint64_t bytes_in(std::uint64_t minislots, std::uint8_t iuc) const {
    const std::uint32_t each = facts_->parameters.profile_bytes[iuc];
    return each != 0 ? minislots * each : bytes_in(minislots);
  }
  // The least number of minislots whose bytes_in() is at least `bytes`.
  std::uint32_t minislots_for(std::uint64_t bytes) const {
    const std::uint64_t raw = facts_->has_overhead ? with_overhead(bytes) : bytes;
    return static_cast<std::uint32_t>(
        (raw * facts_->bytes_denominator + facts_->bytes_numerator - 1) / facts_->bytes_numerator);
  }
  std::uint32_t minislots_for(std::uint64_t bytes, std::uint8_t iuc) const {
    const std::uint32_t each = facts_->parameters.profile_bytes[iuc];
    return each != 0 ? static_cast<std::uint32_t>((bytes + each - 1) / each) : minislots_for(bytes);
  }
  // What the data profile that needs most of them needs.
  std::uint32_t most_minislots_for(std::uint64_t bytes) const;
  // Whether data may be sent with this IUC. A channel with one profile takes any that is for data.
  bool has_profile(std::uint8_t iuc) const {
    return !facts_->has_profiles || iuc == facts_->parameters.data_iuc ||
           facts_->parameters.profile_bytes[iuc] != 0;
  }
  // The IUC that it grants data in to who is assigned this one: itself if it is one of further
  // profiles, else data_iuc.
  std::uint8_t data_iuc(std::uint8_t assigned) const {
    return facts_->parameters.profile_bytes[assigned] != 0 ? assigned : facts_->parameters.data_iuc;
  }
  // Raw rate of the channel, bit/s, rounded down, if all of it is sent in that profile.
  std::uint64_t rate_bps() const { return rate_bps(facts_->parameters.data_iuc); }
  std::uint64_t rate_bps(std::uint8_t iuc) const;
  // Whether it could follow this one at a change of configuration: the same channel with another
  // change count, its minislots where they were; what they carry may differ.
  bool can_become(const ChannelGeometry& other) const;

  // Minislot numbers on the wire: TDMA counts wrap with the 32-bit time stamp, at 2^26 divided by
  // the ticks of a minislot; OFDMA counts are 32 bits.
  std::uint32_t to_wire(Minislot minislot) const {
    return static_cast<std::uint32_t>(minislot) & facts_->wire_mask;
  }
  // The minislot of that number nearest to `near`. A number too large for the wire is cut.
  Minislot from_wire(std::uint32_t number, Minislot near) const {
    const std::uint32_t ahead = (number - static_cast<std::uint32_t>(near)) & facts_->wire_mask;
    const Minislot period = Minislot{facts_->wire_mask} + 1;
    const bool behind = ahead > facts_->wire_mask / 2 && near + ahead >= period;
    return near + ahead - (behind ? period : 0);
  }

 private:
  // What follows from the parameters.
  struct Facts {
    ChannelParameters parameters;
    TimePs frame_ps = 0;
    std::uint32_t minislots_per_frame = 1;
    std::uint64_t bytes_numerator = 1;
    std::uint64_t bytes_denominator = 1;
    std::uint32_t wire_mask = 0;
    bool has_overhead = false;
    bool has_profiles = false;
    std::uint64_t edge_bytes = 0;  // that the channel would carry during preamble and guard time
  };

  static std::shared_ptr<const Facts> shared(std::shared_ptr<const Facts> facts);
  std::uint64_t without_overhead(std::uint64_t raw_bytes) const;
  std::uint64_t with_overhead(std::uint64_t bytes) const;

  std::shared_ptr<const Facts> facts_;
};

}  // namespace docsis_vp::docsis
