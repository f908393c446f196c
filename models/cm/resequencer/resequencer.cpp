#include "models/cm/resequencer/resequencer.h"

#include <algorithm>
#include <utility>

#include "models/cm/flow_interfaces.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

// Behind the MAP parser's channels.
constexpr unsigned kOverdueKey = 64;

// How far a number lies behind another, on a circle.
int distance(std::uint16_t from, std::uint16_t to) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(to - from));
}

}  // namespace

Resequencer::Resequencer(const sc_core::sc_module_name& name, const ResequencerConfig& config,
                         platform::InstantSequencer& sequencer, PacketSink& sink)
    : sc_module(name),
      config_(config),
      sequencer_(sequencer),
      sink_(sink),
      overdue_task_(sequencer.add(kParse, kOverdueKey, [this] { give_up_what_is_overdue(); })) {
  if (config.wait <= 0) {
    throw ConfigError("/resequencing_wait_ms", "must be more than 0");
  }
  for (const unsigned channel : config.channels) {
    if (channel >= kMaxChannels) {
      throw ConfigError("/downstream_channels", "must be 0 to 31");
    }
    listens_ |= std::uint32_t{1} << channel;
  }
}

void Resequencer::receive(docsis::DownstreamFrame frame) {
  if (frame.header_bytes == 0) {
    sink_.push(std::move(frame.packet));
    return;
  }
  const auto header = docsis::parse_mac_header({frame.header.data(), frame.header_bytes});
  if (!header || header->kind != docsis::FrameKind::kPacket ||
      header->payload_bytes != frame.packet->size_bytes || frame.channel >= kMaxChannels) {
    ++counters_.malformed;
    return;
  }
  const auto service = docsis::find_ds_service(header->extended_header);
  if (!service || !service->sequence) {
    sink_.push(std::move(frame.packet));
    return;
  }
  if (service->dsid - config_.first_dsid >= docsis::kMaxDownstreamFlows) {
    ++counters_.foreign;
    return;
  }
  receive_sequenced(*service, std::move(frame));
}

Resequencer::Stream& Resequencer::stream_of(std::uint32_t dsid) {
  const std::size_t index = dsid - config_.first_dsid;
  if (index >= streams_.size()) {
    streams_.resize(index + 1);
  }
  if (!streams_[index]) {
    streams_[index] = std::make_unique<Stream>();
  }
  return *streams_[index];
}

void Resequencer::receive_sequenced(const docsis::DsService& service,
                                    docsis::DownstreamFrame frame) {
  Stream& stream = stream_of(service.dsid);
  ++counters_.sequenced;
  if (service.sequence_change != stream.sequence_change) {
    restart(stream, service);
  }
  const std::uint16_t sequence = *service.sequence;
  const std::uint16_t before = std::exchange(stream.last[frame.channel], sequence);
  if (distance(stream.next, sequence) < 0) {
    if (distance(before, sequence) >= 0) {
      ++counters_.late;
      return;
    }
    give_up_outage(stream, sequence);
  }
  stream.ahead |= std::uint32_t{1} << frame.channel;
  hold(stream, sequence, std::move(frame.packet));
  pass_run(stream);
  give_up_what_cannot_come(stream);
  schedule();
}

// The CMTS counts afresh: what waited goes on in its order, and the new numbers begin with this.
void Resequencer::restart(Stream& stream, const docsis::DsService& service) {
  pass_all(stream);
  stream.sequence_change = service.sequence_change;
  stream.next = *service.sequence;
}

void Resequencer::hold(Stream& stream, std::uint16_t sequence, PacketHandle packet) {
  const auto place = std::lower_bound(stream.held.begin(), stream.held.end(), sequence,
                                      [&](const Held& held, std::uint16_t number) {
                                        return distance(stream.next, held.sequence) <
                                               distance(stream.next, number);
                                      });
  if (place != stream.held.end() && place->sequence == sequence) {
    ++counters_.late;
    return;
  }
  counters_.out_of_order += sequence != stream.next ? 1 : 0;
  stream.held.insert(place, {sequence, platform::now_ps(), std::move(packet)});
}

void Resequencer::pass(Held& held) {
  const TimePs now = platform::now_ps();
  if (now > held.arrived && now >= config_.stats_from) {
    counters_.skew_ps.add(static_cast<std::uint64_t>(now - held.arrived));
  }
  sink_.push(std::move(held.packet));
}

void Resequencer::pass_all(Stream& stream) {
  for (Held& held : stream.held) {
    pass(held);
  }
  stream.held.clear();
  stream.ahead = 0;
}

// Those that are next.
void Resequencer::pass_run(Stream& stream) {
  auto held = stream.held.begin();
  for (; held != stream.held.end() && held->sequence == stream.next; ++held) {
    ++stream.next;
    pass(*held);
  }
  stream.held.erase(stream.held.begin(), held);
  forget_who_is_behind(stream);
}

// Numbers go round: what a channel brought long ago would seem to be ahead again.
void Resequencer::forget_who_is_behind(Stream& stream) {
  if (stream.held.empty()) {
    stream.ahead = 0;
    return;
  }
  for (unsigned channel = 0; channel < kMaxChannels; ++channel) {
    if (distance(stream.next, stream.last[channel]) < 0) {
      stream.ahead &= ~(std::uint32_t{1} << channel);
    }
  }
}

// Whatever is missing below `sequence`.
void Resequencer::give_up_before(Stream& stream, std::uint16_t sequence, bool early) {
  auto held = stream.held.begin();
  for (; held != stream.held.end() && distance(held->sequence, sequence) > 0; ++held) {
    pass(*held);
  }
  const auto passed = static_cast<std::uint64_t>(held - stream.held.begin());
  const auto numbers = static_cast<std::uint64_t>(distance(stream.next, sequence));
  counters_.missing += numbers - passed;
  counters_.missing_early += early ? numbers - passed : 0;
  stream.held.erase(stream.held.begin(), held);
  stream.next = sequence;
  pass_run(stream);
}

// Nothing overtakes on a channel: a number behind the last that came there is no late one, but more
// than half a round ahead of it, as after an outage.
void Resequencer::give_up_outage(Stream& stream, std::uint16_t sequence) {
  const auto numbers = static_cast<std::uint16_t>(sequence - stream.next);
  counters_.missing += numbers - stream.held.size();
  pass_all(stream);
  stream.next = sequence;
}

void Resequencer::give_up_what_cannot_come(Stream& stream) {
  if (stream.held.empty() || stream.ahead != listens_) {
    return;
  }
  int lowest = INT16_MAX;
  for (unsigned channel = 0; channel < kMaxChannels; ++channel) {
    if ((listens_ >> channel & 1) != 0) {
      lowest = std::min(lowest, distance(stream.next, stream.last[channel]));
    }
  }
  give_up_before(stream, static_cast<std::uint16_t>(stream.next + lowest), true);
}

// A packet that has waited its time waits no longer, nor does what is before it.
void Resequencer::give_up_what_is_overdue() {
  overdue_at_ = kNever;
  const TimePs since = platform::now_ps() - config_.wait;
  for (const auto& stream : streams_) {
    if (!stream) continue;
    const auto last = std::find_if(stream->held.rbegin(), stream->held.rend(),
                                   [&](const Held& held) { return held.arrived <= since; });
    if (last != stream->held.rend()) {
      give_up_before(*stream, last->sequence, false);
    }
  }
  schedule();
}

void Resequencer::schedule() {
  TimePs first = kNever;
  for (const auto& stream : streams_) {
    if (!stream) continue;
    for (const Held& held : stream->held) {
      first = std::min(first, held.arrived);
    }
  }
  const TimePs overdue = first == kNever ? kNever : first + config_.wait;
  if (overdue != overdue_at_) {
    overdue_at_ = overdue;
    sequencer_.post_at(overdue_task_, overdue);
  }
}

std::size_t Resequencer::held() const {
  std::size_t held = 0;
  for (const auto& stream : streams_) {
    held += stream ? stream->held.size() : 0;
  }
  return held;
}

}  // namespace docsis_vp::cm
