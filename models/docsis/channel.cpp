#include "models/docsis/channel.h"

#include <algorithm>
#include <numeric>

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
  channel.cm_map_proc_ps = 600 * kPsPerUs + symbols;
  channel.phy_lead_ps = symbols;
}

ChannelGeometry::ChannelGeometry(ChannelParameters parameters)
    : parameters_(std::move(parameters)) {
  check(parameters_);
  if (parameters_.kind == ChannelKind::kTdma) {
    const std::uint32_t ticks = parameters_.ticks_per_minislot;
    frame_ps_ = kTickPs * ticks;
    // rate x ticks x 6.25 us / 8 bits, in lowest terms.
    const std::uint64_t numerator = parameters_.rate_bps * ticks * kUsPerTickX100;
    const std::uint64_t denominator = 8 * 100 * std::uint64_t{1'000'000};
    const std::uint64_t divisor = std::gcd(numerator, denominator);
    bytes_numerator_ = numerator / divisor;
    bytes_denominator_ = denominator / divisor;
    wire_mask_ = (std::uint32_t{1} << 26) / ticks - 1;
    edge_bytes_ = edge_bytes(parameters_);
    has_overhead_ = edge_bytes_ > 0 || parameters_.overhead.fec_t > 0;
  } else {
    frame_ps_ = parameters_.symbols_per_frame * parameters_.symbol_ps;
    minislots_per_frame_ = parameters_.minislots_per_frame;
    bytes_numerator_ = parameters_.bytes_per_minislot;
    wire_mask_ = UINT32_MAX;
    has_profiles_ = parameters_.profile_bytes != decltype(parameters_.profile_bytes){};
  }
  if (parameters_.request_minislots == 0) {
    parameters_.request_minislots = minislots_for(kQueueDepthRequestBytes);
  }
}

// Preamble and guard time are at the edges of a burst, parity is in between.
std::uint64_t ChannelGeometry::without_overhead(std::uint64_t raw_bytes) const {
  const std::uint64_t parity = 2 * std::uint64_t{parameters_.overhead.fec_t};
  const std::uint64_t data = parameters_.overhead.fec_codeword_bytes;
  const std::uint64_t coded = raw_bytes - std::min(raw_bytes, edge_bytes_);
  const std::uint64_t shortened = coded % (data + parity);
  return coded / (data + parity) * data + shortened - std::min(shortened, parity);
}

std::uint64_t ChannelGeometry::with_overhead(std::uint64_t bytes) const {
  const std::uint64_t parity = 2 * std::uint64_t{parameters_.overhead.fec_t};
  const std::uint64_t data = parameters_.overhead.fec_codeword_bytes;
  return bytes == 0 ? 0 : edge_bytes_ + bytes + (bytes + data - 1) / data * parity;
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
  const std::uint32_t each = parameters_.profile_bytes[iuc];
  const std::uint64_t numerator = each != 0 ? each : bytes_numerator_;
  return static_cast<std::uint64_t>(static_cast<Wide>(numerator) * 8 * minislots_per_frame_ *
                                    static_cast<std::uint64_t>(kPsPerSecond) / bytes_denominator_ /
                                    static_cast<std::uint64_t>(frame_ps_));
}

bool ChannelGeometry::can_become(const ChannelGeometry& other) const {
  const ChannelParameters& now = parameters_;
  const ChannelParameters& then = other.parameters_;
  return then.channel_id == now.channel_id && then.ucd_count != now.ucd_count &&
         then.kind == now.kind && other.frame_ps_ == frame_ps_ &&
         other.minislots_per_frame_ == minislots_per_frame_;
}

}  // namespace docsis_vp::docsis
