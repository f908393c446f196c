#include "rtl/hash.h"

#include <HashGates.h>

#include "rtl/stand_ins.h"

namespace docsis_vp::rtl {

std::uint32_t hash_in_gates(const FlowKey& key, std::uint32_t perturbation,
                            std::uint32_t connection) {
  static Hash<HashGates> hash;
  return hash(key, perturbation, connection);
}

}  // namespace docsis_vp::rtl
