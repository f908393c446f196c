// MAC domains drawn from a seed.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::system {

// Returns a scenario of one to five modems on one to three channels of different rates and kinds.
// Each modem has one to three upstream service flows of every scheduling type on channels of their
// own, up to two downstream ones, and traffic up to twice their rate. Other traffic may take some
// of the capacity. The plant may lose and delay frames, by rate and by script. Service flows may
// move to other channels, and channels may change their profile.
std::string random_scenario(std::uint64_t seed);

// Returns a scenario of two to five modems that share a channel of 10.24 Mbit/s by weights and
// reserved rates, each with a best-effort service flow. Half of them offer more than the channel
// carries, the others some part.
std::string random_shares(std::uint64_t seed);

}  // namespace docsis_vp::system
