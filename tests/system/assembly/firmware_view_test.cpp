// Firmware looked at and changed from outside.
#include "system/assembly/cpu/firmware_view.h"

#include <gmock/gmock.h>

#include "models/cm/soc_registers.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::firmware_view_test {
namespace {

using ::testing::HasSubstr;

template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(FirmwareView, ReadsAndWritesVariables) {
  System system(load_scenario("scenarios/quickstart.json"));
  FirmwareView firmware = system.firmware();
  system.run_for(sc_core::sc_time(2, sc_core::SC_SEC));
  EXPECT_EQ(firmware.word("params"), firmware.word_at(firmware.address_of("params")));
  EXPECT_NE(firmware.word("states"), 0U);
  firmware.set_word("states", 0x12345678, 4);
  EXPECT_EQ(firmware.word("states", 4), 0x12345678U);
  EXPECT_EQ(firmware.word_at(firmware.address_of("states") + 4), 0x12345678U);
  EXPECT_THAT(firmware.position(), HasSubstr("pc 0x"));
}

TEST(FirmwareView, ReadsAndWritesRegisters) {
  System system(load_scenario("scenarios/quickstart.json"));
  FirmwareView firmware = system.firmware();
  system.run_for(sc_core::sc_time(1, sc_core::SC_MS));
  constexpr std::uint32_t kMtimecmp = cm::soc_registers::kClintBase + 0x4000;
  firmware.set_word_at(kMtimecmp, 77);
  EXPECT_EQ(firmware.word_at(kMtimecmp), 77U);
}

// docs/registers.md: sources above the last one read 0 and ignore writes.
TEST(FirmwareView, FindsNoInterruptSourcesAboveTheLastOne) {
  System system(load_scenario("scenarios/quickstart.json"));
  FirmwareView firmware = system.firmware();
  system.run_for(sc_core::sc_time(1, sc_core::SC_MS));
  constexpr std::uint32_t kPlic = cm::soc_registers::kPlicBase;
  for (const std::uint32_t source : {5U, 6U, 31U}) {
    firmware.set_word_at(kPlic + 4 * source, 7);
    EXPECT_EQ(firmware.word_at(kPlic + 4 * source), source <= 5 ? 7U : 0U) << source;
  }
  firmware.set_word_at(kPlic + 0x2000, UINT32_MAX);
  EXPECT_EQ(firmware.word_at(kPlic + 0x2000), 0x3eU);
}

TEST(FirmwareView, RefusesWhatIsNotThere) {
  System system(load_scenario("scenarios/quickstart.json"));
  FirmwareView firmware = system.firmware();
  EXPECT_EQ(error_of([&] { firmware.word("state"); }),
            "firmware: the image has no symbol \"state\"");
  EXPECT_THAT(error_of([&] { firmware.word("firmware_laws", 1000); }),
              HasSubstr("bytes, there is no word at offset 1000"));
  EXPECT_EQ(error_of([&] { firmware.word_at(0x70000000); }),
            "firmware: there is no memory and no register at 0x70000000");
  EXPECT_EQ(error_of([&] { firmware.set_word_at(0x70000000, 1); }),
            "firmware: there is no memory and no register at 0x70000000");
}

TEST(FirmwareView, NeedsACpu) {
  System system(
      load_scenario("scenarios/quickstart.json", {{}, {"modems.cm0.control_law=hardware"}}));
  EXPECT_EQ(error_of([&] { system.firmware(); }),
            "the modem \"cm0\" has no control CPU: its control_law is hardware");
}

}  // namespace
}  // namespace docsis_vp::system::firmware_view_test
