#include "system/results/law_table.h"

#include <iomanip>
#include <ostream>
#include <string>

#include "models/aqm/registry.h"

namespace docsis_vp::system {

namespace {

std::string places_of(const aqm_algorithm& law) {
  std::string places;
  places += (law.places & AQM_IN_HARDWARE) != 0 ? "engine " : "";
  places += (law.places & AQM_LAW_IN_FIRMWARE) != 0 ? "law " : "";
  places += (law.places & AQM_DROP_IN_FIRMWARE) != 0 ? "drops " : "";
  places += (law.places & AQM_AT_CMTS) != 0 ? "CMTS " : "";
  return places;
}

unsigned operations_in(const aqm_operations& one) {
  return 0u + one.additions + one.multiplications + one.divisions + one.comparisons;
}

}  // namespace

void write_law_table(std::ostream& out) {
  out << std::left << std::setw(12) << "name" << std::setw(28) << "law" << std::setw(23)
      << "where it may run" << std::right << std::setw(11) << "state bits" << std::setw(11)
      << "stamp bits" << std::setw(12) << "ops/packet" << std::setw(12) << "ops/period" << '\n';
  for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
    const aqm_algorithm& law = **a;
    const aqm_cost& cost = law.cost;
    out << std::left << std::setw(12) << law.name << std::setw(28) << law.title << std::setw(23)
        << places_of(law) << std::right << std::setw(11) << 8 * law.state_bytes << std::setw(11)
        << cost.timestamp_bits << std::setw(12)
        << operations_in(cost.enqueue) + operations_in(cost.dequeue) + operations_in(cost.departed)
        << std::setw(12) << operations_in(cost.update) << '\n';
  }
  out << "\nState is per queue, the stamp per queued packet; operations are those of the longest "
         "path.\nHow they are counted, and what the laws cost as firmware: docs/aqm.md.\n";
}

}  // namespace docsis_vp::system
