// Computes fair shares and fairness indices.
#pragma once

#include <optional>
#include <vector>

namespace docsis_vp::system {

// Returns max-min fair shares of a capacity (water filling). No demand gets more than itself; the
// rest is divided among the others by weight. An infinite demand is greedy. With equal weights this
// is the max-min rate of clemson-2015 sec. 3.1.4 and clemson-2014 sec. 3. demands >= 0, weights >
// 0, both of the same size.
std::vector<double> max_min_shares(double capacity, const std::vector<double>& demands,
                                   const std::vector<double>& weights);

// Indices of ratios x_i = throughput / fair share; 1 is ideal. Jain's index: (sum x)^2 / (n sum
// x^2), 1/n..1. Min-max ratio: smallest over largest, 0..1. Empty if there is no x or all are 0.
std::optional<double> jain_index(const std::vector<double>& ratios);
std::optional<double> min_max_ratio(const std::vector<double>& ratios);

}  // namespace docsis_vp::system
