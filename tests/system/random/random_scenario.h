// MAC domains drawn from a seed.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// One to five modems on one to three channels of different rates, each modem with one to three
// upstream service flows on channels of their own and traffic from none to twice their rate.
std::string random_scenario(std::uint64_t seed);

}  // namespace docsis_vp::system
