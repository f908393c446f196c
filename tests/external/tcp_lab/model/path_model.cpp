#include "tests/external/tcp_lab/model/path_model.h"

#include <algorithm>
#include <utility>

namespace docsis_vp::tcp_lab {

void SimulatedClock::run_timers() {
  wake_ = kNever;
  run_due();
}

PathModel::PathModel(const Case& c, SimulatedClock& clock, Observer& observer)
    : case_(c), clock_(clock), observer_(observer), bottleneck_(c.rate_bps(), c.buffer_bytes) {}

void PathModel::connect(PacketSink& sender, PacketSink& receiver) {
  sender_ = &sender;
  receiver_ = &receiver;
}

TimePs PathModel::next_due() const {
  const TimePs forward = to_receiver_.empty() ? kNever : to_receiver_.front().due;
  const TimePs backward = to_sender_.empty() ? kNever : to_sender_.front().due;
  return std::min(forward, backward);
}

bool PathModel::deliver_next() {
  const bool forward = !to_receiver_.empty() && to_receiver_.front().due == next_due();
  auto& line = forward ? to_receiver_ : to_sender_;
  PacketHandle packet = std::move(line.front().packet);
  line.pop_front();
  if (!forward) observer_.on_ack(now_ns(), packet->tcp.acknowledgment - 1);
  (forward ? receiver_ : sender_)->push(std::move(packet));
  return !forward;
}

void PathModel::take_from_sender(PacketHandle packet) {
  const TimePs delay = case_.one_way_delay_ns() * kPsPerNs;
  if (packet->tcp.payload_bytes == 0) {
    to_receiver_.push_back({clock_.now() + delay, std::move(packet)});
    return;
  }
  const Segment segment = observer_.on_data(now_ns(), packet->tcp.sequence - 1);
  const auto sent =
      loses(case_.loss, segment) ? std::nullopt : bottleneck_.admit(now_ns(), packet->size_bytes);
  if (sent) {
    to_receiver_.push_back({*sent * kPsPerNs + delay, std::move(packet)});
  } else {
    observer_.on_loss(now_ns());
  }
}

void PathModel::take_from_receiver(PacketHandle packet) {
  to_sender_.push_back({clock_.now() + case_.one_way_delay_ns() * kPsPerNs, std::move(packet)});
}

}  // namespace docsis_vp::tcp_lab
