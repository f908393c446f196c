// A control law as a class: computes the drop probability from the average delay of the queue.
#include <stdint.h>

#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/watchdog.h"
#include "proportional.h"

namespace {

class AveragedLaw {
 public:
  // Each tick moves the average by 1/8 of the difference, like the smoothing of RFC 6298.
  static constexpr unsigned kShift = 3;

  void configure(const aqm_config& config) { config_ = config; }

  aqm_law update(const aqm_queue& queue, const aqm_law& last) {
    const uint32_t now_us = proportional_delay_us(queue.bytes, config_.msr_bytes_per_s);
    average_x8_us_ += now_us - (average_x8_us_ >> kShift);
    aqm_law law = last;
    law.qdelay_old_us = now_us;
    law.drop_prob_q28 =
        proportional_drop_prob_q28(average_x8_us_ >> kShift, config_.latency_target_us);
    law.burst_us = 0;
    return law;
  }

 private:
  aqm_config config_{};
  uint32_t average_x8_us_ = 0;
};

AveragedLaw laws[AQM_ENGINE_FLOWS];

// The constructor runs before main.
struct Greeting {
  Greeting() { console_print("averaged: ready\n"); }
} greeting;

void serve_tick() {
  aqm_engine_clear_interrupt();
  watchdog_kick();
  uint32_t pending = aqm_engine_pending_flows();
  for (unsigned flow = 0; pending != 0; ++flow, pending >>= 1) {
    if ((pending & 1) != 0) {
      aqm_queue queue{};
      aqm_law law{};
      aqm_engine_read_snapshot(flow, &queue, &law);
      law = laws[flow].update(queue, law);
      aqm_engine_commit(flow, &law);
    }
  }
}

}  // namespace

extern "C" __attribute__((interrupt("machine"))) void external_interrupt();
void external_interrupt() {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    serve_tick();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

int main() {
  const uint32_t flows = aqm_engine_flow_count();
  for (unsigned flow = 0; flow < flows; ++flow) {
    aqm_config config{};
    aqm_engine_read_config(flow, &config);
    laws[flow].configure(config);
  }
  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  background_run(BACKGROUND_TICK_US);
}
