#include "tests/external/tcp_lab/linux/relay.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

namespace docsis_vp::tcp_lab {
namespace {

constexpr TimeNs kPatience = 10 * kNsPerSecond;

}  // namespace

Relay::Relay(const Case& c, LinuxTransfer& transfer, Observer& observer)
    : case_(c),
      transfer_(transfer),
      observer_(observer),
      bottleneck_(c.rate_bps(), c.buffer_bytes),
      buffer_(kLongestPacket) {}

void Relay::run() {
  transfer_.begin();
  const TimeNs begin = clock_now();
  for (TimeNs now = begin;; now = clock_now()) {
    if (observer_.elapsed(now) > case_.duration_ns()) break;
    if (!observer_.has_begun() && now - begin > kPatience) {
      throw std::runtime_error("the transfer did not start");
    }
    collect(now);
    carry_what_is_due(now);
    const TimeNs wait =
        std::clamp<TimeNs>(next_due().value_or(now + kNsPerSecond) - clock_now(), 0, kNsPerSecond);
    pollfd devices[] = {{transfer_.sender_device(), POLLIN, 0},
                        {transfer_.receiver_device(), POLLIN, 0}};
    const timespec timeout{wait / kNsPerSecond, wait % kNsPerSecond};
    ppoll(devices, 2, &timeout, nullptr);
  }
  observer_.finish();
}

std::optional<TimeNs> Relay::next_due() const {
  if (to_receiver_.empty() && to_sender_.empty()) return std::nullopt;
  if (to_receiver_.empty()) return to_sender_.front().due;
  if (to_sender_.empty()) return to_receiver_.front().due;
  return std::min(to_receiver_.front().due, to_sender_.front().due);
}

// The kernel answers some packets inside write(). The answer gets the due time of the packet, so
// that delays of this machine do not add up along the path.
void Relay::carry_what_is_due(TimeNs now) {
  while (next_due().value_or(now + 1) <= now) {
    const TimeNs due = *next_due();
    const bool forward = !to_receiver_.empty() && to_receiver_.front().due == due;
    auto& line = forward ? to_receiver_ : to_sender_;
    Flying packet = std::move(line.front());
    line.pop_front();
    lateness_.add(clock_now() - due);
    if (forward) {
      deliver_to_receiver(packet);
    } else {
      deliver_to_sender(packet);
    }
    collect(due);
  }
}

void Relay::deliver_to_receiver(const Flying& packet) {
  write_packet(transfer_.receiver_device(), packet.bytes);
}

void Relay::deliver_to_sender(const Flying& packet) {
  write_packet(transfer_.sender_device(), packet.bytes);
  if (!observer_.has_begun()) return;
  const auto tcp = view(packet.bytes);
  if (!tcp) return;
  const TimeNs at = std::max(packet.due, latest_);
  observer_.on_ack(at, tcp->acknowledgment - first_sequence_);
  const SenderState state = transfer_.sender_state();
  observer_.on_cwnd(at, state.cwnd_segments);
  if (state.ssthresh_is_finite) observer_.on_slow_start_end(at);
}

void Relay::collect(TimeNs now) {
  latest_ = std::max(latest_, now);
  collect_from_sender(latest_);
  collect_from_receiver(latest_);
}

void Relay::collect_from_sender(TimeNs now) {
  for (;;) {
    const ssize_t size = read(transfer_.sender_device(), buffer_.data(), buffer_.size());
    if (size <= 0) return;
    std::vector<std::uint8_t> packet(buffer_.begin(), buffer_.begin() + size);
    const auto tcp = view(packet);
    if (!tcp) continue;
    if (tcp->is_syn) first_sequence_ = tcp->sequence + 1;
    if (tcp->payload_bytes == 0) {
      to_receiver_.push_back({now + case_.one_way_delay_ns(), std::move(packet)});
      continue;
    }
    const bool is_first = !observer_.has_begun();
    const Segment segment = observer_.on_data(now, tcp->sequence - first_sequence_);
    // Timers repeat segments, too, and change the window without an acknowledgment.
    if (is_first || segment.repetition > 0) {
      observer_.on_cwnd(now, transfer_.sender_state().cwnd_segments);
    }
    const auto sent = loses(case_.loss, segment)
                          ? std::nullopt
                          : bottleneck_.admit(now, packet.size() + kFrameOverheadBytes);
    if (sent) {
      to_receiver_.push_back({*sent + case_.one_way_delay_ns(), std::move(packet)});
    } else {
      observer_.on_loss(now);
    }
  }
}

void Relay::collect_from_receiver(TimeNs now) {
  for (;;) {
    const ssize_t size = read(transfer_.receiver_device(), buffer_.data(), buffer_.size());
    if (size <= 0) return;
    to_sender_.push_back(
        {now + case_.one_way_delay_ns(), {buffer_.begin(), buffer_.begin() + size}});
  }
}

}  // namespace docsis_vp::tcp_lab
