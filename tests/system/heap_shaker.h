// Disturbs the kernel's queue of timed events without touching anything simulated.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <vector>

namespace docsis_vp::system {

// Some dozen events of its own at random times, many at times at which others happen too: the
// processes of one instant then run in another order than without it.
class HeapShaker : public sc_core::sc_module {
 public:
  HeapShaker(const sc_core::sc_module_name& name, unsigned seed) : sc_module(name) {
    for (unsigned i = 0; i < kEvents; ++i) {
      pulses_.push_back(std::make_unique<Pulse>(("pulse" + std::to_string(i)).c_str(), seed + i));
    }
  }

  unsigned long count() const {
    unsigned long total = 0;
    for (const auto& pulse : pulses_) {
      total += pulse->count;
    }
    return total;
  }

 private:
  static constexpr unsigned kEvents = 24;

  struct Pulse : sc_core::sc_module {
    Pulse(const sc_core::sc_module_name& name, unsigned seed) : sc_module(name), random(seed) {
      SC_HAS_PROCESS(Pulse);
      SC_METHOD(beat);
      sensitive << event;
    }

    void beat() {
      ++count;
      // Whole microseconds meet sources and MAPs, whole milliseconds the sampler and the law.
      static constexpr double kSteps[] = {1.23456789e-4, 1e-6, 1e-3};
      const double step = kSteps[random() % 3];
      event.notify(sc_core::sc_time(step * static_cast<double>(1 + random() % 4), sc_core::SC_SEC));
    }

    sc_core::sc_event event;
    std::mt19937 random;
    unsigned long count = 0;
  };

  std::vector<std::unique_ptr<Pulse>> pulses_;
};

}  // namespace docsis_vp::system
