#include "system/assembly/faults/fault_injector.h"

#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint8_t kRequestIuc = 1;

// MAC header 6, DA 6, SA 6, length 2, DSAP, SSAP, control, version; then the type (MULPI 6.4).
constexpr std::size_t kTypeOffset = 24;
constexpr std::uint8_t kMapType = 3;

bool is_map(const docsis::ManagementOctets& frame) {
  return frame->map() != nullptr ||
         (frame->size() > kTypeOffset && (*frame)[kTypeOffset] == kMapType);
}

}  // namespace

FaultInjector::FaultInjector(std::string modem, std::uint64_t seed,
                             docsis::UpstreamTransmitter& plant)
    : plant_(plant),
      lost_requests_(seed, "plant/requests/" + modem),
      lost_bursts_(seed, "plant/upstream/" + modem),
      lost_packets_(seed, "plant/downstream/" + modem),
      lost_maps_(seed, "plant/maps/" + modem),
      delayed_maps_(seed, "plant/late_maps/" + modem),
      modem_(std::move(modem)),
      late_due_([this] { deliver_late(); }) {}

void FaultInjector::transmit(docsis::UpstreamBurst&& burst) {
  for (const auto& observer : observers_) {
    observer(burst);
  }
  const bool is_request = burst.iuc == kRequestIuc;
  if (!applies(is_request ? lost_requests_ : lost_bursts_, burst.start,
               is_request ? "lose_request" : "lose_burst")) {
    plant_.transmit(std::move(burst));
    return;
  }
  for (const docsis::BurstRun& run : burst.runs) {
    if (run.packet) {
      Lost& lost = lost_[burst.sid];
      ++lost.packets;
      lost.bytes += run.packet->size_bytes;
    }
  }
}

void FaultInjector::receive_management(unsigned channel, docsis::ManagementOctets frame) {
  const TimePs now = platform::now_ps();
  if (is_map(frame)) {
    if (applies(lost_maps_, now, "lose_map")) {
      return;
    }
    if (applies(delayed_maps_, now, "delay_map")) {
      late_.push_back({now + map_delay_, channel, std::move(frame)});
      late_due_.set_if_earlier(now + map_delay_);
      return;
    }
  }
  modem_port_->receive_management(channel, std::move(frame));
}

void FaultInjector::deliver_late() {
  while (!late_.empty() && late_.front().at <= platform::now_ps()) {
    Late late = std::move(late_.front());
    late_.pop_front();
    modem_port_->receive_management(late.channel, std::move(late.frame));
  }
  late_due_.set(late_.empty() ? kNever : late_.front().at);
}

void FaultInjector::receive_packet(docsis::DownstreamFrame frame) {
  for (const auto& observer : packet_observers_) {
    observer(frame);
  }
  if (!applies(lost_packets_, platform::now_ps(), "lose_packet")) {
    modem_port_->receive_packet(std::move(frame));
    return;
  }
  if (frame.service_flow >= lost_downstream_.size()) {
    lost_downstream_.resize(frame.service_flow + 1);
  }
  ++lost_downstream_[frame.service_flow].packets;
  lost_downstream_[frame.service_flow].bytes += frame.packet->size_bytes;
}

FaultInjector::Lost FaultInjector::lost_downstream(unsigned flow) const {
  return flow < lost_downstream_.size() ? lost_downstream_[flow] : Lost{};
}

FaultInjector::Lost FaultInjector::lost(std::uint16_t sid) const {
  const auto found = lost_.find(sid);
  return found == lost_.end() ? Lost{} : found->second;
}

// Counts every fault; lists the scripted ones as events.
bool FaultInjector::applies(FaultRule& rule, TimePs at, const char* kind) {
  if (!rule.may_apply()) return false;
  const FaultRule::Cause cause = rule.decide(at);
  if (cause == FaultRule::Cause::kScript) {
    events_.push_back({to_seconds(at), kind, modem_, {}});
  }
  return cause != FaultRule::Cause::kNone;
}

}  // namespace docsis_vp::system
