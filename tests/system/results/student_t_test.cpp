#include "system/results/student_t.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>

namespace docsis_vp::system::student_t_test {
namespace {

TEST(StudentT, AgreesWithBoost) {
  for (unsigned n = 1; n < 400; ++n) {
    const double exact = boost::math::quantile(boost::math::students_t(n), 0.975);
    EXPECT_NEAR(student_t_975(n), exact, 1e-5) << n;
  }
}

TEST(Estimate, OfKnownSamples) {
  const Estimate three = estimate({1, 2, 3});
  EXPECT_EQ(three.n, 3U);
  EXPECT_DOUBLE_EQ(three.mean, 2);
  EXPECT_NEAR(*three.ci95, 4.3026527297 / std::sqrt(3.0), 1e-9);  // s = 1
  EXPECT_FALSE(estimate({5}).ci95);
  EXPECT_EQ(estimate({5}).mean, 5);
  EXPECT_EQ(estimate({}).n, 0U);
}

}  // namespace
}  // namespace docsis_vp::system::student_t_test
