#include "system/assembly/packets/modem_timeline.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/cm/request_engine/request_ledger.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/interrupt_sources.h"

namespace docsis_vp::system {

namespace {

const char* lost_name(cm::LostGrant how) {
  switch (how) {
    case cm::LostGrant::kMissed:
      return "missed";
    case cm::LostGrant::kLate:
      return "late";
    case cm::LostGrant::kRefused:
      return "refused";
    case cm::LostGrant::kUnused:
      break;
  }
  return "unused";
}

}  // namespace

ModemTimeline::ModemTimeline(ModemUnit& unit, const Scenario& scenario, const Place& place)
    : unit_(unit), place_(place) {
  platform::PerfettoWriter& writer = place_.writer;
  request_ = writer.category("request");
  map_ = writer.category("map");
  grant_ = writer.category("grant");
  burst_ = writer.category("burst");
  interrupt_ = writer.category("interrupt");
  firmware_ = writer.category("firmware");
  bytes_ = writer.number_name("bytes");
  builder_.name = "burst builder";
  for (const ChannelConfig& config : scenario.rf.channels) {
    Channel& channel = channels_.emplace_back();
    channel.requests.name = "requests " + config.name;
    channel.grants.name = "grants " + config.name;
    channel.bursts.name = "bursts " + config.name;
    channel.maps = writer.add_track("MAPs received " + config.name, place_.group);
    channel.parser = writer.add_track("MAPs parsed " + config.name, place_.group);
  }
  if (unit_.cpu() != nullptr) {
    watch_cpu();
  }
}

void ModemTimeline::watch_cpu() {
  platform::PerfettoWriter& writer = place_.writer;
  sources_.emplace_back();
  for (unsigned source = 1; source < std::size(kInterruptSources); ++source) {
    sources_.push_back(
        {writer.add_track(std::string("irq ") + kInterruptSources[source], place_.group), false});
  }
  unit_.cpu()->plic().observe(
      [this](unsigned source, bool level, TimePs at) { level_changed(source, level, at); });
  for (unsigned hart = 0; hart < unit_.cpu()->harts(); ++hart) {
    harts_.push_back(std::make_unique<HartTrack>(*this, hart));
  }
}

bool ModemTimeline::shows(TimePs at) const {
  return place_.filter.is_in_time(at);
}

void ModemTimeline::slice(TimelineTrack& track, Name category, const char* name, TimePs from,
                          TimePs to, std::uint64_t flow, std::uint64_t bytes) {
  if (!shows(from)) {
    return;
  }
  auto row = std::find_if(track.rows.begin(), track.rows.end(),
                          [from](const TrackRow& each) { return each.end <= from; });
  if (row == track.rows.end()) {
    track.rows.push_back({place_.writer.add_track(track.name, place_.group), 0});
    row = std::prev(track.rows.end());
  }
  row->end = to;
  platform::PerfettoWriter::Event event;
  event.track = row->track;
  event.at = from;
  event.category = category;
  event.name = place_.writer.event_name(name);
  event.flow = flow;
  event.number_name = bytes_;
  event.number = bytes;
  place_.writer.begin(event);
  place_.writer.end(row->track, to);
}

// A piggyback leaves with the burst that is being built.
void ModemTimeline::requested(const cm::RequestMade& request) {
  const bool rides = request.kind == cm::RequestKind::kPiggyback;
  const TimePs start = rides ? building_.start : request.start;
  const TimePs end = rides ? building_.end : request.end;
  const unsigned channel = rides ? building_.channel : request.channel;
  const std::uint64_t chain = place_.next_flow++;
  requests_.push_back({request.flow, request.position, start, chain});
  const char* const name = rides                                          ? "piggyback"
                           : request.kind == cm::RequestKind::kContention ? "contention"
                                                                          : "poll";
  slice(channels_[channel].requests, request_, name, start, end, chain, request.bytes);
}

// The grant belongs to the oldest request that was under way when its MAP was sent.
void ModemTimeline::granted(const cm::Grant& grant, const cm::RequestLedger& ledger) {
  const TimePs oldest = ledger.oldest_sent();
  requests_.erase(std::remove_if(requests_.begin(), requests_.end(),
                                 [&](const Request& request) {
                                   return request.flow == grant.flow && request.position < oldest;
                                 }),
                  requests_.end());
  const auto request = std::find_if(requests_.begin(), requests_.end(), [&](const Request& each) {
    return each.flow == grant.flow && each.position == oldest && each.sent < grant.map_arrived;
  });
  const std::uint64_t chain = request != requests_.end() ? request->chain : place_.next_flow++;
  grants_.push_back({grant.channel, grant.first_minislot, grant.flow, chain});
  if (!shows(grant.map_arrived)) {
    return;
  }
  platform::PerfettoWriter::Event event;
  event.track = channels_[grant.channel].maps;
  event.at = grant.map_arrived;
  event.category = map_;
  event.name = place_.writer.event_name("MAP");
  event.flow = chain;
  place_.writer.instant(event);
  event.track = channels_[grant.channel].parser;
  event.at = platform::now_ps();
  event.category = grant_;
  event.name = place_.writer.event_name("grant");
  event.number_name = bytes_;
  event.number = grant.bytes;
  place_.writer.instant(event);
}

std::uint64_t ModemTimeline::take_chain(const cm::Grant& grant) {
  const auto found = std::find_if(grants_.begin(), grants_.end(), [&](const Grant& each) {
    return each.channel == grant.channel && each.first_minislot == grant.first_minislot &&
           each.flow == grant.flow;
  });
  if (found == grants_.end()) {
    return 0;
  }
  const std::uint64_t chain = found->chain;
  grants_.erase(found);
  return chain;
}

void ModemTimeline::grant_lost(const cm::Grant& grant, cm::LostGrant how) {
  slice(channels_[grant.channel].grants, grant_, lost_name(how), grant.start, grant.end,
        take_chain(grant), grant.bytes);
}

void ModemTimeline::build_begins(const cm::Grant& grant, TimePs) {
  building_ = grant;
  building_chain_ = take_chain(grant);
  build_began_ = ready_ = platform::now_ps();
}

void ModemTimeline::moved(std::size_t, const cm::MovedPiece& times) {
  ready_ = std::max(ready_, times.ready);
}

void ModemTimeline::built() {
  Channel& channel = channels_[building_.channel];
  slice(builder_, burst_, "build", build_began_, ready_, building_chain_, building_.bytes);
  slice(channel.grants, grant_, "used", building_.start, building_.end, building_chain_,
        building_.bytes);
  slice(channel.bursts, burst_, "burst", building_.start, building_.end, building_chain_,
        building_.bytes);
}

void ModemTimeline::level_changed(unsigned source, bool level, TimePs at) {
  if (source >= sources_.size() || sources_[source].is_open == level) {
    return;
  }
  if (!level) {
    sources_[source].is_open = false;
    place_.writer.end(sources_[source].track, at);
  } else if (shows(at)) {
    sources_[source].is_open = true;
    interrupt_flow_ = place_.next_flow++;
    platform::PerfettoWriter::Event event;
    event.track = sources_[source].track;
    event.at = at;
    event.category = interrupt_;
    event.name = place_.writer.event_name(kInterruptSources[source]);
    event.flow = interrupt_flow_;
    place_.writer.begin(event);
  }
}

ModemTimeline::HartTrack::HartTrack(ModemTimeline& timeline, unsigned hart)
    : timeline_(timeline),
      functions_(timeline.place_.writer.add_track(
          timeline.unit_.cpu()->name_of_hart("firmware", hart), timeline.place_.group)) {
  timeline.unit_.cpu()->hart(hart).observe_functions(*this);
}

// Another program may lie where one was reset.
void ModemTimeline::HartTrack::on_reset(TimePs at) {
  end_function(at);
  function_names_.clear();
}

void ModemTimeline::HartTrack::end_function(TimePs at) {
  last_at_ = std::max(last_at_, at);
  if (in_function_) {
    in_function_ = false;
    timeline_.place_.writer.end(functions_, at);
  }
}

platform::CodeRange ModemTimeline::HartTrack::function_at(std::uint32_t pc) const {
  const platform::ElfImage::Symbol* const symbol = timeline_.unit_.cpu()->image().symbol_at(pc);
  if (symbol == nullptr) {
    return {pc, pc};
  }
  return {symbol->address, symbol->size_bytes != 0 ? symbol->address + symbol->size_bytes - 1 : pc};
}

void ModemTimeline::HartTrack::on_function(TimePs at, std::uint32_t pc) {
  end_function(at);
  if (!timeline_.shows(at)) {
    return;
  }
  const platform::ElfImage::Symbol* const symbol = timeline_.unit_.cpu()->image().symbol_at(pc);
  in_function_ = true;
  platform::PerfettoWriter& writer = timeline_.place_.writer;
  platform::PerfettoWriter::Event event;
  event.track = functions_;
  event.at = at;
  event.category = timeline_.firmware_;
  Name& name = function_names_[symbol != nullptr ? symbol->address : pc];
  if (name == 0) {
    name = writer.event_name(symbol != nullptr ? symbol->name : "outside");
  }
  event.name = name;
  event.flow = std::exchange(timeline_.interrupt_flow_, 0);
  event.ends_flow = true;
  writer.begin(event);
}

void ModemTimeline::finish() {
  TimePs now = platform::now_ps();
  for (const auto& hart : harts_) {
    now = std::max(now, hart->last_at());
  }
  for (const auto& hart : harts_) {
    hart->end_function(now);
  }
  for (Source& source : sources_) {
    if (source.is_open) {
      source.is_open = false;
      place_.writer.end(source.track, now);
    }
  }
}

}  // namespace docsis_vp::system
