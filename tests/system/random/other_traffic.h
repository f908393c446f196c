// What other traffic leaves of a random system's channels, from its scenario alone.
#pragma once

#include <vector>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"

namespace docsis_vp::system {

class OtherTraffic {
 public:
  explicit OtherTraffic(const cmts::CmtsConfig& config);

  // Bytes of grants for all flows that a channel may come to in so much time, if it carries
  // `carried` bytes at most in a second.
  double most_granted(unsigned channel, double carried, double duration_s) const;
  // Whether each MAP of a channel that carries this has enough left for one interval of all
  // unsolicited series. Then none of their grants is withheld.
  bool leaves_series(unsigned channel, const docsis::ChannelGeometry& geometry) const;

 private:
  double share(unsigned channel) const;
  double least_minislots(unsigned channel, const docsis::ChannelGeometry& geometry) const;

  cmts::CmtsConfig config_;
  std::vector<double> rates_bps_;  // of the channels
  double total_bps_ = 0;
};

}  // namespace docsis_vp::system
