// Notes on options that have no effect.
#include "system/scenario/check/idle_options.h"

#include <gmock/gmock.h>

#include "system/scenario/read/load.h"

namespace docsis_vp::system::idle_options_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LoadedScenario with(const std::string& aqm, unsigned modems = 1) {
  return load_scenario_text(
      R"({"modems": [{"name": "cm", "count": )" + std::to_string(modems) +
          R"(}], "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 5,
             "aqm": {)" +
          aqm + "}}]}",
      "x");
}

std::vector<std::string> notes(const std::string& aqm, unsigned modems = 1) {
  return notes_on_queue_management(with(aqm, modems).scenario);
}

TEST(IdleOptions, AreNamedWithWhatTheyNeed) {
  const std::string pie = R"("algorithm": "pie", "dq_threshold_bytes": 5000)";
  EXPECT_THAT(notes(pie), ElementsAre("service flow us: dq_threshold_bytes of pie has no effect "
                                      "without estimator = departure_rate"));
  EXPECT_THAT(notes(pie + R"(, "estimator": "departure_rate")"), IsEmpty());
  EXPECT_THAT(notes(R"("algorithm": "docsis_pie", "stale_ms": 50, "max_ecnth": 0.5)"),
              ElementsAre("service flow us: stale_ms of docsis_pie has no effect without "
                          "predictor = rate_tracking or combined",
                          "service flow us: max_ecnth of docsis_pie has no effect without "
                          "ecn = true"));
  EXPECT_THAT(notes(R"("algorithm": "red", "target_ms": 3, "weight_rtt_ms": 7)"),
              ElementsAre("service flow us: weight_rtt_ms of red has no effect without weight = 0",
                          "service flow us: target_ms of red has no effect without "
                          "thresholds = target"));
  EXPECT_THAT(notes(R"("algorithm": "sfq_ared", "thresholds": "buffer", "max_packets": 50)"),
              ElementsAre("service flow us: max_packets of sfq_ared has no effect without "
                          "thresholds = packets or target"));
}

TEST(IdleOptions, AreNamedOnceForManyModems) {
  EXPECT_EQ(notes(R"("algorithm": "pie", "max_ecnth": 0.5)", 20).size(), 1U);
}

TEST(IdleOptions, OneLawThatMeasuresOneQueueOfManyIsNamed) {
  EXPECT_THAT(
      notes(R"("algorithm": "sfq_pie", "estimator": "timestamp")"),
      ElementsAre("service flow us: estimator = timestamp of sfq_pie measures the queue that "
                  "was served last, not all of them, and lets the buffer fill; "
                  "departure_rate measures all"));
  EXPECT_THAT(notes(R"("algorithm": "sfq_pie", "estimator": "departure_rate")"), IsEmpty());
  EXPECT_THAT(notes(R"("algorithm": "pie", "estimator": "timestamp")"), IsEmpty());
}

// Defaults stand in what is printed, so that reading it again tells nothing new.
TEST(IdleOptions, UsualValuesAreNone) {
  for (const char* law : {"ared", "codel", "codel_dt", "codel_tail", "docsis_pie", "pie",
                          "pie_draft", "pie_linux", "pie_linux_2014", "red", "fq_codel", "drr",
                          "sfq_codel", "sfq_pie", "sfq_red", "sfq_ared"}) {
    const LoadedScenario first = with(std::string(R"("algorithm": ")") + law + "\"");
    EXPECT_THAT(notes_on_queue_management(first.scenario), IsEmpty()) << law;
    const LoadedScenario again =
        load_scenario_text(effective_configuration(first.scenario), "again");
    EXPECT_THAT(notes_on_queue_management(again.scenario), IsEmpty()) << law;
  }
}

}  // namespace
}  // namespace docsis_vp::system::idle_options_test
