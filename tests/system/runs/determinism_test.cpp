// Same scenario and seed: same bits, whatever the quantum. Another seed: other drops, same rate.
#include <gmock/gmock.h>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::determinism_test {
namespace {

constexpr const char* kRun = "scenarios/overload.json --duration 20 ";

// The quantum is part of the effective configuration; it alone may differ.
std::string without_quantum(const std::string& text) {
  const std::size_t begin = text.find("\"quantum_us\"");
  const std::size_t end = text.find('\n', begin);
  return text.substr(0, begin) + text.substr(end);
}

TEST(Determinism, TwiceTheSame) {
  EXPECT_EQ(run_text(kRun), run_text(kRun));
}

TEST(Determinism, TheQuantumChangesNothing) {
  const std::string reference = without_quantum(run_text(kRun));
  for (const char* quantum : {"0.1", "1", "100", "1000", "100000"}) {
    EXPECT_EQ(
        without_quantum(run_text(std::string(kRun) + "--set modems.cm0.cpu.quantum_us=" + quantum)),
        reference)
        << quantum;
  }
}

TEST(Determinism, AnotherSeedDropsOthersAtTheSameRate) {
  const JsonNode one = run_results("scenarios/overload.json --seed 1");
  const JsonNode two = run_results("scenarios/overload.json --seed 2");
  EXPECT_NE(*one.find("service_flows")->elements.at(0).find_string("drop_digest"),
            *two.find("service_flows")->elements.at(0).find_string("drop_digest"));
  EXPECT_NEAR(number(one, "service_flows.0.sent_mbps") / number(two, "service_flows.0.sent_mbps"),
              1, 0.002);
}

// The law in hardware, and the same law as firmware on a CPU that takes no time.
TEST(Placement, FirmwareThatTakesNoTimeDropsWhatHardwareDrops) {
  const JsonNode hardware = run_results(
      "scenarios/overload.json "
      "--set modems.cm0.control_law=hardware");
  const JsonNode firmware = run_results(
      "scenarios/overload.json "
      "--set modems.cm0.cpu.profile=zero");
  const JsonNode& a = hardware.find("service_flows")->elements.at(0);
  const JsonNode& b = firmware.find("service_flows")->elements.at(0);
  EXPECT_GT(number(a, "aqm_drops"), 1000);
  EXPECT_EQ(*a.find_string("drop_digest"), *b.find_string("drop_digest"));
  EXPECT_EQ(number(a, "sent_bytes"), number(b, "sent_bytes"));
  EXPECT_EQ(number(a, "queue_delay_ms.mean"), number(b, "queue_delay_ms.mean"));
}

}  // namespace
}  // namespace docsis_vp::system::determinism_test
