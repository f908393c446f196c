#include "tests/external/tcp_lab/linux/shared_relay.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "tests/external/tcp_lab/cases.h"

namespace docsis_vp::tcp_lab {

SharedRelay::SharedRelay(const SharedCase& c,
                         const std::vector<std::unique_ptr<LinuxTransfer>>& transfers,
                         SharedObserver& observer)
    : case_(c),
      transfers_(transfers),
      observer_(observer),
      bottleneck_(c.rate_bps(), c.buffer_bytes()),
      buffer_(kLongestPacket),
      first_sequence_(transfers.size()) {}

void SharedRelay::run() {
  std::vector<pollfd> devices;
  for (const auto& transfer : transfers_) {
    devices.push_back({transfer->sender_device(), POLLIN, 0});
    devices.push_back({transfer->receiver_device(), POLLIN, 0});
  }
  begin_ = clock_now();
  for (const auto& transfer : transfers_) transfer->begin();
  for (TimeNs now = begin_; since_begin(now) < case_.duration_ns(); now = clock_now()) {
    latest_ = std::max(latest_, now);
    // Among several waiting packets no sender always comes first.
    first_read_ = (first_read_ + 1) % transfers_.size();
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      const std::size_t flow = (first_read_ + i) % transfers_.size();
      collect_from_sender(flow, latest_);
      collect_from_receiver(flow, latest_);
    }
    carry_what_is_due(now);
    const TimeNs wait = std::clamp<TimeNs>(next_due() - clock_now(), 0, kNsPerSecond / 10);
    const timespec timeout{0, wait};
    ppoll(devices.data(), devices.size(), &timeout, nullptr);
  }
}

TimeNs SharedRelay::next_due() const {
  constexpr TimeNs kNone = INT64_MAX;
  return std::min(to_receiver_.empty() ? kNone : to_receiver_.front().due,
                  to_sender_.empty() ? kNone : to_sender_.front().due);
}

// As in Relay: the kernel's answer is stamped with the instant at which the packet was due.
void SharedRelay::carry_what_is_due(TimeNs now) {
  while (next_due() <= now) {
    const TimeNs due = next_due();
    const bool forward = !to_receiver_.empty() && to_receiver_.front().due == due;
    auto& line = forward ? to_receiver_ : to_sender_;
    const Flying packet = std::move(line.front());
    line.pop_front();
    lateness_.add(clock_now() - due);
    latest_ = std::max(latest_, due);
    if (forward) {
      write_packet(transfers_[packet.flow]->receiver_device(), packet.bytes);
      collect_from_receiver(packet.flow, latest_);
    } else {
      deliver_to_sender(packet);
      collect_from_sender(packet.flow, latest_);
    }
  }
}

void SharedRelay::deliver_to_sender(const Flying& packet) {
  const LinuxTransfer& transfer = *transfers_[packet.flow];
  write_packet(transfer.sender_device(), packet.bytes);
  const auto tcp = view(packet.bytes);
  if (!tcp || tcp->is_syn) return;
  const TimeNs at = since_begin(latest_);
  observer_.on_ack(at, packet.flow, tcp->acknowledgment - first_sequence_[packet.flow]);
  if (case_.controls[packet.flow] == "bbr") {
    observer_.on_gains(at, packet.flow, transfer.bbr_gains());
  }
}

void SharedRelay::collect_from_sender(std::size_t flow, TimeNs now) {
  for (;;) {
    const ssize_t size = read(transfers_[flow]->sender_device(), buffer_.data(), buffer_.size());
    if (size <= 0) return;
    std::vector<std::uint8_t> packet(buffer_.begin(), buffer_.begin() + size);
    const auto tcp = view(packet);
    if (!tcp) continue;
    if (tcp->is_syn) first_sequence_[flow] = tcp->sequence + 1;
    const std::uint64_t size_bytes = packet.size() + kFrameOverheadBytes;
    if (tcp->payload_bytes > 0) {
      observer_.on_data(since_begin(now), flow, tcp->sequence - first_sequence_[flow],
                        tcp->payload_bytes);
    }
    const auto sent = bottleneck_.admit(now, size_bytes);
    if (!sent) continue;
    if (tcp->payload_bytes > 0) {
      observer_.on_admitted(since_begin(now), *sent - now - bottleneck_.time_of(size_bytes));
    }
    to_receiver_.push_back({*sent + case_.one_way_delay_ns(), flow, std::move(packet)});
  }
}

void SharedRelay::collect_from_receiver(std::size_t flow, TimeNs now) {
  for (;;) {
    const ssize_t size = read(transfers_[flow]->receiver_device(), buffer_.data(), buffer_.size());
    if (size <= 0) return;
    to_sender_.push_back(
        {now + case_.one_way_delay_ns(), flow, {buffer_.begin(), buffer_.begin() + size}});
  }
}

}  // namespace docsis_vp::tcp_lab
