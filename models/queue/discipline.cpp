#include "models/queue/discipline.h"

#include "models/queue/managers.h"
#include "models/queue/multi_queue.h"
#include "models/queue/single_queue.h"

namespace docsis_vp::queue {

std::unique_ptr<Discipline> make_discipline(const DisciplineConfig& config, const FlowTable& flows,
                                            DisciplineListener& listener) {
  const Manager* manager = find_manager(config.law.algorithm);
  if (manager == nullptr) {
    return std::make_unique<SingleQueue>(config, flows, listener);
  }
  DisciplineConfig of_queues = config;
  of_queues.law.algorithm = manager->law;
  return std::make_unique<MultiQueue>(*manager, of_queues, flows, listener);
}

}  // namespace docsis_vp::queue
