// Declares the configuration of the plant, its channels and the CMTS's scheduler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cmts/scheduler_config.h"
#include "models/docsis/channel_kind.h"
#include "system/scenario/fields/aqm.h"
#include "system/scenario/fields/capacity.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class RfProfile { kDocsis30, kDocsis31, kDocsis31LowLatency, kCablelabs2012 };
// Names as in docsis::kTimingProfiles.
inline constexpr Choice<RfProfile> kRfProfiles[] = {
    {"docsis30", RfProfile::kDocsis30},
    {"docsis31", RfProfile::kDocsis31},
    {"docsis31-low-latency", RfProfile::kDocsis31LowLatency},
    {"cablelabs-2012", RfProfile::kCablelabs2012}};

// Selects how the CMTS treats reserved rates that its channels cannot carry, in both directions.
enum class Admission { kAccept, kRefuse };

// One of several data profiles of an OFDMA channel.
struct DataProfileConfig {
  unsigned iuc = 0;
  unsigned bits_per_s_per_hz = 0;
};

// A TDMA channel has a rate and minislots of some ticks; an OFDMA channel has the other fields.
struct ChannelConfig {
  std::string name;
  std::optional<docsis::ChannelKind> kind;
  std::optional<double> rate_mbps;
  std::optional<unsigned> ticks_per_minislot;
  std::optional<unsigned> symbol_rate_ksps;
  std::optional<unsigned> preamble_symbols;
  std::optional<unsigned> guard_symbols;
  std::optional<unsigned> fec_t;
  std::optional<unsigned> fec_codeword_bytes;
  std::optional<unsigned> subcarriers;
  std::optional<unsigned> spacing_khz;
  std::optional<unsigned> cyclic_prefix_samples;
  std::optional<unsigned> symbols_per_frame;
  std::optional<unsigned> bits_per_s_per_hz;
  std::vector<DataProfileConfig> data_profiles;
};

// One of several bonded downstream channels.
struct DownstreamChannelConfig {
  std::string name;
  double rate_mbps = 38;
  double overhead_percent = 0;
  double extra_latency_us = 0;

  double net_mbps() const { return rate_mbps * (100 - overhead_percent) / 100; }
};

// A queue of the CMTS that the packets of all modems share.
struct DownstreamQueueConfig {
  std::optional<std::uint64_t> buffer_bytes;
  std::optional<unsigned> buffer_packets;
  AqmConfig aqm;
};

// Absent fields take the profile's values.
struct RfConfig {
  RfProfile profile = RfProfile::kDocsis30;
  std::vector<ChannelConfig> channels;
  std::optional<double> map_interval_us;
  std::optional<double> map_lead_us;
  std::optional<double> map_build_us;
  std::optional<double> decode_us;
  std::optional<double> downstream_latency_us;
  std::optional<double> cm_map_proc_us;
  std::optional<double> map_phase_us;
  std::optional<double> grant_offset_us;
  cmts::SchedulerConfig scheduler;
  Admission admission = Admission::kAccept;
  std::optional<CapacityProfileConfig> capacity;
  std::optional<std::string> shared_secret;
  double downstream_mbps = 1000;
  std::vector<DownstreamChannelConfig> downstream_channels;
  double downstream_loss_percent = 0;
  double upstream_loss_percent = 0;
  double request_loss_percent = 0;
  double map_loss_percent = 0;
  double map_delay_percent = 0;
  double map_delay_us = 2'000;
  std::optional<DownstreamQueueConfig> downstream_queue;
};

const Table<RfConfig>& rf_table();

}  // namespace docsis_vp::system
