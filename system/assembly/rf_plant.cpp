#include "system/assembly/rf_plant.h"

#include <algorithm>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

RfPlant::RfPlant(const sc_core::sc_module_name& name, const std::vector<TimePs>& delays)
    : sc_module(name), drops_(delays.size()) {
  for (unsigned modem = 0; modem < drops_.size(); ++modem) {
    drops_[modem].plant = this;
    drops_[modem].modem = modem;
    drops_[modem].delay = delays[modem];
  }
  SC_HAS_PROCESS(RfPlant);
  SC_METHOD(deliver_upstream);
  sensitive << upstream_due_;
  dont_initialize();
  SC_METHOD(deliver_downstream);
  sensitive << downstream_due_;
  dont_initialize();
}

void RfPlant::connect(unsigned modem, docsis::DownstreamReceiver& receiver) {
  drops_[modem].receiver = &receiver;
}

void RfPlant::Drop::transmit(docsis::UpstreamBurst burst) {
  burst.modem = modem;
  const TimePs arrival = burst.end + delay;
  plant->bursts_.push(arrival, std::move(burst));
  // Of two notifications the kernel keeps the earlier.
  plant->upstream_due_.notify(platform::to_sc_time(plant->bursts_.next_due() - platform::now_ps()));
}

void RfPlant::deliver_upstream() {
  while (bursts_.next_due() <= platform::now_ps()) {
    cmts_->receive(bursts_.pop());
  }
  if (bursts_.next_due() != kNever) {
    upstream_due_.notify(platform::to_sc_time(bursts_.next_due() - platform::now_ps()));
  }
}

void RfPlant::broadcast(unsigned downstream_channel, docsis::ManagementOctets frame,
                        TimePs departed) {
  for (Drop& drop : drops_) {
    add_arrival(drop, {departed + drop.delay, downstream_channel, frame, {}});
  }
}

void RfPlant::send(unsigned modem, PacketHandle packet, TimePs departed) {
  Drop& drop = drops_[modem];
  add_arrival(drop, {departed + drop.delay, 0, nullptr, std::move(packet)});
}

void RfPlant::add_arrival(Drop& drop, Arrival arrival) {
  const TimePs at = arrival.at;
  drop.arrivals.push_back(std::move(arrival));
  if (at < next_downstream_) {
    next_downstream_ = at;
    downstream_due_.notify(platform::to_sc_time(at - platform::now_ps()));
  }
}

void RfPlant::deliver_downstream() {
  const TimePs now = platform::now_ps();
  TimePs next = kNever;
  for (Drop& drop : drops_) {
    while (!drop.arrivals.empty() && drop.arrivals.front().at <= now) {
      Arrival arrival = std::move(drop.arrivals.front());
      drop.arrivals.pop_front();
      if (arrival.frame) {
        drop.receiver->receive_management(arrival.channel, std::move(arrival.frame));
      } else {
        drop.receiver->receive_packet(std::move(arrival.packet));
      }
    }
    if (!drop.arrivals.empty()) {
      next = std::min(next, drop.arrivals.front().at);
    }
  }
  next_downstream_ = next;
  if (next != kNever) {
    downstream_due_.notify(platform::to_sc_time(next - now));
  }
}

}  // namespace docsis_vp::system
