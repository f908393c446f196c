// Quality that subscribers notice.
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)
using ::testing::AllOf;

namespace {

// A call beside an upload that saturates the upstream of 5 Mbit/s.
constexpr const char* kCallAndUpload = R"({
  "duration_s": 12, "stats": {"warmup_s": 4},
  "modems": [{"name": "cm0", "control_law": "firmware"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 5, "aqm": "docsis_pie"},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 20}],
  "flows": [
    {"name": "call", "kind": "voip", "modem": "cm0"},
    {"name": "upload", "kind": "tcp", "modem": "cm0"}]
})";

using Call = SystemTest;

TEST_F(Call, IsGoodBesideAnUpload) {
  build_text(kCallAndUpload);
  run();
  EXPECT_THAT(flow(results(), "call"),
              AllOf(DelayPercentileBelow(99, 60_ms), LossPercentBelow(2), MosAbove(4)));
}

TEST_F(Call, LeavesTheUploadItsRate) {
  build_text(kCallAndUpload);
  run();
  EXPECT_THAT(service_flow(results(), "us0"), RateNear(5, 0.05));
}

// The same line without the law.
TEST_F(Call, IsBadWithoutALaw) {
  build_text(kCallAndUpload,
             {{}, {"service_flows.us0.aqm=none", "modems.cm0.control_law=hardware"}});
  run();
  EXPECT_THAT(flow(results(), "call"), ::testing::Not(MosAbove(3)));
}

}  // namespace
