#include "models/docsis/channel.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "models/docsis/mac_header.h"
#include "models/docsis/timestamp.h"
#include "platform/base/errors.h"

namespace docsis_vp::docsis {
namespace {

constexpr std::uint64_t kUpstreamSampleHz = 102'400'000;
constexpr std::uint32_t kOfdmaMinislotHz = 400'000;
constexpr std::uint64_t kUsPerTickX100 = 625;

void require(bool holds, const ChannelParameters& channel, const char* expectation) {
  if (!holds) throw InputError("channel " + channel.name + ": " + expectation);
}

void check(const ChannelParameters& channel) {
  if (channel.kind == ChannelKind::kTdma) {
    const std::uint32_t ticks = channel.ticks_per_minislot;
    require(ticks >= 1 && ticks <= 128 && (ticks & (ticks - 1)) == 0, channel,
            "ticks per minislot must be a power of two, 1 to 128");
    require(channel.rate_bps >= 100'000 && channel.rate_bps <= 10'000'000'000, channel,
            "rate must be 0.1 to 10000 Mbit/s");
    require(channel.overhead.symbols_per_s > 0 && channel.overhead.fec_codeword_bytes > 0, channel,
            "a burst needs a symbol rate and codewords of one byte at least");
  } else {
    require(channel.symbols_per_frame >= 1 && channel.symbol_ps > 0 &&
                channel.minislots_per_frame >= 1 && channel.bytes_per_minislot >= 1,
            channel, "an OFDMA frame needs symbols, minislots and bytes in them");
  }
  for (std::size_t iuc = 0; iuc < kIucs; ++iuc) {
    require(channel.profile_bytes[iuc] == 0 ||
                (channel.kind == ChannelKind::kOfdma &&
                 is_data_iuc(static_cast<std::uint8_t>(iuc)) && iuc != channel.data_iuc),
            channel, "further data profiles have IUCs for data, on an OFDMA channel");
  }
  require(channel.cm_map_proc_ps >= channel.phy_lead_ps && channel.phy_lead_ps >= 0, channel,
          "MAP processing time must cover the lead of the PHY");
}

std::uint64_t edge_bytes(const ChannelParameters& channel) {
  const BurstOverhead& overhead = channel.overhead;
  const std::uint64_t symbols = std::uint64_t{overhead.preamble_symbols} + overhead.guard_symbols;
  const std::uint64_t bits_per_s = 8 * overhead.symbols_per_s;
  return (symbols * channel.rate_bps + bits_per_s - 1) / bits_per_s;
}

}  // namespace

std::uint32_t bytes_per_minislot(const OfdmaSettings& settings, std::uint32_t bits_per_s_per_hz) {
  const std::uint32_t subcarriers = kOfdmaMinislotHz / settings.spacing_hz;
  return subcarriers * settings.symbols_per_frame * bits_per_s_per_hz * 8 / 10 / 8;
}

void apply(const OfdmaSettings& settings, ChannelParameters& channel) {
  const auto hz = [](std::uint64_t frequency) { return static_cast<TimePs>(frequency); };
  channel.kind = ChannelKind::kOfdma;
  channel.symbols_per_frame = settings.symbols_per_frame;
  channel.symbol_ps = kPsPerSecond / hz(settings.spacing_hz) +
                      settings.cyclic_prefix_samples * kPsPerSecond / hz(kUpstreamSampleHz);
  channel.minislots_per_frame = static_cast<std::uint32_t>(std::uint64_t{settings.subcarriers} *
                                                           settings.spacing_hz / kOfdmaMinislotHz);
  channel.bytes_per_minislot = bytes_per_minislot(settings, settings.bits_per_s_per_hz);
  channel.profile_bytes = {};
  const TimePs symbols = (settings.symbols_per_frame + 1) * channel.symbol_ps;
  channel.cm_map_proc_ps = settings.map_processing_ps + symbols;
  channel.phy_lead_ps = symbols;
}

bool BurstOverhead::operator==(const BurstOverhead& other) const {
  const auto all = [](const BurstOverhead& of) {
    return std::tie(of.preamble_symbols, of.guard_symbols, of.symbols_per_s, of.fec_t,
                    of.fec_codeword_bytes);
  };
  return all(*this) == all(other);
}

bool ChannelParameters::operator==(const ChannelParameters& other) const {
  const auto all = [](const ChannelParameters& of) {
    return std::tie(of.name, of.channel_id, of.ucd_count, of.kind, of.rate_bps,
                    of.ticks_per_minislot, of.overhead, of.symbols_per_frame, of.symbol_ps,
                    of.minislots_per_frame, of.bytes_per_minislot, of.data_iuc, of.profile_bytes,
                    of.request_minislots, of.cm_map_proc_ps, of.phy_lead_ps);
  };
  return all(*this) == all(other);
}

ChannelGeometry::ChannelGeometry(ChannelParameters parameters) {
  check(parameters);
  const auto facts = std::make_shared<Facts>();
  if (parameters.kind == ChannelKind::kTdma) {
    const std::uint32_t ticks = parameters.ticks_per_minislot;
    facts->frame_ps = kTickPs * ticks;
    // Bytes per minislot = rate x ticks x 6.25 us / 8 bits, as a fraction in lowest terms.
    const std::uint64_t numerator = parameters.rate_bps * ticks * kUsPerTickX100;
    const std::uint64_t denominator = 8 * 100 * std::uint64_t{1'000'000};
    const std::uint64_t divisor = std::gcd(numerator, denominator);
    facts->bytes_numerator = numerator / divisor;
    facts->bytes_denominator = denominator / divisor;
    facts->wire_mask = (std::uint32_t{1} << 26) / ticks - 1;
    facts->edge_bytes = edge_bytes(parameters);
    facts->has_overhead = facts->edge_bytes > 0 || parameters.overhead.fec_t > 0;
  } else {
    facts->frame_ps = parameters.symbols_per_frame * parameters.symbol_ps;
    facts->minislots_per_frame = parameters.minislots_per_frame;
    facts->bytes_numerator = parameters.bytes_per_minislot;
    facts->wire_mask = UINT32_MAX;
    facts->has_profiles = parameters.profile_bytes != decltype(parameters.profile_bytes){};
  }
  facts->parameters = std::move(parameters);
  facts_ = facts;
  if (facts->parameters.request_minislots == 0) {
    facts->parameters.request_minislots = minislots_for(kQueueDepthRequestBytes);
  }
  facts_ = shared(facts);
}

// Returns existing facts of equal parameters, or registers and returns these.
std::shared_ptr<const ChannelGeometry::Facts> ChannelGeometry::shared(
    std::shared_ptr<const Facts> facts) {
  static std::vector<std::weak_ptr<const Facts>> known;
  known.erase(
      std::remove_if(known.begin(), known.end(), [](const auto& one) { return one.expired(); }),
      known.end());
  for (const std::weak_ptr<const Facts>& one : known) {
    std::shared_ptr<const Facts> other = one.lock();
    if (other->parameters == facts->parameters) {
      return other;
    }
  }
  known.push_back(facts);
  return facts;
}

// Preamble and guard time are at the edges of a burst, parity is between them.
std::uint64_t ChannelGeometry::without_overhead(std::uint64_t raw_bytes) const {
  const std::uint64_t parity = 2 * std::uint64_t{facts_->parameters.overhead.fec_t};
  const std::uint64_t data = facts_->parameters.overhead.fec_codeword_bytes;
  const std::uint64_t coded = raw_bytes - std::min(raw_bytes, facts_->edge_bytes);
  const std::uint64_t shortened = coded % (data + parity);
  return coded / (data + parity) * data + shortened - std::min(shortened, parity);
}

std::uint64_t ChannelGeometry::with_overhead(std::uint64_t bytes) const {
  const std::uint64_t parity = 2 * std::uint64_t{facts_->parameters.overhead.fec_t};
  const std::uint64_t data = facts_->parameters.overhead.fec_codeword_bytes;
  return bytes == 0 ? 0 : facts_->edge_bytes + bytes + (bytes + data - 1) / data * parity;
}

std::uint32_t ChannelGeometry::most_minislots_for(std::uint64_t bytes) const {
  std::uint32_t most = minislots_for(bytes);
  for (std::uint8_t iuc = 0; iuc < kIucs; ++iuc) {
    most = std::max(most, minislots_for(bytes, iuc));
  }
  return most;
}

std::uint64_t ChannelGeometry::rate_bps(std::uint8_t iuc) const {
  __extension__ using Wide = unsigned __int128;
  const std::uint32_t each = facts_->parameters.profile_bytes[iuc];
  const std::uint64_t numerator = each != 0 ? each : facts_->bytes_numerator;
  return static_cast<std::uint64_t>(static_cast<Wide>(numerator) * 8 * facts_->minislots_per_frame *
                                    static_cast<std::uint64_t>(kPsPerSecond) /
                                    facts_->bytes_denominator /
                                    static_cast<std::uint64_t>(facts_->frame_ps));
}

bool ChannelGeometry::can_become(const ChannelGeometry& other) const {
  const ChannelParameters& now = facts_->parameters;
  const ChannelParameters& then = other.facts_->parameters;
  return then.channel_id == now.channel_id && then.ucd_count != now.ucd_count &&
         then.kind == now.kind && other.facts_->frame_ps == facts_->frame_ps &&
         other.facts_->minislots_per_frame == facts_->minislots_per_frame;
}

}  // namespace docsis_vp::docsis
