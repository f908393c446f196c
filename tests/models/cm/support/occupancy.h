// Exact probabilities for requests that choose opportunities at random.
#pragma once

#include <map>
#include <utility>
#include <vector>

namespace docsis_vp::cm {

// P(c of the n opportunities hold two or more of k requests): one request after the other falls on
// an empty opportunity, on one with a single request, or on one that has more.
inline std::vector<double> collision_distribution(unsigned k, unsigned n) {
  std::map<std::pair<unsigned, unsigned>, double> state{{{0, 0}, 1.0}};  // singles, collisions
  for (unsigned i = 0; i < k; ++i) {
    std::map<std::pair<unsigned, unsigned>, double> next;
    for (const auto& [key, p] : state) {
      const auto [singles, collisions] = key;
      const double each = p / n;
      next[{singles + 1, collisions}] += each * (n - singles - collisions);
      if (singles > 0) next[{singles - 1, collisions + 1}] += each * singles;
      next[{singles, collisions}] += each * collisions;
    }
    state = std::move(next);
  }
  std::vector<double> distribution(k / 2 + 1);
  for (const auto& [key, p] : state) {
    distribution[key.second] += p;
  }
  return distribution;
}

// How far counts of trials are from it.
inline double chi_square(const std::vector<unsigned>& seen, const std::vector<double>& exact,
                         unsigned trials) {
  double sum = 0;
  for (std::size_t c = 0; c < exact.size(); ++c) {
    const double expected = exact[c] * trials;
    sum += (seen[c] - expected) * (seen[c] - expected) / expected;
  }
  return sum;
}

}  // namespace docsis_vp::cm
