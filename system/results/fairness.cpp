#include "system/results/fairness.h"

#include <algorithm>

namespace docsis_vp::system {

std::vector<double> max_min_shares(double capacity, const std::vector<double>& demands,
                                   const std::vector<double>& weights) {
  std::vector<double> shares(demands.size());
  std::vector<bool> settled(demands.size());
  bool found = true;
  while (found) {
    double weight = 0;
    for (std::size_t i = 0; i < demands.size(); ++i) {
      weight += settled[i] ? 0 : weights[i];
    }
    // At this level flows with less demand are settled; they leave more for the others.
    double taken = 0;
    found = false;
    for (std::size_t i = 0; i < demands.size(); ++i) {
      if (settled[i]) {
        continue;
      }
      shares[i] = capacity * weights[i] / weight;
      if (demands[i] <= shares[i]) {
        shares[i] = demands[i];
        settled[i] = true;
        found = true;
        taken += demands[i];
      }
    }
    capacity = std::max(0.0, capacity - taken);
  }
  return shares;
}

std::optional<double> jain_index(const std::vector<double>& ratios) {
  double sum = 0;
  double squares = 0;
  for (const double x : ratios) {
    sum += x;
    squares += x * x;
  }
  if (squares <= 0) {
    return {};
  }
  return sum * sum / (static_cast<double>(ratios.size()) * squares);
}

std::optional<double> min_max_ratio(const std::vector<double>& ratios) {
  if (ratios.empty()) {
    return {};
  }
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  if (*high <= 0) {
    return {};
  }
  return *low / *high;
}

}  // namespace docsis_vp::system
