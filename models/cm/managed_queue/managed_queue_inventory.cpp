#include "models/cm/managed_queue/managed_queue_inventory.h"

#include <utility>

#include "models/cm/aqm_engine/laws/law_units.h"
#include "models/queue/managers.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kManagedQueueWord = 32;

struct Managed {
  const queue::Manager* manager = nullptr;
  queue::LawConfig law;
  std::uint32_t queues = 0;

  std::uint32_t queue_bits() const { return bits_for(queues - 1); }
};

Managed managed_of(const ManagedQueueConfig& config) {
  Managed managed;
  managed.manager = queue::find_manager(config.discipline.law.algorithm);
  managed.law = config.discipline.law;
  managed.law.algorithm = std::string(managed.manager->law);
  if (managed.law.options.empty()) {
    managed.law.options =
        queue::default_options(managed.manager, *aqm_find(managed.law.algorithm.c_str()));
  }
  managed.queues = config.discipline.multi.queues;
  return managed;
}

// One round per 32 bits of an address.
Block hash_inventory(const Managed& managed) {
  Block block{"hash", "of addresses, ports and protocol"};
  block.add(hash_round_unit());
  block.add(mux(3 * kManagedQueueWord, 4), "which words of the key");
  block.add(hold(kManagedQueueWord), "salt");
  block.add(control(5, 6), "rounds");
  // Scales the hash to the number of queues; powers of two need wires only.
  if ((managed.queues & (managed.queues - 1)) != 0) {
    block.add(multiplier(kManagedQueueWord, managed.queue_bits()),
              "hash times the number of queues");
  }
  return block;
}

Block scheduler_inventory(unsigned flows, const Managed& managed, std::uint32_t quantum_bytes) {
  SchedulerWidths widths;
  widths.flows = flows;
  widths.queues = managed.queues;
  widths.deficit = bits_for(quantum_bytes + (1U << kPacketLengthBits)) + 1;
  widths.new_first = managed.manager->service_order == queue::ServiceOrder::kNewFirst;
  Block block = scheduler_unit(widths);
  block.add(hold(widths.deficit), "quantum");
  return block;
}

// marked: number of counts of CE packets, each of marked_bits.
Block backlog_inventory(unsigned flows, const Managed& managed, std::uint64_t marked,
                        std::uint32_t marked_bits, const InventoryWidths& widths) {
  const std::uint64_t queues = std::uint64_t{flows} * managed.queues;
  Block block{"backlogs", "of each queue, and of all of a flow"};
  block.add_state("queues", queues, widths.depth + widths.packets() + 2 * widths.slot(),
                  "bytes, packets, first and last descriptor");
  block.add_state("flows", flows, widths.depth + widths.packets(), "bytes, packets");
  block.add(2, add_subtract(widths.depth), "bytes");
  block.add(2, add_subtract(widths.packets()), "packets");
  if (marked_bits != 0) {
    block.add_state("marked", marked, marked_bits, "what carries CE");
    block.add(add_subtract(marked_bits), "what carries CE");
  }
  block.add(2, less(widths.depth), "the buffer is full");
  block.add(control(8, 12), "enter, leave, give way");
  return block;
}

// Finds the queue that drops when the buffer is full, and the measure of shares.
Block longest_inventory(unsigned flows, const Managed& managed, const InventoryWidths& widths) {
  Block block{"longest",
              "the longest queue: compared as queues grow, searched one a clock when it "
              "has shrunk"};
  block.add_state("known", flows, managed.queue_bits() + widths.depth + 1,
                  "which, how long, whether it is known");
  block.add(less(widths.depth), "longer");
  block.add(mux(managed.queue_bits() + widths.depth), "longer");
  block.add(counter(managed.queue_bits()), "the queue that is looked at");
  block.add(control(4, 4), "compare, search");
  return block;
}

// Multiplies the law's probability by own bytes over bytes of the longest queue.
Block share_inventory(const InventoryWidths& widths) {
  Block block{"share", "scales the drop probability, cablelabs-2014 sec. 4.6"};
  block.add(multiplier_unit(pace_at_arrival(widths, widths.depth / 2), kManagedQueueWord,
                            widths.depth, "probability times own bytes"));
  block.add(divider_unit(kManagedQueueWord + widths.depth, widths.depth,
                         "by those of the longest queue"));
  block.add(is_constant(widths.depth), "an empty queue");
  return block;
}

// Limit of one queue, if the law limits only the sum of a flow's queues.
Block own_limit_inventory(unsigned flows, const InventoryWidths& widths) {
  Block block{"own_limit", "a packet that would exceed a queue's share of the buffer"};
  block.add(Memory{"limits", flows, widths.depth, 1, 1, "of the queues of each service flow"});
  add_unlike_sum(block, widths.depth, kPacketLengthBits, "bytes with the packet");
  block.add(less(widths.depth + 1), "bytes");
  return block;
}

Block stage_inventory(unsigned flows, const ManagedQueueConfig& config,
                      const InventoryWidths& widths) {
  Block block{"stage", "a transmit FIFO that is filled ahead of the grants"};
  const std::uint32_t bytes = bits_for(config.stage_bytes);
  block.add_state("fill", flows, bytes + 2 * widths.slot(), "bytes, first and last");
  block.add(add_subtract(bytes), "bytes");
  block.add(less_constant(bytes), "room for any packet");
  block.add(control(4, 6), "choose, enter");
  return block;
}

}  // namespace

Block hash_round_unit() {
  Block block{"round", "lookup3's last steps over three words"};
  block.add(hold(3 * kManagedQueueWord), "what has been mixed");
  block.add(add_constant(kManagedQueueWord), "salt and a constant");
  block.add(mux(3 * kManagedQueueWord), "either, as the first round begins");
  block.add(3, adder(kManagedQueueWord), "words of the key");
  block.add(7, xor_gates(kManagedQueueWord), "mix");
  block.add(7, subtractor(kManagedQueueWord), "mix");
  block.add(flip_flops(1), "done");
  return block;
}

Block scheduler_unit(const SchedulerWidths& widths) {
  const std::uint32_t queue = bits_for(widths.queues - 1);
  const std::uint32_t lists = widths.new_first ? 2 : 1;
  const std::uint64_t queues = std::uint64_t{widths.flows} * widths.queues;
  Block block{"scheduler", "deficit round robin, a queue a clock"};
  block.add_state("deficits", queues, widths.deficit, "what each queue may still send");
  block.add_state("links", queues, queue, "the next one of its list");
  block.add_state("marks", queues, lists, "which list, if any");
  block.add(decoder(widths.queues), "the mark of another queue is removed");
  block.add_state("lists", widths.flows, lists * (2 * queue + 1),
                  "first and last of each list, whether there is any");
  block.add(adder(widths.deficit), "deficit and quantum");
  add_unlike_difference(block, widths.deficit, kPacketLengthBits, "deficit less what was sent");
  if (widths.new_first) {
    block.add(is_constant(widths.deficit), "whether the queue may send");
  } else {
    add_unlike_less(block, widths.deficit, kPacketLengthBits, "whether the queue may send");
  }
  block.add(mux(widths.deficit, 3), "quantum, one more, less what was sent");
  block.add(mux(queue, 2 * lists), "who is appended");
  block.add(mux(queue, 2 * lists), "first and last of the lists");
  block.add(equal(queue), "alone in its list");
  block.add(control(4, 10), "arrived, pass over, sent, found empty");
  return block;
}

Block managed_queue_inventory(unsigned flows, const ManagedQueueConfig& config,
                              const InventoryWidths& widths) {
  const Managed managed = managed_of(config);
  const bool scaled = managed.manager->use == queue::LawUse::kScaled;
  const std::uint64_t laws = std::uint64_t{flows} * (scaled ? 1 : managed.queues);
  LawInventory law = law_inventory(managed.law, widths);

  Block block{std::string(managed.manager->name), std::to_string(managed.queues) +
                                                      " queues in each of " +
                                                      std::to_string(flows) + " service flows"};
  block.add(hash_inventory(managed));
  block.add(scheduler_inventory(flows, managed, config.discipline.multi.quantum_bytes));
  block.add(backlog_inventory(flows, managed, laws, law.marked_bits, widths));
  block.add(longest_inventory(flows, managed, widths));
  if (scaled) {
    block.add(share_inventory(widths));
  }
  if (scaled && config.discipline.multi.queue_share != 0) {
    block.add(own_limit_inventory(flows, widths));
  }
  if (config.stage_bytes != 0) {
    block.add(stage_inventory(flows, config, widths));
  }
  Block judge{managed.law.algorithm,
              scaled ? "the law of all queues of a flow together" : "the law of each queue"};
  judge.add_state("state", laws, law.state_bits + law.law_state_bits, "of each queue with a law");
  judge.add(Memory{"settings", flows, law.settings_bits + law.law_settings_bits, 1, 1,
                   "of each service flow"});
  judge.add(std::move(law.data_path));
  judge.add(std::move(law.control_law));
  if (law.draws) {
    judge.add(lfsr(32), "random word of a decision, a bit a clock");
  }
  block.add(std::move(judge));
  return block;
}

LawInventory law_inventory(const ManagedQueueConfig& config, const InventoryWidths& widths) {
  return law_inventory(managed_of(config).law, widths);
}

}  // namespace docsis_vp::cm
