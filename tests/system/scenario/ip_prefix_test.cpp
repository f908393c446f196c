#include "system/scenario/derive/ip_prefix.h"

#include <gtest/gtest.h>

namespace docsis_vp::system::ip_prefix_test {
namespace {

TEST(IpPrefix, AddressesAndPrefixes) {
  const auto host = parse_prefix("192.0.2.1");
  ASSERT_TRUE(host);
  EXPECT_EQ(host->version, 4);
  EXPECT_EQ(host->bits, 32U);
  EXPECT_EQ(host->address[0], 192);
  EXPECT_EQ(parse_prefix("10.0.0.0/8")->bits, 8U);
  const auto six = parse_prefix("2001:db8::/32");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->version, 6);
  EXPECT_EQ(six->bits, 32U);
  EXPECT_EQ(six->address[1], 1);
}

TEST(IpPrefix, RefusesTheRest) {
  for (const char* text : {"", "/8", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "::/129",
                           "host", "10.0.0.1 "}) {
    EXPECT_FALSE(parse_prefix(text)) << text;
  }
}

}  // namespace
}  // namespace docsis_vp::system::ip_prefix_test
