#include "system/traffic/has/has_settings.h"

#include <string>

#include "platform/base/errors.h"
#include "platform/base/time.h"
#include "system/json/writer.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr std::string_view kStudy = "clemson-2015 sec. 4.2";

// The value of `rule`, or the preset's without one.
hosts::HasRule rule_of(const HasSettings& has) {
  const hosts::HasConfig client =
      has.preset == HasPreset::kClemson2014 ? hosts::has_2014() : hosts::HasConfig{};
  return has.rule.value_or(client.rule);
}

void add_stream(Table<HasSettings>& t) {
  t.numbers("rates_mbps", &HasSettings::rates_mbps, 0.001, 10'000)
      .unit("Mbit/s")
      .default_is(
          "0.5, 1, 2, 3, 4, 5; with `clemson-2014` 0.064, 0.128, 0.5, 1, 1.5, 2.6, 3.5, "
          "3.75, 4.2")
      .source(kStudy)
      .says("Available bit rates, in strictly rising order.");
  t.number("segment_s", &HasSettings::segment_s, 0.01, 3'600)
      .unit("s")
      .default_is("4; with `clemson-2014` 12.5")
      .source(kStudy)
      .says("Playing time of a segment.");
  t.integer("segments", &HasSettings::segments, 1, 1ULL << 40)
      .default_is("endless")
      .says("Length of the stream.");
  t.number("buffer_s", &HasSettings::buffer_s, 0.02, 86'400)
      .unit("s")
      .default_is("240; with `clemson-2014` 60")
      .source(kStudy)
      .says("Playing time that the buffer holds. A full buffer stops the requests.");
  t.number("refill_below_s", &HasSettings::refill_below_s, 0, 86'400)
      .unit("s")
      .default_is("as soon as a segment fits")
      .says("After a full buffer, requests restart when its content has fallen to this.");
  t.integer("start_segments", &HasSettings::start_segments, 1, 1'000)
      .source(kStudy)
      .says("Number of segments in the buffer at which playback starts.");
  t.integer("resume_segments", &HasSettings::resume_segments, 1, 1'000)
      .source(kStudy)
      .says("Number of segments in the buffer at which playback continues after a stall.");
}

void add_measuring_rules(Table<HasSettings>& t) {
  t.only_if(
      t.integer("mu_samples", &HasSettings::mu_samples, 1, 1'000)
          .source(kStudy)
          .says(
              "Number of recent fetches in the rate estimate: their bytes divided by their time."),
      "rule `capacity` or `bandwidth_match`", [](const HasSettings& has) {
        return rule_of(has) == hosts::HasRule::kCapacity ||
               rule_of(has) == hosts::HasRule::kBandwidthMatch;
      });
  t.only_if(t.number("mu_down", &HasSettings::mu_down, 0, 1)
                .source(kStudy)
                .says("Ratio of playing time to fetch time below which the rate is reduced."),
            "rule `capacity`",
            [](const HasSettings& has) { return rule_of(has) == hosts::HasRule::kCapacity; });
  t.only_if(t.number("least_between_changes_s", &HasSettings::least_between_changes_s, 0, 86'400)
                .unit("s")
                .default_is("0")
                .source("clemson-2014")
                .says("Least time between two changes of the rate."),
            "a rule other than `max_always`",
            [](const HasSettings& has) { return rule_of(has) != hosts::HasRule::kMaxAlways; });
}

void add_buffer_rule(Table<HasSettings>& t) {
  constexpr std::string_view kBuffer = "rule `buffer`";
  const auto by_buffer = [](const HasSettings& has) {
    return rule_of(has) == hosts::HasRule::kBufferBased;
  };
  t.only_if(t.number("reservoir_s", &HasSettings::reservoir_s, 0, 86'400)
                .unit("s")
                .default_is("the share of `buffer_s` that the source has, 90 s of 240 s")
                .source("Huang et al., SIGCOMM 2014, sec. 4")
                .says("Buffer content below which the client takes the lowest rate."),
            kBuffer, by_buffer);
  t.only_if(
      t.number("cushion_s", &HasSettings::cushion_s, 0.001, 86'400)
          .unit("s")
          .default_is("the share of `buffer_s` that the source has, 126 s of 240 s")
          .source("Huang et al., SIGCOMM 2014, sec. 4")
          .says(
              "Range of the buffer content, above the reservoir, in which the rate rises linearly "
              "to the highest. Reservoir and cushion must fit into the buffer."),
      kBuffer, by_buffer);
}

// Checks has/buffer_s and similar keys, in the order in which the model reads them.
void check_has(const HasSettings& has, const std::string& pointer) {
  for (std::size_t i = 1; i < has.rates_mbps.size(); ++i) {
    if (has.rates_mbps[i] <= has.rates_mbps[i - 1]) {
      throw ConfigError(
          pointer + "/rates_mbps/" + std::to_string(i),
          "expected more than the rate before, got " + json_number(has.rates_mbps[i]) + " Mbit/s");
    }
  }
  const TimePs buffer = from_seconds(*has.buffer_s);
  const TimePs segment = from_seconds(*has.segment_s);
  const TimePs fit = buffer / segment;
  if (fit < 2) {
    throw ConfigError(pointer + "/buffer_s", "expected room for at least two segments of " +
                                                 json_number(*has.segment_s) + " s");
  }
  if (has.start_segments > fit || has.resume_segments > fit) {
    throw ConfigError(pointer + (has.start_segments > fit ? "/start_segments" : "/resume_segments"),
                      "expected at most the segments that fit the buffer, " + std::to_string(fit));
  }
  if (has.refill_below_s && from_seconds(*has.refill_below_s) > buffer - segment) {
    throw ConfigError(pointer + "/refill_below_s", "expected at most a segment below buffer_s");
  }
  if (has.rule == hosts::HasRule::kBufferBased &&
      from_seconds(*has.reservoir_s) + from_seconds(*has.cushion_s) > buffer) {
    throw ConfigError(pointer, "expected a reservoir_s and cushion_s that fit buffer_s, " +
                                   json_number(*has.buffer_s) + " s, got " +
                                   json_number(*has.reservoir_s) + " s and " +
                                   json_number(*has.cushion_s) + " s");
  }
}

}  // namespace

void complete_has(HasSettings& has, const std::string& pointer) {
  const hosts::HasConfig client =
      has.preset == HasPreset::kClemson2014 ? hosts::has_2014() : hosts::HasConfig{};
  has.rule = rule_of(has);
  if (has.rates_mbps.empty()) {
    for (const std::uint64_t rate_bps : client.ladder_bps) {
      has.rates_mbps.push_back(static_cast<double>(rate_bps) / 1e6);
    }
  }
  has.segment_s = has.segment_s.value_or(to_seconds(client.segment));
  has.buffer_s = has.buffer_s.value_or(to_seconds(client.buffer));
  has.least_between_changes_s =
      has.least_between_changes_s.value_or(to_seconds(client.least_between_changes));
  if (has.rule == hosts::HasRule::kBufferBased) {
    const hosts::HasConfig source;
    const double scale = *has.buffer_s / to_seconds(source.buffer);
    has.reservoir_s = has.reservoir_s.value_or(scale * to_seconds(source.reservoir));
    has.cushion_s = has.cushion_s.value_or(scale * to_seconds(source.cushion));
  }
  check_has(has, pointer);
}

const Table<HasSettings>& has_table() {
  static const Table<HasSettings> table = [] {
    Table<HasSettings> t("has",
                         "A client of HTTP adaptive streaming: one connection, one request "
                         "at a time.");
    t.set_shorthand("preset");
    t.choice<HasPreset>(
         "preset", &HasSettings::preset,
         {{"clemson-2015", HasPreset::kClemson2015}, {"clemson-2014", HasPreset::kClemson2014}})
        .says("Study whose client gives the defaults of the keys below.");
    t.choice<hosts::HasRule>("rule", &HasSettings::rule,
                             {{"capacity", hosts::HasRule::kCapacity},
                              {"bandwidth_match", hosts::HasRule::kBandwidthMatch},
                              {"max_always", hosts::HasRule::kMaxAlways},
                              {"buffer", hosts::HasRule::kBufferBased}})
        .default_is("capacity; with `clemson-2014` bandwidth_match")
        .source("clemson-2015 sec. 4.2; clemson-2014; Huang et al., SIGCOMM 2014")
        .says(
            "Rule for the choice of the rate. `capacity`: by the time of the last segment. "
            "`bandwidth_match`: matches the rate of the fetch. `max_always`: always the highest. "
            "`buffer`: by the content of the buffer.");
    add_stream(t);
    add_measuring_rules(t);
    add_buffer_rule(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
