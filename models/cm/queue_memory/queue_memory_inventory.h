// Gates and bits that queue memory keeps on die.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/queue_memory/descriptor_ring.h"
#include "models/cm/queue_memory/port_schedule.h"

namespace docsis_vp::cm {

// What laws and managers want of descriptors and rings.
struct DescriptorFields {
  unsigned stamped = 0;  // flows whose law looks at the time of acceptance
  unsigned linked = 0;   // flows of several queues, whose packets share the descriptors by links
  unsigned marked = 0;   // flows of one queue that count apart what carries CE
  std::uint32_t marked_bits = 0;  // of that count
  DescriptorRingConfig ring{};
};

// Payload lies in off-die memory and takes no area.
area::Block queue_memory_inventory(const PortConfig& port, const DescriptorFields& fields,
                                   const InventoryWidths& widths);

}  // namespace docsis_vp::cm
