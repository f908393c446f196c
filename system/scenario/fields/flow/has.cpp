#include "system/scenario/fields/flow/has.h"

namespace docsis_vp::system {

namespace {

constexpr std::string_view kStudy = "clemson-2015 sec. 4.2";

void add_stream(Table<HasSettings>& t) {
  t.numbers("rates_mbps", &HasSettings::rates_mbps, 0.001, 10'000)
      .unit("Mbit/s")
      .source(kStudy)
      .says("Bit rates on offer, strictly rising.");
  t.number("segment_s", &HasSettings::segment_s, 0.01, 3'600)
      .unit("s")
      .source(kStudy)
      .says("Playing time of a segment.");
  t.integer("segments", &HasSettings::segments, 1, 1ULL << 40)
      .default_is("without end")
      .says("Length of the stream.");
  t.number("buffer_s", &HasSettings::buffer_s, 0.02, 86'400)
      .unit("s")
      .source(kStudy)
      .says("Playing time that fits the buffer; while it is full nothing is requested.");
  t.number("refill_below_s", &HasSettings::refill_below_s, 0, 86'400)
      .unit("s")
      .default_is("as soon as a segment fits")
      .says("After the buffer was full, requests begin again when it has fallen to this.");
  t.integer("start_segments", &HasSettings::start_segments, 1, 1'000)
      .source(kStudy)
      .says("That playing begins with.");
  t.integer("resume_segments", &HasSettings::resume_segments, 1, 1'000)
      .source(kStudy)
      .says("That it goes on with after a stall.");
}

void add_rule(Table<HasSettings>& t) {
  t.integer("mu_samples", &HasSettings::mu_samples, 1, 1'000)
      .source(kStudy)
      .says("With `capacity` and `bandwidth_match`: how many of the last fetches count.");
  t.number("mu_down", &HasSettings::mu_down, 0, 1)
      .source(kStudy)
      .says("With `capacity`: below this ratio of playing time to fetch time the rate falls.");
  t.number("least_between_changes_s", &HasSettings::least_between_changes_s, 0, 86'400)
      .unit("s")
      .source("clemson-2014: 100 s")
      .says("From one change of rate to the next.");
  t.number("reservoir_s", &HasSettings::reservoir_s, 0, 86'400)
      .unit("s")
      .source("Huang et al., SIGCOMM 2014, sec. 4")
      .says("With `buffer`: below it the lowest rate.");
  t.number("cushion_s", &HasSettings::cushion_s, 0, 86'400)
      .unit("s")
      .source("Huang et al., SIGCOMM 2014, sec. 4")
      .says(
          "With `buffer`: above reservoir and cushion the highest rate, a straight line between.");
}

}  // namespace

const Table<HasSettings>& has_table() {
  static const Table<HasSettings> table = [] {
    Table<HasSettings> t("has",
                         "A client of HTTP adaptive streaming: one connection, one request "
                         "at a time.");
    t.choice<HasRuleChoice>("rule", &HasSettings::rule,
                            {{"capacity", HasRuleChoice::kCapacity},
                             {"bandwidth_match", HasRuleChoice::kBandwidthMatch},
                             {"max_always", HasRuleChoice::kMaxAlways},
                             {"buffer", HasRuleChoice::kBufferBased}})
        .source("clemson-2015 sec. 4.2; clemson-2014; Huang et al., SIGCOMM 2014")
        .says(
            "How it chooses the rate: by the time the last segment took, by matching the rate "
            "of the fetch, always the highest, by the fill of the buffer.");
    add_stream(t);
    add_rule(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
