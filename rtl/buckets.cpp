#include "rtl/buckets.h"

#include <BucketGates.h>
#include <BucketGates___024root.h>

#include "rtl/stand_ins.h"

namespace docsis_vp::rtl {

std::unique_ptr<queue::BucketsInGates> buckets_in_gates(const queue::BucketRates& rates) {
  return std::make_unique<Buckets<BucketGates>>(rates);
}

}  // namespace docsis_vp::rtl
