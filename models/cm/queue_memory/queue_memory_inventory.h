// Gates and bits that queue memory keeps on die.
#pragma once

#include "models/cm/inventory.h"
#include "models/cm/queue_memory/port_schedule.h"

namespace docsis_vp::cm {

// What laws and managers want of descriptors.
struct DescriptorFields {
  bool stamped = false;  // the time of acceptance, for a law that looks at it
  bool linked = false;   // a link, where packets of several queues share a flow's descriptors
};

// Payload lies in off-die memory and takes no area.
area::Block queue_memory_inventory(const PortConfig& port, const DescriptorFields& fields,
                                   const InventoryWidths& widths);

}  // namespace docsis_vp::cm
