#include "tests/models/aqm/operations/counted_dual_queue.h"

#include "tests/models/aqm/operations/sources_begin.h"

namespace docsis_vp::aqm {
namespace counting {
// NOLINTBEGIN(bugprone-suspicious-include)
#include "models/aqm/dual_queue/dual_queue.h"
// NOLINTEND(bugprone-suspicious-include)
}  // namespace counting

namespace {

using State = counting::dual_queue_state;
using Params = counting::dual_queue_params;
using Queue = counting::aqm_queue;
using Arriving = counting::dual_queue_packet;

}  // namespace

unsigned counted_arrive_ll(void* state, const void* params, const void* queue, const void* packet) {
  return counting::dual_queue_arrive_ll(
             static_cast<State*>(state), static_cast<const Params*>(params),
             static_cast<const Queue*>(queue), static_cast<const Arriving*>(packet))
      .verdict.read();
}

unsigned counted_arrive_classic(void* state, const void* params, const void* queue,
                                const void* packet, unsigned random) {
  return counting::dual_queue_arrive_classic(
             static_cast<State*>(state), static_cast<const Params*>(params),
             static_cast<const Queue*>(queue), static_cast<const Arriving*>(packet), random)
      .verdict.read();
}

void counted_update(void* state, const void* params, const void* queue) {
  counting::dual_queue_update(static_cast<State*>(state), static_cast<const Params*>(params),
                              static_cast<const Queue*>(queue));
}

void counted_align(void* state, const void* params, unsigned queued_bytes) {
  counting::dual_queue_align(static_cast<State*>(state), static_cast<const Params*>(params),
                             queued_bytes);
}

}  // namespace docsis_vp::aqm
