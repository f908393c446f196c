#include "platform/bus/register_table.h"

#include <gtest/gtest.h>

namespace docsis_vp::platform::register_table_test {
namespace {

const RegisterTable kTable = {
    {"timer", "", "control", 0x0, 1, 0, 1, 0, true, true},
    {"timer", "", "compare", 0x8, 1, 0, 4, 4, false, true},
    {"timer", "flow", "depth", 0x100, 3, 0x40, 1, 0, true, false},
    {"timer", "flow", "level", 0x108, 3, 0x40, 2, 8, true, true},
    {"other", "", "control", 0x4, 1, 0, 1, 0, true, true},
};

std::string name(std::uint32_t offset, const char* block = "timer") {
  return find_register(kTable, block, offset).value_or(NamedRegister{"-"}).name;
}

TEST(RegisterTable, NamesRegistersAndElementsOfArrays) {
  EXPECT_EQ(name(0x0), "control");
  EXPECT_EQ(name(0x4), "-");
  EXPECT_EQ(name(0x4, "other"), "control");
  EXPECT_EQ(name(0x8), "compare[0]");
  EXPECT_EQ(name(0x14), "compare[3]");
  EXPECT_EQ(name(0x18), "-");
  EXPECT_EQ(name(0x100), "flow[0].depth");
  EXPECT_EQ(name(0x140), "flow[1].depth");
  EXPECT_EQ(name(0x104), "-");
  EXPECT_EQ(name(0x148), "flow[1].level[0]");
  EXPECT_EQ(name(0x190), "flow[2].level[1]");
  EXPECT_EQ(name(0x1c0), "-");
}

TEST(RegisterTable, SaysWhoMayReadAndWrite) {
  EXPECT_FALSE(find_register(kTable, "timer", 0xc)->readable);
  EXPECT_TRUE(find_register(kTable, "timer", 0xc)->writable);
  EXPECT_FALSE(find_register(kTable, "timer", 0x180)->writable);
}

}  // namespace
}  // namespace docsis_vp::platform::register_table_test
