#include "models/hosts/voice/e_model.h"

#include <algorithm>
#include <cmath>

namespace docsis_vp::hosts {

double r_value(double delay_ms, double loss) {
  return 94.2 - 0.024 * delay_ms - 0.11 * std::max(0.0, delay_ms - 177.3) -
         30 * std::log(1 + 15 * loss);
}

double mean_opinion_score(double r_value) {
  if (r_value > 100) {
    return 4.5;
  }
  const double cubic = 1 + 0.035 * r_value + 7e-6 * r_value * (r_value - 60) * (100 - r_value);
  return r_value < 0 ? 1 : std::max(1.0, cubic);
}

}  // namespace docsis_vp::hosts
