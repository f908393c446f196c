#include "system/scenario/check/channel_sets.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace docsis_vp::system {

namespace {

// Bounds the time for scenarios with sets of many kinds [engineering choice].
constexpr std::size_t kMostUnions = 1000;

}  // namespace

bool ChannelSet::contains(const ChannelSet& other) const {
  return std::all_of(other.channels_.begin(), other.channels_.end(),
                     [this](const auto& channel) { return channels_.count(channel.first) != 0; });
}

bool ChannelSet::overlaps(const ChannelSet& other) const {
  return std::any_of(other.channels_.begin(), other.channels_.end(),
                     [this](const auto& channel) { return channels_.count(channel.first) != 0; });
}

ChannelSet ChannelSet::with(const ChannelSet& other) const {
  ChannelSet both;
  both.channels_ = channels_;
  both.channels_.insert(other.channels_.begin(), other.channels_.end());
  return both;
}

double ChannelSet::mbps() const {
  double sum = 0;
  for (const auto& [position, channel] : channels_) {
    sum += channel.second;
  }
  return sum;
}

std::string ChannelSet::names() const {
  std::string text;
  for (const auto& [position, channel] : channels_) {
    text += (text.empty() ? "" : ", ") + channel.first;
  }
  return text;
}

void SharedChannels::add(const ChannelSet& channels, double mbps) {
  Excess& use = uses_[channels];
  use.channels = channels;
  use.mbps += mbps;
  ++use.flows;
}

// Flows on a subset of the channels count as well.
SharedChannels::Excess SharedChannels::use_of(const ChannelSet& channels) const {
  Excess all{channels};
  for (const auto& [others, use] : uses_) {
    if (channels.contains(others)) {
      all.mbps += use.mbps;
      all.flows += use.flows;
    }
  }
  return all;
}

// The smallest first.
std::vector<ChannelSet> SharedChannels::unions() const {
  std::set<ChannelSet> found;
  std::vector<ChannelSet> sets;
  for (const auto& [channels, use] : uses_) {
    sets.push_back(channels);
  }
  for (std::size_t i = 0; i < sets.size() && found.size() < kMostUnions; ++i) {
    for (const auto& [channels, use] : uses_) {
      if (sets[i].overlaps(channels) && !sets[i].contains(channels)) {
        const ChannelSet both = sets[i].with(channels);
        if (uses_.count(both) == 0 && found.insert(both).second) {
          sets.push_back(both);
        }
      }
    }
  }
  std::vector<ChannelSet> all(found.begin(), found.end());
  std::stable_sort(all.begin(), all.end(), [](const ChannelSet& one, const ChannelSet& other) {
    return one.size() < other.size();
  });
  return all;
}

std::vector<SharedChannels::Excess> SharedChannels::excesses() const {
  std::vector<Excess> excesses;
  const auto look_at = [&](const ChannelSet& channels) {
    Excess all = use_of(channels);
    if (all.flows > 1 && all.mbps > channels.mbps()) {
      excesses.push_back(std::move(all));
    }
  };
  for (const auto& [channels, use] : uses_) {
    look_at(channels);
  }
  for (const ChannelSet& channels : unions()) {
    if (std::none_of(excesses.begin(), excesses.end(), [&channels](const Excess& excess) {
          return channels.contains(excess.channels);
        })) {
      look_at(channels);
    }
  }
  return excesses;
}

}  // namespace docsis_vp::system
