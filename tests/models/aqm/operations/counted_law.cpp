#include "tests/models/aqm/operations/counted_law.h"

#include <stdexcept>
#include <string>

#include "tests/models/aqm/operations/sources_begin.h"

namespace docsis_vp::aqm {
namespace counting {
// NOLINTBEGIN(bugprone-suspicious-include)
#include "models/aqm/registry.h"
// NOLINTEND(bugprone-suspicious-include)
}  // namespace counting

namespace {

const counting::aqm_algorithm& of(const void* algorithm) {
  return *static_cast<const counting::aqm_algorithm*>(algorithm);
}
const counting::aqm_queue* queue_at(const void* queue) {
  return static_cast<const counting::aqm_queue*>(queue);
}
const counting::aqm_packet* packet_at(const void* packet) {
  return static_cast<const counting::aqm_packet*>(packet);
}

}  // namespace

CountedLaw::CountedLaw(std::string_view name)
    : algorithm_(counting::aqm_find(std::string(name).c_str())) {
  if (algorithm_ == nullptr) {
    throw std::invalid_argument("not in the registry that counts: " + std::string(name));
  }
}

int CountedLaw::enqueue(void* state, const void* params, const void* queue, const void* packet,
                        unsigned random) const {
  return of(algorithm_).enqueue(state, params, queue_at(queue), packet_at(packet), random);
}
int CountedLaw::dequeue(void* state, const void* params, const void* queue, const void* packet,
                        unsigned now_us) const {
  return of(algorithm_).dequeue(state, params, queue_at(queue), packet_at(packet), now_us);
}
void CountedLaw::departed(void* state, const void* params, const void* queue, const void* packet,
                          unsigned now_us) const {
  of(algorithm_).departed(state, params, queue_at(queue), packet_at(packet), now_us);
}
void CountedLaw::update(void* state, const void* params, const void* queue, unsigned now_us) const {
  of(algorithm_).update(state, params, queue_at(queue), now_us);
}

}  // namespace docsis_vp::aqm
