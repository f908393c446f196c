#include "system/results/spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace docsis_vp::system {

namespace {

double median_of_sorted(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// Edges are whole thousandths, divided last: 0.3 and not 0.30000000000000004.
constexpr double kThousandths = 1000;

constexpr double kMostSteps = 50;

// Combines two histograms that meet at zero; a value of zero belongs to the upper one.
class AboutZero {
 public:
  AboutZero(const Histogram& below, const Histogram& above) : below_(below), above_(above) {}

  std::uint64_t count() const { return below_.count() + above_.count(); }
  std::optional<double> mean() const {
    const auto sum = [](const Histogram& side) {
      return side.mean().value_or(0) * static_cast<double>(side.count());
    };
    return count() == 0 ? std::nullopt
                        : std::optional((sum(above_) - sum(below_)) / static_cast<double>(count()));
  }
  std::optional<double> min() const {
    return below_.count() > 0 ? negative(below_.max()) : as_number(above_.min());
  }
  std::optional<double> max() const {
    return above_.count() > 0 ? as_number(above_.max()) : negative(below_.min());
  }
  // Nearest rank, as in each of the two.
  std::optional<double> quantile(double fraction) const {
    const double rank = std::max(1.0, std::ceil(fraction * static_cast<double>(count())));
    const auto late = static_cast<double>(below_.count());
    // Half a rank less, so that rounding cannot select the next rank.
    return rank <= late
               ? negative(below_.quantile((late - rank + 0.5) / late))
               : above_.quantile((rank - late - 0.5) / static_cast<double>(above_.count()));
  }
  std::uint64_t count_below(double value) const {
    return value > 0 ? below_.count() + above_.count_below(value)
                     : below_.count() - below_.count_below(std::nextafter(-value, HUGE_VAL));
  }
  std::vector<std::uint64_t> counts_below(const std::vector<double>& values) const {
    std::vector<std::uint64_t> counts;
    for (const double value : values) {
      counts.push_back(count_below(value));
    }
    return counts;
  }

 private:
  template <class T>
  static std::optional<double> as_number(const std::optional<T>& value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  }
  template <class T>
  static std::optional<double> negative(const std::optional<T>& value) {
    return value ? std::optional(-static_cast<double>(*value)) : std::nullopt;
  }

  const Histogram& below_;
  const Histogram& above_;
};

// Returns the least round step, in thousandths, with which kMostSteps steps cover `range`.
std::uint64_t step_for(double range) {
  for (std::uint64_t power = 1;; power *= 10) {
    for (const std::uint64_t digit : {1U, 2U, 5U}) {
      if (range * kThousandths <= kMostSteps * static_cast<double>(digit * power)) {
        return digit * power;
      }
    }
  }
}

std::vector<double> steps(double min, double max) {
  // Neither end need be a multiple, so up to two more steps may be touched than fit between them. A
  // bucket of the histogram is up to 1/64 of its value wide; a step is at least as wide.
  constexpr double kBuckets = 64;
  const auto step = static_cast<double>(step_for(
      kMostSteps * std::max((max - min) / (kMostSteps - 2), std::max(max, -min) / kBuckets)));
  std::vector<double> edges;
  for (double number = std::floor(std::floor(min * kThousandths) / step);
       edges.empty() || edges.back() <= max; ++number) {
    edges.push_back(number * step / kThousandths);
  }
  return edges;
}

// Edges at these fractions of each decade, in thousandths of its end; the first decade ends at
// 1 / scale.
template <std::size_t N>
std::vector<double> at_parts(const std::array<std::uint64_t, N>& decade, double scale, double min,
                             double max) {
  std::vector<double> edges = {0};
  for (std::uint64_t power = 1; edges.back() <= max; power *= 10) {
    for (std::size_t i = 0; i < N && edges.back() <= max; ++i) {
      const double edge = static_cast<double>(decade[i] * power) / (kThousandths * scale);
      if (edge <= min) {
        edges.front() = edge;
      } else {
        edges.push_back(edge);
      }
    }
  }
  return edges;
}

// ISO 3, R10.
std::vector<double> decades(double min, double max) {
  constexpr std::array<std::uint64_t, 10> kParts = {100, 125, 160, 200, 250,
                                                    315, 400, 500, 630, 800};
  return at_parts(kParts, 1, min, max);
}

// ISO 3, R40, from 0.001 on: the low-latency queue delays packets by less than 0.1 ms.
std::vector<double> fine_decades(double min, double max) {
  constexpr std::array<std::uint64_t, 40> kParts = {
      100, 106, 112, 118, 125, 132, 140, 150, 160, 170, 180, 190, 200, 212,
      224, 236, 250, 265, 280, 300, 315, 335, 355, 375, 400, 425, 450, 475,
      500, 530, 560, 600, 630, 670, 710, 750, 800, 850, 900, 950};
  return at_parts(kParts, 100, min, max);
}

template <class Distribution>
Bins bins(const Distribution& histogram, double unit, std::vector<double> edges) {
  std::vector<double> scaled;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    scaled.push_back(edges[i] * unit);
  }
  Bins result;
  std::uint64_t below = 0;
  for (const std::uint64_t until : histogram.counts_below(scaled)) {
    result.counts.push_back(until - below);
    below = until;
  }
  result.edges = std::move(edges);
  return result;
}

template <class Distribution>
Spread without_bins(const Distribution& histogram, double unit) {
  const auto scaled = [unit](auto value) {
    return value ? std::optional<double>(static_cast<double>(*value) / unit) : std::nullopt;
  };
  Spread result;
  result.count = histogram.count();
  result.mean = scaled(histogram.mean());
  result.min = scaled(histogram.min());
  result.p1 = scaled(histogram.quantile(0.01));
  result.p10 = scaled(histogram.quantile(0.10));
  result.p50 = scaled(histogram.quantile(0.50));
  result.p90 = scaled(histogram.quantile(0.90));
  result.p99 = scaled(histogram.quantile(0.99));
  result.max = scaled(histogram.max());
  return result;
}

template <class Distribution>
Spread with_bins(const Distribution& histogram, double unit,
                 std::vector<double> (*edges_of)(double min, double max)) {
  Spread result = without_bins(histogram, unit);
  result.bins.emplace();
  if (histogram.count() > 0) {
    result.bins = bins(histogram, unit, edges_of(*result.min, *result.max));
  }
  return result;
}

}  // namespace

Spread spread_in_steps(const Histogram& histogram, double unit) {
  return with_bins(histogram, unit, steps);
}

Spread spread_by_decades(const Histogram& histogram, double unit) {
  return with_bins(histogram, unit, decades);
}

Spread spread_with_tail(const Histogram& histogram, double unit) {
  Spread result = with_bins(histogram, unit, fine_decades);
  if (const auto value = histogram.quantile(0.999)) {
    result.p99_9 = static_cast<double>(*value) / unit;
  }
  result.shows_tail = true;
  return result;
}

Spread spread_about_zero(const Histogram& below, const Histogram& above, double unit) {
  return with_bins(AboutZero(below, above), unit, steps);
}

Spread spread(const Histogram& histogram, double unit) {
  return without_bins(histogram, unit);
}

SampleSpread sample_spread(std::vector<double> values) {
  SampleSpread result;
  result.count = values.size();
  if (values.empty()) {
    return result;
  }
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  result.mean = sum / n;
  if (values.size() > 1) {
    double squares = 0;
    for (const double value : values) {
      squares += (value - *result.mean) * (value - *result.mean);
    }
    result.deviation = std::sqrt(squares / (n - 1));
  }
  result.median = median_of_sorted(values);
  result.p90 = values[static_cast<std::size_t>(std::ceil(0.9 * n)) - 1];
  result.max = values.back();
  for (double& value : values) {
    value = std::abs(value - *result.median);
  }
  std::sort(values.begin(), values.end());
  result.mad = median_of_sorted(values);
  return result;
}

}  // namespace docsis_vp::system
