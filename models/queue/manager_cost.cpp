#include "models/queue/manager_cost.h"

namespace docsis_vp::queue {

namespace {

// {additions, multiplications, divisions, comparisons, words read, words written, random words}

// flow_hash(): four rounds of ten additions, the salt, and the scaling to the number of queues. It
// reads eight words of addresses, the ports, the protocol and the salt.
constexpr aqm_operations kHash = {41, 1, 0, 0, 11, 0, 0};
// Counts bytes and packets, all and those with CE, and links the packet; reads the packet's length.
constexpr aqm_operations kCountOne = {4, 0, 0, 0, 6, 6, 0};
// Same for the sum of all queues, plus the check for a full buffer.
constexpr aqm_operations kCountAll = {4, 0, 0, 2, 6, 4, 0};
// Checks whether the queue that grew is now the longest.
constexpr aqm_operations kCompareLongest = {0, 0, 0, 1, 2, 1, 0};
constexpr aqm_operations kSearch = {0, 0, 0, 1, 1, 0, 0};
// Scales the probability by own bytes over those of the longest queue; restores it if the law did
// not change it.
constexpr aqm_operations kShare = {0, 1, 1, 2, 3, 2, 0};

constexpr std::uint32_t kWord = 32;
constexpr std::uint32_t kBacklogBits = 4 * kWord;
constexpr std::uint32_t kPacketListBits = 2 * kWord;
constexpr std::uint32_t kHeadBatch = 64;  // RFC 8290 sec. 4.1.2

aqm_operations times(const aqm_operations& step, std::uint32_t by) {
  const auto scaled = [by](std::uint16_t count) { return static_cast<std::uint16_t>(count * by); };
  return {scaled(step.additions),   scaled(step.multiplications), scaled(step.divisions),
          scaled(step.comparisons), scaled(step.words_read),      scaled(step.words_written),
          scaled(step.random_words)};
}

// Steps of DeficitRoundRobin. Only kNewFirst compares signed deficits, and moves empty queues
// between the lists.
void add_scheduler(ManagerCost& cost, ServiceOrder order) {
  const bool new_first = order == ServiceOrder::kNewFirst;
  cost.list = {0, 0, 0, 2, 4, 5, 0};
  cost.decide = {0, 0, 0, 3, 3, 0, 0};
  cost.decide.additions = new_first ? 1 : 0;
  cost.pass = {1, 0, 0, 4, 6, 6, 0};
  cost.pass.additions = new_first ? 2 : 1;
  cost.sent = {1, 0, 0, 0, 1, 1, 0};
  cost.unlist =
      new_first ? aqm_operations{0, 0, 0, 2, 5, 5, 0} : aqm_operations{0, 0, 0, 0, 3, 2, 0};
  cost.queue_bits += 2 * kWord + 2;  // deficit, link, list
  cost.manager_bits += 5 * kWord;    // two lists, quantum
}

}  // namespace

aqm_operations operator+(const aqm_operations& a, const aqm_operations& b) {
  const auto sum = [](std::uint16_t x, std::uint16_t y) {
    return static_cast<std::uint16_t>(x + y);
  };
  return {sum(a.additions, b.additions),      sum(a.multiplications, b.multiplications),
          sum(a.divisions, b.divisions),      sum(a.comparisons, b.comparisons),
          sum(a.words_read, b.words_read),    sum(a.words_written, b.words_written),
          sum(a.random_words, b.random_words)};
}

std::uint32_t operations_in(const aqm_operations& step) {
  return std::uint32_t{0} + step.additions + step.multiplications + step.divisions +
         step.comparisons;
}

aqm_operations ManagerCost::per_packet(std::uint32_t queues) const {
  const bool searches = operations_in(share) != 0;
  const aqm_operations arrival = hash + share + times(search, searches ? queues : 0) + admit + list;
  return arrival + decide + pass + remove + sent + unlist;
}

ManagerCost cost_of(const Manager* manager) {
  ManagerCost cost;
  cost.admit = kCountOne;
  cost.remove = kCountOne;
  cost.queue_bits = kBacklogBits + kPacketListBits;
  cost.packet_bits = kWord;  // link
  if (manager == nullptr) {
    return cost;
  }
  cost.hash = kHash;
  cost.admit = kCountOne + kCountAll + kCompareLongest;
  cost.remove = kCountOne + kCountAll;
  cost.search = kSearch;
  cost.overflow = kCountOne + kCountAll;
  cost.overflow_packets = manager->overflow == Overflow::kHead ? kHeadBatch : 1;
  cost.share = manager->use == LawUse::kScaled ? kShare : aqm_operations{};
  cost.manager_bits = kBacklogBits + kWord + 1;  // the longest queue, and a valid flag
  add_scheduler(cost, manager->service_order);
  return cost;
}

}  // namespace docsis_vp::queue
