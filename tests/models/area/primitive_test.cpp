#include "models/area/primitive.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace docsis_vp::area {
namespace {

TEST(Primitive, CostsWhatItsCellsCost) {
  struct Case {
    const char* what;
    Shape shape;
    std::uint64_t hundredths;  // counted by hand from the eight cells
  };
  static const Case kCases[] = {
      {"8 DFF", flip_flops(8), 8 * 567},
      {"8 DFF, 8 MUX2", hold(8), 8 * (567 + 233)},
      {"16 DFF, 4 XOR2", lfsr(16), 16 * 567 + 4 * 200},
      // AND and two XOR2 each; 3 carries: node 0-1, 2-3 and 0-3, then 0-2: 2 x 4 - 2 - 2 nodes, of
      // which one needs a propagate.
      {"4-bit adder", adder(4), 4 * (167 + 200 + 200) + 4 * 200 + 1 * 167},
      {"4-bit subtractor", subtractor(4), 4 * (167 + 200 + 200) + 4 * 200 + 1 * 167 + 4 * 67},
      {"1-bit adder", adder(1), 167 + 200 + 200},
      {"4 XOR2, 3 ANDs and one more", incrementer(4), 4 * 200 + 4 * 167},
      {"per bit AND, OR; 3 nodes", less(4), 4 * (167 + 167) + 3 * (200 + 167)},
      {"8 AOI21", less_constant(8), 8 * 133},
      {"8 XOR2, 7 gates", equal(8), 8 * 200 + 7 * 100},
      {"7 gates, an inverter", is_constant(8), 7 * 100 + 67},
      {"3 MUX2 a bit", mux(8, 4), 3 * 8 * 233},
      {"5 stages of 32", shifter(32, 32), 5 * 32 * 233},
      {"5 stages of 32", shifter(32, 17), 5 * 32 * 233},
      {"8 ANDs", and_gates(8), 8 * 167},
      // 12 products; one row of 4 full adders of 2 XOR2 and 3 NAND2; an adder.
      {"4 x 3 multiplier", multiplier(4, 3),
       12 * 167 + 4 * 700 + 4 * (167 + 200 + 200) + 4 * 200 + 1 * 167},
  };
  for (const Case& each : kCases) {
    EXPECT_EQ(cost(each.shape).hundredths, each.hundredths) << each.what;
  }
}

TEST(Primitive, AWiderOneNeverCostsLess) {
  for (int kind = 0; kind <= static_cast<int>(Primitive::kControl); ++kind) {
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
  for (int kind = 0; kind <= static_cast<int>(Primitive::kControl); ++kind) {
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
}  // namespace docsis_vp::area
