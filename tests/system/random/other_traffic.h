// Computes the capacity beside other traffic on a random system's channels, from its scenario only.
#pragma once

#include <vector>

#include "models/cmts/config.h"
#include "models/docsis/channel.h"

namespace docsis_vp::system {

class OtherTraffic {
 public:
  explicit OtherTraffic(const cmts::CmtsConfig& config);
  // A channel may come to carry this, too.
  void may_carry(unsigned channel, double rate_bps);

  // Bytes of grants for all flows that a channel may come to in so much time, if it carries
  // `carried` bytes at most in a second.
  double most_granted(unsigned channel, double carried, double duration_s) const;
  // Whether each MAP of a channel that carries this has enough left for one interval of all
  // unsolicited series. Then none of their grants is withheld.
  bool leaves_series(unsigned channel, const docsis::ChannelGeometry& geometry) const;

 private:
  // Highest and lowest capacity of the channel at any time, as a part of all channels' capacity.
  double most_of_all(unsigned channel) const;
  double least_of_all(unsigned channel) const;
  double least_minislots(unsigned channel, const docsis::ChannelGeometry& geometry) const;

  cmts::CmtsConfig config_;
  std::vector<double> least_bps_;  // of each channel, and the most
  std::vector<double> most_bps_;
};

}  // namespace docsis_vp::system
