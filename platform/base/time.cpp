#include "platform/base/time.h"

#include <cmath>

namespace docsis_vp {

TimePs from_us(double us) {
  return std::llround(us * kPsPerUs);
}

TimePs from_ms(double ms) {
  return std::llround(ms * kPsPerMs);
}

TimePs from_seconds(double s) {
  return std::llround(s * kPsPerSecond);
}

}  // namespace docsis_vp
