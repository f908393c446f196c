#include "system/results/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace docsis_vp::system {

namespace {

constexpr int kWidth = 40;

}  // namespace

ProgressBar::ProgressBar(std::string label, bool wanted)
    : label_(std::move(label)), shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  wipe();
}

void ProgressBar::wipe() const {
  if (shown_) {
    std::fputs("\r\x1b[K", stderr);
  }
}

void ProgressBar::update(double fraction) {
  if (!shown_) {
    return;
  }
  const auto now = HostClock::now();
  if (now < next_) {
    return;
  }
  next_ = now + std::chrono::milliseconds(100);
  draw(std::clamp(fraction, 0.0, 1.0), std::chrono::duration<double>(now - start_).count());
}

void ProgressBar::draw(double fraction, double elapsed_s) const {
  const int full = static_cast<int>(fraction * kWidth);
  std::string bar;
  for (int i = 0; i < kWidth; ++i) {
    bar += i < full ? "█" : "░";
  }
  std::fprintf(stderr, "\r%s %s %3.0f %%", label_.c_str(), bar.c_str(), 100 * fraction);
  // The first estimates are inaccurate.
  if (fraction > 0.02) {
    std::fprintf(stderr, "  %.0f s left ", elapsed_s * (1 - fraction) / fraction);
  }
  std::fputs("\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace docsis_vp::system
