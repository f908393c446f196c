#include "platform/base/printable.h"

#include <gtest/gtest.h>

namespace docsis_vp::printable_test {
namespace {

TEST(Printable, IsWhateverAnOctetWas) {
  EXPECT_EQ(printable("fw/main.c ~!"), "fw/main.c ~!");
  EXPECT_EQ(printable("a\x1b[2J\tb\n\x7f"), "a?[2J?b??");
  EXPECT_EQ(printable("caf\xc3\xa9 \x80\xff"), "caf?? ??");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(printable(""), "");
}

}  // namespace
}  // namespace docsis_vp::printable_test
