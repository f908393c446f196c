#include "models/hosts/web_page/page_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "platform/base/errors.h"

namespace docsis_vp::hosts::page_layout_test {
namespace {

PageLayout lay_out(const PageConfig& config, std::uint64_t seed = 1) {
  RandomStream random(seed, "web/test");
  return lay_out_page(config, 4, random);
}

std::uint64_t sum(const std::vector<std::uint64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
}
std::uint64_t sum(const PageLayout& layout) {
  std::uint64_t total = 0;
  for (const auto& server : layout) total += sum(server);
  return total;
}

TEST(PageLayout, HasHundredObjectsOfOneSize) {
  const PageLayout layout = lay_out({});
  ASSERT_EQ(layout.size(), 4U);
  for (const auto& server : layout) {
    EXPECT_EQ(server, std::vector<std::uint64_t>(25, 25'600));
  }
}

TEST(PageLayout, HasThePublishedSizesOfAppendixA) {
  PageConfig config;
  config.sizes = ObjectSizes::kAppendixA;
  const PageLayout layout = lay_out(config);
  ASSERT_EQ(layout.size(), 4U);
  const std::uint64_t expected[] = {121'151, 60'683, 276'266, 156'302};
  for (std::size_t server = 0; server < 4; ++server) {
    EXPECT_EQ(layout[server].size(), 25U);
    EXPECT_EQ(sum(layout[server]), expected[server]) << server;
  }
  EXPECT_EQ(sum(layout), 614'402U);
}

PageConfig page_of_7_mb() {
  PageConfig config;
  config.html_bytes = 1'000'000;
  config.sizes = ObjectSizes::kLogNormal;
  return config;
}

TEST(PageLayout, ScalesDrawnSizesToTheTotal) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PageLayout layout = lay_out(page_of_7_mb(), seed);
    EXPECT_NEAR(static_cast<double>(sum(layout)), 6e6, 50) << seed;
    for (const auto& server : layout) {
      EXPECT_EQ(server.size(), 25U);
      for (const std::uint64_t size : server) EXPECT_GE(size, 1U);
    }
  }
}

// The scale shifts log10 of the sizes, so their spread is that of the distribution.
TEST(PageLayout, DrawsWithTheSpreadOfTheDistribution) {
  double squares = 0;
  constexpr int kPages = 50;
  for (int page = 0; page < kPages; ++page) {
    const PageLayout layout = lay_out(page_of_7_mb(), static_cast<std::uint64_t>(page));
    double total = 0;
    double total_squares = 0;
    for (const auto& server : layout) {
      for (const std::uint64_t size : server) {
        const double x = std::log10(static_cast<double>(size));
        total += x;
        total_squares += x * x;
      }
    }
    squares += (total_squares - total * total / 100) / 99;
  }
  EXPECT_NEAR(std::sqrt(squares / kPages), 0.84, 0.02);
}

TEST(PageLayout, IsThatOfTheStream) {
  EXPECT_EQ(lay_out(page_of_7_mb(), 3), lay_out(page_of_7_mb(), 3));
  EXPECT_NE(lay_out(page_of_7_mb(), 3), lay_out(page_of_7_mb(), 4));
}

TEST(PageConfig, RefusesValuesOutOfRange) {
  const auto refused = [](unsigned servers, auto change) {
    PageConfig config;
    change(config);
    EXPECT_THROW(check(config, servers), ConfigError);
  };
  EXPECT_NO_THROW(check(PageConfig{}, 4));
  EXPECT_NO_THROW(check(page_of_7_mb(), 4));
  refused(0, [](PageConfig&) {});
  refused(4, [](PageConfig& c) { c.html_bytes = 0; });
  refused(4, [](PageConfig& c) { c.objects_per_server = 0; });
  refused(4, [](PageConfig& c) { c.object_bytes = 0; });
  refused(3, [](PageConfig& c) { c.sizes = ObjectSizes::kAppendixA; });
  refused(4, [](PageConfig& c) { c.log10_deviation = -1; });
  refused(4, [](PageConfig& c) {
    c.sizes = ObjectSizes::kLogNormal;
    c.page_bytes = c.html_bytes;
  });
}

}  // namespace
}  // namespace docsis_vp::hosts::page_layout_test
