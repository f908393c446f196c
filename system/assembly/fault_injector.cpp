#include "system/assembly/fault_injector.h"

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
    : modem_(std::move(modem)), plant_(plant), random_(seed, "plant/downstream/" + modem_) {}

void FaultInjector::lose_packets(double part) {
  lost_below_ = static_cast<std::uint64_t>(part * 0x1p32);
}

void FaultInjector::receive_packet(docsis::DownstreamFrame frame) {
  const bool by_chance = lost_below_ > 0 && random_.next_u32() < lost_below_;
  if (!by_chance && !strikes(packets_, platform::now_ps(), "lose_packet")) {
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

void FaultInjector::transmit(docsis::UpstreamBurst burst) {
  if (observer_) {
    observer_(burst);
  }
  const bool is_request = burst.iuc == kRequestIuc;
  if (!strikes(is_request ? requests_ : bursts_, burst.start,
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
  if (is_map(frame) && strikes(maps_, platform::now_ps(), "lose_map")) {
    return;
  }
  modem_port_->receive_management(channel, std::move(frame));
}

FaultInjector::Lost FaultInjector::lost(std::uint16_t sid) const {
  const auto found = lost_.find(sid);
  return found == lost_.end() ? Lost{} : found->second;
}

bool FaultInjector::strikes(std::vector<Fault>& faults, TimePs at, const char* kind) {
  if (faults.empty() || at < faults.front().from) {
    return false;
  }
  if (--faults.front().count == 0) {
    faults.erase(faults.begin());
  }
  events_.push_back({to_seconds(at), kind, modem_});
  return true;
}

}  // namespace docsis_vp::system
