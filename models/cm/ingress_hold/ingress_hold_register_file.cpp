#include "models/cm/ingress_hold/ingress_hold_register_file.h"

#include <algorithm>

#include "models/cm/ingress_hold/ingress_hold_registers.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

namespace {

namespace hold_reg = ingress_hold_registers;

constexpr std::uint32_t kSlotsPerVerdict = 8;

std::uint32_t setup_word(const IngressHoldConfig& config) {
  return config.descriptors << hold_reg::kSetupSlotsShift |
         (config.batch ? hold_reg::kSetupBatchMask : 0);
}

std::uint32_t packet_word(const Packet& packet, unsigned flow) {
  return packet.size_bytes << hold_reg::kSlotPacketSizeShift |
         flow << hold_reg::kSlotPacketFlowShift |
         static_cast<std::uint32_t>(packet.ecn) << hold_reg::kSlotPacketEcnShift;
}

std::uint32_t queue_word(const aqm_queue& queue) {
  return std::min(queue.bytes, hold_reg::kSlotQueueDepthBytesMask) |
         (queue.full != 0 ? hold_reg::kSlotQueueFullMask : 0);
}

std::uint32_t departure_word(const DepartureRecord& record) {
  const std::uint32_t tick = record.tick << hold_reg::kDepartureTickShift;
  return hold_reg::kDepartureValidMask | (tick & hold_reg::kDepartureTickMask) |
         record.size_bytes << hold_reg::kDepartureSizeShift |
         record.flow << hold_reg::kDepartureFlowShift |
         static_cast<std::uint32_t>(record.ecn) << hold_reg::kDepartureEcnShift;
}

}  // namespace

IngressHoldRegisterFile::IngressHoldRegisterFile(const sc_core::sc_module_name& name,
                                                 IngressHold* hold)
    : sc_module(name), file_("file") {
  file_.add(hold_reg::kSetupOffset,
            [hold](TimePs) { return hold != nullptr ? setup_word(hold->config()) : 0; });
  if (hold != nullptr) {
    add_ring(*hold);
    add_moderation(*hold);
    add_levels(*hold);
    add_departures(*hold);
    for (std::uint32_t slot = 0; slot < hold->config().descriptors; ++slot) {
      add_slot(*hold, slot);
    }
  }
}

void IngressHoldRegisterFile::add_ring(IngressHold& hold) {
  file_.add(hold_reg::kProducedOffset, [&hold](TimePs) { return hold.produced(); });
  file_.add(
      hold_reg::kConsumedOffset, [&hold](TimePs) { return hold.consumed(); },
      [&hold](std::uint32_t value, TimePs at) { hold.consume(value, at); });
  for (std::uint32_t group = 0; group < hold.config().descriptors / kSlotsPerVerdict; ++group) {
    file_.add(hold_reg::kVerdictOffset + group * hold_reg::kVerdictStride, {},
              [&hold, group](std::uint32_t value, TimePs at) { hold.judge(group, value, at); });
  }
}

void IngressHoldRegisterFile::add_moderation(IngressHold& hold) {
  static_assert(IngressHold::kWaiting == hold_reg::kInterruptStatusWaitingMask);
  static_assert(IngressHold::kDepartures == hold_reg::kInterruptStatusDeparturesMask);
  constexpr std::uint32_t kCauses = IngressHold::kWaiting | IngressHold::kDepartures;
  file_.add(hold_reg::kInterruptStatusOffset, [&hold](TimePs) { return hold.interrupt_status(); });
  file_.add(
      hold_reg::kInterruptEnableOffset, [&hold](TimePs) { return hold.interrupts_enabled(); },
      [&hold](std::uint32_t value, TimePs at) { hold.enable_interrupts(value & kCauses, at); });
  file_.add(
      hold_reg::kModerationCountOffset, [&hold](TimePs) { return hold.moderation_count(); },
      [&hold](std::uint32_t value, TimePs at) {
        hold.set_interrupt_moderation(value & hold_reg::kModerationCountPacketsMask,
                                      hold.moderation_window_us(), at);
      });
  file_.add(
      hold_reg::kModerationWindowOffset, [&hold](TimePs) { return hold.moderation_window_us(); },
      [&hold](std::uint32_t value, TimePs at) {
        hold.set_interrupt_moderation(hold.moderation_count(),
                                      value & hold_reg::kModerationWindowMicrosecondsMask, at);
      });
}

void IngressHoldRegisterFile::add_levels(IngressHold& hold) {
  file_.add(hold_reg::kHeldBytesOffset,
            [&hold](TimePs at) { return platform::saturate_u32(hold.occupied(at).bytes); });
  file_.add(hold_reg::kHeldPacketsOffset,
            [&hold](TimePs at) { return platform::saturate_u32(hold.occupied(at).packets); });
  file_.add(hold_reg::kCapacityBytesOffset,
            [&hold](TimePs) { return platform::saturate_u32(hold.config().capacity_bytes); });
  file_.add_counter64(hold_reg::kLostPacketsLowOffset,
                      [&hold](TimePs) { return hold.lost().packets; });
  file_.add_counter64(hold_reg::kLostBytesLowOffset, [&hold](TimePs) { return hold.lost().bytes; });
}

void IngressHoldRegisterFile::add_departures(IngressHold& hold) {
  const auto add = [&](std::uint32_t offset, auto word_of) {
    file_.add(offset, [&hold, word_of](TimePs) -> std::uint32_t {
      const DepartureRecord* const oldest = hold.departures().oldest();
      return oldest != nullptr ? word_of(*oldest) : 0;
    });
  };
  using Record = DepartureRecord;
  add(hold_reg::kDepartureOffset, departure_word);
  add(hold_reg::kDepartureAcceptedUsOffset,
      [](const Record& r) { return queue::stamp_us32(r.accepted, r.left); });
  add(hold_reg::kDepartureLeftUsOffset, [](const Record& r) { return to_us32(r.left); });
  add(hold_reg::kDepartureBehindBytesOffset, [](const Record& r) { return r.behind_bytes; });
  add(hold_reg::kDepartureBehindPacketsOffset, [](const Record& r) { return r.behind_packets; });
  file_.add(hold_reg::kDepartureTakenOffset, {},
            [&hold](std::uint32_t, TimePs at) { hold.take_departure(at); });
  file_.add(hold_reg::kLostDeparturesOffset,
            [&hold](TimePs) { return platform::saturate_u32(hold.departures().lost()); });
}

void IngressHoldRegisterFile::add_slot(IngressHold& hold, std::uint32_t slot) {
  const std::uint32_t base = hold_reg::kSlotOffset + slot * hold_reg::kSlotStride;
  file_.add(base + hold_reg::kSlotPacketOffset, [&hold, slot](TimePs) {
    const Packet* const packet = hold.packet(slot);
    return packet != nullptr ? packet_word(*packet, hold.flow_of(slot)) : 0;
  });
  file_.add(base + hold_reg::kSlotRandomOffset,
            [&hold, slot](TimePs) { return hold.random_of(slot); });
  file_.add(base + hold_reg::kSlotQueueOffset,
            [&hold, slot](TimePs at) { return queue_word(hold.queue_for(slot, at)); });
  file_.add(base + hold_reg::kSlotArrivedUsOffset,
            [&hold, slot](TimePs) { return to_us32(hold.arrival_of(slot)); });
  file_.add(base + hold_reg::kSlotDepthPacketsOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).packets; });
  file_.add(base + hold_reg::kSlotMsrTokensOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).msr_tokens; });
  file_.add(base + hold_reg::kSlotCeBytesOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).ce_bytes; });
  file_.add(base + hold_reg::kSlotCePacketsOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).ce_packets; });
}

}  // namespace docsis_vp::cm
