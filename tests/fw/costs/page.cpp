#include "tests/fw/costs/page.h"

#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "models/queue/managers.h"
#include "tests/fw/costs/law_costs.h"

namespace docsis_vp::fw {

namespace {

constexpr const char* kHead =
    R"(# What queue management costs

Made by `build/release/bin/aqm_table > docs/aqm.md`; a test fails when it is out of date. `docsis-vp aqm` lists the same declarations on a terminal.

- **Where**: *engine* is the modem's AQM engine; *law* and *drops* what its control CPU may run instead, per period and per packet; *CMTS* a downstream queue.
- **State** belongs to each queue, *stamp* to each queued packet; parameters are apart, one set for all queues that are alike.
- **Operations** are additions, subtractions, multiplications, divisions and comparisons that the law's C spells out, on its longest path and with the dearest
  options; shifts and logic are wires. A packet is judged when it arrives, or at the head of its queue, and looked at when it leaves: the column adds them up.
  `tests/models/aqm/operations` compiles the same C with integers that count, and holds the declaration of each law to what it finds. Loops count each
  turn: the hundreds are bit-by-bit divisions (a rate was measured) and RED's power (the queue was idle).
- **Firmware** is the same C for RV32IMC, `-O2`: bytes of code and constants without configuration, cycles of an Ibex core (`ibex-small`) per call, mean and longest
  of 20000 packets at 0.3 to 3 times the link's rate, with usual options, on the instruction-set simulator.

)";

constexpr const char* kRankingHead =
    R"(
## The vendors' ranking

Vendors ranked five schemes by complexity, the dearest first: SFQ-CoDel > SFQ-PIE > CoDel > CoDel-DT > PIE (cablelabs-2014). Here their counts with usual options:
those of the laws. Managers of several queues add a hash, lists and a byte count for each queue, and SFQ-PIE a division by the longest queue per packet, which no
row counts. PIE is RFC 8033's, by timestamp.

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

struct Ranked {
  std::string title;
  std::vector<std::uint64_t> costs;
};
constexpr const char* kMeasures[] = {"operations per packet",
                                     "multiplications per packet",
                                     "operations per period",
                                     "state bits",
                                     "stamp bits",
                                     "queues"};

Ranked ranked(const char* law_name, const char* manager_name) {
  const aqm_algorithm& law = *aqm_find(law_name);
  const queue::Manager* manager =
      manager_name == nullptr ? nullptr : queue::find_manager(manager_name);
  const std::uint64_t queues = manager == nullptr ? 1 : manager->queues;
  const std::uint64_t laws =
      manager != nullptr && manager->use == queue::LawUse::kPerQueue ? queues : 1;
  const OperationCounts usual = usual_operations(law);
  return {manager == nullptr ? law.title : std::string(manager->title),
          {usual.per_packet, usual.multiplications_per_packet, laws * usual.per_period,
           laws * 8 * law.state_bytes, law.cost.timestamp_bits, queues}};
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
                "the vendors did; the last column says where.\n"
              : "\nThe counts agree with the ranking only where the last column says so.\n")
      << "Nothing in the laws or in this page was chosen to make the ranking come out.\n";
}

}  // namespace

std::string cost_page() {
  std::ostringstream out;
  out << kHead;
  write_laws(out);
  write_firmware(out);
  write_ranking(out);
  return out.str();
}

}  // namespace docsis_vp::fw
