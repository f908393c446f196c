// The coupled dual queue once more, from the same sources, compiled to count: see counted.h.
#pragma once

namespace docsis_vp::aqm {

// State, parameters, queue and packet are the memory of the native law's. Verdicts are the native
// ones too.
unsigned counted_arrive_ll(void* state, const void* params, const void* queue, const void* packet);
unsigned counted_arrive_classic(void* state, const void* params, const void* queue,
                                const void* packet, unsigned random);
void counted_update(void* state, const void* params, const void* queue);
void counted_align(void* state, const void* params, unsigned queued_bytes);

}  // namespace docsis_vp::aqm
