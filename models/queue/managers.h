// Lists the managers of several queues: each one's law and its other rules.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/aqm/registry.h"
#include "models/queue/deficit_round_robin.h"

namespace docsis_vp::queue {

// How a law for one queue applies to several.
enum class LawUse : std::uint8_t {
  kPerQueue,  // one per queue
  // One law for all queues together. The drop probability of a queue is scaled by its length over
  // that of the longest queue (CableLabs 2014 sec. 4.6).
  kScaled,
};

// Which packets are dropped when the shared buffer is full; both choices use the longest queue.
enum class Overflow : std::uint8_t {
  kTail,  // the last packet, until the new one fits
  kHead,  // half of its bytes, at most 64 packets, from the head (RFC 8290 sec. 4.1.2)
};

// Unit in which queues are compared to find the longest one when the buffer is full. ns-2's
// sfqcodel counts packets; its DRR and RFC 8290 count bytes.
enum class Length : std::uint8_t { kBytes, kPackets };

// A manager's default for an option of its law, in the units of aqm_option.
struct DefaultOption {
  std::string_view name;  // empty: none
  std::uint32_t value = 0;
};

struct Manager {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  std::string_view law;  // name in the registry
  LawUse use;
  ServiceOrder service_order;
  Overflow overflow;
  Length longest_by;
  std::uint32_t queues;                  // default
  std::uint32_t quantum_bytes;           // default
  std::uint32_t queue_share;             // default
  std::uint32_t target_us;               // default; 0: the law's target
  std::array<DefaultOption, 2> options;  // other options have the law's defaults
  std::uint32_t buffer_packets;          // default limit; 0: none
};

// Returns null if there is no such manager.
const Manager* find_manager(std::string_view name);
// All managers, in the order of their names.
struct ManagerList {
  const Manager* first;
  const Manager* last;
  const Manager* begin() const { return first; }
  const Manager* end() const { return last; }
};
ManagerList managers();

// Returns the default options of the law. manager: null for a single queue.
std::vector<std::uint32_t> default_options(const Manager* manager, const aqm_algorithm& law);

}  // namespace docsis_vp::queue
