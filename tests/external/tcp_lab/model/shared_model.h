// Runs a shared case with the model's TCP.
#pragma once

#include <cstdint>

#include "tests/external/tcp_lab/shared/shared_observer.h"

namespace docsis_vp::tcp_lab {

// Preset linux at all ends, with the receive buffer that the measurements have. seed: of what BBR
// draws.
SharedFigures run_shared_model(const SharedCase& c, std::uint64_t seed);
// The mean of seeds 1 .. seeds; a period that a run did not show does not count.
SharedFigures mean_of_shared_model(const SharedCase& c, std::uint64_t seeds);

}  // namespace docsis_vp::tcp_lab
