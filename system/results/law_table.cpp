#include "system/results/law_table.h"

#include <iomanip>
#include <ostream>
#include <string>

#include "models/aqm/registry.h"
#include "models/queue/manager_cost.h"

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

using queue::operations_in;

void write_manager_table(std::ostream& out) {
  out << std::left << std::setw(14) << "name" << std::setw(22) << "manager" << std::setw(11)
      << "law" << std::right << std::setw(7) << "queues" << std::setw(12) << "state bits"
      << std::setw(12) << "packet bits" << std::setw(12) << "ops/packet" << '\n';
  for (const queue::Manager& manager : queue::managers()) {
    const queue::ManagerCost cost = queue::cost_of(&manager);
    out << std::left << std::setw(14) << manager.name << std::setw(22) << manager.title
        << std::setw(11) << manager.law << std::right << std::setw(7) << manager.queues
        << std::setw(12) << cost.state_bits(manager.queues) << std::setw(12) << cost.packet_bits
        << std::setw(12) << operations_in(cost.per_packet(manager.queues)) << '\n';
  }
}

}  // namespace

void write_law_table(std::ostream& out) {
  out << std::left << std::setw(16) << "name" << std::setw(28) << "law" << std::setw(23)
      << "where it may run" << std::right << std::setw(11) << "state bits" << std::setw(11)
      << "stamp bits" << std::setw(12) << "ops/packet" << std::setw(12) << "ops/period" << '\n';
  for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
    const aqm_algorithm& law = **a;
    const aqm_cost& cost = law.cost;
    out << std::left << std::setw(16) << law.name << std::setw(28) << law.title << std::setw(23)
        << places_of(law) << std::right << std::setw(11) << 8 * law.state_bytes << std::setw(11)
        << cost.timestamp_bits << std::setw(12)
        << operations_in(cost.enqueue) + operations_in(cost.dequeue) + operations_in(cost.departed)
        << std::setw(12) << operations_in(cost.update) << '\n';
  }
  out << "\nState is per queue, the stamp per queued packet; operations are those of the longest "
         "path.\nManagers of several queues, beside their law, with the usual number of "
         "queues:\n\n";
  write_manager_table(out);
  out << "\nHow they are counted, and what the laws cost as firmware: docs/aqm.md.\n";
}

}  // namespace docsis_vp::system
