// A speed test: parallel transfers for a given time, and what they carried together.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// Defaults are those of White and Rice 2014: two uploads for up to 100 s.
struct SpeedTestConfig {
  End sender = End::kClient;  // an upload
  TimePs start = 0;
  TimePs duration = 100 * kPsPerSecond;  // > 0; then the connections close
  TimePs interval = 10 * kPsPerSecond;   // of the averages, > 0
};

// All connections open at the start; each carries as much as it can.
class SpeedTest {
 public:
  // At least one connection. Throws ConfigError.
  SpeedTest(const SpeedTestConfig& config, const std::vector<Connection*>& connections,
            TimerQueue& timers, std::uint32_t owner);

  // Payload that arrived in order, per interval from the start on, all connections together; Mb/s.
  // Of intervals that are over, and of the last one if the test ends within it.
  std::vector<double> averages_mbps() const;

 private:
  class Slot : public ConnectionUser {
   public:
    Slot(SpeedTest& test, Connection& connection) : test_(test), connection_(connection) {}
    void begin() { connection_.open(*this); }
    void end() { connection_.cut(test_.config_.sender); }

   private:
    void on_open(Connection& connection) override;
    void on_received(Connection& connection, End at, std::uint64_t total) override;
    void on_closed(Connection& connection) override;

    SpeedTest& test_;
    Connection& connection_;
    std::uint64_t counted_ = 0;  // octets of this connection
  };

  void begin_or_end();
  void count(std::uint64_t octets);
  bool running() const;

  const SpeedTestConfig config_;
  TimerQueue& timers_;
  std::deque<Slot> slots_;
  Timer timer_;
  std::vector<std::uint64_t> octets_;  // per interval
};

}  // namespace docsis_vp::hosts
