// Estimates gates and bits of queue memory on die.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/queue_memory/port_schedule.h"
#include "models/cm/queue_memory/queue_memory_config.h"

namespace docsis_vp::cm {

// Fields that laws and managers need in descriptors and rings.
struct DescriptorFields {
  unsigned stamped = 0;  // flows whose law reads the time of acceptance
  unsigned linked = 0;   // flows with several queues, whose packets share the descriptors by links
  unsigned marked = 0;   // flows with one queue that count CE packets separately
  std::uint32_t marked_bits = 0;  // width of the count of CE packets
  DescriptorRingConfig ring{};
};

// Payload lies in off-die memory and uses no area.
area::Block queue_memory_inventory(const PortConfig& port, const DescriptorFields& fields,
                                   const InventoryWidths& widths);

}  // namespace docsis_vp::cm
