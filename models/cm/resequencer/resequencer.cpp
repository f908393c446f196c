#include "models/cm/resequencer/resequencer.h"

#include <algorithm>
#include <utility>

#include "models/cm/flow_interfaces.h"
#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

// Orders the task after those of the MAP parser's channels.
constexpr unsigned kOverdueKey = 64;

constexpr std::int64_t kRound = 65'536;

// RFC 1982: signed distance between two numbers on a circle.
std::int64_t distance(std::int64_t from, std::int64_t to) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(to - from));
}

}  // namespace

Resequencer::Resequencer(const sc_core::sc_module_name& name, const ResequencerConfig& config,
                         platform::InstantSequencer& sequencer, PacketSink& sink)
    : sc_module(name),
      config_(config),
      sequencer_(sequencer),
      sink_(sink),
      overdue_task_(sequencer.add(kParse, kOverdueKey, [this] { give_up_overdue(); })) {
  if (config.wait <= 0) {
    throw ConfigError("/resequencing_wait_ms", "must be more than 0");
  }
  for (const unsigned channel : config.channels) {
    if (channel >= kMaxChannels) {
      throw ConfigError("/downstream_channels", "must be 0 to 31");
    }
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
  const std::uint32_t flow = docsis::flow_of_dsid(config_.modem, service->dsid);
  if (flow >= docsis::kMaxDownstreamFlows) {
    ++counters_.foreign;
    return;
  }
  receive_sequenced(flow, *service, std::move(frame));
}

Resequencer::Stream& Resequencer::stream_of(std::uint32_t flow) {
  if (flow >= streams_.size()) {
    streams_.resize(flow + 1);
  }
  if (!streams_[flow]) {
    streams_[flow] = std::make_unique<Stream>();
  }
  return *streams_[flow];
}

void Resequencer::receive_sequenced(std::uint32_t flow, const docsis::DsService& service,
                                    docsis::DownstreamFrame frame) {
  Stream& stream = stream_of(flow);
  ++counters_.sequenced;
  if (service.sequence_change != stream.sequence_change) {
    restart(stream, service);
  }
  const Number number = unwrap(stream, frame.channel, *service.sequence);
  stream.last[frame.channel] = number;
  stream.newest = std::max(stream.newest, number);
  if (number < stream.next) {
    ++counters_.late;
    return;
  }
  hold(stream, number, std::move(frame.packet));
  pass_run(stream);
  give_up_unreachable(stream);
  schedule();
}

Resequencer::Number Resequencer::unwrap(const Stream& stream, unsigned channel,
                                        std::uint16_t sequence) {
  const Number nearest = stream.newest + distance(stream.newest, sequence);
  const bool in_gap = nearest >= stream.gap_first && nearest < stream.gap_end;
  const bool may_come = nearest > stream.last[channel] && (nearest >= stream.next || in_gap);
  return may_come ? nearest : nearest + kRound;
}

// The CMTS restarts its numbers: waiting packets pass in order, and the new numbers begin with this
// packet.
void Resequencer::restart(Stream& stream, const docsis::DsService& service) {
  for (Held& held : stream.held) {
    pass(held);
  }
  stream.held.clear();
  stream.sequence_change = service.sequence_change;
  stream.next = *service.sequence;
  stream.newest = stream.next - 1;
  stream.last.fill(stream.newest);
  stream.gap_first = stream.gap_end = stream.next;
}

void Resequencer::hold(Stream& stream, Number number, PacketHandle packet) {
  const auto place =
      std::lower_bound(stream.held.begin(), stream.held.end(), number,
                       [](const Held& held, Number value) { return held.number < value; });
  if (place != stream.held.end() && place->number == number) {
    ++counters_.late;
    return;
  }
  counters_.out_of_order += number != stream.next ? 1 : 0;
  stream.held.insert(place, {number, platform::now_ps(), std::move(packet)});
}

void Resequencer::pass(Held& held) {
  const TimePs now = platform::now_ps();
  if (now > held.arrived && now >= config_.stats_from) {
    counters_.skew_ps.add(static_cast<std::uint64_t>(now - held.arrived));
  }
  sink_.push(std::move(held.packet));
}

// Passes the packets whose number is next.
void Resequencer::pass_run(Stream& stream) {
  auto held = stream.held.begin();
  for (; held != stream.held.end() && held->number == stream.next; ++held) {
    ++stream.next;
    pass(*held);
  }
  stream.held.erase(stream.held.begin(), held);
}

// Gives up all missing numbers below `number`.
void Resequencer::give_up_before(Stream& stream, Number number, bool early) {
  if (!early) {
    const bool gap_is_over = passed_by_all(stream) >= stream.gap_end;
    stream.gap_first = gap_is_over ? stream.next : stream.gap_first;
    stream.gap_end = number;
  }
  auto held = stream.held.begin();
  for (; held != stream.held.end() && held->number < number; ++held) {
    pass(*held);
  }
  const auto passed = static_cast<std::uint64_t>(held - stream.held.begin());
  const auto numbers = static_cast<std::uint64_t>(number - stream.next);
  counters_.missing += numbers - passed;
  counters_.missing_early += early ? numbers - passed : 0;
  stream.held.erase(stream.held.begin(), held);
  stream.next = number;
  pass_run(stream);
}

Resequencer::Number Resequencer::passed_by_all(const Stream& stream) const {
  Number least = INT64_MAX;
  for (const unsigned channel : config_.channels) {
    least = std::min(least, stream.last[channel]);
  }
  return least;
}

void Resequencer::give_up_unreachable(Stream& stream) {
  if (stream.held.empty()) return;
  const Number passed = passed_by_all(stream);
  if (passed > stream.next) {
    give_up_before(stream, passed, true);
  }
}

// Passes packets whose wait is over, and all packets before them.
void Resequencer::give_up_overdue() {
  overdue_at_ = kNever;
  const TimePs since = platform::now_ps() - config_.wait;
  for (const auto& stream : streams_) {
    if (!stream) continue;
    const auto last = std::find_if(stream->held.rbegin(), stream->held.rend(),
                                   [&](const Held& held) { return held.arrived <= since; });
    if (last != stream->held.rend()) {
      give_up_before(*stream, last->number, false);
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
