#include "models/hosts/trace_source/trace_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {
namespace {

// Returns kNever if the result is out of the range of TimePs.
TimePs at_speed(TimePs time, double speed) {
  if (speed == 1) {
    return time;
  }
  const double scaled = static_cast<double>(time) / speed;
  return scaled < static_cast<double>(kNever) ? std::llround(scaled) : kNever;
}

TimePs later(TimePs start, TimePs by) {
  return by > kNever - start ? kNever : start + by;
}

}  // namespace

TraceSource::TraceSource(const sc_core::sc_module_name& name, const TraceSourceConfig& config,
                         const std::string& flow_name, FlowTable& table, PacketPool& pool,
                         PacketSink& sink)
    : sc_module(name),
      config_(config),
      frames_(config.file, config.filter),
      clock_(config.max_gap),
      index_(flow_name, table),
      pool_(pool),
      sink_(sink),
      next_([this] { send_due(); }) {
  survey();
}

void TraceSource::survey() {
  while (read_chosen()) {
    ++captured_packets_;
    captured_duration_ = upcoming_.since_first;
  }
  if (captured_packets_ == 0) {
    throw InputError(config_.file + ": no packet to replay");
  }
  next_sequence_.resize(flows().size());
  rewind();
}

void TraceSource::rewind() {
  frames_.rewind();
  clock_.restart();
}

void TraceSource::start_of_simulation() {
  round_start_ = config_.start;
  upcoming_ = {};
  if (read_chosen()) {
    schedule();
  }
}

bool TraceSource::read_chosen() {
  const std::optional<ChosenFrames::Frame> frame = frames_.next();
  if (!frame) {
    return false;
  }
  const std::optional<TimePs> since_first = clock_.next(frame->time);
  if (!since_first) {
    throw InputError(config_.file + ": byte " + std::to_string(frame->file_offset) +
                     ": the packet lies more than 106 days from the first, max_gap_s closes gaps");
  }
  upcoming_.since_first = *since_first;
  FlowKey key = frame->headers.key;
  key.lan_port = config_.lan_port;
  upcoming_.flow = index_.find_or_add(key);
  upcoming_.size_bytes = frame->size_bytes;
  upcoming_.ecn = frame->headers.ecn;
  return true;
}

bool TraceSource::read_next_or_loop() {
  if (read_chosen()) {
    return true;
  }
  if (!config_.loop || captured_duration_ == 0) {
    return false;
  }
  const auto gaps = static_cast<TimePs>(captured_packets_ - 1);
  const TimePs round = captured_duration_ + captured_duration_ / gaps;
  round_start_ = later(round_start_, std::max<TimePs>(at_speed(round, config_.speed), 1));
  upcoming_ = {};
  rewind();
  return read_chosen();
}

TimePs TraceSource::departure() const {
  return later(round_start_, at_speed(upcoming_.since_first, config_.speed));
}

TimePs TraceSource::hand_over() const {
  if (config_.line_bps == 0) {
    return departure();
  }
  const double octets = upcoming_.size_bytes + kPreambleBytes;
  const TimePs on_line = std::llround(8 * octets * static_cast<double>(kPsPerSecond) /
                                      static_cast<double>(config_.line_bps));
  return std::max(departure() - on_line, config_.start);
}

// A frame never overtakes the previous one.
void TraceSource::schedule() {
  if (departure() < config_.stop) {
    next_.set(std::max(hand_over(), platform::now_ps()));
  }
}

void TraceSource::send_due() {
  const TimePs now = platform::now_ps();
  bool has_more = true;
  while (has_more && hand_over() <= now && departure() < config_.stop) {
    send();
    has_more = read_next_or_loop();
  }
  if (has_more) {
    schedule();
  }
}

void TraceSource::send() {
  PacketHandle packet = pool_.take();
  packet->flow = flows()[upcoming_.flow];
  packet->size_bytes = upcoming_.size_bytes;
  packet->sequence = next_sequence_[upcoming_.flow]++;
  packet->created = platform::now_ps();
  packet->ecn = upcoming_.ecn;
  ++sent_packets_;
  sent_bytes_ += packet->size_bytes;
  sink_.push(std::move(packet));
}

}  // namespace docsis_vp::hosts
