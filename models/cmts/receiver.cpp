#include "models/cmts/receiver.h"

#include <algorithm>
#include <utility>

#include "models/docsis/mac_header.h"
#include "models/docsis/segment_header.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

using docsis::UpstreamBurst;

namespace {

// Longest delay of an earlier segment. Segments get their numbers when read, for a burst that
// begins within a modem's MAP processing time and may last as long as a MAP.
TimePs reorder_wait(const CmtsConfig& config) {
  TimePs process = 0;
  for (const docsis::ChannelParameters& channel : config.channels) {
    process = std::max(process, channel.cm_map_proc_ps);
  }
  return config.timing.map_interval_ps + process;
}

}  // namespace

Receiver::Receiver(const sc_core::sc_module_name& name, const CmtsConfig& config,
                   platform::InstantSequencer& sequencer, UpstreamEvents& events, PacketSink& wan)
    : sc_module(name),
      plant_delay_(config.timing.plant_delay_ps),
      decode_time_(config.timing.decode_ps),
      reorder_wait_(reorder_wait(config)),
      sequencer_(sequencer),
      events_(events),
      task_(sequencer.add(kReceive, 0, [this] { decode_due(); })) {
  for (const UpstreamFlowConfig& flow : config.flows) {
    const std::size_t channels =
        flow.channels.empty() ? config.channels.size() : flow.channels.size();
    reassemblers_.emplace_back(channels > 1 ? reorder_wait_ : 0, wan, flow.min_packet_bytes);
    if (flow.scheduling.is_unsolicited()) reassemblers_.back().read_reports();
    reassemblers_.back().overwrite_tos(flow.tos, config.downstream.flows);
  }
}

void Receiver::receive(UpstreamBurst&& burst) {
  const TimePs arrival = std::max(burst.arrival, burst.end + plant_delay_);
  sent_.push(std::max(platform::now_ps(), arrival) + decode_time_, std::move(burst));
  schedule_next();
}

void Receiver::schedule_next() {
  TimePs next = sent_.next_due();
  for (const UpstreamFlow flow : held_up_) {
    next = std::min(next, reassemblers_[flow].deadline());
  }
  sequencer_.post_at(task_, next);
}

void Receiver::decode_due() {
  const TimePs now = platform::now_ps();
  while (sent_.next_due() <= now) {
    batch_.push_back(sent_.pop());
  }
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    ++counters_.bursts;
    if (batch_[i].iuc == docsis::kIucRequest && collides(batch_[i], i)) continue;
    decode(batch_[i]);
  }
  batch_.clear();
  give_up(now);
  schedule_next();
}

void Receiver::give_up(TimePs now) {
  for (const UpstreamFlow flow : held_up_) {
    const std::uint64_t before = flow_counters(flow).short_bytes;
    reassemblers_[flow].give_up(now);
    report_short(flow, before);
  }
  const auto is_done = [&](UpstreamFlow flow) { return reassemblers_[flow].deadline() == kNever; };
  held_up_.erase(std::remove_if(held_up_.begin(), held_up_.end(), is_done), held_up_.end());
}

void Receiver::list(UpstreamFlow flow) {
  const auto place = std::lower_bound(held_up_.begin(), held_up_.end(), flow);
  if (place == held_up_.end() || *place != flow) {
    held_up_.insert(place, flow);
  }
}

// Bursts of one opportunity are adjacent; the first of them reports the collision.
bool Receiver::collides(const UpstreamBurst& burst, std::size_t index) const {
  const auto same = [&burst](const UpstreamBurst& other) {
    return other.iuc == docsis::kIucRequest && other.channel == burst.channel &&
           other.first_minislot == burst.first_minislot;
  };
  const bool before = index > 0 && same(batch_[index - 1]);
  const bool after = index + 1 < batch_.size() && same(batch_[index + 1]);
  if (after && !before) {
    events_.collided(burst.channel, burst.first_minislot);
  }
  return before || after;
}

void Receiver::decode(UpstreamBurst& burst) {
  if (burst.iuc == docsis::kIucRequest) {
    take_request(burst);
    return;
  }
  const std::optional<UpstreamFlow> flow = events_.flow_of(burst.sid);
  if (!flow || events_.claim(burst.channel, burst.first_minislot, *flow) != Interval::kGrant) {
    ++counters_.stray_bursts;
    lose(burst);
    return;
  }
  take_segment(*flow, burst);
}

// The octets name the sender of the request.
void Receiver::take_request(const UpstreamBurst& burst) {
  const auto frame = docsis::parse_mac_header(burst.octets);
  if (!frame || frame->kind != docsis::FrameKind::kQueueDepthRequest) {
    ++counters_.bad_bursts;
    return;
  }
  const std::optional<UpstreamFlow> flow = events_.flow_of(frame->sid);
  if (!flow || events_.claim(burst.channel, burst.first_minislot, *flow) != Interval::kRequest) {
    ++counters_.stray_bursts;
    return;
  }
  ++counters_.requests;
  events_.requested(burst.channel, *flow, frame->request, burst.start);
}

void Receiver::take_segment(UpstreamFlow flow, UpstreamBurst& burst) {
  const auto header = docsis::parse_segment_header(burst.octets);
  if (!header) {
    ++counters_.bad_bursts;
    reassemblers_[flow].discard(burst);
    return;
  }
  std::uint64_t ethernet_bytes = 0;
  for (const docsis::BurstRun& run : burst.runs) {
    ethernet_bytes += run.frame_bytes;
  }
  events_.used(burst.channel, burst.first_minislot, ethernet_bytes);
  if (header->request > 0) {
    events_.requested(burst.channel, flow, header->request, burst.start);
  }
  const std::uint64_t before = flow_counters(flow).short_bytes;
  reassemblers_[flow].accept(*header, std::move(burst), platform::now_ps());
  report_short(flow, before);
  if (const auto report = reassemblers_[flow].take_report()) {
    events_.reported(flow, report->status);
  }
  if (reassemblers_[flow].deadline() != kNever) {
    list(flow);
  }
}

void Receiver::report_short(UpstreamFlow flow, std::uint64_t before) {
  const std::uint64_t bytes = flow_counters(flow).short_bytes - before;
  if (bytes > 0) {
    events_.fell_short(flow, bytes);
  }
}

// A packet without a known flow counts as lost for the burst's flow, or for the first flow.
void Receiver::lose(UpstreamBurst& burst) {
  const UpstreamFlow flow = events_.flow_of(burst.sid).value_or(0);
  if (flow < reassemblers_.size()) {
    reassemblers_[flow].discard(burst);
  }
}

}  // namespace docsis_vp::cmts
