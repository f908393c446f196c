// The web response time (WRT) probe: one object, fetched again and again.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/statistics/sample.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// Defaults are those of Hong, Martin and Westall 2015, sec. 4.3; its sizes go from 32 to 2048 kB.
struct ResponseProbeConfig {
  std::uint64_t object_bytes = 20'000;  // TCP payload, > 0
  std::uint32_t request_bytes = 350;    // of a GET, TCP payload, > 0; the study does not say
  TimePs think = 10 * kPsPerSecond;     // from the last octet to the next fetch, >= 0
  // True: one connection for all fetches. False: a new one for each.
  bool persistent = false;
  TimePs start = 0;
  TimePs stop = kNever;  // from this time on no fetch is begun, no failed connection opened anew
  TimePs warmup = 0;     // fetches requested before this time do not count
};

// Without a persistent connection each fetch takes the next connection given; if that is not closed
// yet from its last use, when it is.
class ResponseProbe : public ConnectionUser {
 public:
  // At least one connection. Throws ConfigError.
  ResponseProbe(const ResponseProbeConfig& config, const std::vector<Connection*>& connections,
                TimerQueue& timers, std::uint32_t owner);

  // From GET to the last octet of the object.
  const TimeSample& response_times() const { return response_times_; }

 private:
  void on_open(Connection& connection) override;
  void on_received(Connection& connection, End at, std::uint64_t total) override;
  void on_closed(Connection& connection) override;

  void fetch();
  void request();

  const ResponseProbeConfig config_;
  const std::vector<Connection*> connections_;
  TimerQueue& timers_;
  Timer timer_;
  Exchange exchange_;
  std::size_t current_ = 0;  // connection
  bool open_ = false;
  bool fetching_ = false;  // from opening or requesting to the last octet
  bool waiting_ = false;   // for the current connection to be closed
  TimePs requested_ = 0;
  TimeSample response_times_;
};

}  // namespace docsis_vp::hosts
