// Evaluates DOCSIS-PIE for a packet that finds 20 kB queued in a service flow of 10 Mbit/s.
#include <cstdio>

#include "models/queue/law.h"
#include "platform/base/version_number.h"

static_assert(DOCSIS_VP_VERSION_MAJOR > 0 || DOCSIS_VP_VERSION_MINOR > 0);

int main() {
  using namespace docsis_vp::queue;
  LawConfig config;
  config.algorithm = "docsis_pie";
  config.settings.latency_target_us = 10'000;
  config.settings.msr_bytes_per_s = 1'250'000;
  config.settings.buffer_bytes = 312'500;
  const Law law(config, "/aqm");
  LawState state = law.initial_state();
  aqm_queue queue{};
  queue.bytes = 20'000;
  for (std::uint32_t now_us = 0; now_us < 2'000'000; now_us += 16'000) {
    law.update(state, queue, now_us);
  }
  std::printf("docsis-vp %d.%d: drop probability %.3f after 2 s\n", DOCSIS_VP_VERSION_MAJOR,
              DOCSIS_VP_VERSION_MINOR, Law::words(state).drop_prob_q28 * 0x1p-28);
  return Law::words(state).drop_prob_q28 > 0 ? 0 : 1;
}
