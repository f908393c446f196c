#include "models/cm/request_engine/request_engine.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "models/docsis/mac_header.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

constexpr std::uint16_t kMaxUnits = 65535;
constexpr unsigned kMaxChannels = 32;

// A task that was held back at the instant of a latch acts 1 ps late (InstantSequencer).
constexpr TimePs kHeldBack = 1;

// Index of the first usable opportunity; all later ones are usable too.
std::uint32_t first_usable(const RequestRegion& region, TimePs now) {
  return region.first_made_from(now - kHeldBack);
}
bool is_past(const RequestRegion& region, TimePs now) {
  return first_usable(region, now) == region.opportunities;
}

void check(const RequestEngineConfig& config) {
  if (config.channels < 1 || config.channels > kMaxChannels) {
    throw ConfigError("/rf/channels", "a modem has 1 to 32 upstream channels");
  }
  for (std::size_t i = 0; i < config.flows.size(); ++i) {
    const RequestFlowConfig& flow = config.flows[i];
    const std::string place = "/service_flows/" + std::to_string(i);
    if (flow.sids.size() != config.channels) {
      throw ConfigError(place + "/sids", "needs one SID per channel");
    }
    const std::uint32_t n = flow.options.request_unit_bytes;
    if (n < 1 || n > 16 || (n & (n - 1)) != 0) {
      throw ConfigError(place + "/request_unit_bytes", "must be 1, 2, 4, 8 or 16");
    }
    if (flow.options.contention_window_eighths < 4 || flow.options.contention_window_eighths > 12) {
      throw ConfigError(place + "/contention_window_eighths", "must be 4 to 12");
    }
  }
}

}  // namespace

RequestEngine::RequestEngine(const sc_core::sc_module_name& name, const RequestEngineConfig& config,
                             platform::InstantSequencer& sequencer, Shaper& shaper,
                             QueueMemory& memory, docsis::UpstreamTransmitter& transmitter)
    : sc_module(name),
      sequencer_(sequencer),
      shaper_(shaper),
      memory_(memory),
      transmitter_(transmitter),
      modem_(config.modem),
      max_tries_(config.max_tries),
      task_(sequencer.add(kRequest, 0, [this] { run(); })),
      channels_(config.channels) {
  check(config);
  flows_.reserve(config.flows.size());
  for (const RequestFlowConfig& flow : config.flows) {
    flows_.emplace_back(flow, config.seed);
  }
}

void RequestEngine::Flow::use(const std::vector<std::uint16_t>& sids) {
  config.sids = sids;
  channels = 0;
  for (std::size_t channel = 0; channel < sids.size(); ++channel) {
    channels |= sids[channel] != 0 ? 1U << channel : 0;
  }
}

void RequestEngine::set_sids(unsigned index, const std::vector<std::uint16_t>& sids) {
  Flow& flow = flows_[index];
  flow.use(sids);
  const std::uint32_t used = flow.channels;
  if (used == 0) {
    throw InputError(std::string(name()) + ": a service flow needs a channel");
  }
  // No later MAP of a removed channel can clear its pending bit.
  flow.pendings &= used;
  flow.pendings_seen &= used;
  if (!flow.uses(flow.backoff_channel)) {
    flow.backoff_channel = static_cast<unsigned>(__builtin_ctz(used));
  }
  polls_.erase(std::remove_if(polls_.begin(), polls_.end(),
                              [&](const RequestRegion& poll) {
                                return *poll.flow == index && !flow.uses(poll.channel);
                              }),
               polls_.end());
  if (flow.scheduled && !flow.uses(flow.next.channel)) {
    contend(flow, platform::now_ps());  // another opportunity, without counting a try
  }
  arm();
  read_maps();
  tell_deferral_changed();  // a flow that contends again counts every MAP's opportunities
}

void RequestEngine::backlog_grew(unsigned index) {
  Flow& flow = flows_[index];
  // While the flow contends, or waits for a grant or for tokens, another packet changes nothing
  // now.
  const bool idle = flow.contention == Contention::kNone && flow.wake == kNever;
  if (idle && flow.may_contend() && !will_piggyback(flow)) {
    post_check(flow);
  }
}

void RequestEngine::on_request_region(const RequestRegion& region) {
  if (region.opportunities == 0 || (region.flow && !flows_[*region.flow].uses(region.channel))) {
    return;
  }
  const TimePs now = platform::now_ps();
  auto& list = region.flow ? polls_ : regions_;
  list.erase(std::remove_if(list.begin(), list.end(),
                            [now](const RequestRegion& other) { return is_past(other, now); }),
             list.end());
  const auto later = [](const RequestRegion& a, const RequestRegion& b) {
    return std::make_tuple(a.opportunity(0).start, a.channel, a.first_minislot) <
           std::make_tuple(b.opportunity(0).start, b.channel, b.first_minislot);
  };
  list.insert(std::upper_bound(list.begin(), list.end(), region, later), region);
  if (!region.flow) {
    for (Flow& flow : flows_) {
      if (flow.counts_opportunities() && flow.uses(region.channel)) {
        count(flow, region, now);
      }
    }
  }
  arm();
}

void RequestEngine::on_grant(const Grant& grant) {
  Flow& flow = flows_[grant.flow];
  tell_granted(grant);
  flow.ledger.grant(payload_of(grant));
  ++flow.future_grants;
  flow.wake = kNever;
  if (flow.may_piggyback() || flow.contention == Contention::kWaiting) {
    end_contention(flow);
  }
  if (!flow.may_piggyback() && flow.contention == Contention::kNone) {
    post_check(flow);  // without piggybacks the rest needs another request
  }
}

void RequestEngine::on_pending(unsigned channel, unsigned index) {
  Flow& flow = flows_[index];
  if (!flow.uses(channel)) {
    return;
  }
  flow.pendings_seen |= 1U << channel;
  flow.held = flow.contention == Contention::kWaiting;
}

void RequestEngine::hear(const MapSummary& map) {
  channels_[map.channel] = {map.ack_time, map.backoff_start,
                            std::max(map.backoff_start, map.backoff_end)};
}

// These MAPs answered no request and left nothing pending, see earliest_relevant_ack_time().
void RequestEngine::on_maps_passed(const MapSummary& last, std::uint64_t maps) {
  hear(last);
  for (Flow& flow : flows_) {
    if (flow.uses(last.channel)) {
      flow.backoff_channel = last.channel;
      flow.drained_maps += static_cast<std::uint32_t>(maps);
    }
  }
}

void RequestEngine::on_map_end(const MapSummary& map) {
  const TimePs now = platform::now_ps();
  hear(map);
  const std::uint32_t bit = 1U << map.channel;
  for (unsigned index = 0; index < flows_.size(); ++index) {
    Flow& flow = flows_[index];
    if (!flow.uses(map.channel)) {
      continue;
    }
    flow.backoff_channel = map.channel;
    const TimePs acknowledged = acknowledged_until(flow);
    flow.pendings = (flow.pendings & ~bit) | (flow.pendings_seen & bit);
    flow.pendings_seen &= ~bit;
    if (flow.pendings != 0) {
      continue;  // the CMTS still holds a request
    }
    ++flow.drained_maps;
    const std::uint64_t before = flow.ledger.outstanding();
    flow.ledger.forget(acknowledged);
    if (flow.contention == Contention::kWaiting && flow.request_sent < acknowledged) {
      request_lost(index, now);
    }
    if (flow.ledger.outstanding() != before) {
      flow.wake = kNever;
      post_check(flow);
    }
  }
}

// A region only waits to be used, unless a flow counts opportunities.
bool RequestEngine::may_defer(const RequestRegion& region) const {
  return !region.flow && std::none_of(flows_.begin(), flows_.end(),
                                      [](const Flow& flow) { return flow.counts_opportunities(); });
}

// A summary may wait unless it answers a request.
bool RequestEngine::may_defer(const MapSummary& map) const {
  return std::none_of(flows_.begin(), flows_.end(), [&](const Flow& flow) {
    const bool lost = flow.contention == Contention::kWaiting && flow.request_sent < map.ack_time;
    return lost || flow.has_pendings() || flow.ledger.acknowledged(map.ack_time) != 0;
  });
}

// Earliest send time among unanswered requests.
TimePs RequestEngine::earliest_relevant_ack_time() const {
  TimePs beyond = kNever;
  for (const Flow& flow : flows_) {
    if (flow.counts_opportunities() || flow.has_pendings()) {
      return docsis::kEveryMap;
    }
    if (flow.contention == Contention::kWaiting) {
      beyond = std::min(beyond, flow.request_sent);
    }
    beyond = std::min(beyond, flow.ledger.oldest_sent());
  }
  return beyond;
}

std::uint32_t RequestEngine::drained_maps(unsigned flow) {
  read_maps();
  tell_deferral_changed();
  return flows_[flow].drained_maps;
}

void RequestEngine::read_maps() {
  if (source_ != nullptr) {
    source_->do_deferred_work();
  }
}

void RequestEngine::tell_deferral_changed() {
  if (source_ != nullptr) {
    source_->deferral_changed();
  }
}

std::uint16_t RequestEngine::piggyback(unsigned index, TimePs sent) {
  Flow& flow = flows_[index];
  if (!flow.may_piggyback()) {
    return 0;
  }
  const std::uint16_t units = units_of(flow, unasked(index, platform::now_ps()));
  if (units > 0) {
    const std::uint64_t bytes = std::uint64_t{units} * flow.config.options.request_unit_bytes;
    flow.ledger.request(bytes, sent);
    ++flow.counters.piggyback_requests;
    flow.counters.requested_bytes += bytes;
    tell({index, RequestKind::kPiggyback, bytes, sent});
  }
  return units;
}

void RequestEngine::grant_over(unsigned index, std::uint64_t payload) {
  Flow& flow = flows_[index];
  flow.ledger.release_grant(payload);
  --flow.future_grants;
  post_check(flow);
}

void RequestEngine::run() {
  const TimePs now = platform::now_ps();
  use_polls(now);
  use_opportunities(now);
  for (unsigned index = 0; index < flows_.size(); ++index) {
    Flow& flow = flows_[index];
    if (flow.check || flow.wake <= now) {
      flow.check = false;
      flow.wake = kNever;
      consider(index, now);
    }
  }
  arm();
  tell_deferral_changed();  // contention may have made regions and summaries relevant
}

// A poll is a single opportunity of its flow: no window, no collision.
void RequestEngine::use_polls(TimePs now) {
  while (!polls_.empty() && polls_.front().opportunity(0).made <= now) {
    const RequestRegion poll = polls_.front();
    polls_.erase(polls_.begin());
    const Flow& flow = flows_[*poll.flow];
    if (first_usable(poll, now) == 0 && flow.contention != Contention::kWaiting &&
        !will_piggyback(flow) && unasked(*poll.flow, now) > 0) {
      send(*poll.flow, poll.opportunity(0), true, now);
    }
  }
}

void RequestEngine::use_opportunities(TimePs now) {
  const auto is_due = [&](const Flow& flow) { return flow.scheduled && flow.next.made <= now; };
  for (unsigned first = 0; first < flows_.size(); ++first) {
    if (!is_due(flows_[first])) {
      continue;
    }
    // If flows drew the same opportunity, the highest priority sends and the others draw again.
    const Opportunity opportunity = flows_[first].next;
    unsigned winner = first;
    for (unsigned other = first + 1; other < flows_.size(); ++other) {
      if (is_due(flows_[other]) && flows_[other].next.channel == opportunity.channel &&
          flows_[other].next.first_minislot == opportunity.first_minislot) {
        unsigned loser = other;
        if (flows_[other].config.priority > flows_[winner].config.priority) {
          loser = std::exchange(winner, other);
        }
        ++flows_[loser].counters.yielded;
        read_maps();
        contend(flows_[loser], now + 2);  // not on this opportunity
      }
    }
    if (unasked(winner, now) > 0) {
      send(winner, opportunity, false, now);
    } else {
      end_contention(flows_[winner]);
      post_check(flows_[winner]);
    }
  }
}

void RequestEngine::consider(unsigned index, TimePs now) {
  Flow& flow = flows_[index];
  if (flow.contention != Contention::kNone || !flow.may_contend() || will_piggyback(flow)) {
    return;
  }
  if (unasked(index, now) > 0) {
    read_maps();
    flow.tries = 0;
    flow.exponent = channels_[flow.backoff_channel].backoff_start;
    contend(flow, now);
    return;
  }
  flow.wake = shaper_.instant_beyond(index, flow.ledger.outstanding() + flow.ledger.granted(), now);
}

void RequestEngine::contend(Flow& flow, TimePs now) {
  flow.contention = Contention::kDeferring;
  flow.exponent = clamp_exponent(flow, flow.exponent);
  const std::uint64_t window = std::max<std::uint64_t>(
      1, (std::uint64_t{flow.config.options.contention_window_eighths} << flow.exponent) / 8);
  flow.deferred = flow.random.below(window);
  flow.scheduled = false;
  for (const RequestRegion& region : regions_) {
    if (!flow.scheduled && flow.uses(region.channel)) {
      count(flow, region, now);
    }
  }
}

void RequestEngine::count(Flow& flow, const RequestRegion& region, TimePs now) {
  const std::uint32_t first = first_usable(region, now);
  const std::uint32_t usable = region.opportunities - first;
  if (flow.deferred >= usable) {
    flow.deferred -= usable;
    return;
  }
  flow.next = region.opportunity(first + static_cast<std::uint32_t>(flow.deferred));
  flow.scheduled = true;
}

void RequestEngine::send(unsigned index, const Opportunity& opportunity, bool polled, TimePs now) {
  Flow& flow = flows_[index];
  const std::uint16_t units = units_of(flow, unasked(index, now));
  const std::uint64_t bytes = std::uint64_t{units} * flow.config.options.request_unit_bytes;
  flow.ledger.request(bytes, opportunity.position);
  flow.counters.requested_bytes += bytes;
  ++(polled ? flow.counters.polled_requests : flow.counters.contention_requests);
  flow.contention = Contention::kWaiting;
  flow.scheduled = false;
  flow.request_sent = opportunity.position;
  flow.polled = polled;
  flow.held = false;

  tell({index, polled ? RequestKind::kPoll : RequestKind::kContention, bytes, opportunity.position,
        opportunity.start, opportunity.end, opportunity.channel});

  docsis::UpstreamBurst burst;
  burst.channel = opportunity.channel;
  burst.modem = modem_;
  burst.sid = flow.config.sids[opportunity.channel];
  burst.iuc = opportunity.iuc;
  burst.first_minislot = opportunity.first_minislot;
  burst.start = opportunity.start;
  burst.end = opportunity.end;
  docsis::append_queue_depth_request(burst.octets, burst.sid, units);
  burst.size_bytes = static_cast<std::uint32_t>(burst.octets.size());
  transmitter_.transmit(std::move(burst));
}

void RequestEngine::request_lost(unsigned index, TimePs now) {
  Flow& flow = flows_[index];
  flow.contention = Contention::kNone;
  if (flow.held) {
    return;  // the CMTS received the request, but removed it
  }
  if (flow.polled) {
    ++flow.counters.lost_polled_requests;
    return;  // a poll cannot collide: no backoff
  }
  ++flow.counters.lost_requests;
  if (!flow.may_contend()) {
    return;  // the next poll asks again
  }
  if (++flow.tries > max_tries_) {
    give_up_head(index, now);
    return;
  }
  ++flow.exponent;
  contend(flow, now);
  arm();
}

void RequestEngine::give_up_head(unsigned index, TimePs now) {
  const queue::Fifo& fifo = memory_.stream(index).fifo();
  if (judge_ != nullptr) {
    judge_->do_deferred_work();
    if (fifo.empty()) {
      judge_->prepare(index, 1, now);
    }
  }
  if (!fifo.empty()) {
    ++flows_[index].counters.giveup_drops;
    flows_[index].counters.giveup_drop_bytes += fifo.head_rest();
    shaper_.drop_head(index, now);
    if (judge_ != nullptr) {
      judge_->pulled(index, now);
    }
  }
}

// The piggyback of a grant whose build has not begun requests the bytes unrequested then.
bool RequestEngine::will_piggyback(const Flow& flow) {
  return flow.may_piggyback() && flow.future_grants > 0;
}

void RequestEngine::end_contention(Flow& flow) {
  flow.contention = Contention::kNone;
  flow.scheduled = false;
}

void RequestEngine::post_check(Flow& flow) {
  flow.check = true;
  sequencer_.post(task_);
}

std::uint64_t RequestEngine::unasked(unsigned index, TimePs now) {
  return flows_[index].ledger.unasked(shaper_.eligible_mac_bytes(index, now));
}

std::uint16_t RequestEngine::units_of(const Flow& flow, std::uint64_t bytes) const {
  const std::uint64_t n = flow.config.options.request_unit_bytes;
  return static_cast<std::uint16_t>(std::min<std::uint64_t>(kMaxUnits, (bytes + n - 1) / n));
}

// Time up to which every channel of the SID cluster has acknowledged.
TimePs RequestEngine::acknowledged_until(const Flow& flow) const {
  TimePs earliest = kNever;
  for (unsigned channel = 0; channel < channels_.size(); ++channel) {
    if (flow.uses(channel)) {
      earliest = std::min(earliest, channels_[channel].ack_time);
    }
  }
  return earliest;
}

unsigned RequestEngine::clamp_exponent(const Flow& flow, unsigned exponent) const {
  const Channel& channel = channels_[flow.backoff_channel];
  return std::clamp<unsigned>(exponent, channel.backoff_start,
                              std::max(channel.backoff_start, channel.backoff_end));
}

// Posts the task for the next event by time alone.
void RequestEngine::arm() {
  TimePs next = polls_.empty() ? kNever : polls_.front().opportunity(0).made;
  for (const Flow& flow : flows_) {
    if (flow.scheduled) {
      next = std::min(next, flow.next.made);
    }
    next = std::min(next, flow.wake);
  }
  sequencer_.post_at(task_, next);
}

}  // namespace docsis_vp::cm
