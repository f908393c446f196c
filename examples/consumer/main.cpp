// When does a 10 Mbit/s service flow with a burst of 3044 bytes let each of 20 frames go?
#include <cstdio>
#include <systemc>

#include "models/cm/shaper/release_process.h"

int sc_main(int, char**) {
  docsis_vp::cm::ReleaseProcess shaper({10'000'000, 3044, 20'000'000});
  shaper.write(20 * 1500, 0);
  for (unsigned frame = 1; frame <= 20; ++frame) {
    std::printf("frame %u: %.3f ms\n", frame,
                docsis_vp::to_ms(shaper.release_instant(frame * 1500)));
  }
  return 0;
}
