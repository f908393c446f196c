#include "tests/fw/costs/page.h"

#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "models/aqm/dual_queue/dual_queue.h"
#include "models/aqm/dual_queue/dual_queue_cost.h"
#include "models/queue/manager_cost.h"
#include "tests/fw/costs/law_costs.h"
#include "tests/fw/costs/line_card.h"

namespace docsis_vp::fw {

namespace {

constexpr const char* kHead =
    R"(# What queue management costs

With this page you can compare algorithms by gates, cycles and memory. `docsis-vp aqm` lists the
same declarations on a terminal. `build/release/bin/aqm_table > docs/aqm.md` makes the page; a test
fails when it is out of date.

- **Where**: *engine* is the modem's AQM engine. *law* and *drops* may run on its control CPU
  instead, per period and per packet. *CMTS* is a downstream queue.
- **State** belongs to each queue, *stamp* to each queued packet. Parameters are not included: all
  equal queues share one set.
- **Operations** are additions, subtractions, multiplications, divisions and comparisons in the C
  code of the law, on its longest path and with the most expensive options. Shifts and logic are
  wires. A law may judge a packet at arrival or at the head of the queue, and look at it when it
  leaves; the column adds these up. `tests/models/aqm/operations` compiles the same C with counting
  integers, and compares the declaration of each law with the count. Each pass of a loop counts.
  Hundreds of operations come from divisions bit by bit, if a rate is measured, and from RED's power
  after the queue was idle.
- **Firmware** is the same C for RV32IMC, `-O2`: bytes of code and constants without configuration,
  and cycles of an Ibex core (`ibex-small`) for each call. Cycles are mean and longest of 20000
  packets at 0.3 to 3 times the link's rate, with usual options, on the instruction-set simulator.

)";

constexpr const char* kManagersHead =
    R"(
## The managers

The tables have the costs of managers beside their law: operations / words of memory read and
written, for each step. A step that does not happen costs nothing.

- **Arrival**: the packet's flow is *hashed* (IPv6; IPv4 takes a quarter). A single probability for
  all queues is *shared* by length, after a *search* for the longest queue, which costs its column
  once for each queue. The packet is *admitted* and its queue listed. If the buffer is full, packets
  of the longest queue *give way*, each for the cost of its column, after one search. Among packets
  of equal size *at most* so many give way for an arrival; otherwise as many as the new one needs.
- **Departure**: the queue in turn is *decided* on. Queues that may not send yet are *passed*, each
  listed queue at most once for each quantum of the length of the packet at its head. The packet
  *leaves*. A queue that is found *empty* is taken off the list.
- **Bits** belong to each *queue* and to the *manager*, beside those of the law; each *packet* has a
  link, and the law's stamp.
- **Counted and declared**: listing, deciding, passing, charging and emptying are counted, with the
  bits that they keep. `tests/models/queue/manager_cost_test.cpp` runs the class that takes turns on
  counting words, and requires exactly these figures; it also counts the packets that give way. The
  hash, the share, the search, and the counts and links of packets are declared by inspection of
  their code. Links stand for the model's rings.

| | manager | law | usual queues | queue bits | manager bits | packet bits | search, per queue |
| --- | --- | --- | --: | --: | --: | --: | --: |
)";

constexpr const char* kStepsHead =
    R"(
| manager | hash | share | admit | give way | at most | decide | pass | leave | empty |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
)";

constexpr const char* kRankingHead =
    R"(
## The vendors' ranking

Vendors ranked five schemes by complexity, the most complex first: SFQ-CoDel > SFQ-PIE > CoDel >
CoDel-DT > PIE (cablelabs-2014). The table has their counts, for the law with usual options and for
the manager or a single queue. They are those of a packet that is hashed and admitted, whose queue
is listed, passed over once, and found empty behind it; nothing gives way. SFQ-PIE searches the
longest queue at each arrival, one queue after the other. Words are those of memory, read and
written. PIE is RFC 8033's, by timestamp.

)";

std::string linked(const aqm_algorithm& law) {
  std::istringstream pairs(LAW_FOLDERS);  // law folder law folder ...
  std::string name;
  std::string folder;
  while (pairs >> name >> folder) {
    if (name == law.name) {
      return "[" + std::string(law.title) + "](../" + folder + "/README.md)";
    }
  }
  throw std::logic_error("a law without a folder: " + std::string(law.name));
}

std::string places_of(const aqm_algorithm& law) {
  std::string places;
  const std::pair<std::uint32_t, const char*> names[] = {{AQM_IN_HARDWARE, "engine"},
                                                         {AQM_LAW_IN_FIRMWARE, "law"},
                                                         {AQM_DROP_IN_FIRMWARE, "drops"},
                                                         {AQM_AT_CMTS, "CMTS"}};
  for (const auto& [bit, name] : names) {
    if ((law.places & bit) != 0) {
      places += (places.empty() ? "" : ", ") + std::string(name);
    }
  }
  return places;
}

std::string or_none(std::uint32_t count) {
  return count == 0 ? "–" : std::to_string(count);
}
std::string cycles_text(const FirmwareCost::Cycles& cycles) {
  return cycles.longest == 0 ? "–"
                             : std::to_string(cycles.mean) + " / " + std::to_string(cycles.longest);
}

void write_laws(std::ostream& out) {
  out << "## The laws\n\n"
         "| | law | where | state bits | stamp bits | operations per packet | per period |\n"
         "| --- | --- | --- | --: | --: | --: | --: |\n";
  for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
    const aqm_algorithm& law = **a;
    const OperationCounts most = declared_operations(law);
    out << "| " << linked(law) << " | `" << law.name << "` | " << places_of(law) << " | "
        << 8 * law.state_bytes << " | " << or_none(law.cost.timestamp_bits) << " | "
        << most.per_packet << " | " << or_none(most.per_period) << " |\n";
  }
}

void write_firmware(std::ostream& out) {
  out << "\n## As firmware\n\n"
         "| law | bytes | cycles at arrival | at the head | on departure | per period |\n"
         "| --- | --: | --: | --: | --: | --: |\n";
  for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
    const FirmwareCost cost = firmware_cost(**a);
    out << "| `" << (*a)->name << "` | " << cost.bytes << " | " << cycles_text(cost.enqueue)
        << " | " << cycles_text(cost.dequeue) << " | " << cycles_text(cost.departed) << " | "
        << cycles_text(cost.update) << " |\n";
  }
}

constexpr const char* kTwoQueuesHead =
    R"(
## Two queues

[The coupled dual queue](../models/aqm/dual_queue/README.md) is the law of an
[aggregate service flow](low-latency.md). It is not in the registry, whose laws have one queue each.
It runs in the AQM engine, at the CMTS, and with its periodic parts as firmware (`dual_queue`).
Buckets of queue protection are part of its state of )";

void write_two_queues(std::ostream& out) {
  out << kTwoQueuesHead << 8 * sizeof(dual_queue_state) << R"( bits.

| call | additions | multiplications | divisions | comparisons | words read | words written |
| --- | --: | --: | --: | --: | --: | --: |
)";
  const auto row = [&out](const char* call, const aqm_operations& of) {
    out << "| " << call << " | " << of.additions << " | " << of.multiplications << " | "
        << of.divisions << " | " << of.comparisons << " | " << of.words_read << " | "
        << of.words_written << " |\n";
  };
  const dual_queue_cost cost = dual_queue_cost_of();
  row("low-latency arrival", cost.low_latency);
  row("Classic arrival", cost.classic);
  row("update, every 16 ms", cost.update);
  row("alignment upstream, every 500 us", cost.align);
}

void write_managers(std::ostream& out) {
  using queue::operator+;
  std::ostringstream steps;
  const auto row = [&out, &steps](const std::string& title, const std::string& name,
                                  const std::string& law, const queue::ManagerCost& cost,
                                  std::uint32_t usual) {
    const auto both = [](const aqm_operations& step) {
      const std::uint32_t words = std::uint32_t{0} + step.words_read + step.words_written;
      const std::uint32_t operations = queue::operations_in(step);
      return operations + words == 0 ? std::string("–")
                                     : std::to_string(operations) + " / " + std::to_string(words);
    };
    out << "| " << title << " | `" << name << "` | " << law << " | " << usual << " | "
        << cost.queue_bits << " | " << or_none(cost.manager_bits) << " | " << cost.packet_bits
        << " | " << both(cost.search) << " |\n";
    steps << "| `" << name << "`";
    for (const aqm_operations& step :
         {cost.hash, cost.share, cost.admit + cost.list, cost.overflow}) {
      steps << " | " << both(step);
    }
    steps << " | " << or_none(cost.overflow_packets);
    for (const aqm_operations& step :
         {cost.decide, cost.pass, cost.remove + cost.sent, cost.unlist}) {
      steps << " | " << both(step);
    }
    steps << " |\n";
  };
  out << kManagersHead;
  row("One queue", "none", "any", queue::cost_of(nullptr), 1);
  for (const queue::Manager& manager : queue::managers()) {
    row(std::string(manager.title), std::string(manager.name),
        "`" + std::string(manager.law) + "`" +
            (manager.use == queue::LawUse::kScaled ? ", one for all" : ""),
        queue::cost_of(&manager), manager.queues);
  }
  out << kStepsHead << steps.str();
}

struct Ranked {
  std::string title;
  std::vector<std::uint64_t> costs;
};
constexpr const char* kMeasures[] = {
    "operations per packet, 32 queues",
    "operations per packet, 1024 queues",
    "multiplications and divisions per packet",
    "words per packet, 32 queues",
    "words per packet, 1024 queues",
    "operations per period",
    "state bits, 32 queues",
    "state bits, 1024 queues",
    "bits per queued packet",
};

Ranked ranked(const char* law_name, const char* manager_name) {
  const aqm_algorithm& law = *aqm_find(law_name);
  const queue::Manager* manager =
      manager_name == nullptr ? nullptr : queue::find_manager(manager_name);
  const queue::ManagerCost own = queue::cost_of(manager);
  const OperationCounts usual = usual_operations(law);
  const auto queues = [manager](std::uint32_t count) { return manager == nullptr ? 1 : count; };
  const auto laws = [&](std::uint32_t count) {
    return manager != nullptr && manager->use == queue::LawUse::kPerQueue ? queues(count) : 1;
  };
  const auto operations = [&](std::uint32_t count) {
    return usual.per_packet + queue::operations_in(own.per_packet(queues(count)));
  };
  const auto words = [&](std::uint32_t count) {
    const aqm_operations packet = own.per_packet(queues(count));
    return usual.words_per_packet + packet.words_read + packet.words_written;
  };
  const auto state = [&](std::uint32_t count) {
    return own.state_bits(queues(count)) + std::uint64_t{laws(count)} * 8 * law.state_bytes;
  };
  const aqm_operations once = own.per_packet(queues(32));
  return {manager == nullptr ? law.title : std::string(manager->title),
          {operations(32), operations(1024),
           usual.multiplications_per_packet + once.multiplications + std::uint32_t{once.divisions},
           words(32), words(1024), laws(32) * usual.per_period, state(32), state(1024),
           own.packet_bits + law.cost.timestamp_bits}};
}

void write_ranking(std::ostream& out) {
  const std::vector<Ranked> ranking = {ranked("codel", "sfq_codel"), ranked("pie", "sfq_pie"),
                                       ranked("codel", nullptr), ranked("codel_dt", nullptr),
                                       ranked("pie", nullptr)};
  out << kRankingHead << "| |";
  for (const Ranked& scheme : ranking) {
    out << ' ' << scheme.title << " |";
  }
  out << " the counts |\n| --- | --: | --: | --: | --: | --: | --- |\n";
  std::size_t agreeing = 0;
  for (std::size_t m = 0; m < std::size(kMeasures); ++m) {
    std::string contradicted;
    std::string undecided;
    out << "| " << kMeasures[m] << " |";
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      out << ' ' << ranking[i].costs[m] << " |";
      if (i > 0 && ranking[i - 1].costs[m] <= ranking[i].costs[m]) {
        std::string& list =
            ranking[i - 1].costs[m] < ranking[i].costs[m] ? contradicted : undecided;
        list += (list.empty() ? "" : "; ") + ranking[i - 1].title + ", " + ranking[i].title;
      }
    }
    const std::string verdict = (contradicted.empty() ? ""
                                                      : "contradict: " + contradicted + "." +
                                                            (undecided.empty() ? "" : " ")) +
                                (undecided.empty() ? "" : "alike: " + undecided + ".");
    agreeing += verdict.empty() ? 1 : 0;
    out << ' ' << (verdict.empty() ? "agree" : verdict) << " |\n";
  }
  out << (agreeing == 0
              ? "\nThe counts do not agree with the ranking: no measure orders the five as "
                "the vendors did.\nThe last column names the pairs.\n"
              : "\nThe counts agree with the ranking only where the last column says so.\n")
      << "Nothing in the laws or in this page was chosen to produce the ranking.\n";
}

}  // namespace

std::string cost_page() {
  std::ostringstream out;
  out << kHead;
  write_laws(out);
  write_firmware(out);
  write_two_queues(out);
  write_managers(out);
  write_line_card(out);
  write_ranking(out);
  return out.str();
}

}  // namespace docsis_vp::fw
