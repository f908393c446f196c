// An external application beside the platform's own.
#include <map>

#include "query.h"
#include "system/extension/extensions.h"
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

class CustomHost : public SystemTest {
 protected:
  std::map<std::string, double> run_with(const std::vector<std::string>& sets) {
    build(SCENARIO, {{}, sets}, docsis_vp::system::Extensions().add_host("query", Query::kind()));
    run();
    EXPECT_THAT(system(), Conserves());
    const auto measures = flow(results(), "names").measures;
    return {measures.begin(), measures.end()};
  }
};

// 20 ms of wire, plus a request and a grant on the cable.
TEST_F(CustomHost, IsAnsweredBesideAnUpload) {
  auto measured = run_with({});
  EXPECT_EQ(measured["asked"], 25);
  EXPECT_EQ(measured["answered"] + measured["given_up"], 25);
  EXPECT_GE(measured["answered"], 20);
  EXPECT_GT(measured["longest_ms"], 25);
  EXPECT_LT(measured["longest_ms"], 200);  // the next query follows then
}

TEST_F(CustomHost, AsksAgainWhatThePlantLoses) {
  auto measured =
      run_with({R"(events=[{"time_s": 1, "kind": "lose_burst", "modem": "cm0", "count": 1}])",
                "flows.upload.start_s=4.9"});
  EXPECT_EQ(measured["answered"], 25);
  EXPECT_GT(measured["longest_ms"], 100);  // timeout before the repetition
  EXPECT_LT(measured["longest_ms"], 200);
}

TEST_F(CustomHost, IsInTheResultsAsOtherTrafficIs) {
  run_with({});
  const auto& names = flow(results(), "names");
  EXPECT_EQ(names.kind, "custom");
  EXPECT_GE(names.sent_packets, 25U);
  EXPECT_THAT(names, DelayPercentileBelow(50, 80_ms));
}

}  // namespace
