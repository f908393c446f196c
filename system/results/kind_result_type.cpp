#include "system/results/kind_result_type.h"

#include "system/results/format.h"

namespace docsis_vp::system {

std::string times_text(const char* what, const std::vector<double>& times_s) {
  const SampleSpread spread = sample_spread(times_s);
  if (spread.count == 0) {
    return format("no %s complete", what);
  }
  return format("%llu %s, median %.2f s, MAD %.2f s", static_cast<unsigned long long>(spread.count),
                what, *spread.median, *spread.mad);
}

}  // namespace docsis_vp::system
