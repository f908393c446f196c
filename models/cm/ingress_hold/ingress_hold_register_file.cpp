#include "models/cm/ingress_hold/ingress_hold_register_file.h"

#include <algorithm>

#include "models/cm/ingress_hold/ingress_hold_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = ingress_hold_registers;

constexpr std::uint32_t kSlotsPerVerdict = 8;

// A register holds 32 bits.
std::uint32_t saturate(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, UINT32_MAX));
}

std::uint32_t setup_word(const IngressHoldConfig& config) {
  return config.slots << reg::kSetupSlotsShift | (config.batch ? reg::kSetupBatchMask : 0);
}

std::uint32_t packet_word(const Packet& packet, unsigned flow) {
  return packet.size_bytes << reg::kSlotPacketSizeShift | flow << reg::kSlotPacketFlowShift |
         static_cast<std::uint32_t>(packet.ecn) << reg::kSlotPacketEcnShift;
}

std::uint32_t queue_word(const aqm_queue& queue) {
  return std::min(queue.bytes, reg::kSlotQueueDepthBytesMask) |
         (queue.full != 0 ? reg::kSlotQueueFullMask : 0);
}

std::uint32_t departure_word(const DepartureRecord& record) {
  const std::uint32_t tick = record.tick << reg::kDepartureTickShift;
  return reg::kDepartureValidMask | (tick & reg::kDepartureTickMask) |
         record.size_bytes << reg::kDepartureSizeShift | record.flow << reg::kDepartureFlowShift |
         static_cast<std::uint32_t>(record.ecn) << reg::kDepartureEcnShift;
}

}  // namespace

IngressHoldRegisterFile::IngressHoldRegisterFile(const sc_core::sc_module_name& name,
                                                 IngressHold* hold)
    : sc_module(name), file_("file") {
  file_.add(reg::kSetupOffset,
            [hold](TimePs) { return hold != nullptr ? setup_word(hold->config()) : 0; });
  if (hold != nullptr) {
    add_ring(*hold);
    add_moderation(*hold);
    add_levels(*hold);
    add_departures(*hold);
    for (std::uint32_t slot = 0; slot < hold->config().slots; ++slot) {
      add_slot(*hold, slot);
    }
  }
}

void IngressHoldRegisterFile::add_ring(IngressHold& hold) {
  file_.add(reg::kProducedOffset, [&hold](TimePs) { return hold.produced(); });
  file_.add(
      reg::kConsumedOffset, [&hold](TimePs) { return hold.consumed(); },
      [&hold](std::uint32_t value, TimePs at) { hold.consume(value, at); });
  for (std::uint32_t group = 0; group < hold.config().slots / kSlotsPerVerdict; ++group) {
    file_.add(reg::kVerdictOffset + group * reg::kVerdictStride, {},
              [&hold, group](std::uint32_t value, TimePs at) { hold.judge(group, value, at); });
  }
}

void IngressHoldRegisterFile::add_moderation(IngressHold& hold) {
  static_assert(IngressHold::kWaiting == reg::kInterruptStatusWaitingMask);
  static_assert(IngressHold::kDepartures == reg::kInterruptStatusDeparturesMask);
  constexpr std::uint32_t kCauses = IngressHold::kWaiting | IngressHold::kDepartures;
  file_.add(reg::kInterruptStatusOffset, [&hold](TimePs) { return hold.interrupt_status(); });
  file_.add(
      reg::kInterruptEnableOffset, [&hold](TimePs) { return hold.interrupts_enabled(); },
      [&hold](std::uint32_t value, TimePs at) { hold.enable_interrupts(value & kCauses, at); });
  file_.add(
      reg::kModerationCountOffset, [&hold](TimePs) { return hold.moderation_count(); },
      [&hold](std::uint32_t value, TimePs at) {
        hold.moderate(value & reg::kModerationCountPacketsMask, hold.moderation_window_us(), at);
      });
  file_.add(
      reg::kModerationWindowOffset, [&hold](TimePs) { return hold.moderation_window_us(); },
      [&hold](std::uint32_t value, TimePs at) {
        hold.moderate(hold.moderation_count(), value & reg::kModerationWindowMicrosecondsMask, at);
      });
}

void IngressHoldRegisterFile::add_levels(IngressHold& hold) {
  file_.add(reg::kHeldBytesOffset, [&hold](TimePs) { return saturate(hold.held().bytes); });
  file_.add(reg::kHeldPacketsOffset, [&hold](TimePs) { return saturate(hold.held().packets); });
  file_.add(reg::kCapacityBytesOffset,
            [&hold](TimePs) { return saturate(hold.config().capacity_bytes); });
  file_.add_counter64(reg::kLostPacketsLowOffset, [&hold](TimePs) { return hold.lost().packets; });
  file_.add_counter64(reg::kLostBytesLowOffset, [&hold](TimePs) { return hold.lost().bytes; });
}

void IngressHoldRegisterFile::add_departures(IngressHold& hold) {
  const auto add = [&](std::uint32_t offset, auto word_of) {
    file_.add(offset, [&hold, word_of](TimePs) -> std::uint32_t {
      const DepartureRecord* const oldest = hold.departures().oldest();
      return oldest != nullptr ? word_of(*oldest) : 0;
    });
  };
  using Record = DepartureRecord;
  add(reg::kDepartureOffset, departure_word);
  add(reg::kDepartureAcceptedUsOffset, [](const Record& r) { return to_us32(r.accepted); });
  add(reg::kDepartureLeftUsOffset, [](const Record& r) { return to_us32(r.left); });
  add(reg::kDepartureBehindBytesOffset, [](const Record& r) { return r.behind_bytes; });
  add(reg::kDepartureBehindPacketsOffset, [](const Record& r) { return r.behind_packets; });
  file_.add(reg::kDepartureTakenOffset, {},
            [&hold](std::uint32_t, TimePs at) { hold.take_departure(at); });
  file_.add(reg::kLostDeparturesOffset,
            [&hold](TimePs) { return saturate(hold.departures().lost()); });
}

void IngressHoldRegisterFile::add_slot(IngressHold& hold, std::uint32_t slot) {
  const std::uint32_t base = reg::kSlotOffset + slot * reg::kSlotStride;
  file_.add(base + reg::kSlotPacketOffset, [&hold, slot](TimePs) {
    const Packet* const packet = hold.packet(slot);
    return packet != nullptr ? packet_word(*packet, hold.flow_of(slot)) : 0;
  });
  file_.add(base + reg::kSlotRandomOffset, [&hold, slot](TimePs) { return hold.random_of(slot); });
  file_.add(base + reg::kSlotQueueOffset,
            [&hold, slot](TimePs at) { return queue_word(hold.queue_for(slot, at)); });
  file_.add(base + reg::kSlotArrivedUsOffset,
            [&hold, slot](TimePs) { return to_us32(hold.arrival_of(slot)); });
  file_.add(base + reg::kSlotDepthPacketsOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).packets; });
  file_.add(base + reg::kSlotMsrTokensOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).msr_tokens; });
  file_.add(base + reg::kSlotCeBytesOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).ce_bytes; });
  file_.add(base + reg::kSlotCePacketsOffset,
            [&hold, slot](TimePs at) { return hold.queue_for(slot, at).ce_packets; });
}

}  // namespace docsis_vp::cm
