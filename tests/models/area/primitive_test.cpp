#include "models/area/primitive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace docsis_vp::area::primitive_test {
namespace {

constexpr Primitive kLast = Primitive::kSerialDivider;

boost::json::object committed_costs() {
  std::ifstream file("models/area/costs.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return boost::json::parse(text).at("primitives").as_object();
}

std::uint64_t hundredths(std::string_view name, std::uint32_t width, std::uint32_t other) {
  for (int kind = 0; kind <= static_cast<int>(kLast); ++kind) {
    const auto primitive = static_cast<Primitive>(kind);
    if (name == name_of(primitive)) {
      return cost({primitive, width, other}).hundredths;
    }
  }
  ADD_FAILURE() << name << " is no primitive";
  return 0;
}

// costs.json holds what each fit was made from: costs follow it as closely as it says.
TEST(Primitive, CostsWhatSynthesisFound) {
  const boost::json::object primitives = committed_costs();
  ASSERT_EQ(primitives.size(), static_cast<std::size_t>(kLast) + 1);
  for (const auto& [name, entry] : primitives) {
    const double largest = entry.at("largest_error_percent").to_number<double>();
    const boost::json::array& measured = entry.at("measured").as_array();
    ASSERT_GE(measured.size(), 5U) << name;
    double worst = 0;
    for (const boost::json::value& point : measured) {
      const double ge = point.at(2).to_number<double>();
      const auto width = point.at(0).to_number<std::uint32_t>();
      const auto other = point.at(1).to_number<std::uint32_t>();
      const double fitted = static_cast<double>(hundredths(name, width, other)) / 100;
      worst = std::max(worst, 100 * std::abs(fitted / ge - 1));
    }
    EXPECT_NEAR(worst, largest, 0.11) << name;
  }
}

// The mean error of every fit is small beside what an inventory leaves open.
TEST(Primitive, FitsAreClose) {
  for (const auto& [name, entry] : committed_costs()) {
    EXPECT_LT(entry.at("mean_error_percent").to_number<double>(), 10) << name;
  }
}

TEST(Primitive, AWiderOneNeverCostsLess) {
  for (int kind = 0; kind <= static_cast<int>(kLast); ++kind) {
    const auto primitive = static_cast<Primitive>(kind);
    for (std::uint32_t other : {2U, 3U, 11U, 32U}) {
      for (std::uint32_t width = 1; width < 130; ++width) {
        EXPECT_FALSE(cost({primitive, width + 1, other}) < cost({primitive, width, other}))
            << name_of(primitive) << " " << width << "/" << other;
        EXPECT_FALSE(cost({primitive, width, other + 1}) < cost({primitive, width, other}))
            << name_of(primitive) << " " << width << "/" << other;
      }
    }
  }
}

TEST(Primitive, MultipliersDoNotCareWhichFactorIsLonger) {
  EXPECT_EQ(cost(multiplier(32, 11)), cost(multiplier(11, 32)));
}

TEST(Primitive, EachHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(kLast); ++kind) {
    EXPECT_TRUE(names.insert(name_of(static_cast<Primitive>(kind))).second) << kind;
  }
}

TEST(Primitive, BitsForIsTheWidthOfANumber) {
  EXPECT_EQ(bits_for(0), 1U);
  EXPECT_EQ(bits_for(1), 1U);
  EXPECT_EQ(bits_for(2), 2U);
  EXPECT_EQ(bits_for(1023), 10U);
  EXPECT_EQ(bits_for(1024), 11U);
  EXPECT_EQ(bits_for(UINT64_MAX), 64U);
}

}  // namespace
}  // namespace docsis_vp::area::primitive_test
