// Describes the geometry of an upstream channel for both ends: converts minislots to time and to
// bytes. All arithmetic is integer, and rounding does not accumulate.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "models/docsis/channel_kind.h"
#include "models/docsis/map.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// A minislot counted from time 0, without wrapping. MAPs carry the low bits.
using Minislot = std::uint64_t;

constexpr std::size_t kIucs = 16;

// Overhead of each burst of a TDMA channel. The names are those of the burst descriptors in a UCD.
struct BurstOverhead {
  std::uint32_t preamble_symbols = 0;
  std::uint32_t guard_symbols = 0;
  std::uint64_t symbols_per_s = 5'120'000;
  // Reed-Solomon code: 2 T parity bytes after each k data bytes, last codeword shortened. T = 0:
  // none.
  std::uint32_t fec_t = 0;
  std::uint32_t fec_codeword_bytes = 253;  // k

  bool operator==(const BurstOverhead& other) const;
};

struct ChannelParameters {
  std::string name = "upstream";
  std::uint8_t channel_id = 1;  // in UCDs and MAPs
  std::uint8_t ucd_count = 1;   // current configuration change count
  ChannelKind kind = ChannelKind::kTdma;

  // TDMA: minislots follow each other in time.
  std::uint64_t rate_bps = 30'720'000;   // 5.12 Msym/s of 64-QAM
  std::uint32_t ticks_per_minislot = 2;  // of 6.25 us each; a power of two, 1..128
  BurstOverhead overhead;                // OFDMA: included in the 80 % below

  // OFDMA: a frame of K symbols holds minislots side by side in frequency. They are numbered across
  // frequency, then frame by frame. Defaults: 1880 subcarriers of 50 kHz, a cyclic prefix of 256
  // samples at 102.4 MS/s, 10 bit/s/Hz, 80 % of it payload.
  std::uint32_t symbols_per_frame = 6;
  TimePs symbol_ps = 22'500'000;
  std::uint32_t minislots_per_frame = 235;
  std::uint32_t bytes_per_minislot = 48;

  std::uint8_t data_iuc = kIucAdvancedLongData;  // profile of data grants
  // OFDMA: bytes per minislot of further data profiles, by IUC; 0: no such profile.
  std::array<std::uint16_t, kIucs> profile_bytes{};
  // Minislots of a request opportunity. 0: as many as a request needs with the geometry's
  // parameters.
  std::uint32_t request_minislots = 0;

  // Minimum time between the last octet of a MAP at a modem and its allocation start (MULPIv3.1
  // annex B; TDMA: the 2014 CableLabs study, sec. 3.2).
  TimePs cm_map_proc_ps = 650 * kPsPerUs;
  // A burst must be ready this long before its first symbol: 0 for TDMA, K + 1 symbols for OFDMA.
  TimePs phy_lead_ps = 0;

  // Compares every field.
  bool operator==(const ChannelParameters& other) const;

  unsigned map_version() const { return kind == ChannelKind::kTdma ? 1 : 5; }
};

// OFDMA settings that determine a channel's parameters (CableLabs docsis-ns3, upstream OFDMA
// parameters).
struct OfdmaSettings {
  std::uint32_t subcarriers = 1880;
  std::uint32_t spacing_hz = 50'000;          // 25 000 or 50 000
  std::uint32_t cyclic_prefix_samples = 256;  // at 102.4 MS/s
  std::uint32_t symbols_per_frame = 6;        // K
  std::uint32_t bits_per_s_per_hz = 10;       // 80 % of it is payload
  // Part of cm_map_proc_ps: time to read the MAP and to build a burst (MULPIv3.1 annex B).
  TimePs map_processing_ps = 600 * kPsPerUs;
};
// Sets the OFDMA fields, cm_map_proc_ps and phy_lead_ps, but no further profiles.
void apply(const OfdmaSettings& settings, ChannelParameters& channel);
// Returns the bytes per minislot of a profile with that spectral efficiency.
std::uint32_t bytes_per_minislot(const OfdmaSettings& settings, std::uint32_t bits_per_s_per_hz);

// Arithmetic of one channel. Objects of equal parameters share the derived values. All modems of a
// channel then use the same cache lines, which matters with a thousand modems.
class ChannelGeometry {
 public:
  // Throws InputError, naming the channel, for parameters out of range.
  explicit ChannelGeometry(ChannelParameters parameters);

  // The reference is valid until another geometry is assigned to this one.
  const ChannelParameters& parameters() const { return facts_->parameters; }

  // Duration of the time unit: a minislot (TDMA) or a frame (OFDMA).
  TimePs frame_ps() const { return facts_->frame_ps; }
  std::uint32_t minislots_per_frame() const { return facts_->minislots_per_frame; }

  // Returns the start of the minislot's frame; for TDMA, of the minislot.
  TimePs start(Minislot minislot) const {
    return static_cast<TimePs>(minislot / facts_->minislots_per_frame) * facts_->frame_ps;
  }
  // Returns the end of an interval, including the last frame it touches. count > 0.
  TimePs end(Minislot first, std::uint32_t count) const {
    return start(first + count - 1) + facts_->frame_ps;
  }
  // Returns the number of frames that an interval touches.
  std::uint32_t frames(Minislot first, std::uint32_t count) const {
    return static_cast<std::uint32_t>((first + count - 1) / facts_->minislots_per_frame -
                                      first / facts_->minislots_per_frame + 1);
  }
  // Returns the first minislot of the frame that contains a time. time >= 0.
  Minislot at(TimePs time) const {
    return static_cast<Minislot>(time / facts_->frame_ps) * facts_->minislots_per_frame;
  }
  // Returns the first minislot that starts at or after a time.
  Minislot at_or_after(TimePs time) const { return at(time + facts_->frame_ps - 1); }
  // Returns the minislots of the whole frames in a span of time.
  std::uint32_t minislots_in(TimePs span) const { return static_cast<std::uint32_t>(at(span)); }

  // Returns the whole bytes of consecutive minislots. TDMA: floor(count x rate x length / 8), so a
  // minislot need not hold a whole number of bytes.
  std::uint64_t raw_bytes_in(std::uint64_t minislots) const {
    return minislots * facts_->bytes_numerator / facts_->bytes_denominator;
  }
  // Returns the bytes that one burst in these minislots carries, without its overhead.
  std::uint64_t bytes_in(std::uint64_t minislots) const {
    const std::uint64_t raw = raw_bytes_in(minislots);
    return facts_->has_overhead ? without_overhead(raw) : raw;
  }
  // Same for a burst in a data profile. iuc: 0..15; data_iuc replaces one without a profile.
  std::uint64_t bytes_in(std::uint64_t minislots, std::uint8_t iuc) const {
    const std::uint32_t each = facts_->parameters.profile_bytes[iuc];
    return each != 0 ? minislots * each : bytes_in(minislots);
  }
  // Returns the least number of minislots whose bytes_in() is at least `bytes`.
  std::uint32_t minislots_for(std::uint64_t bytes) const {
    const std::uint64_t raw = facts_->has_overhead ? with_overhead(bytes) : bytes;
    return static_cast<std::uint32_t>(
        (raw * facts_->bytes_denominator + facts_->bytes_numerator - 1) / facts_->bytes_numerator);
  }
  std::uint32_t minislots_for(std::uint64_t bytes, std::uint8_t iuc) const {
    const std::uint32_t each = facts_->parameters.profile_bytes[iuc];
    return each != 0 ? static_cast<std::uint32_t>((bytes + each - 1) / each) : minislots_for(bytes);
  }
  // Returns the minislots that the least efficient data profile needs.
  std::uint32_t most_minislots_for(std::uint64_t bytes) const;
  // Returns whether data may be sent with this IUC. A channel with one profile accepts every data
  // IUC.
  bool has_profile(std::uint8_t iuc) const {
    return !facts_->has_profiles || iuc == facts_->parameters.data_iuc ||
           facts_->parameters.profile_bytes[iuc] != 0;
  }
  // Returns the IUC of data grants to a modem with an assigned IUC: that one if it has a profile,
  // else data_iuc.
  std::uint8_t data_iuc(std::uint8_t assigned) const {
    return facts_->parameters.profile_bytes[assigned] != 0 ? assigned : facts_->parameters.data_iuc;
  }
  // Raw rate of the channel in bit/s, rounded down, if all of it uses that profile.
  std::uint64_t rate_bps() const { return rate_bps(facts_->parameters.data_iuc); }
  std::uint64_t rate_bps(std::uint8_t iuc) const;
  // Returns whether a change of configuration may lead from this geometry to `other`. Both must be
  // the same channel with different change counts and the same minislot times. The bytes per
  // minislot may differ.
  bool can_become(const ChannelGeometry& other) const;

  // Minislot numbers on the wire. TDMA numbers wrap with the 32-bit time stamp, at 2^26 divided by
  // the ticks of a minislot. OFDMA numbers have 32 bits.
  std::uint32_t to_wire(Minislot minislot) const {
    return static_cast<std::uint32_t>(minislot) & facts_->wire_mask;
  }
  // Returns the minislot with that number nearest to `near`. Excess high bits of `number` are
  // ignored.
  Minislot from_wire(std::uint32_t number, Minislot near) const {
    const std::uint32_t ahead = (number - static_cast<std::uint32_t>(near)) & facts_->wire_mask;
    const Minislot period = Minislot{facts_->wire_mask} + 1;
    const bool behind = ahead > facts_->wire_mask / 2 && near + ahead >= period;
    return near + ahead - (behind ? period : 0);
  }

 private:
  // Values derived from the parameters.
  struct Facts {
    ChannelParameters parameters;
    TimePs frame_ps = 0;
    std::uint32_t minislots_per_frame = 1;
    std::uint64_t bytes_numerator = 1;
    std::uint64_t bytes_denominator = 1;
    std::uint32_t wire_mask = 0;
    bool has_overhead = false;
    bool has_profiles = false;
    // bytes that the channel would carry during preamble and guard time
    std::uint64_t edge_bytes = 0;
  };

  static std::shared_ptr<const Facts> shared(std::shared_ptr<const Facts> facts);
  std::uint64_t without_overhead(std::uint64_t raw_bytes) const;
  std::uint64_t with_overhead(std::uint64_t bytes) const;

  std::shared_ptr<const Facts> facts_;
};

}  // namespace docsis_vp::docsis
