// Programs that build systems themselves are told what does not fit, as the command line is.
#include <gmock/gmock.h>

#include "system/assembly/system.h"

namespace docsis_vp::system::fitting_firmware_test {
namespace {

using ::testing::HasSubstr;

std::string refusal(const char* modem, const char* service_flow) {
  const std::string text = std::string(R"({"modems": [{"name": "cm0", "control_law": "firmware")") +
                           modem + R"(}], "service_flows": [{"name": "us0", "modem": "cm0",
    "max_sustained_rate_mbps": 10)" +
                           service_flow + "}]}";
  try {
    System system(load_scenario_text(text, "text"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FittingFirmware, StandsBehindNoTransmitQueueWhoseDropsAreHardware) {
  EXPECT_THAT(refusal(R"(, "drop": "firmware")", R"(, "transmit_queue": {"packets": 8})"),
              HasSubstr("service_flows[0].transmit_queue: hardware drops in front of it"));
}

TEST(FittingFirmware, ComputesTheLawsOfItsServiceFlows) {
  EXPECT_THAT(refusal(R"(, "firmware": "docsis_pie")", R"(, "aqm": "pie")"),
              HasSubstr("the firmware docsis_pie computes docsis_pie"));
}

TEST(FittingFirmware, IsTakenWhereItFits) {
  EXPECT_EQ(refusal("", ""), "");
}

}  // namespace
}  // namespace docsis_vp::system::fitting_firmware_test
