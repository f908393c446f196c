// Serves the page of `run --live`, which draws the charts of a report during the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>

#include "app/live/live_content.h"
#include "app/live/live_server.h"

namespace docsis_vp::app {

// Passes the output of a run to the thread that serves it. The run never waits for a browser,
// except in finish(), which takes at most two seconds.
class LivePage {
 public:
  // port: 0 for any that is free. folder: of the run's results. Throws InputError if the port is
  // not available.
  LivePage(std::uint16_t port, std::string folder);
  LivePage(const LivePage&) = delete;
  LivePage& operator=(const LivePage&) = delete;
  // Informs the pages that the run was ended, if finish() did not.
  ~LivePage();

  std::string url() const { return server_.url(); }
  // Returns a second stream for timeseries.csv.
  std::ostream& series() { return rows_; }
  // Call it often, when all rows of earlier instants are in the stream. results: returns the
  // results of the run so far, as results.json; called for a small share of the time.
  void update(double simulated_s, double duration_s, const std::function<std::string()>& results);
  // Call it when the run is over and its files are written. error: how the simulated system failed;
  // may be empty.
  void finish(const std::string& error);

 private:
  using HostClock = std::chrono::steady_clock;

  void end(const std::string& how, const std::string& error, const std::string& groups);

  const std::string folder_;
  std::ostringstream rows_;
  LiveContent content_;
  LiveServer server_;
  bool ended_ = false;
  HostClock::time_point next_update_;
  HostClock::time_point next_results_;
  HostClock::time_point next_results_if_watched_;
};

}  // namespace docsis_vp::app
