#include "models/cm/map_parser/map_parser.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/cm/flow_interfaces.h"
#include "models/docsis/map_reach.h"
#include "platform/base/errors.h"
#include "platform/base/shared_one.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

constexpr std::uint8_t kNotOurs = 0xFF;

// True for a MAP too far ahead: its grant would stop the flow's requests until it comes.
bool is_beyond_reach(const docsis::ChannelGeometry& channel, const docsis::Map& map,
                     docsis::Minislot first, TimePs now) {
  const std::uint16_t length = map.elements.back().offset;
  return docsis::is_beyond_reach(channel, channel.start(first + length), now);
}

bool is_for(const docsis::ChannelGeometry& channel, const docsis::Map& map) {
  return channel.parameters().ucd_count == map.ucd_count &&
         channel.parameters().map_version() == map.version;
}

// Compares UCD counts, which wrap.
bool is_newer(const docsis::ChannelGeometry& announced, const docsis::ChannelGeometry& in_force) {
  const int ahead = announced.parameters().ucd_count - in_force.parameters().ucd_count;
  return static_cast<std::int8_t>(ahead) > 0;
}

}  // namespace

MapParser::MapParser(const sc_core::sc_module_name& name, const MapParserConfig& config,
                     std::vector<docsis::ChannelGeometry>& channels,
                     platform::InstantSequencer& sequencer, const std::vector<MapSink*>& sinks)
    : sc_module(name),
      task_(sequencer.add(kParse, 0, [this] { run(); })),
      sequencer_(sequencer),
      channels_(channels),
      sinks_(sinks.begin(), sinks.end()),
      passed_(channels.size()),
      clock_(config.clock_hz),
      config_(config),
      work_(shared_one<Work>()),
      announced_(channels.size()) {
  if (config.parsers < 1 || config.parsers > 8) {
    throw ConfigError("/map_parser/parsers", "must be 1 to 8");
  }
  parsers_busy_until_.resize(config.parsers);
  make_tables();
}

void MapParser::set_sids(unsigned flow, const std::vector<std::uint16_t>& sids) {
  do_deferred_work();
  config_.sids[flow] = sids;
  make_tables();
  deferral_changed();
}

void MapParser::make_tables() {
  sids_.clear();
  all_sids_ = {};
  for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
    std::uint16_t lowest = docsis::kSidAllModems;
    std::uint16_t highest = 0;
    for (const auto& flow : config_.sids) {
      if (flow.size() != channels_.size()) {
        throw ConfigError("/service_flows", "every flow needs one SID per channel");
      }
      if (flow[channel] > docsis::kMaxUnicastSid) {
        throw ConfigError("/service_flows", "SIDs must be 1 to 0x3DFF");
      }
      if (flow[channel] == 0) {
        continue;
      }
      lowest = std::min(lowest, flow[channel]);
      highest = std::max(highest, flow[channel]);
    }
    SidTable table;
    table.lowest = lowest;
    table.flows.assign(highest == 0 ? 0U : highest - lowest + 1U, kNotOurs);
    for (std::size_t flow = 0; flow < config_.sids.size(); ++flow) {
      if (config_.sids[flow][channel] != 0) {
        table.flows[config_.sids[flow][channel] - lowest] = static_cast<std::uint8_t>(flow);
      }
    }
    all_sids_.lowest = std::min(all_sids_.lowest, lowest);
    all_sids_.highest = std::max(all_sids_.highest, highest);
    sids_.push_back(std::move(table));
  }
}

void MapParser::run() {
  const TimePs now = platform::now_ps();
  hear_until(now);
  tell_until(now);
  arm();
}

void MapParser::do_deferred_work() {
  if (telling_ || (keeper_ == nullptr && findings_.empty())) {
    return;
  }
  const TimePs now = platform::now_ps();
  if (keeper_ != nullptr) {
    hear_until(now - 1);
  }
  tell_until(now);
}

void MapParser::deferral_changed() {
  if (!telling_ && (keeper_ != nullptr || !findings_.empty())) {
    arm();
  }
}

void MapParser::learn_ucd(unsigned channel, const docsis::ChannelParameters& parameters) {
  const docsis::ChannelGeometry announced(parameters);
  if (!channels_[channel].can_become(announced)) {
    throw InputError(std::string(name()) + ": a change of channel " + parameters.name +
                     " needs another UCD count and minislots that stay where they are");
  }
  do_deferred_work();
  if (is_newer(announced, channels_[channel])) {
    announced_[channel].push_back(announced);
    ++ucds_to_come_;
  }
  deferral_changed();
}

// Does nothing unless the UCD is announced.
void MapParser::put_in_force(std::size_t channel, std::uint8_t ucd_count) {
  if (ucds_to_come_ == 0) return;  // fast exit without reading the channel
  docsis::ChannelGeometry& geometry = channels_[channel];
  std::vector<docsis::ChannelGeometry>& announced = announced_[channel];
  const auto named = std::find_if(announced.begin(), announced.end(), [&](const auto& ucd) {
    return ucd.parameters().ucd_count == ucd_count;
  });
  if (named == announced.end()) return;
  geometry = *named;
  const auto is_past = [&](const auto& ucd) { return !is_newer(ucd, geometry); };
  const auto past = std::remove_if(announced.begin(), announced.end(), is_past);
  ucds_to_come_ -= static_cast<std::size_t>(announced.end() - past);
  announced.erase(past, announced.end());
}

const MapParser::Counters& MapParser::counters() {
  if (keeper_ != nullptr) {
    hear_until(platform::now_ps());
  }
  return counters_;
}

void MapParser::receive(docsis::ManagementOctets frame) {
  if (keeper_ != nullptr) {
    collect(platform::now_ps());  // kept frames arrived before
  }
  inbox_.push_back({platform::now_ps(), std::move(frame)});
  sequencer_.post(task_);
}

// Requires that the results of a MAP appear later than the MAP arrives. A caller of
// do_deferred_work() then need not know whether a MAP that arrives at the same instant was read.
docsis::FrameListener* MapParser::take_from(docsis::FrameKeeper& keeper) {
  keeper_ = config_.check_octets || config_.cycles_per_map == 0 ? nullptr : &keeper;
  return keeper_ != nullptr ? this : nullptr;
}

void MapParser::leave_keeper() {
  if (keeper_ != nullptr) {
    collect(platform::now_ps() + 1);
    keeper_->release();
    keeper_ = nullptr;
    sequencer_.post(task_);
  }
}

void MapParser::hear_until(TimePs time) {
  heard_at_ = platform::now_ps();
  if (keeper_ != nullptr && inbox_.empty()) {
    hear(keeper_->take(time + 1), time);
    return;
  }
  if (keeper_ != nullptr) {
    collect(time + 1);
  }
  hear({inbox_.data(), inbox_.data() + inbox_.size()}, time);
  inbox_.clear();
}

// Takes the kept frames, to be read together with the delivered ones.
void MapParser::collect(TimePs end) {
  const docsis::FrameKeeper::Frames frames = keeper_->take(end);
  inbox_.insert(inbox_.end(), frames.begin(), frames.end());
}

// Reads each frame as of its arrival time.
void MapParser::hear(docsis::FrameKeeper::Frames frames, TimePs time) {
  if (frames.begin() == frames.end()) {
    return;
  }
  // A frame that arrives now must be delivered in full.
  TimePs beyond =
      frames.first->arrived == heard_at_ ? docsis::kEveryMap : earliest_relevant_ack_time();
  bool any_passed = false;
  while (frames.begin() != frames.end()) {
    const docsis::FrameKeeper::Frames next = take_instant(frames);
    const TimePs arrived = next.first->arrived;
    if (!findings_.empty()) {
      tell_until(arrived - 1);  // deferred events
      beyond = earliest_relevant_ack_time();
    }
    const TimePs until = frames.begin() == frames.end() ? time + 1 : frames.first->arrived;
    if (next.end() - next.begin() == 1 && pass_over(*next.first, beyond, until)) {
      any_passed = true;
      continue;
    }
    if (any_passed) {
      tell_passed();
      any_passed = false;
    }
    accept(next);
  }
  if (any_passed) {
    tell_passed();
  }
}

// Removes the first frame and those that arrived at the same time.
docsis::FrameKeeper::Frames MapParser::take_instant(docsis::FrameKeeper::Frames& frames) {
  const docsis::FrameKeeper::Kept* const first = frames.first;
  do {
    ++frames.first;
  } while (frames.first != frames.last && frames.first->arrived == first->arrived);
  return {first, frames.first};
}

// Orders MAPs of several channels at one instant by their octets, which name the channel.
void MapParser::accept(docsis::FrameKeeper::Frames frames) {
  if (frames.end() - frames.begin() == 1) {
    accept(frames.first->frame, frames.first->arrived);
    return;
  }
  std::vector<docsis::FrameKeeper::Kept>& at_once = work_->at_once;
  at_once.assign(frames.begin(), frames.end());
  std::stable_sort(at_once.begin(), at_once.end(),
                   [](const auto& a, const auto& b) { return *a.frame < *b.frame; });
  for (const docsis::FrameKeeper::Kept& kept : at_once) {
    accept(kept.frame, kept.arrived);
  }
  at_once.clear();
}

// Fast path: counts a MAP that does not address this modem, was parsed before the next event, and
// acknowledges nothing relevant. Full parsing of such MAPs would be most of the cost of a modem
// among a thousand.
bool MapParser::pass_over(const docsis::FrameKeeper::Kept& kept, TimePs beyond, TimePs next) {
  const docsis::ManagementFrame& frame = *kept.frame.operator->();
  if (keeper_ == nullptr || frame.map() == nullptr || !findings_.empty() ||
      frame.acknowledged_until() > beyond || frame.index().names(all_sids_)) {
    return false;
  }
  const docsis::Map& map = *frame.map();
  const std::size_t channel = index_of(map);
  if (channel == channels_.size() || sids_[channel].flows.empty()) {
    return false;
  }
  const docsis::ChannelGeometry& geometry = channels_[channel];
  const docsis::Minislot first =
      geometry.from_wire(map.allocation_start, geometry.at(kept.arrived));
  const std::uint64_t cycles =
      config_.cycles_per_map + map.elements.size() * std::uint64_t{config_.cycles_per_element};
  const TimePs parsed = clock_.after(kept.arrived, cycles);
  if (!is_for(geometry, map) || is_beyond_reach(geometry, map, first, kept.arrived) ||
      parsed >= next) {
    return false;
  }
  const docsis::MapIndex::SharedRegions& regions = frame.index().shared_regions();
  if (regions.count > 0 && (regions.shortest < geometry.parameters().request_minislots ||
                            first + regions.end > geometry.at(heard_at_))) {
    return false;
  }
  counters_.regions += regions.count;
  ++counters_.maps;
  counters_.elements += map.elements.size();
  counters_.busy_cycles += cycles;
  spoken_to_ = false;
  last_end_ = parsed;
  passed_[channel] = {passed_[channel].maps + 1, &map, kept.arrived};
  return true;
}

// In the order of the last MAPs of the channels.
void MapParser::tell_passed() {
  telling_ = true;
  while (const Passed* const next = first_passed()) {
    const auto channel = static_cast<unsigned>(next - passed_.data());
    const Passed passed = std::exchange(passed_[channel], {});
    const docsis::Minislot near = channels_[channel].at(passed.arrived);
    const MapSummary last = summary_of(channel, *passed.last, near);
    for (MapSink* sink : sinks_) sink->on_maps_passed(last, passed.maps);
  }
  telling_ = false;
}

const MapParser::Passed* MapParser::first_passed() const {
  const Passed* first = nullptr;
  for (const Passed& passed : passed_) {
    if (passed.maps > 0 && (first == nullptr || passed.arrived < first->arrived)) {
      first = &passed;
    }
  }
  return first;
}

void MapParser::tell_until(TimePs time) {
  telling_ = true;
  while (!findings_.empty() && findings_.front().at <= time) {
    tell(findings_.pop_front().what);
  }
  telling_ = false;
}

// Posts the task for the first event that cannot be deferred. Posting it for every event would be
// most of the cost of a silent modem.
void MapParser::arm() {
  std::size_t next = 0;
  while (next < findings_.size() && may_tell_later(findings_[next].what)) {
    ++next;
  }
  sequencer_.post_at(task_, next == findings_.size() ? kNever : findings_[next].at);
  listen();
}

// Tells the keeper which frames the modem needs. After two MAPs in a row that addressed the modem,
// it takes every MAP: for a modem that each MAP addresses, asking costs more than reading.
void MapParser::listen() {
  const bool hears_all = spoken_to_ && spoken_to_before_;
  if (keeper_ == nullptr || (hears_all && earliest_relevant_ack_time_ == docsis::kEveryMap &&
                             all_sids_ == listened_for_)) {
    return;
  }
  const TimePs beyond = hears_all ? docsis::kEveryMap : earliest_relevant_ack_time();
  if (beyond == earliest_relevant_ack_time_ && all_sids_ == listened_for_) {
    return;
  }
  earliest_relevant_ack_time_ = beyond;
  listened_for_ = all_sids_;
  if (keeper_->subscribe(all_sids_, beyond)) {
    frames_wait();
  }
}

// While a UCD is announced, any MAP may activate it.
TimePs MapParser::earliest_relevant_ack_time() const {
  if (ucds_to_come_ != 0) {
    return docsis::kEveryMap;
  }
  TimePs beyond = kNever;
  for (const MapSink* sink : sinks_) {
    beyond = std::min(beyond, sink->earliest_relevant_ack_time());
  }
  return beyond;
}

bool MapParser::may_tell_later(const MapParserEvent& event) const {
  const auto may_defer = [this](const auto& what) {
    return std::all_of(sinks_.begin(), sinks_.end(),
                       [&](const MapSink* sink) { return sink->may_defer(what); });
  };
  if (const auto* region = std::get_if<RequestRegion>(&event)) {
    return may_defer(*region);
  }
  const auto* summary = std::get_if<MapSummary>(&event);
  return summary != nullptr && may_defer(*summary);
}

// Returns the MAP that the modem's hardware reads; nullptr: the frame is not a MAP.
const docsis::Map* MapParser::read(const docsis::ManagementOctets& frame) {
  const docsis::Map* const shared = frame->map();
  if (shared != nullptr && !config_.check_octets) {
    return shared;
  }
  const std::optional<docsis::ParseError> error = docsis::parse_map(*frame, map_);
  if (shared != nullptr && (error || !(map_ == *shared))) {
    throw std::logic_error(std::string(name()) + ": a MAP's octets say something else than it");
  }
  if (error) {
    const bool other = *error == docsis::ParseError::kNotAMap ||
                       *error == docsis::ParseError::kNotManagement ||
                       *error == docsis::ParseError::kProbeMap;
    ++(other ? counters_.other_messages : counters_.malformed);
    return nullptr;
  }
  return &map_;
}

void MapParser::accept(const docsis::ManagementOctets& frame, TimePs arrived) {
  const docsis::Map* const map = read(frame);
  if (map == nullptr) {
    return;
  }
  const std::size_t index = index_of(*map);
  if (index == channels_.size() || sids_[index].flows.empty()) {
    ++counters_.foreign_channel;
  } else if (!is_in_force(index, *map)) {
    ++counters_.ucd_mismatch;
  } else if (const docsis::Minislot near = channels_[index].at(arrived);
             is_beyond_reach(channels_[index], *map,
                             channels_[index].from_wire(map->allocation_start, near), arrived)) {
    ++counters_.beyond_reach;
  } else if (!has_room(arrived)) {
    ++counters_.overflow;
  } else {
    const bool is_shared = map == frame->map();
    parse(static_cast<unsigned>(index), *map, is_shared ? &frame->index() : nullptr, arrived, near);
  }
}

// Returns the number of channels for an unknown channel.
std::size_t MapParser::index_of(const docsis::Map& map) const {
  std::size_t index = 0;
  while (index < channels_.size() && channels_[index].parameters().channel_id != map.channel_id) {
    ++index;
  }
  return index;
}

// True if the MAP refers to the UCD in force, or to an announced one, which is then in force.
bool MapParser::is_in_force(std::size_t channel, const docsis::Map& map) {
  put_in_force(channel, map.ucd_count);
  return is_for(channels_[channel], map);
}

// Parses at once; the sinks get each event when its cycles are over.
void MapParser::parse(unsigned channel, const docsis::Map& map, const docsis::MapIndex* index,
                      TimePs arrived, docsis::Minislot near) {
  const docsis::ChannelGeometry& geometry = channels_[channel];
  const auto parser = std::min_element(parsers_busy_until_.begin(), parsers_busy_until_.end());
  const std::uint64_t begin =
      std::max(*parser, clock_.cycle_at_or_after(arrived)) + config_.cycles_per_map;
  const std::size_t count = map.elements.size();
  const docsis::Minislot first = geometry.from_wire(map.allocation_start, near);
  // For a MAP that was kept: opportunities for all flows before this minislot are over.
  const docsis::Minislot present = arrived < heard_at_ ? geometry.at(heard_at_) : 0;
  list_places(sids_[channel], index, count);
  work_->map_arrived = arrived;
  spoken_to_before_ = std::exchange(spoken_to_, false);
  for (const std::size_t place : work_->places) {
    // An element is known when the next one, which ends it, has been read.
    const std::uint64_t read = std::min(place + 2, count);
    parse_element(channel, map.elements[place], first, present,
                  clock_.edge(begin + read * config_.cycles_per_element));
  }
  const std::uint64_t end = begin + count * config_.cycles_per_element;
  counters_.busy_cycles += config_.cycles_per_map + count * config_.cycles_per_element;
  *parser = end;
  last_end_ = clock_.edge(end);
  ++counters_.maps;
  counters_.elements += count;
  note_end(last_end_);
  add_finding(last_end_, summary_of(channel, map, near));
}

MapSummary MapParser::summary_of(unsigned channel, const docsis::Map& map,
                                 docsis::Minislot near) const {
  const docsis::ChannelGeometry& geometry = channels_[channel];
  return {channel, position_of(geometry, geometry.from_wire(map.ack_time, near)),
          map.data_backoff_start, map.data_backoff_end};
}

// Lists the elements that may be for this modem, or all elements.
void MapParser::list_places(const SidTable& own, const docsis::MapIndex* index, std::size_t count) {
  std::vector<std::uint16_t>& places = work_->places;
  places.clear();
  if (index == nullptr) {
    places.resize(count);
    std::iota(places.begin(), places.end(), std::uint16_t{0});
    return;
  }
  index->find(own.range(), places);
  index->find({docsis::kSidAllModems, docsis::kSidAllModems}, places);
  std::sort(places.begin(), places.end());
}

// A MAP that ends at the arrival of another still occupies its place.
bool MapParser::has_room(TimePs arrived) {
  const auto first =
      std::find_if(ends_.begin(), ends_.end(), [arrived](TimePs end) { return end >= arrived; });
  ends_.erase(ends_.begin(), first);
  return ends_.size() < config_.queue_limit;
}

void MapParser::note_end(TimePs end) {
  ends_.push_back(end);
  for (std::size_t i = ends_.size() - 1; i > 0 && end < ends_[i - 1]; --i) {
    std::swap(ends_[i - 1], ends_[i]);
  }
}

void MapParser::parse_element(unsigned channel, const docsis::MapElement& element,
                              docsis::Minislot first, docsis::Minislot present, TimePs at) {
  const docsis::ChannelGeometry& geometry = channels_[channel];
  const SidTable& table = sids_[channel];
  // Below the lowest SID the difference wraps beyond the table.
  const std::size_t index = static_cast<std::uint16_t>(element.sid - table.lowest);
  const std::uint8_t flow = index < table.flows.size() ? table.flows[index] : kNotOurs;
  const bool ours = flow != kNotOurs;
  if (element.iuc == docsis::kIucRequest && (ours || element.sid == docsis::kSidAllModems)) {
    RequestRegion region;
    region.channel = channel;
    if (ours) {
      region.flow = flow;
    }
    region.iuc = element.iuc;
    region.first_minislot = first + element.offset;
    region.minislots_each = geometry.parameters().request_minislots;
    region.opportunities = element.length / region.minislots_each;
    region.geometry = &geometry;
    if (region.opportunities > 0) {
      ++counters_.regions;
      if (ours || region.first_minislot + element.length > present) {
        add_finding(at, region);
      }
    }
  } else if (ours && docsis::is_data_iuc(element.iuc)) {
    spoken_to_ = true;
    if (element.length == 0) {
      ++counters_.pendings;
      add_finding(at, GrantPending{channel, flow});
      return;
    }
    if (!geometry.has_profile(element.iuc)) {
      ++counters_.unknown_profiles;
      return;
    }
    Grant grant;
    grant.channel = channel;
    grant.flow = flow;
    grant.sid = element.sid;
    grant.iuc = element.iuc;
    grant.first_minislot = first + element.offset;
    grant.minislots = element.length;
    grant.bytes = static_cast<std::uint32_t>(geometry.bytes_in(element.length, element.iuc));
    grant.start = geometry.start(grant.first_minislot);
    grant.end = geometry.end(grant.first_minislot, grant.minislots);
    grant.map_arrived = work_->map_arrived;
    ++counters_.grants;
    add_finding(at, grant);
  }
}

void MapParser::add_finding(TimePs at, const MapParserEvent& what) {
  findings_.push_back({at, what});
  // Parallel parsers may finish out of order.
  for (std::size_t i = findings_.size() - 1; i > 0 && at < findings_[i - 1].at; --i) {
    std::swap(findings_[i - 1], findings_[i]);
  }
}

void MapParser::tell(const MapParserEvent& event) {
  if (const auto* grant = std::get_if<Grant>(&event)) {
    for (MapSink* sink : sinks_) sink->on_grant(*grant);
  } else if (const auto* pending = std::get_if<GrantPending>(&event)) {
    for (MapSink* sink : sinks_) sink->on_pending(pending->channel, pending->flow);
  } else if (const auto* region = std::get_if<RequestRegion>(&event)) {
    for (MapSink* sink : sinks_) sink->on_request_region(*region);
  } else {
    for (MapSink* sink : sinks_) sink->on_map_end(std::get<MapSummary>(event));
  }
}

}  // namespace docsis_vp::cm
