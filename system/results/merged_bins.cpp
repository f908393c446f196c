#include "system/results/merged_bins.h"

#include <algorithm>
#include <iterator>

namespace docsis_vp::system {

namespace {

bool divides_a_bin(double edge, const Bins& bins) {
  return edge > bins.edges.front() && edge < bins.edges.back() &&
         !std::binary_search(bins.edges.begin(), bins.edges.end(), edge);
}

std::vector<double> edges_of_all(const std::vector<Bins>& histograms) {
  std::vector<double> edges;
  for (const Bins& bins : histograms) {
    edges.insert(edges.end(), bins.edges.begin(), bins.edges.end());
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

Bins merged_bins(const std::vector<Bins>& histograms) {
  std::vector<Bins> filled;
  std::copy_if(histograms.begin(), histograms.end(), std::back_inserter(filled),
               [](const Bins& bins) { return !bins.counts.empty(); });
  Bins sum;
  for (const double edge : edges_of_all(filled)) {
    if (std::none_of(filled.begin(), filled.end(),
                     [edge](const Bins& bins) { return divides_a_bin(edge, bins); })) {
      sum.edges.push_back(edge);
    }
  }
  sum.counts.resize(sum.edges.empty() ? 0 : sum.edges.size() - 1);
  for (const Bins& bins : filled) {
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
      const auto end = std::upper_bound(sum.edges.begin(), sum.edges.end(), bins.edges[i]);
      sum.counts[static_cast<std::size_t>(end - sum.edges.begin()) - 1] += bins.counts[i];
    }
  }
  return sum;
}

}  // namespace docsis_vp::system
