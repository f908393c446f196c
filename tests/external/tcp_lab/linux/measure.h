// Measures a case on this machine's kernel.
#pragma once

#include <stdexcept>

#include "tests/external/tcp_lab/record.h"

namespace docsis_vp::tcp_lab {

// The machine is too busy to measure on.
class TooBusy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A HystartSwitch must live if a case is CUBIC's.

// One run, for as long as the case says. The facts with late in their name say how disturbed it
// was.
Record measure_once(const Case& c);

// Returns the undisturbed repetition with the median area of its window; the facts hold the range
// of all. Throws TooBusy if `most_tries` tries, disturbed ones included, do not suffice.
Record measure_on_linux(const Case& c, int repetitions, int most_tries);

}  // namespace docsis_vp::tcp_lab
