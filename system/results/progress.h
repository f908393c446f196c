// Shows a progress bar on the terminal during a run.
#pragma once

#include <chrono>
#include <string>

namespace docsis_vp::system {

// Draws on standard error, a few times a second at most, and only if it is a terminal.
class ProgressBar {
 public:
  ProgressBar(std::string label, bool wanted);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  // Removes the bar, so that later text starts on a clean line.
  ~ProgressBar();

  // fraction: 0..1 of the simulated time.
  void update(double fraction);
  // Removes the bar for other text; the next update draws it again.
  void wipe() const;

 private:
  using HostClock = std::chrono::steady_clock;

  void draw(double fraction, double elapsed_s) const;

  std::string label_;
  bool shown_;
  HostClock::time_point start_ = HostClock::now();
  HostClock::time_point next_ = start_;
};

}  // namespace docsis_vp::system
