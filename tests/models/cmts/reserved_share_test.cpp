// Reservations that a MAP cannot carry together: by priority, then in proportion to their rates.
#include <gtest/gtest.h>

#include <numeric>

#include "models/cmts/fair_share.h"
#include "platform/base/random.h"

namespace docsis_vp::cmts::reserved_share_test {
namespace {

struct Reserver {
  std::uint64_t rate_bps = 0;
  unsigned priority = 0;
  std::uint64_t octets = 0;
};

// MAPs of 2 ms and 160 minislots of 48 octets: 30.72 Mbit/s. Each flow always asks for more than
// its reservation, whose credit is always full.
class Reservers {
 public:
  explicit Reservers(std::vector<Reserver> flows)
      : flows_(std::move(flows)), share_(flows_.size()) {
    for (UpstreamFlow flow = 0; flow < flows_.size(); ++flow) share_.begin_waiting(flow);
  }
  void run(int maps, std::uint32_t elements = 100) {
    for (int map = 0; map < maps; ++map, now_ += 2 * kPsPerMs) {
      std::vector<FairShare::Claim> claims;
      for (UpstreamFlow flow = 0; flow < flows_.size(); ++flow) {
        if (flow == absent_) continue;
        FairShare::Claim claim{flow, flows_[flow].priority, 1, 200'000, 0, 0, 0};
        claim.reserved_rate_bps = flows_[flow].rate_bps;
        claim.reserved_bytes = 1'522 + flows_[flow].rate_bps / 1'000;
        claims.push_back(claim);
      }
      share_.begin_map(now_);
      share_.divide(claims, channel_, 160, elements);
      for (const FairShare::Claim& claim : claims) {
        flows_[claim.flow].octets += channel_.bytes_in(claim.minislots);
      }
    }
  }
  void leave(UpstreamFlow flow) { absent_ = flow; }
  void come_back() {
    share_.begin_waiting(absent_);
    absent_ = UINT32_MAX;
  }
  void forget() {
    for (Reserver& flow : flows_) flow.octets = 0;
  }
  double octets(std::size_t flow) const { return static_cast<double>(flows_[flow].octets); }
  std::size_t size() const { return flows_.size(); }

 private:
  docsis::ChannelGeometry channel_{docsis::ChannelParameters{}};
  std::vector<Reserver> flows_;
  FairShare share_;
  TimePs now_ = 0;
  UpstreamFlow absent_ = UINT32_MAX;
};

constexpr double kMapOctets = 160 * 48;

TEST(ReservedShare, EqualsGetEquals) {
  for (const std::size_t number : {2U, 6U, 40U, 117U}) {
    Reservers flows(std::vector<Reserver>(number, {40'000'000, 0}));
    flows.run(2'000);
    for (std::size_t i = 0; i < number; ++i) {
      EXPECT_NEAR(flows.octets(i), 2'000 * kMapOctets / static_cast<double>(number), 3'100) << i;
    }
  }
}

TEST(ReservedShare, ADeficitIsInProportionToTheRates) {
  RandomStream random(1, "reserved");
  for (int round = 0; round < 20; ++round) {
    std::vector<Reserver> flows(2 + random.below(10));
    std::uint64_t total = 0;
    for (Reserver& flow : flows) {
      flow.rate_bps = 31'000'000 + random.below(300'000'000);
      total += flow.rate_bps;
    }
    Reservers reservers(flows);
    reservers.run(3'000);
    for (std::size_t i = 0; i < flows.size(); ++i) {
      const double fair =
          3'000 * kMapOctets * static_cast<double>(flows[i].rate_bps) / static_cast<double>(total);
      EXPECT_NEAR(reservers.octets(i), fair, 0.01 * fair) << round;
    }
  }
}

TEST(ReservedShare, FarRatesAreInProportionToo) {
  Reservers flows({{31'000'000, 0}, {31'000'000'000, 0}});
  flows.run(200'000);
  EXPECT_NEAR(flows.octets(0) / flows.octets(1), 0.001, 0.000'02);
}

TEST(ReservedShare, PriorityComesFirst) {
  Reservers flows({{20'000'000, 3}, {20'000'000, 0}, {9'000'000, 7}, {20'000'000, 3}});
  flows.run(1'000);
  // The credit of 10 522 bytes is more than a MAP carries.
  EXPECT_EQ(flows.octets(2), 1'000 * kMapOctets);
  EXPECT_EQ(flows.octets(0) + flows.octets(1) + flows.octets(3), 0);
}

TEST(ReservedShare, FewElementsKeepTheProportion) {
  Reservers flows({{80'000'000, 0}, {40'000'000, 0}, {20'000'000, 0}, {10'000'000, 0}});
  flows.run(20'000, 1);
  for (std::size_t i = 0; i < 4; ++i) {
    const double fair = 20'000 * kMapOctets * (40 >> i) / 75;
    EXPECT_NEAR(flows.octets(i), fair, 0.01 * fair) << i;
  }
}

TEST(ReservedShare, AReservationThatWasNotUsedSavesNothingUp) {
  Reservers flows(std::vector<Reserver>(3, {40'000'000, 0}));
  flows.run(100);
  flows.leave(1);
  flows.run(5'000);
  flows.come_back();
  flows.forget();
  flows.run(300);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(flows.octets(i), 100 * kMapOctets, 3'100) << i;
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::reserved_share_test
