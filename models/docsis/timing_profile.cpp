#include "models/docsis/timing_profile.h"

namespace docsis_vp::docsis {
namespace {

constexpr TimingProfile docsis30() {
  TimingProfile profile;
  profile.name = "docsis30";
  profile.map_interval_ps = 2 * kPsPerMs;
  profile.map_lead_ps = 2 * kPsPerMs;
  profile.map_build_ps = 200 * kPsPerUs;
  profile.decode_ps = 100 * kPsPerUs;
  profile.plant_delay_ps = 40 * kPsPerUs;
  // 256-QAM, Annex B: interleaver I = 32, J = 4 (680 us at 5.36 Msym/s).
  profile.downstream_latency_ps = 680 * kPsPerUs;
  return profile;
}

constexpr TimingProfile docsis31() {
  constexpr TimePs kSymbol = 22'500'000;
  TimingProfile profile;
  profile.name = "docsis31";
  profile.kind = ChannelKind::kOfdma;
  profile.map_interval_ps = 15 * 6 * kSymbol;
  profile.map_lead_ps = 1110 * kPsPerUs;
  profile.map_build_ps = 200 * kPsPerUs;
  profile.decode_ps = 6 * kSymbol;
  profile.plant_delay_ps = 40 * kPsPerUs;
  // Interleaver of depth 3: two symbols; one symbol each in the pipelines of the CMTS and the
  // modem. The lead's third symbol covers serialisation.
  profile.downstream_latency_ps = 4 * kSymbol;
  return profile;
}

constexpr TimingProfile docsis31_low_latency() {
  constexpr TimePs kSymbol = 20'937'500;
  constexpr TimePs kDownstreamSymbol = 22'500'000;
  TimingProfile profile = docsis31();
  profile.name = "docsis31-low-latency";
  profile.ofdma.cyclic_prefix_samples = 96;
  profile.ofdma.map_processing_ps = 100 * kPsPerUs;
  profile.map_interval_ps = 4 * 6 * kSymbol;
  profile.nominal_map_interval_ps = 500 * kPsPerUs;
  profile.map_lead_ps = 405 * kPsPerUs;
  profile.map_build_ps = 50 * kPsPerUs;
  profile.decode_ps = 6 * kSymbol;
  profile.downstream_latency_ps = 2 * kDownstreamSymbol;
  return profile;
}

constexpr TimingProfile cablelabs_2012() {
  TimingProfile profile;
  profile.name = "cablelabs-2012";
  profile.map_interval_ps = 2 * kPsPerMs;
  profile.map_lead_ps = 2 * kPsPerMs;
  profile.plant_delay_ps = 1 * kPsPerMs;
  profile.contention = false;
  return profile;
}

}  // namespace

// Constant-initialised, so that initialisers of other constants may use it.
const std::array<TimingProfile, 4> kTimingProfiles = {docsis30(), docsis31(),
                                                      docsis31_low_latency(), cablelabs_2012()};

std::optional<TimingProfile> find_timing_profile(std::string_view name) {
  for (const TimingProfile& profile : kTimingProfiles) {
    if (profile.name == name) return profile;
  }
  return std::nullopt;
}

ChannelParameters default_channel(const TimingProfile& profile) {
  ChannelParameters channel;
  if (profile.kind == ChannelKind::kOfdma) {
    apply(profile.ofdma, channel);
  }
  return channel;
}

}  // namespace docsis_vp::docsis
