// The managers of several queues: which law each uses, and what they do beyond it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/aqm/registry.h"
#include "models/queue/deficit_round_robin.h"

namespace docsis_vp::queue {

// How the law of one queue is used on many.
enum class LawUse : std::uint8_t {
  kPerQueue,  // one for each
  // One for all queues together; a queue's share of the drop probability is its length over that
  // of the longest (CableLabs 2014 sec. 4.6).
  kScaled,
};

// What gives way when the shared buffer is full: packets of the longest queue.
enum class Overflow : std::uint8_t {
  kTail,  // its last one, until the new one fits
  kHead,  // half of its bytes, at most 64 packets, from the head (RFC 8290 sec. 4.1.2)
};

// By what the longest queue is found when the buffer is full: ns-2's sfqcodel counts packets, its
// DRR and RFC 8290 bytes.
enum class Length : std::uint8_t { kBytes, kPackets };

// A value that a manager usually gives an option of its law, in the units of aqm_option.
struct UsualOption {
  std::string_view name;  // empty: none
  std::uint32_t value = 0;
};

struct Manager {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  std::string_view law;  // of the registry
  LawUse use;
  Turn turn;
  Overflow overflow;
  Length longest_by;
  std::uint32_t queues;                // usual number
  std::uint32_t quantum_bytes;         // usual
  std::uint32_t queue_share;           // usual
  std::uint32_t target_us;             // usual; 0: the law's
  std::array<UsualOption, 2> options;  // the others are usual as the law says
  std::uint32_t buffer_packets;        // usual limit; 0: none
};

// Null: no such manager.
const Manager* find_manager(std::string_view name);
// All of them, in the order of their names.
struct ManagerList {
  const Manager* first;
  const Manager* last;
  const Manager* begin() const { return first; }
  const Manager* end() const { return last; }
};
ManagerList managers();

// What the law's options are unless somebody says otherwise. Null: the law runs one queue.
std::vector<std::uint32_t> usual_options(const Manager* manager, const aqm_algorithm& law);

}  // namespace docsis_vp::queue
