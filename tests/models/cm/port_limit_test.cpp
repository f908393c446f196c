// At which rate of packets in both directions the queue memory's port is the bottleneck.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>

#include "models/cm/queue_memory/port_schedule.h"
#include "models/cm/queue_memory/queue_memory_config.h"

namespace docsis_vp::cm::port_limit_test {
namespace {

// As docs/placements.md has them, on a clock of 250 MHz.
struct Limit {
  const char* port;
  PortConfig config;
  std::uint32_t packet_bytes;
  double packets_per_s;
};
std::ostream& operator<<(std::ostream& to, const Limit& limit) {
  return to << limit.port << ", " << limit.packet_bytes << " bytes";
}

class PortLimit : public ::testing::TestWithParam<Limit> {
 protected:
  static constexpr std::uint64_t kPackets = 20'000;

  // As many packets are written as are read, at so many times the limit.
  void drive(double times) {
    const Limit& limit = GetParam();
    const double interval = 250e6 / (limit.packets_per_s * times);
    for (std::uint64_t i = 0; i < kPackets; ++i) {
      const auto now = static_cast<std::uint64_t>(static_cast<double>(i) * interval);
      port.write(now, i, limit.packet_bytes);
      port.begin_plan(now);
      const std::uint64_t start = port.find_read(now, limit.packet_bytes);
      port.reserve_read(now, start, limit.packet_bytes);
      longest_wait = std::max(longest_wait, start - now);
    }
  }

  PortSchedule port{GetParam().config};
  std::uint64_t longest_wait = 0;  // of a read, as planned
};

TEST_P(PortLimit, BelowItNothingPilesUp) {
  drive(0.995);
  EXPECT_LE(port.counters().peak_backlog_bytes, 2 * GetParam().packet_bytes);
  EXPECT_LE(longest_wait, port.promised_read_cycles(GetParam().packet_bytes));
}

TEST_P(PortLimit, AboveItBothDirectionsPileUp) {
  drive(1.02);
  EXPECT_GT(port.counters().peak_backlog_bytes, kPackets / 100 * GetParam().packet_bytes);
  EXPECT_GT(longest_wait, kPackets / 100 * port.promised_read_cycles(GetParam().packet_bytes));
  EXPECT_EQ(port.counters().idle_cycles, 0U);
}

INSTANTIATE_TEST_SUITE_P(Table, PortLimit,
                         ::testing::Values(Limit{"default", {8, 60, true}, 1'500, 399'361},
                                           Limit{"default", {8, 60, true}, 64, 8'928'571},
                                           Limit{"x0.5", {8, 30, true}, 1'500, 200'000},
                                           Limit{"x0.5", {8, 30, true}, 64, 4'629'630},
                                           Limit{"x2", {16, 60, true}, 1'500, 796'178},
                                           Limit{"x2", {16, 60, true}, 64, 17'857'143}));

}  // namespace
}  // namespace docsis_vp::cm::port_limit_test
