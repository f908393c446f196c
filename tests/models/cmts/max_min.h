// Rates that a downstream scheduler is to give: weighted max-min over any sets of channels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace docsis_vp::cmts {

// A slot's demand.
struct MaxMinSlot {
  std::uint64_t channels = 1;  // a bit for each
  unsigned priority = 0;
  double weight = 1;
  double most = std::numeric_limits<double>::infinity();  // its own rate or load
  double reserved = 0;
};

// Solves max-min sharing, exact but for a bisection. Rates can be carried if and only if no set of
// channels has to carry more than its capacity for slots without another channel (Hall's
// condition). So levels rise until such a set is full. First come the reserved rates: by priority,
// in proportion to themselves. Then each slot gets more: by priority, in proportion to weights. At
// most 16 channels.
class MaxMinSolver {
 public:
  MaxMinSolver(std::vector<double> capacities, std::vector<MaxMinSlot> slots)
      : capacities_(std::move(capacities)),
        slots_(std::move(slots)),
        floors_(slots_.size(), 0),
        rates_(floors_) {
    std::vector<double> reserved;
    for (const MaxMinSlot& slot : slots_) reserved.push_back(std::min(slot.reserved, slot.most));
    rise(reserved, reserved);
    floors_ = rates_;
    std::vector<double> weights;
    std::vector<double> most;
    for (const MaxMinSlot& slot : slots_) {
      weights.push_back(slot.weight);
      most.push_back(slot.most);
    }
    rise(weights, most);
  }
  const std::vector<double>& rates() const { return rates_; }

 private:
  void rise(const std::vector<double>& weights, const std::vector<double>& most) {
    for (int priority = 7; priority >= 0; --priority) {
      std::vector<bool> rises(slots_.size());
      for (std::size_t i = 0; i < slots_.size(); ++i) {
        rises[i] = slots_[i].priority == static_cast<unsigned>(priority) && most[i] > rates_[i];
      }
      while (std::find(rises.begin(), rises.end(), true) != rises.end()) {
        step(weights, most, rises);
      }
    }
  }
  std::vector<double> at(double level, const std::vector<double>& weights,
                         const std::vector<double>& most, const std::vector<bool>& rises) const {
    std::vector<double> rates = rates_;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      if (rises[i]) rates[i] = std::min(most[i], floors_[i] + level * weights[i]);
    }
    return rates;
  }
  // The sets of channels that are full, or more than that by so much of it.
  std::vector<std::uint64_t> full(const std::vector<double>& rates, double tolerance) const {
    std::vector<std::uint64_t> result;
    for (std::uint64_t set = 1; set < std::uint64_t{1} << capacities_.size(); ++set) {
      double capacity = 0;
      double load = 0;
      for (std::size_t c = 0; c < capacities_.size(); ++c) {
        capacity += (set >> c & 1) != 0 ? capacities_[c] : 0;
      }
      for (std::size_t i = 0; i < rates.size(); ++i) {
        load += (slots_[i].channels & ~set) == 0 ? rates[i] : 0;
      }
      if (load > capacity * (1 + tolerance)) result.push_back(set);
    }
    return result;
  }
  // Raises all until one of them is stopped, by its most or by channels.
  void step(const std::vector<double>& weights, const std::vector<double>& most,
            std::vector<bool>& rises) {
    double low = 0;
    double high = 1e-30;
    const auto stopped = [&](double level) {
      const std::vector<double> rates = at(level, weights, most, rises);
      for (std::size_t i = 0; i < rates.size(); ++i) {
        if (rises[i] && rates[i] >= most[i]) return true;
      }
      return !full(rates, 1e-9).empty();
    };
    while (!stopped(high)) high *= 2;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (stopped(middle) ? high : low) = middle;
    }
    const std::vector<std::uint64_t> sets = full(at(high, weights, most, rises), 1e-9);
    const std::vector<double> capped = at(high, weights, most, rises);
    rates_ = at(low, weights, most, rises);
    for (std::size_t i = 0; i < rises.size(); ++i) {
      if (!rises[i]) continue;
      if (capped[i] >= most[i]) rises[i] = false;
      for (const std::uint64_t set : sets) {
        if ((slots_[i].channels & ~set) == 0) rises[i] = false;
      }
    }
  }

  std::vector<double> capacities_;
  std::vector<MaxMinSlot> slots_;
  std::vector<double> floors_;  // what slots have before the levels rise
  std::vector<double> rates_;
};

}  // namespace docsis_vp::cmts
