// Every law that firmware may run decides on the control CPU as it does natively, packet by packet.
#include <gtest/gtest.h>

#include "tests/fw/equivalence/equivalence_bench.h"

namespace docsis_vp::fw::equivalence_test {
namespace {

std::vector<std::uint32_t> laws_for_firmware() {
  std::vector<std::uint32_t> laws;
  for (std::uint32_t i = 0; aqm_algorithms[i] != nullptr; ++i) {
    if ((aqm_algorithms[i]->places & (AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE)) != 0) {
      laws.push_back(i);
    }
  }
  return laws;
}

class Equivalence : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Equivalence, OfEveryDecision) {
  const aqm_algorithm& law = *aqm_algorithms[GetParam()];
  const ScriptRun native = run_natively(law, 1, EQUIVALENCE_PACKETS);
  const ScriptRun firmware = run_on_cpu(GetParam(), 1, EQUIVALENCE_PACKETS);
  ASSERT_EQ(firmware.result.decisions, native.result.decisions);
  EXPECT_GE(native.result.decisions, std::uint32_t{EQUIVALENCE_PACKETS});
  ASSERT_EQ(firmware.verdicts.size(), native.verdicts.size());
  std::uint32_t signals = 0;
  for (std::size_t i = 0; i < native.verdicts.size(); ++i) {
    ASSERT_EQ(firmware.verdicts[i], native.verdicts[i]) << "decisions from " << 16 * i << " on";
    signals += native.verdicts[i] != 0 ? 1 : 0;
  }
  EXPECT_GT(signals, 100U);  // the script makes it decide
  EXPECT_EQ(firmware.result.state_digest, native.result.state_digest);
  for (const char* name : {"enqueue", "dequeue", "departed", "update"}) {
    static unsigned function = 0;
    const script_cost& cost = firmware.result.costs[function++];
    if (cost.calls > 0) {
      RecordProperty(std::string(name) + "_cycles_mean",
                     static_cast<int>(cost.cycles / cost.calls));
      RecordProperty(std::string(name) + "_cycles_longest", static_cast<int>(cost.longest));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, Equivalence, testing::ValuesIn(laws_for_firmware()),
                         [](const auto& of) {
                           return std::string(aqm_algorithms[of.param]->name);
                         });

}  // namespace
}  // namespace docsis_vp::fw::equivalence_test
