// Models a web response time (WRT) probe, which fetches one object repeatedly.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/statistics/sample.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// Defaults are those of Hong, Martin and Westall 2015, sec. 4.3; its sizes range from 32 to 2048
// kB.
struct ResponseProbeConfig {
  // A scenario's `wrt`.
  std::uint64_t object_bytes = 20'000;  // TCP payload, > 0
  double think_s = 10;                  // from the last octet to the next fetch, >= 0
  // True: one connection for all fetches. False: one per fetch.
  bool persistent = false;

  // Set by the owner.
  std::uint32_t request_bytes = 350;  // GET request, TCP payload, > 0; the study gives no value
  TimePs start = 0;
  // from this time on no fetch starts and no failed connection is opened again
  TimePs stop = kNever;
  TimePs warmup = 0;  // fetches requested earlier do not count
};

// Without a persistent connection each fetch uses the next connection in turn. It waits until that
// is closed from its last use.
class ResponseProbe : public ConnectionUser {
 public:
  // connections: at least one. Throws ConfigError.
  ResponseProbe(const ResponseProbeConfig& config, const std::vector<Connection*>& connections,
                TimerQueue& timers, std::uint32_t owner);

  // Times from GET to the last octet of the object.
  const TimeSample& response_times() const { return response_times_; }

 private:
  void on_open(Connection& connection) override;
  void on_received(Connection& connection, End at, std::uint64_t total) override;
  void on_closed(Connection& connection) override;

  void fetch();
  void request();

  const ResponseProbeConfig config_;
  const TimePs think_;
  const std::vector<Connection*> connections_;
  TimerQueue& timers_;
  Timer timer_;
  Exchange exchange_;
  std::size_t current_ = 0;  // index of the connection
  bool open_ = false;
  bool fetching_ = false;  // from opening or request to the last octet
  bool waiting_ = false;   // until the current connection is closed
  TimePs requested_ = 0;
  TimeSample response_times_;
};

}  // namespace docsis_vp::hosts
