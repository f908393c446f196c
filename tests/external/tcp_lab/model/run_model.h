// Runs a case with the model's TCP.
#pragma once

#include "tests/external/tcp_lab/record.h"

namespace docsis_vp::tcp_lab {

// Preset linux at both ends.
Record run_model(const Case& c);

}  // namespace docsis_vp::tcp_lab
