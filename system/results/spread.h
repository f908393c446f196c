// Represents distributions as results give them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/base/histogram.h"

namespace docsis_vp::system {

// Counts of values between consecutive edges; a value on an edge belongs to the next bin. counts
// has one element less than edges. Both are empty without values.
struct Bins {
  std::vector<double> edges;
  std::vector<std::uint64_t> counts;

  template <class Table>
  static void describe(Table& table) {
    using This = Bins;
    table.object("histogram",
                 "Numbers of values between edges; both empty without a value. All values are "
                 "counted: the counts add up to their number. A summary of replications has the "
                 "sum over all of them, with the edges that divide no bin of any.");
    table.one_line();
    table
        .field("edges", &This::edges, "as its distribution",
               "Ascending; a value on an edge belongs to the next bin.")
        .details(
            "from the last edge below all values to the first above all. `queue_delay_ms`, "
            "`one_way_ms` and `rtt_ms`: 40 bins per decade from 0.001 ms on (ISO 3, R40), at most "
            "7.2 % wide; latencies: 10 per decade from 0.1 us on (R10); slack: at most 50 equal "
            "bins of 1, 2 or 5 times a power of ten.");
    table.field("counts", &This::counts, "", "Values in each bin, one bin less than edges.")
        .details(
            "the share of values below edge i is the sum of the first i counts, of all. The "
            "quantile q lies in the first bin up to whose end that sum reaches q times all; the "
            "keys `p1` to `p99_9` lie in that bin. Interpolated there, it is off by at most the "
            "bin's width.");
  }
};

// A distribution in the unit of its key; empty without values.
struct Spread {
  std::uint64_t count = 0;
  std::optional<double> mean;
  std::optional<double> min;
  std::optional<double> p1;
  std::optional<double> p10;
  std::optional<double> p50;
  std::optional<double> p90;
  std::optional<double> p99;
  std::optional<double> p99_9;  // set by spread_with_tail() only
  std::optional<double> max;
  std::optional<Bins> bins;  // present for the distributions that pages draw
  bool shows_tail = false;   // p99_9 is a key of the result; it is null if nothing was measured

  template <class Table>
  static void describe(Table& table) {
    using This = Spread;
    table.object(
        "distribution",
        "Values in the unit of their key; null where nothing was measured. Percentiles are "
        "right within 1 %.");
    table.one_line();
    table.field("mean", &This::mean, "", "Mean.").in_summary("mean");
    table.field("p10", &This::p10, "", "10th percentile.").in_summary("p10");
    table.field("p50", &This::p50, "", "Median.").in_summary("p50");
    table.field("p90", &This::p90, "", "90th percentile.").in_summary("p90");
    table.field("p99", &This::p99, "", "99th percentile.").in_summary("p99");
    table.field("p99_9", &This::p99_9, "", "99.9th percentile.")
        .only_if("delays of packets and round trips", [](const This& s) { return s.shows_tail; });
    table.field("max", &This::max, "", "Largest value.").in_summary("max");
    table.field("histogram", &This::bins, "", "Numbers of values.")
        .only("distributions that reports draw");
  }
};

// Time by which bursts were ready before their deadline.
struct SlackResult {
  const Spread& slack;
  std::uint64_t missed;  // after the warm-up, like the slack

  template <class Table>
  static void describe(Table& table) {
    using This = SlackResult;
    table.object("slack",
                 "From a burst's being ready to its deadline, after the warm-up; negative for a "
                 "burst that was missed.");
    table.one_line();
    table.field(
        "min", [](const This& s) { return s.slack.min; }, "us", "The least.");
    table.field(
        "p1", [](const This& s) { return s.slack.p1; }, "us", "1st percentile.");
    table.field(
        "p50", [](const This& s) { return s.slack.p50; }, "us", "Median.");
    table.field(
        "missed", [](const This& s) { return s.missed; }, "grants",
        "Missed after the warm-up, also without a burst.");
    table
        .field(
            "histogram", [](const This& s) { return s.slack.bins; }, "", "Numbers of values.")
        .only("distributions that reports draw");
  }
};

// unit: number of the histogram's units per unit of the result.
Spread spread(const Histogram& histogram, double unit);

// Like spread(), with bins. In steps: at most 50 equal bins of 1, 2 or 5 times a power of ten, not
// finer than the histogram. By decades, for long tails: ten bins each, at 1, 1.25, 1.6, 2, 2.5,
// 3.15, 4, 5, 6.3, 8 (ISO 3, R10); the first bin contains values below 0.1.
Spread spread_in_steps(const Histogram& histogram, double unit);
Spread spread_by_decades(const Histogram& histogram, double unit);

// For delays of packets: forty bins per decade from a thousandth of the unit on (ISO 3, R40), and
// the 99.9th percentile. The first bin contains values below 0.001.
Spread spread_with_tail(const Histogram& histogram, double unit);

// Combines two histograms, of negative and positive values, in equal bins with an edge at zero.
Spread spread_about_zero(const Histogram& below, const Histogram& above, double unit);

// Statistics of a sample that is kept in full: page load times, response times.
struct SampleSpread {
  std::uint64_t count = 0;
  std::optional<double> mean;
  std::optional<double> deviation;  // sample standard deviation (n - 1); from two values on
  std::optional<double> median;     // for an even number, the mean of the middle two
  std::optional<double> mad;        // median of the absolute deviations from the median
  std::optional<double> p90;        // by nearest rank
  std::optional<double> max;

  template <class Table>
  static void describe(Table& table) {
    using This = SampleSpread;
    table.object("sample", "Values in the unit of their key, all of which are kept.");
    table.one_line();
    table.field("count", &This::count, "", "Number of values.");
    table.field("mean", &This::mean, "", "Mean.");
    table.field("deviation", &This::deviation, "", "Standard deviation, from two values on.");
    table.field("median", &This::median, "", "Median.");
    table.field("mad", &This::mad, "", "Median distance from the median.");
    table.field("p90", &This::p90, "", "90th percentile, a value.");
    table.field("max", &This::max, "", "Largest value.");
  }
};

SampleSpread sample_spread(std::vector<double> values);

}  // namespace docsis_vp::system
