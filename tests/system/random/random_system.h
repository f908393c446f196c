// Whole systems drawn from a seed.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// Returns a scenario of one to five entries of modems on one to eight channels of different rates
// and kinds. Each modem has its law and its drops in gates or firmware. Upstream service flows have
// every scheduling type and channels of their own; downstream ones use one or several channels. All
// have any queue management that can run there, with packets and applications of every kind. Other
// traffic may take some of the capacity. The plant may lose and delay frames, by rate and by
// script. Service flows may move to other channels, channels may change their profile, and control
// CPUs may be interrupted, stalled and reset.
std::string random_system(std::uint64_t seed);

}  // namespace docsis_vp::system
