#include "models/cm/burst_builder/burst_builder.h"

#include <algorithm>
#include <utility>

#include "models/cm/burst_builder/segment_writer.h"
#include "platform/base/shared_one.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

bool drops(aqm_verdict verdict) {
  return verdict == AQM_DROP || verdict == AQM_DROP_FULL;
}

}  // namespace

BurstBuilder::BurstBuilder(const sc_core::sc_module_name& name, const BurstBuilderConfig& config,
                           const std::vector<docsis::ChannelGeometry>& channels,
                           platform::InstantSequencer& sequencer, QueueMemory& memory,
                           Shaper& shaper, GrantAccount& account, DequeueAqm& judge,
                           docsis::UpstreamTransmitter& transmitter)
    : sc_module(name),
      config_(config),
      channels_(channels),
      sequencer_(sequencer),
      memory_(memory),
      shaper_(shaper),
      account_(account),
      judge_(judge),
      transmitter_(transmitter),
      task_(sequencer.add(kDequeue, 0, [this] { run(); })),
      latest_task_(sequencer.add(kDequeue, 2, [this] { build_in_time(); })),
      table_(config.grant_table_size),
      channel_counters_(channels.size()),
      busy_until_(channels.size()),
      flows_(memory.flows()),
      work_(shared_one<Work>()),
      units_(work_->units),
      pieces_(work_->pieces),
      plan_(work_->plan) {
  for (const docsis::SchedulingConfig& scheduling : config.scheduling) {
    synchronizers_.emplace_back();
    if (scheduling.is_unsolicited()) synchronizers_.back().emplace(scheduling);
  }
  for (std::size_t flow = 0; flow < config.latency_edges.size(); ++flow) {
    flows_[flow].counters.latency.edges = config.latency_edges[flow];
  }
}

void BurstBuilder::on_grant(const Grant& grant) {
  const docsis::ChannelParameters& channel = channels_[grant.channel].parameters();
  ChannelCounters& counters = channel_counters_[grant.channel];
  ++counters.grants;
  counters.granted_bytes += grant.bytes;
  FlowCounters& flow = flows_[grant.flow].counters;
  ++flow.grants;
  flow.granted_bytes += grant.bytes;
  const TimePs now = platform::now_ps();
  if (now > grant.start - channel.phy_lead_ps) {
    ++counters.late;
    ++flow.late;
    record_late(grant);
    tell_lost(grant, LostGrant::kLate);
    account_.grant_over(grant.flow, payload_of(grant));
    return;
  }
  const TimePs window_opens = std::max(now, grant.start - channel.cm_map_proc_ps);
  if (!table_.add({grant, window_opens})) {
    ++counters.refused;
    tell_lost(grant, LostGrant::kRefused);
    account_.grant_over(grant.flow, payload_of(grant));
    return;
  }
  arm();
}

void BurstBuilder::arm() {
  sequencer_.post_at(task_, table_.next_window());
}

void BurstBuilder::run() {
  Grant grant;
  while (table_.take_open(platform::now_ps(), grant)) {
    if (judge_.head_verdict_port(grant.flow) != nullptr) {
      await_verdicts(grant);
    } else {
      build(grant, platform::now_ps(), true);
    }
  }
  arm();
}

void BurstBuilder::build(const Grant& grant, TimePs opened, bool all_judged) {
  const TimePs now = platform::now_ps();
  const Clock& clock = memory_.clock();
  std::uint64_t begin = std::max(clock.cycle_at_or_after(now), busy_until_[grant.channel]);
  split_into_units(grant);
  begin += choose_packets(grant);
  synchronize(grant);
  if (all_judged) {
    judge_heads(grant);
  }
  const FrameStream& stream = memory_.stream(grant.flow);
  const std::size_t packets =
      judge_.judges_queue(grant.flow) ? stream.fifo().judged() : stream.fifo().packets();
  memory_.port().begin_plan(clock.cycle_at_or_after(now));
  plan_.fill(units_, stream, packets, shaper_.eligible_bytes(grant.flow, now), memory_.port());
  plan_.schedule(units_, costs_of(grant.flow), begin, clock, memory_.port());
  ChannelCounters& counters = channel_counters_[grant.channel];
  const bool forced = forced_misses_ > 0;
  const bool nothing = plan_.packets() == 0;
  const bool missed = forced || plan_.slack() < 0 || (nothing && !all_judged);
  if (now >= config_.stats_from) {
    note_rates(grant, opened, !missed);
    note_slack(grant, missed);
  }
  if (missed) {
    forced_misses_ -= forced ? 1 : 0;
    ++counters.missed;
    ++flows_[grant.flow].counters.missed;
    record(grant, GrantFate::kMissed, opened, forced, all_judged);
    tell_lost(grant, LostGrant::kMissed);
  } else if (nothing) {
    ++counters.unused;
    tell_lost(grant, LostGrant::kUnused);
  } else {
    if (!all_judged) {
      record(grant, GrantFate::kCutShort, opened, false, false);
    }
    if (observer_ != nullptr) {
      observer_->build_begins(grant, opened);
    }
    send(grant);
    judge_.pulled(grant.flow, now);
  }
  account_.grant_over(grant.flow, payload_of(grant));
}

// Frames that begin in an unsolicited grant report on the grants, if the report has information.
void BurstBuilder::synchronize(const Grant& grant) {
  if (synchronizers_.empty() || !synchronizers_[grant.flow]) return;
  GrantSynchronizer& synchronizer = *synchronizers_[grant.flow];
  FrameStream& stream = memory_.stream(grant.flow);
  const std::uint64_t bytes = shaper_.eligible_bytes(grant.flow, platform::now_ps());
  const std::uint64_t waiting = bytes + stream.header_bytes_within(bytes);
  const docsis::UgsStatus status = synchronizer.status(grant.start, waiting, capacity_of(units_));
  HeaderExtension extension;
  if (synchronizer.is_worth_a_header(status)) {
    extension = {docsis::ugs_element(status), docsis::kUgsElementBytes};
  }
  stream.extend_headers(extension);
}

// Judges the packets that the burst will take. The engine judges now; firmware has judged before.
void BurstBuilder::judge_heads(const Grant& grant) {
  if (!judge_.judges_queue(grant.flow)) {
    return;
  }
  const TimePs now = platform::now_ps();
  FrameStream& stream = memory_.stream(grant.flow);
  const queue::Fifo& fifo = stream.fifo();
  HeadWalk walk(stream, capacity_of(units_));
  while (walk.find(stream, shaper_.eligible_bytes(grant.flow, now))) {
    const queue::Descriptor& next = fifo[fifo.judged()];
    const std::uint64_t bytes = walk.frame_bytes() + next.packet->size_bytes;
    walk.judge(stream, drops(judge_.judge_head(grant.flow, *next.packet,
                                               queued_since(grant.flow, next, bytes),
                                               fifo.to_drop(), now)));
  }
}

// For a flow with several queues: chooses packets. Dropped packets cost time as well. After a miss
// the chosen packets stay in their order for the next grant.
std::uint64_t BurstBuilder::choose_packets(const Grant& grant) {
  const queue::PacketTally dropped =
      judge_.prepare(grant.flow, capacity_of(units_), platform::now_ps());
  FlowCounters& counters = flows_[grant.flow].counters;
  counters.head_drops += dropped.packets;
  counters.head_drop_bytes += dropped.bytes;
  const BuildCosts costs = costs_of(grant.flow);
  return dropped.packets * (costs.cycles_per_packet + costs.cycles_per_decision);
}

// A decision costs time only if it is made here.
BuildCosts BurstBuilder::costs_of(unsigned flow) const {
  BuildCosts costs = config_.costs;
  const bool decides = judge_.judges_heads(flow) && judge_.head_verdict_port(flow) == nullptr;
  costs.cycles_per_decision = decides ? costs.cycles_per_decision : 0;
  return costs;
}

// Splits the grant into units with their own deadlines: the whole burst, or the minislots of each
// frame.
void BurstBuilder::split_into_units(const Grant& grant) {
  const docsis::ChannelGeometry& geometry = channels_[grant.channel];
  const TimePs deadline = grant.start - geometry.parameters().phy_lead_ps;
  const TimePs window = grant.start - geometry.parameters().cm_map_proc_ps;
  units_.clear();
  if (config_.build_units[grant.channel] == BuildUnitKind::kGrant) {
    units_.push_back({payload_of(grant), window, deadline});
    return;
  }
  const std::uint32_t per_frame = geometry.minislots_per_frame();
  std::uint32_t minislots = 0;
  std::uint32_t bytes = grant.bytes - payload_of(grant);
  for (TimePs frame = 0; minislots < grant.minislots; ++frame) {
    const auto offset = static_cast<std::uint32_t>((grant.first_minislot + minislots) % per_frame);
    minislots = std::min(grant.minislots, minislots + per_frame - offset);
    const auto upto = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(bytes, std::uint64_t{grant.bytes} * minislots / grant.minislots));
    const TimePs later = frame * geometry.frame_ps();
    units_.push_back({upto - bytes, window + later, deadline + later});
    bytes = upto;
  }
}

void BurstBuilder::send(const Grant& grant) {
  Flow& flow = flows_[grant.flow];
  docsis::UpstreamBurst burst;
  burst.channel = grant.channel;
  burst.modem = config_.modem;
  burst.sid = grant.sid;
  burst.iuc = grant.iuc;
  burst.first_minislot = grant.first_minislot;
  burst.start = grant.start;
  burst.end = grant.end;
  note_latency(grant);
  const std::uint16_t request_units =
      account_.piggyback(grant.flow, position_of(channels_[grant.channel], grant.first_minislot));

  SegmentWriter writer(burst, plan_.packets());
  pull(grant, writer);
  writer.finish(grant.bytes, flow.sequence, request_units);
  flow.sequence = (flow.sequence + 1) % docsis::kSegmentSequences;
  ++flow.counters.segments;

  settle_reads(grant);
  if (observer_ != nullptr) {
    observer_->built();
  }
  busy_until_[grant.channel] = plan_.end();
  ChannelCounters& counters = channel_counters_[grant.channel];
  counters.used_bytes += grant.bytes - writer.padding();
  if (!synchronizers_.empty() && synchronizers_[grant.flow]) {
    synchronizers_[grant.flow]->sent(grant.start, payload_of(grant) - writer.padding());
  }
  burst.ready = plan_.ready();
  transmitter_.transmit(std::move(burst));
}

void BurstBuilder::pull(const Grant& grant, SegmentWriter& writer) {
  const TimePs now = platform::now_ps();
  FrameStream& stream = memory_.stream(grant.flow);
  const queue::Fifo& fifo = stream.fifo();
  const bool only_judged = judge_.judges_queue(grant.flow);
  FlowCounters& counters = flows_[grant.flow].counters;
  const bool sample = now >= config_.stats_from;
  pieces_.clear();
  std::uint32_t burst_room = capacity_of(units_);
  bool more = true;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    std::uint32_t room = units_[i].capacity;
    while (more && room > 0 && (only_judged ? fifo.judged() > 0 : !fifo.empty())) {
      if (drop_judged_head(grant.flow)) {
        continue;
      }
      const Packet& packet = *fifo.head().packet;
      const std::uint32_t offset = fifo.head_offset();
      const Cut cut = next_cut(room, burst_room, stream.head_header_rest(), fifo.head_rest(),
                               shaper_.eligible_bytes(grant.flow, now));
      const std::uint32_t taken = cut.header_octets + cut.frame_bytes;
      more = taken > 0;
      if (!more) {
        break;
      }
      room -= taken;
      burst_room -= taken;
      const HeaderExtension& extension = stream.head_extension();
      writer.header(packet, {extension.octets.data(), extension.size}, stream.header_sent(),
                    cut.header_octets);
      stream.send_header(cut.header_octets);
      if (cut.frame_bytes == 0) {
        continue;
      }
      if (offset == 0 && sample) {
        const auto latency =
            static_cast<std::uint64_t>(grant.start - shaper_.first_release(grant.flow));
        counters.request_grant_ps.add(latency);
        channel_counters_[grant.channel].request_grant_ps.add(latency);
      }
      writer.frame(packet, offset, cut.frame_bytes);
      if (observer_ != nullptr) {
        observer_->pulled({packet, offset == 0, cut.frame_bytes == fifo.head_rest(),
                           capacity_of(units_) - burst_room, shaper_.first_release(grant.flow),
                           shaper_.last_release(grant.flow, cut.frame_bytes)});
      }
      const TimePs since = queued_since(grant.flow, fifo.head(), fifo.head_rest());
      queue::Descriptor whole = shaper_.read(grant.flow, cut.frame_bytes);
      pieces_.push_back({i, cut.frame_bytes, whole.packet ? whole.accepted : -1});
      if (whole.packet) {
        judge_.departed(grant.flow, *whole.packet, {since, now, grant.end});
        writer.complete(std::move(whole.packet));
      }
    }
  }
}

// Drops the head if its verdict is a drop.
bool BurstBuilder::drop_judged_head(unsigned flow) {
  const queue::Descriptor& head = std::as_const(memory_).stream(flow).fifo().head();
  if (!head.to_drop) {
    return false;
  }
  FlowCounters& counters = flows_[flow].counters;
  ++counters.head_drops;
  counters.head_drop_bytes += head.packet->size_bytes;
  judge_.head_dropped(flow, *head.packet);
  shaper_.drop_head(flow, platform::now_ps());
  return true;
}

// Returns when a packet was accepted. If only its wait for the shaper counts, that is moved later
// by its wait since its release. All of the packet is released; `bytes` lie up to its end.
TimePs BurstBuilder::queued_since(unsigned flow, const queue::Descriptor& packet,
                                  std::uint64_t bytes) const {
  return config_.sojourn == Sojourn::kWhole
             ? packet.accepted
             : packet.accepted + platform::now_ps() - shaper_.last_release(flow, bytes);
}

// Reserves the port, and tells memory and statistics when each byte has moved.
void BurstBuilder::settle_reads(const Grant& grant) {
  PortSchedule& port = memory_.port();
  for (const GrantPlan::Unit& unit : plan_.units()) {
    if (unit.frame_bytes > 0) {
      port.reserve_read(unit.read_due, unit.read_start, unit.frame_bytes);
    }
  }
  Flow& flow = flows_[grant.flow];
  const bool sample = platform::now_ps() >= config_.stats_from;
  std::size_t current = SIZE_MAX;
  std::uint64_t moved = 0;
  for (const Piece& piece : pieces_) {
    moved = piece.unit == current ? moved : 0;
    current = piece.unit;
    moved += piece.bytes;
    const TimePs done = memory_.clock().edge(plan_.units()[piece.unit].read_start +
                                             port.promised_read_cycles(moved));
    memory_.moved_at(grant.flow, piece.bytes, done);
    if (observer_ != nullptr) {
      tell_moved(grant, static_cast<std::size_t>(&piece - pieces_.data()), done);
    }
    if (piece.accepted >= 0) {
      flow.last_delay = done - piece.accepted;
      flow.counters.latency.add(flow.last_delay);
      if (sample) {
        flow.counters.queue_delay_ps.add(static_cast<std::uint64_t>(flow.last_delay));
      }
    }
  }
}

void BurstBuilder::tell_moved(const Grant& grant, std::size_t piece, TimePs moved) {
  const std::size_t unit = pieces_[piece].unit;
  // All units of a channel are due equally long before they are sent.
  const TimePs later = units_[unit].deadline - units_.front().deadline;
  observer_->moved(piece, {moved, plan_.units()[unit].ready, grant.start + later});
}

void BurstBuilder::note_rates(const Grant& grant, TimePs opened, bool sent) {
  const docsis::ChannelGeometry& geometry = channels_[grant.channel];
  const double line = static_cast<double>(grant.bytes) / grant.minislots *
                      geometry.minislots_per_frame() / static_cast<double>(geometry.frame_ps());
  ChannelCounters& counters = channel_counters_[grant.channel];
  counters.needed_over_line =
      std::max(counters.needed_over_line, plan_.needed_rate(units_, opened) / line);
  if (sent) {
    counters.built_over_line = std::max(counters.built_over_line, plan_.peak_rate() / line);
  }
}

// A grant missed for lack of a verdict, or by script, has no slack.
void BurstBuilder::note_slack(const Grant& grant, bool missed) {
  const TimePs slack = plan_.slack();
  const auto note = [&](auto& counters) {
    counters.missed_in_stats += missed ? 1 : 0;
    if (slack < 0) {
      counters.deadline_excess_ps.add(static_cast<std::uint64_t>(-slack));
    } else if (!missed && plan_.packets() > 0) {
      counters.deadline_slack_ps.add(static_cast<std::uint64_t>(slack));
    }
  };
  note(channel_counters_[grant.channel]);
  note(flows_[grant.flow].counters);
}

// Call it while plan and port are unchanged since the decision.
void BurstBuilder::record(const Grant& grant, GrantFate fate, TimePs opened, bool forced,
                          bool all_judged) {
  MissedGrant missed;
  missed.fate = fate;
  missed.channel = grant.channel;
  missed.flow = grant.flow;
  missed.bytes = grant.bytes;
  missed.at = platform::now_ps();
  missed.has_packets = plan_.packets() > 0;
  missed.times = plan_.times(units_, {opened, missed.at, busy_until_[grant.channel]},
                             memory_.clock(), memory_.port());
  const bool verdict = fate == GrantFate::kCutShort || (!missed.has_packets && !all_judged);
  missed.cause = forced    ? MissCause::kScripted
                 : verdict ? MissCause::kVerdict
                           : main_cause(missed.times);
  missed_grants_.add(missed);
}

void BurstBuilder::record_late(const Grant& grant) {
  const docsis::ChannelParameters& channel = channels_[grant.channel].parameters();
  MissedGrant late;
  late.fate = GrantFate::kLate;
  late.cause = MissCause::kMapParsing;
  late.channel = grant.channel;
  late.flow = grant.flow;
  late.bytes = grant.bytes;
  late.at = platform::now_ps();
  late.times.window_opens = grant.start - channel.cm_map_proc_ps;
  late.times.deadline = grant.start - channel.phy_lead_ps;
  late.times.wait(MissCause::kMapParsing) = late.at - late.times.window_opens;
  missed_grants_.add(late);
}

// Bytes are released in order, so the first and the last byte of a burst are the extremes.
void BurstBuilder::note_latency(const Grant& grant) {
  FlowCounters& counters = flows_[grant.flow].counters;
  if (plan_.frame_bytes() == 0) {
    return;  // all packets touched were dropped
  }
  const TimePs longest = grant.start - shaper_.first_release(grant.flow);
  const TimePs shortest = grant.start - shaper_.last_release(grant.flow, plan_.frame_bytes());
  counters.release_to_rf_max = std::max(counters.release_to_rf_max, longest);
  counters.release_to_rf_min = std::min(counters.release_to_rf_min, shortest);
}

}  // namespace docsis_vp::cm
