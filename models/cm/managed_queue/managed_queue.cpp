#include "models/cm/managed_queue/managed_queue.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"

namespace docsis_vp::cm {

ManagedQueue::ManagedQueue(unsigned flow, const ManagedQueueConfig& config, const FlowTable& flows,
                           QueueMemory& memory, Shaper& shaper, ManagerListener& listener)
    : flow_(flow),
      stage_bytes_(config.stage_bytes),
      memory_(memory),
      shaper_(shaper),
      listener_(listener),
      discipline_(queue::make_discipline(config.discipline, flows, *this)) {
  if (stage_bytes_ != 0 && stage_bytes_ < kLongestFrameBytes) {
    throw ConfigError(config.discipline.pointer + "/stage_bytes",
                      "must be 0, or at least 2000 to have room for any packet");
  }
}

void ManagedQueue::offer(unsigned, PacketHandle packet, TimePs arrived) {
  stage(arrived);
  now_ = arrived;
  const queue::Shortage shortage = memory_.shortage(flow_, *packet, arrived);
  if (shortage != queue::Shortage::kNone) {
    listener_.judged_arrival(flow_, *packet, {AQM_DROP_FULL, shortage}, arrived);
    return;
  }
  arriving_ = &*packet;
  marked_ = false;
  discipline_->enqueue(std::move(packet), arrived, ahead(arrived));
  stage(arrived);
}

// Returns the packets that were chosen and not read out.
queue::PacketTally ManagedQueue::ahead(TimePs at) {
  return {memory_.queued_packets(flow_) - discipline_->packets(),
          memory_.depth_bytes(flow_, at) - discipline_->bytes()};
}

std::uint64_t ManagedQueue::admitted(const Packet& packet) {
  arriving_ = nullptr;
  listener_.judged_arrival(flow_, packet, marked_ ? AQM_MARK : AQM_ACCEPT, now_);
  return memory_.store(flow_, packet, now_);
}

void ManagedQueue::marked(const Packet& packet) {
  if (&packet == arriving_) {
    marked_ = true;
  } else {
    listener_.judged_queued(flow_, packet, AQM_MARK, now_);
  }
}

void ManagedQueue::dropped(const Packet& packet, aqm_verdict verdict, queue::Shortage shortage) {
  if (&packet == arriving_) {
    arriving_ = nullptr;
    listener_.judged_arrival(flow_, packet, {verdict, shortage}, now_);
    return;
  }
  memory_.discard(flow_, packet, now_);
  dropped_.add(packet.size_bytes);
  listener_.judged_queued(flow_, packet, {verdict, shortage}, now_);
}

void ManagedQueue::choose(TimePs at) {
  now_ = at;
  queue::QueuedPacket next = discipline_->dequeue(at);
  if (next.packet) {
    memory_.choose(flow_, {std::move(next.packet), next.enqueued, next.write});
  }
}

// A packet may begin as soon as any of its bytes is eligible.
queue::PacketTally ManagedQueue::prepare(unsigned, std::uint64_t mac_bytes, TimePs at) {
  if (!decides_at_pull()) {
    stage(at);
    return {};
  }
  const queue::PacketTally before = dropped_;
  while (discipline_->packets() > 0 && memory_.stream(flow_).chosen_mac_bytes() < mac_bytes &&
         shaper_.eligible_bytes(flow_, at) > chosen().bytes()) {
    choose(at);
  }
  return {dropped_.packets - before.packets, dropped_.bytes - before.bytes};
}

void ManagedQueue::pulled(unsigned, TimePs at) {
  stage(at);
}

// Moves packets into the transmit FIFO as it had room since the last call, each at the release of
// its first byte.
void ManagedQueue::stage(TimePs at) {
  // The transmit FIFO takes another packet while it has room for any.
  while (discipline_->packets() > 0 && chosen().bytes() + kLongestFrameBytes <= stage_bytes_) {
    const TimePs released = shaper_.last_release(flow_, chosen().bytes() + 1);
    if (released > at) {
      break;
    }
    choose(std::max(released, staged_until_));
  }
  staged_until_ = std::max(staged_until_, at);
}

}  // namespace docsis_vp::cm
