#include "system/scenario/check/upstream_notes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "models/docsis/map.h"
#include "models/docsis/map_lead.h"
#include "models/docsis/segment_header.h"
#include "models/docsis/timing_profile.h"
#include "system/json/writer.h"
#include "system/scenario/derive/proactive_series.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

using docsis::ChannelGeometry;

// Attempts per opportunity above which contention is noted: one in seven succeeds.
constexpr double kMostRequestAttempts = 2;
// Number of SIDs above which a note is due.
constexpr double kManySids = 0.9 * docsis::kMaxUnicastSid;

const std::string& entry_name(const ModemConfig& modem) {
  return modem.family.empty() ? modem.name : modem.family;
}

class UpstreamNotes {
 public:
  explicit UpstreamNotes(const Scenario& all)
      : all_(all), contends_(timing_profile_of(all.rf).contention) {
    for (unsigned i = 0; i < all.rf.channels.size(); ++i) {
      channels_.emplace_back(channel_parameters(all.rf, i));
    }
    auto modem = all.modems.begin();
    for (const ServiceFlowConfig& flow : all.service_flows) {
      while (modem->name != flow.modem) {
        ++modem;  // flows come in the order of the modems
      }
      if (flow.direction == Direction::kUpstream) look_at(*modem, flow);
    }
    look_at_contention();
    look_at_loop();
    if (static_cast<double>(flows_) > kManySids) {
      add("upstream: " + std::to_string(flows_) + " service flows use as many of the " +
          std::to_string(docsis::kMaxUnicastSid) + " SIDs");
    }
  }
  std::vector<std::string> lines() && { return std::move(lines_); }

 private:
  // Equal modems share a line.
  void add(const std::string& line) {
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
  }

  void look_at(const ModemConfig& modem, const ServiceFlowConfig& flow) {
    ++flows_;
    const SchedulingConfig& scheduling = *flow.scheduling;
    contending_ += (*scheduling.request_policy & docsis::kNoBroadcastRequests) == 0 ? 1 : 0;
    if (scheduling.is_unsolicited()) {
      look_at_jitter(modem, flow, "unsolicited grants", "tolerated_grant_jitter_us",
                     scheduling.nominal_grant_interval_us, scheduling.tolerated_grant_jitter_us);
    }
    if (scheduling.is_polled()) {
      look_at_jitter(modem, flow, "polls", "tolerated_poll_jitter_us",
                     *scheduling.nominal_polling_interval_us, scheduling.tolerated_poll_jitter_us);
    }
    if (scheduling.is_proactive()) look_at_proactive(modem, flow);
  }

  // Names the interval that whole minislots or frames make of the guaranteed one.
  void look_at_proactive(const ModemConfig& modem, const ServiceFlowConfig& flow) {
    for (const ChannelGeometry& channel : channels_) {
      const std::string& name = channel.parameters().name;
      if (!is_listed(modem.channels, name) || !is_listed(flow.channels, name)) continue;
      const cmts::GrantSeries series =
          proactive_series(*flow.scheduling, channel, from_us(*all_.rf.map_interval_us));
      if (series.bytes == 0) continue;
      const TimePs prepared = channel.parameters().cm_map_proc_ps;
      add("service flow " + flow.name + " of " + entry_name(modem) + ": proactive grants of " +
          std::to_string(series.bytes) + " bytes at least every " + us(series.interval_ps) +
          " on " + name + "; a burst begins " + us(prepared) + " to " +
          us(prepared + series.interval_ps) + " after its bytes are released");
    }
  }

  // With the low-latency profile, whose purpose it is.
  void look_at_loop() {
    if (all_.rf.profile != RfProfile::kDocsis31LowLatency) return;
    for (const ChannelGeometry& channel : channels_) {
      add("upstream: a request in the region of a MAP is granted from " +
          us(request_grant_loop(all_, channel)) + " after it on " + channel.parameters().name);
    }
  }

  static std::string us(TimePs time) {
    return json_number(std::round(static_cast<double>(time) / 1e5) / 10) + " us";
  }

  // Uses the channel with the least jitter.
  void look_at_jitter(const ModemConfig& modem, const ServiceFlowConfig& flow, const char* what,
                      const char* key, unsigned interval_us, unsigned tolerated_us) {
    const bool grants = key == std::string("tolerated_grant_jitter_us");
    std::optional<TimePs> least;
    std::string best;
    for (const ChannelGeometry& channel : channels_) {
      const std::string& name = channel.parameters().name;
      if (!is_listed(modem.channels, name) || !is_listed(flow.channels, name)) continue;
      const std::uint32_t request = channel.parameters().request_minislots;
      const std::uint32_t length =
          grants ? channel.minislots_for(
                       flow.scheduling->unsolicited_grant_bytes + docsis::kSegmentHeaderBytes,
                       channel.data_iuc(static_cast<std::uint8_t>(modem.data_iuc)))
                 : request;
      const std::uint32_t region =
          contends_ ? all_.rf.scheduler.request_opportunities * request : 0;
      const auto jitter = least_jitter(channel, from_us(*all_.rf.map_interval_us), region,
                                       TimePs{interval_us} * kPsPerUs, length);
      if (jitter && (!least || *jitter < *least)) {
        least = jitter;
        best = "the " + grid_of(channel) + " of " + name;
      }
    }
    if (!least || *least <= TimePs{tolerated_us} * kPsPerUs) return;
    add("service flow " + flow.name + " of " + entry_name(modem) + ": its " + what + " every " +
        std::to_string(interval_us) + " us cannot all begin within " +
        std::to_string(tolerated_us) + " us on " + best + ", expected a " + key + " of at least " +
        std::to_string((*least + kPsPerUs - 1) / kPsPerUs));
  }

  void look_at_contention() {
    const auto attempts = [this](unsigned exponent) {
      return 2.0 * static_cast<double>(contending_) / (std::exp2(exponent) + 1);
    };
    const unsigned end = all_.rf.scheduler.backoff_end;
    if (!contends_ || attempts(end) <= kMostRequestAttempts) return;
    unsigned enough = end;
    while (enough < 15 && attempts(enough) > 1) ++enough;
    add("upstream: " + std::to_string(contending_) +
        " service flows may contend at once; with a backoff_end of " + std::to_string(end) +
        " a request opportunity then has " + json_number(std::round(10 * attempts(end)) / 10) +
        " requests, with " + std::to_string(enough) + " it has " +
        json_number(std::round(10 * attempts(enough)) / 10));
  }

  const Scenario& all_;
  bool contends_;
  std::vector<ChannelGeometry> channels_;
  std::size_t flows_ = 0;
  std::size_t contending_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace

std::optional<TimePs> least_jitter(const ChannelGeometry& channel, TimePs map_interval,
                                   std::uint32_t region, TimePs period, std::uint32_t length) {
  const std::uint32_t interval = channel.minislots_in(map_interval);
  if (region + length > interval) return std::nullopt;
  const std::uint32_t per_frame = channel.minislots_per_frame();
  const TimePs frame = channel.frame_ps();
  const TimePs first = static_cast<TimePs>(region / per_frame) * frame;  // first place of a MAP
  const TimePs last = static_cast<TimePs>((interval - length) / per_frame) * frame;
  // Nominal times lie in MAPs at the first place and at multiples of the common divisor from it.
  // Candidates for the worst are the earliest behind each frame, the last before the region and
  // those behind the last place.
  const TimePs step = std::gcd(period, map_interval);
  const TimePs offset = first % step;
  TimePs worst = 0;
  const auto look = [&](TimePs at) {
    if (at >= map_interval) return;
    const TimePs begin = std::max((at + frame - 1) / frame * frame, first);
    worst = std::max(worst, (begin <= last ? begin : map_interval + first) - at);
  };
  for (TimePs from = 0; from < map_interval; from += frame) {
    for (const TimePs bound : {from, from + 1}) {
      look(bound + ((offset - bound) % step + step) % step);
    }
  }
  return worst;
}

TimePs request_grant_loop(const Scenario& all, const ChannelGeometry& channel) {
  const RfConfig& rf = all.rf;
  docsis::TimingProfile timing = timing_profile_of(rf);
  timing.map_build_ps = from_us(*rf.map_build_us);
  timing.downstream_latency_ps = from_us(*rf.downstream_latency_us);
  timing.plant_delay_ps = 0;
  for (const ModemConfig& modem : all.modems) {
    timing.plant_delay_ps = std::max(timing.plant_delay_ps, from_us(*modem.plant_delay_us));
  }
  const TimePs interval = from_us(*rf.map_interval_us);
  const TimePs known = channel.end(0, channel.parameters().request_minislots) +
                       timing.plant_delay_ps + from_us(*rf.decode_us) + from_us(*rf.map_lead_us);
  const std::uint32_t frames = docsis::min_request_grant_frames(timing, channel);
  const TimePs earliest =
      std::max(known, (static_cast<TimePs>(std::max(frames, 1U)) - 1) * channel.frame_ps());
  return (earliest + interval - 1) / interval * interval;
}

std::vector<std::string> notes_on_upstream(const Scenario& all) {
  return UpstreamNotes(all).lines();
}

}  // namespace docsis_vp::system
