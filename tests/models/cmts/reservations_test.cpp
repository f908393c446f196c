#include "models/cmts/reservations.h"

#include <gtest/gtest.h>

namespace docsis_vp::cmts::reservations_test {
namespace {

using Kind = Reservation::Kind;

Reservation opportunities(docsis::Minislot first, std::uint32_t minislots, std::uint32_t count) {
  Reservation reservation;
  reservation.first = first;
  reservation.minislots = minislots;
  reservation.count = count;
  return reservation;
}

Reservation grant(docsis::Minislot first, std::uint32_t minislots) {
  Reservation reservation = opportunities(first, minislots, 1);
  reservation.kind = Kind::kGrant;
  return reservation;
}

TEST(Reservations, AreFoundByTheMinislotTheyBeginAt) {
  Reservations reservations;
  reservations.add(opportunities(100, 2, 5));
  reservations.add(grant(110, 40));
  struct Case {
    docsis::Minislot first;
    bool found;
  };
  for (const Case& c : {Case{99, false},
                        {100, true},
                        {101, false},
                        {102, true},
                        {108, true},
                        {109, false},
                        {110, true},
                        {111, false},
                        {150, false}}) {
    EXPECT_EQ(reservations.find(c.first) != nullptr, c.found) << c.first;
  }
  EXPECT_EQ(reservations.find(108)->kind, Kind::kOpportunities);
  EXPECT_EQ(reservations.find(110)->kind, Kind::kGrant);
}

TEST(Reservations, OpportunitiesPassOneByOneAndGrantsWhole) {
  Reservations reservations;
  reservations.add(opportunities(100, 2, 5));
  reservations.add(grant(110, 40));
  EXPECT_FALSE(reservations.take_before(101));
  EXPECT_EQ(reservations.heard_before(0), 100U);

  const auto some = reservations.take_before(105);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->count, 2U);
  EXPECT_FALSE(reservations.take_before(105));
  EXPECT_EQ(reservations.heard_before(0), 104U);
  EXPECT_EQ(reservations.find(102), nullptr) << "it is over";
  EXPECT_NE(reservations.find(104), nullptr);

  EXPECT_EQ(reservations.take_before(149)->count, 3U);
  EXPECT_FALSE(reservations.take_before(149));
  EXPECT_EQ(reservations.take_before(150)->kind, Kind::kGrant);
  EXPECT_EQ(reservations.heard_before(150), 150U);
}

TEST(Reservations, CountWhatCameOfOpportunitiesThatAreOver) {
  Reservations reservations;
  reservations.add(opportunities(100, 1, 10));
  reservations.succeeded(105);
  reservations.succeeded(101);
  reservations.collided(103);
  reservations.succeeded(105);  // heard twice
  const auto first = reservations.attempts_before(104);
  EXPECT_EQ(first.successes, 1U);
  EXPECT_EQ(first.collisions, 1U);
  const auto second = reservations.attempts_before(110);
  EXPECT_EQ(second.successes, 1U);
  EXPECT_EQ(second.collisions, 0U);
}

}  // namespace
}  // namespace docsis_vp::cmts::reservations_test
