// MAC domains drawn from a seed.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// One to five modems on one to three channels of different rates and kinds, each modem with one to
// three
// upstream service flows of every scheduling type on channels of their own, none to two downstream
// ones, and traffic from none to twice their rate. Other traffic may take some of the capacity, and
// the plant may lose and delay what crosses it, by rate and by script. Service flows may be moved
// to other channels, and channels may get another profile.
std::string random_scenario(std::uint64_t seed);

// Two to five modems that share a channel of 10.24 Mbit/s by weights and reserved rates, each with
// a service flow of best effort; half of them offer more than it can carry, the others some part.
std::string random_shares(std::uint64_t seed);

}  // namespace docsis_vp::system
