// Who got how much of what was due.
#pragma once

#include <optional>
#include <vector>

namespace docsis_vp::system {

// Max-min fair shares of a capacity (water filling): nobody gets more than he demands, and what
// one leaves is divided among the others, each by weight. An infinite demand is greedy. With equal
// weights this is the max-min rate of clemson-2015 sec. 3.1.4 and clemson-2014 sec. 3.
// demands >= 0, weights > 0, as many as demands.
std::vector<double> max_min_shares(double capacity, const std::vector<double>& demands,
                                   const std::vector<double>& weights);

// Of ratios x_i = throughput / fair share. Jain's index (sum x)^2 / (n sum x^2), 1/n..1, and the
// smallest over the largest, 0..1; 1 is ideal. Nothing if there is no x or all are 0.
std::optional<double> jain_index(const std::vector<double>& ratios);
std::optional<double> min_max_ratio(const std::vector<double>& ratios);

}  // namespace docsis_vp::system
