// A bar on the terminal while a run lasts.
#pragma once

#include <chrono>
#include <string>

namespace docsis_vp::system {

// Draws on standard error, a few times a second at most; nothing unless it is a terminal.
class ProgressBar {
 public:
  ProgressBar(std::string label, bool wanted);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  // Wipes the bar, so that what follows starts on a clean line.
  ~ProgressBar();

  // fraction: 0..1 of the simulated time.
  void update(double fraction);
  // Makes room for other text; the next update draws the bar again.
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
