#include "models/queue/managers.h"

#include <algorithm>

#include "models/aqm/codel/codel_params.h"
#include "models/aqm/pie/pie_params.h"

namespace docsis_vp::queue {

namespace {

using DefaultOptions = decltype(Manager::options);
constexpr DefaultOptions kRfc8290 = {{{"interval_ms", 100'000}, {"ecn", 1}}};
// ns-2 used the re-entry rule of 2012.
constexpr DefaultOptions kNs2 = {{{"interval_ms", 200'000}, {"reentry", CODEL_REENTRY_2012}}};
// The delay of a packet is that of its own queue. It says little about the total backlog, which one
// probability for all queues must control.
constexpr DefaultOptions kByRate = {{{"estimator", PIE_BY_DEPARTURE_RATE}}};

// ns-2's SFQ with a separate law in each queue (oslo-2013 sec. 6).
constexpr Manager sfq_of_oslo(std::string_view name, std::string_view title, std::string_view law) {
  return {name,
          title,
          "oslo-2013 sec. 6",
          law,
          LawUse::kPerQueue,
          ServiceOrder::kNewFirst,
          Overflow::kTail,
          Length::kPackets,
          32,
          1514,
          0,
          0,
          {},
          0};
}

constexpr Manager kManagers[] = {
    {"drr",
     "DRR",
     "Shreedhar, Varghese 1995; clemson-2015 sec. 3.2",
     "tail_drop",
     LawUse::kPerQueue,
     ServiceOrder::kInOrder,
     Overflow::kTail,
     Length::kBytes,
     1024,
     1514,
     10,
     0,
     {},
     0},
    {"fq_codel", "FQ-CoDel", "RFC 8290", "codel", LawUse::kPerQueue, ServiceOrder::kNewFirst,
     Overflow::kHead, Length::kBytes, 1024, 1514, 0, 5'000, kRfc8290, 10'240},
    sfq_of_oslo("sfq_ared", "SFQ-ARED", "ared"),
    {"sfq_codel", "SFQ-CoDel", "cablelabs-2014 sec. 4.4", "codel", LawUse::kPerQueue,
     ServiceOrder::kNewFirst, Overflow::kTail, Length::kPackets, 32, 1514, 0, 50'000, kNs2, 0},
    {"sfq_naive_pie", "naive per-queue PIE", "cablelabs-2014 sec. 4.6", "pie", LawUse::kPerQueue,
     ServiceOrder::kNewFirst, Overflow::kTail, Length::kPackets, 32, 1514, 0, 45'000, kByRate, 0},
    {"sfq_pie", "SFQ-PIE", "cablelabs-2014 sec. 4.6; RFC 8033 sec. 6", "pie", LawUse::kScaled,
     ServiceOrder::kNewFirst, Overflow::kTail, Length::kBytes, 32, 1514, 0, 45'000, kByRate, 0},
    {"sfq_pie_draft", "SFQ-PIE of 2013", "cablelabs-2014 sec. 4.6; CableLabs ns-2", "pie_draft",
     LawUse::kScaled, ServiceOrder::kNewFirst, Overflow::kTail, Length::kBytes, 32, 1514, 0, 45'000,
     kByRate, 0},
    sfq_of_oslo("sfq_red", "SFQ-RED", "red"),
};

}  // namespace

const Manager* find_manager(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kManagers), std::end(kManagers),
                   [name](const Manager& manager) { return manager.name == name; });
  return found == std::end(kManagers) ? nullptr : found;
}

ManagerList managers() {
  return {std::begin(kManagers), std::end(kManagers)};
}

std::vector<std::uint32_t> default_options(const Manager* manager, const aqm_algorithm& law) {
  std::vector<std::uint32_t> values(aqm_count_options(law.options));
  aqm_initial_options(law.options, values.data());
  for (std::size_t i = 0; manager != nullptr && i < values.size(); ++i) {
    for (const DefaultOption& usual : manager->options) {
      if (law.options[i].name == usual.name) {
        values[i] = usual.value;
      }
    }
  }
  return values;
}

}  // namespace docsis_vp::queue
