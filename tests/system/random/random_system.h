// Whole systems drawn from a seed.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// One to five entries of modems on one to eight channels of different rates and kinds, each modem
// with its law and its drops in gates or firmware, with upstream service flows of every scheduling
// type on channels of their own, with downstream ones on one or several channels, all under any
// queue management that can run there, and with packets and applications of every kind. Other
// traffic may take some of the capacity, and the plant may lose and delay what crosses it, by rate
// and by script. Service flows may be moved to other channels, channels may get another profile,
// and control CPUs may be interrupted, stalled and reset.
std::string random_system(std::uint64_t seed);

}  // namespace docsis_vp::system
