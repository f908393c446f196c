#include "system/assembly/modem/rf_plant.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

// Number of kept frames after which a modem hears of them anyway.
constexpr std::size_t kMostKept = 64;

}  // namespace

RfPlant::RfPlant(const sc_core::sc_module_name& name, const std::vector<TimePs>& delays)
    : sc_module(name), drops_(delays.size()) {
  for (unsigned modem = 0; modem < drops_.size(); ++modem) {
    drops_[modem].plant = this;
    drops_[modem].modem = modem;
    drops_[modem].delay = delays[modem];
    drops_[modem].ring = ring_at(delays[modem]);
    std::vector<Listener>& listeners = rings_[drops_[modem].ring]->listeners;
    drops_[modem].place = static_cast<unsigned>(listeners.size());
    listeners.emplace_back();
  }
}

unsigned RfPlant::ring_at(TimePs delay) {
  const auto found = std::find_if(rings_.begin(), rings_.end(),
                                  [&](const auto& ring) { return ring->delay == delay; });
  const auto index = static_cast<unsigned>(found - rings_.begin());
  if (found == rings_.end()) {
    rings_.push_back(std::make_unique<Ring>(*this, delay));
  }
  return index;
}

RfPlant::Ring::Ring(RfPlant& of, TimePs one_way)
    : plant(of), delay(one_way), due([this] { deliver(); }) {}

void RfPlant::connect(unsigned modem, docsis::DownstreamReceiver& receiver) {
  Drop& drop = drops_[modem];
  drop.receiver = &receiver;
  Listener& listener = rings_[drop.ring]->listeners[drop.place];
  listener.receiver = &receiver;
  listener.taker = receiver.take_from(drop);
}

void RfPlant::Drop::transmit(docsis::UpstreamBurst&& burst) {
  burst.modem = modem;
  burst.arrival = burst.end + delay;
  plant->cmts_->receive(std::move(burst));
}

void RfPlant::broadcast(unsigned downstream_channel, docsis::ManagementOctets frame,
                        TimePs departed) {
  if (rings_.empty()) {
    return;
  }
  // The last ring takes the frame itself: another reference would cost a locked instruction.
  const auto last = std::prev(rings_.end());
  for (auto ring = rings_.begin(); ring != last; ++ring) {
    (*ring)->add({departed + (*ring)->delay, downstream_channel, frame, {}});
  }
  (*last)->add({departed + (*last)->delay, downstream_channel, std::move(frame), {}});
}

void RfPlant::send(unsigned modem, docsis::DownstreamFrame frame, TimePs departed) {
  Ring& ring = *rings_[drops_[modem].ring];
  ring.add({departed + ring.delay, modem, nullptr, std::move(frame)});
}

void RfPlant::Ring::add(Arrival&& arrival) {
  due.set_if_earlier(arrival.at);
  arrivals.push_back(std::move(arrival));
  // The frame overtakes packets on slower channels.
  for (std::size_t i = arrivals.size() - 1; i > 0 && arrivals[i].at < arrivals[i - 1].at; --i) {
    std::swap(arrivals[i], arrivals[i - 1]);
  }
}

void RfPlant::Ring::deliver() {
  const TimePs now = platform::now_ps();
  while (!arrivals.empty() && arrivals.front().at <= now) {
    Arrival arrival = arrivals.pop_front();
    if (arrival.packet.packet) {
      plant.drops_[arrival.place].receiver->receive_packet(std::move(arrival.packet));
      continue;
    }
    deliver_to_all(arrival);
  }
  due.set(arrivals.empty() ? kNever : arrivals.front().at);
}

void RfPlant::Ring::deliver_to_all(const Arrival& arrival) {
  kept.push_back({arrival.at, arrival.frame});
  const std::uint64_t end = first_kept + kept.size();
  const docsis::ManagementFrame& frame = *arrival.frame.operator->();
  for (Listener& listener : listeners) {
    if (listener.taker == nullptr) {
      listener.next = end;
      listener.receiver->receive_management(arrival.place, arrival.frame);
    } else if (end - listener.next > kMostKept || listener.must_deliver(frame)) {
      listener.taker->frames_wait();
    }
  }
  if (kept.size() > 2 * kMostKept) {
    forget_taken();  // removes about half of them
  }
}

bool RfPlant::Listener::must_deliver(const docsis::ManagementFrame& frame) const {
  return frame.map() == nullptr || frame.acknowledged_until() > acknowledged_beyond ||
         frame.index().names(sids);
}

void RfPlant::Ring::forget_taken() {
  std::uint64_t needed = first_kept + kept.size();
  for (const Listener& listener : listeners) {
    needed = std::min(needed, listener.next);
  }
  kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(needed - first_kept));
  first_kept = needed;
}

docsis::FrameKeeper::Frames RfPlant::Ring::waiting_for(const Listener& listener) const {
  return {kept.data() + (listener.next - first_kept), kept.data() + kept.size()};
}

bool RfPlant::Drop::subscribe(docsis::SidRange sids, TimePs acknowledged_beyond) {
  Ring& own = *plant->rings_[ring];
  Listener& listener = own.listeners[place];
  listener.sids = sids;
  listener.acknowledged_beyond = acknowledged_beyond;
  const Frames frames = own.waiting_for(listener);
  return std::any_of(frames.begin(), frames.end(), [&](const Kept& kept) {
    return listener.must_deliver(*kept.frame.operator->());
  });
}

void RfPlant::Drop::release() {
  Ring& own = *plant->rings_[ring];
  own.listeners[place].taker = nullptr;
  own.listeners[place].next = own.first_kept + own.kept.size();
}

docsis::FrameKeeper::Frames RfPlant::Drop::take(TimePs end) {
  Ring& own = *plant->rings_[ring];
  Listener& listener = own.listeners[place];
  Frames frames = own.waiting_for(listener);
  while (frames.last != frames.first && (frames.last - 1)->arrived >= end) {
    --frames.last;
  }
  listener.next += static_cast<std::uint64_t>(frames.last - frames.first);
  return frames;
}

}  // namespace docsis_vp::system
