#include "system/scenario/read/firmware.h"

#include <gmock/gmock.h>
#include <stdlib.h>

namespace docsis_vp::system::firmware_test {
namespace {

TEST(Firmware, IsLookedUpBesideTheScenarioThenAsTheUserSaysThenInstalled) {
  ::setenv("DOCSIS_VP_PATH", "first::second", 1);
  EXPECT_TRUE(add_firmware_folder("/opt/firmware"));
  EXPECT_TRUE(add_firmware_folder("/opt/firmware"));
  const std::vector<std::string> folders = firmware_folders("beside");
  ASSERT_EQ(folders.size(), 6U);
  EXPECT_EQ(folders[0], "beside");
  EXPECT_EQ(folders[1], "first");
  EXPECT_EQ(folders[2], "second");
  EXPECT_THAT(folders[3], ::testing::EndsWith("/firmware"));
  EXPECT_THAT(folders[4], ::testing::EndsWith("/share/docsis-vp/firmware"));
  EXPECT_EQ(folders[5], "/opt/firmware");
}

}  // namespace
}  // namespace docsis_vp::system::firmware_test
