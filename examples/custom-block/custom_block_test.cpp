// An external block, from its registers to the firmware that serves it.
#include "depth_watch.h"
#include "firmware/depth_watch.h"
#include "system/assembly/modem/events.h"
#include "system/extension/extensions.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

class CustomBlock : public SystemTest {
 protected:
  void build_with(std::vector<std::string> sets) {
    sets.insert(sets.begin(), "modems.cm0.firmware=" FIRMWARE);
    build(SCENARIO, {{}, sets},
          docsis_vp::system::Extensions().add_block("depth_watch", DepthWatch::block_kind()));
  }
  std::uint32_t reg(std::uint32_t offset) {
    return system().firmware().word_at(DEPTH_WATCH_BASE + offset);
  }
};

TEST_F(CustomBlock, TellsFirmwareOfEachBurst) {
  build_with({});
  run();
  // For each of two bursts; a grant may take the queue below the threshold once more.
  EXPECT_GE(system().firmware().word("alarms"), 2U);
  EXPECT_LE(system().firmware().word("alarms"), 4U);
  EXPECT_GT(system().firmware().word("deepest_bytes"), 20'000U);
  EXPECT_EQ(reg(DEPTH_WATCH_STATUS), 0U);
}

TEST_F(CustomBlock, SamplesAsOftenAsTheScenarioSays) {
  build_with({"modems.cm0.blocks.watch.parameters={\"period_us\": 500}"});
  run_for(100_ms + 1_us);
  EXPECT_EQ(reg(DEPTH_WATCH_SAMPLES), 200U);
  EXPECT_EQ(reg(DEPTH_WATCH_THRESHOLD_BYTES), 20'000U);  // value that firmware wrote
}

TEST_F(CustomBlock, ForgetsItsThresholdWithTheCpu) {
  build_with({R"(events=[{"time_s": 0.2, "kind": "reset_cpu", "modem": "cm0"}])"});
  run_for(200_ms + 1_us);
  EXPECT_EQ(reg(DEPTH_WATCH_THRESHOLD_BYTES), 0U);
  run_for(1_ms);
  EXPECT_EQ(reg(DEPTH_WATCH_THRESHOLD_BYTES), 20'000U);
}

// For each alarm, firmware reads the peak and clears the status.
TEST_F(CustomBlock, IsSeenByWhoWatchesRegisters) {
  struct : docsis_vp::system::EventObserver {
    void accessed(const docsis_vp::system::RegisterEvent& event) override {
      reads += event.access.range.name == "watch" && !event.access.is_write ? 1 : 0;
      writes += event.access.range.name == "watch" && event.access.is_write ? 1 : 0;
    }
    int reads = 0;
    int writes = 0;
  } observer;
  build_with({});
  system().subscribe(observer, docsis_vp::system::kRegisterEvents);
  run();
  const auto alarms = static_cast<int>(system().firmware().word("alarms"));
  EXPECT_EQ(observer.reads, alarms);
  EXPECT_EQ(observer.writes, alarms + 1);  // the threshold comes first
}

TEST_F(CustomBlock, HasAnArea) {
  build_with({});
  EXPECT_THAT(results().json(), ::testing::HasSubstr("\"watch\""));
}

}  // namespace
