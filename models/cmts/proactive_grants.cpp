// MapScheduler: accounts for proactive grants. They come before any other decision on requests;
// here they are charged to their flow and answer its requests.
#include <algorithm>

#include "models/cmts/map_scheduler.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cmts {

// A flow that shapes itself is never overdrawn, so that its guarantee holds whatever it sends.
bool MapScheduler::is_withheld(const Unsolicited::Due& due) {
  Flow& flow = flows_[due.flow];
  const bool is_proactive = flow.config.scheduling == docsis::SchedulingType::kProactiveGrants;
  if (!is_proactive || due.poll ||
      !flow.tokens.is_overdrawn(platform::now_ps(), flow.proactive_unknown_bytes)) {
    return false;
  }
  ++flow.counters.proactive_withheld;
  return true;
}

// Takes the whole payload from the flow's buckets, what rounding to minislots adds included. What
// stays unused comes back with the result of the grant.
void MapScheduler::charge_proactive(unsigned index) {
  const Channel& channel = channels_[index];
  const TimePs now = platform::now_ps();
  for (Item& item : items_) {
    if (item.kind != Reservation::Kind::kProactive) continue;
    Flow& flow = flows_[item.flow];
    if (flow.waiting_bytes == 0) flow.tokens.begin_waiting(now);
    const std::uint64_t bytes = payload(channel, flow, item.minislots);
    flow.tokens.granted(bytes);
    flow.proactive_unknown_bytes += bytes;
    if (flow.config.min_reserved_rate_bps > 0) {
      flow.reserved.fill(now);
      flow.reserved.cap();
      flow.reserved.debit(static_cast<std::int64_t>(bytes));
      item.reserved_bytes = bytes;
    }
    answer_proactively(index, item.flow, bytes);
  }
}

// The oldest requests that this MAP may answer need no other grant; the modem counts in the same
// way.
void MapScheduler::answer_proactively(unsigned index, UpstreamFlow asking, std::uint64_t bytes) {
  Flow& flow = flows_[asking];
  if (flow.waiting_bytes == 0) return;
  const Channel& channel = channels_[index];
  const TimePs start = channel.geometry.start(channel.next_start);
  for (Request& request : requests_) {
    if (request.flow != asking || start < answerable_from(channel, request.sent)) continue;
    const std::uint64_t answered = std::min(bytes, request.bytes);
    bytes -= answered;
    request.bytes -= answered;
    flow.waiting_bytes -= answered;
    flow.forgotten_since = answered > 0 ? kNever : flow.forgotten_since;
  }
  const auto is_answered = [](const Request& request) { return request.bytes == 0; };
  requests_.erase(std::remove_if(requests_.begin(), requests_.end(), is_answered), requests_.end());
}

// A grant with a burst that cannot be read has its result when it is settled.
void MapScheduler::learn_use(Reservation& reservation) {
  if (reservation.kind != Reservation::Kind::kProactive || reservation.is_known) return;
  reservation.is_known = true;
  flows_[reservation.flow].proactive_unknown_bytes -= reservation.payload_bytes;
}

}  // namespace docsis_vp::cmts
