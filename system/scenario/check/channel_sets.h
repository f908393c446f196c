// Adds up the rates of service flows by the channels that they may use.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace docsis_vp::system {

// Channels of one direction, by their positions in the scenario.
class ChannelSet {
 public:
  // name: empty for a downstream channel that is not listed.
  void add(unsigned position, const std::string& name, double mbps) {
    channels_[position] = {name, mbps};
  }

  bool contains(const ChannelSet& other) const;
  bool overlaps(const ChannelSet& other) const;
  ChannelSet with(const ChannelSet& other) const;
  double mbps() const;
  std::size_t size() const { return channels_.size(); }
  // Names with commas.
  std::string names() const;

  bool operator<(const ChannelSet& other) const { return channels_ < other.channels_; }

 private:
  std::map<unsigned, std::pair<std::string, double>> channels_;
};

// Service flows with a maximum rate, by their channels.
class SharedChannels {
 public:
  struct Excess {
    ChannelSet channels;
    unsigned flows = 0;
    double mbps = 0;
  };

  void add(const ChannelSet& channels, double mbps);

  // Returns channels that carry less than the flows that may use no others: sets that flows have,
  // then unions of sets that overlap. A union is left out if it contains a set that is there.
  std::vector<Excess> excesses() const;

 private:
  Excess use_of(const ChannelSet& channels) const;
  std::vector<ChannelSet> unions() const;

  std::map<ChannelSet, Excess> uses_;
};

}  // namespace docsis_vp::system
