// Declares the configuration of queue memory, its port and its descriptors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/queue/fifo_limits.h"

namespace docsis_vp::cm {

struct PortConfig {
  std::uint32_t bytes_per_cycle = 8;  // width of the port; 1..1024 [engineering choice]
  // Share of cycles that DRAM pages and turn-arounds leave for data, 0.1..100, to a tenth.
  double efficiency_percent = 60;
  // false: reads have priority.
  bool writes_alternate_with_reads = true;
  // Size of the FIFO on die in which packets wait for their write [engineering choice].
  std::uint32_t ingress_fifo_bytes = 32'768;
};

// All descriptors are on die, or each flow has a ring in the off-die memory and a cache on die for
// the next packets to leave. If the cache of its flow is full, a packet's descriptor is written to
// the ring, and fetched before it is needed. Both transfers use the memory's port.
struct DescriptorRingConfig {
  std::uint32_t cached = 0;  // descriptors per flow on die; 0: all of them
  std::uint32_t bytes = 16;  // of one descriptor in the ring [Intel 8254x: 16 bytes]
  // Time from a descriptor's last beat on the port to its use [engineering choice].
  std::uint32_t latency_ns = 100;
};

struct QueueMemoryConfig {
  // A scenario's `queue_memory`.
  std::uint64_t capacity_bytes = 64U << 20;  // all flows together [engineering choice]
  // For each flow, for the limits below. Empty: derived from the buffers of the flows.
  std::optional<std::uint32_t> descriptors_per_flow;
  PortConfig port;
  DescriptorRingConfig descriptors;

  // Set by the modem.
  std::uint64_t clock_hz = 250'000'000;  // clock of the port [engineering choice]
  std::vector<queue::FifoLimits> flows;  // one per service flow, 1..48
};

}  // namespace docsis_vp::cm
