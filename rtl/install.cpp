#include "rtl/install.h"

#include "rtl/stand_ins.h"

namespace docsis_vp::rtl {

void install() {
  static const queue::GateBlocks gates = {law_in_gates, turns_in_gates, hash_in_gates,
                                          buckets_in_gates};
  queue::install(gates);
}

}  // namespace docsis_vp::rtl
