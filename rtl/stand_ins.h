// Factories of the blocks that replace models: see queue::GateBlocks.
#pragma once

#include "models/queue/gates.h"

namespace docsis_vp::rtl {

const aqm_algorithm* law_in_gates(const char* name);
std::unique_ptr<queue::TurnsInGates> turns_in_gates(std::uint32_t quantum_bytes);
std::uint32_t hash_in_gates(const FlowKey& key, std::uint32_t perturbation,
                            std::uint32_t connection);
std::unique_ptr<queue::BucketsInGates> buckets_in_gates(const queue::BucketRates& rates);

}  // namespace docsis_vp::rtl
