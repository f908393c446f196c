#include "system/assembly/packets/timeline.h"

#include <string>
#include <utility>

#include "system/assembly/packets/modem_timeline.h"

namespace docsis_vp::system {

using platform::PerfettoWriter;

namespace {

// In the order of stations, so that a viewer that sorts tracks by name shows them so.
std::string track_name(std::size_t station) {
  const std::string number = std::to_string(station + 1);
  return std::string(2 - number.size(), '0') + number + " " +
         name_of(static_cast<Station>(station));
}

}  // namespace

Timeline::Timeline(std::ostream& to, PacketTracer& tracer,
                   std::vector<std::unique_ptr<ModemUnit>>& modems, const Scenario& scenario,
                   const FlowTable& flows, PacketFilter filter)
    : flows_(flows), filter_(std::move(filter)), writer_(to) {
  packet_ = writer_.category("packet");
  number_ = writer_.number_name("packet");
  for (std::size_t station = 0; station < kStations; ++station) {
    names_[station] = writer_.event_name(name_of(static_cast<Station>(station)));
  }
  for (std::size_t verdict = 1; verdict < verdicts_.size(); ++verdict) {
    verdicts_[verdict] = writer_.event_name(name_of(static_cast<PacketVerdict>(verdict)));
  }
  tracks_.resize(modems.size());
  for (unsigned i = 0; i < modems.size(); ++i) {
    if (!filter_.has_modem(i)) {
      continue;
    }
    const PerfettoWriter::Track group = writer_.add_group(scenario.modems[i].name);
    for (std::size_t station = 0; station < kStations; ++station) {
      tracks_[i][station] = writer_.add_track(track_name(station), group);
    }
    modems_.push_back(std::make_unique<ModemTimeline>(
        *modems[i], scenario, ModemTimeline::Place{writer_, group, next_flow_, filter_}));
    tracer.show(i, *modems_.back());
  }
  tracer.add_sink(*this);
}

Timeline::~Timeline() = default;

void Timeline::add(const PacketRecord& record) {
  if (!filter_.passes(record, flows_) || record.modem >= tracks_.size()) {
    return;
  }
  const Tracks& tracks = tracks_[record.modem];
  PerfettoWriter::Event event;
  event.category = packet_;
  event.flow = record.id;
  std::size_t last = 0;
  for (std::size_t station = 0; station < kStations; ++station) {
    if (record.times[station] == PacketRecord::kNotPassed) {
      continue;
    }
    last = station;
    event.track = tracks[station];
    event.at = record.times[station];
    const bool is_verdict = station == static_cast<std::size_t>(Station::kJudged);
    event.name = is_verdict ? verdicts_[static_cast<std::size_t>(record.verdict)] : names_[station];
    event.ends_flow = station == static_cast<std::size_t>(Station::kDelivered);
    event.number_name = station == 0 ? number_ : 0;
    event.number = record.id;
    writer_.instant(event);
  }
  if (record.outcome == PacketOutcome::kDropped) {
    event.track = tracks[last];
    event.at = record.dropped;
    event.name = writer_.event_name(std::string("lost: ") + name_of(record.cause));
    event.ends_flow = true;
    event.number_name = 0;
    writer_.instant(event);
  }
}

void Timeline::finish() {
  for (const auto& modem : modems_) {
    modem->finish();
  }
  writer_.finish();
}

}  // namespace docsis_vp::system
