// Builds the grants whose heads firmware judges before their deadline.
#include <algorithm>

#include "models/cm/burst_builder/burst_builder.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

void BurstBuilder::connect(HeadVerdictPort& port) {
  head_verdicts_ = &port;
  port.connect(*this);
}

void BurstBuilder::await_verdicts(const Grant& grant) {
  split_into_units(grant);
  Waiting& waiting = waiting_.emplace_back();
  waiting.grant = grant;
  waiting.opened = platform::now_ps();
  waiting.room = capacity_of(units_);
  waiting.first_room = units_.front().capacity;
  waiting.deadline = units_.front().deadline;
  set_latest(waiting);
  if (waiting_.size() == 1) {
    show_next();
  } else {
    arm_latest();
  }
}

void BurstBuilder::head_judged(aqm_verdict verdict) {
  Waiting& front = waiting_.front();
  FrameStream& stream = memory_.stream(front.grant.flow);
  Packet& packet = *stream.fifo()[stream.fifo().judged()].packet;
  judge_.judged_elsewhere(front.grant.flow, packet, verdict, platform::now_ps());
  front.walk.judge(stream, verdict == AQM_DROP || verdict == AQM_DROP_FULL);
  show_next();
}

// Builds grants whose heads are all judged, then shows the next head at the port.
void BurstBuilder::show_next() {
  while (!waiting_.empty() && !show_head(waiting_.front())) {
    const Waiting front = waiting_.front();
    waiting_.erase(waiting_.begin());
    build(front.grant, front.opened, true);
  }
  if (waiting_.empty()) {
    head_verdicts_->clear();
  }
  arm_latest();
}

bool BurstBuilder::show_head(Waiting& front) {
  const TimePs now = platform::now_ps();
  const unsigned flow = front.grant.flow;
  FrameStream& stream = memory_.stream(flow);
  if (!front.begun) {
    front.begun = true;
    front.walk = HeadWalk(stream, front.room);
  }
  const bool found = front.walk.find(stream, shaper_.eligible_bytes(flow, now));
  set_latest(front);  // it also reads the rest of a partly sent head, which needs no verdict
  if (!found) {
    return false;
  }
  const queue::Fifo& fifo = stream.fifo();
  const queue::Descriptor& next = fifo[fifo.judged()];
  const Packet& packet = *next.packet;
  HeadView head;
  head.flow = flow;
  head.size_bytes = packet.size_bytes;
  head.ecn = packet.ecn;
  head.queued_since = queued_since(flow, next, front.walk.frame_bytes() + packet.size_bytes);
  head.behind_bytes = judge_.queue_behind(flow, packet, fifo.to_drop(), now).bytes;
  head.window_opened = front.opened;
  head_verdicts_->show(head);
  return true;
}

// Builds the grants that cannot wait for more verdicts.
void BurstBuilder::build_in_time() {
  const TimePs now = platform::now_ps();
  for (std::size_t i = 0; i < waiting_.size();) {
    if (waiting_[i].latest > now) {
      ++i;
      continue;
    }
    const Waiting due = waiting_[i];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    head_verdicts_->count_cut_short();
    build(due.grant, due.opened, false);
  }
  show_next();
}

// Sets the latest start: the deadline less the time to build the judged part of the first unit.
void BurstBuilder::set_latest(Waiting& waiting) {
  const BuildCosts& costs = config_.costs;
  const std::uint64_t bytes =
      std::min<std::uint64_t>(waiting.walk.frame_bytes(), waiting.first_room);
  const std::uint64_t cycles = 1 + costs.cycles_per_segment +
                               std::uint64_t{waiting.walk.packets()} * costs.cycles_per_packet +
                               memory_.port().promised_read_cycles(bytes);
  waiting.latest = waiting.deadline - memory_.clock().edge(cycles);
}

void BurstBuilder::arm_latest() {
  TimePs latest = kNever;
  for (const Waiting& waiting : waiting_) {
    latest = std::min(latest, waiting.latest);
  }
  sequencer_.post_at(latest_task_, std::max(latest, platform::now_ps()));
}

}  // namespace docsis_vp::cm
