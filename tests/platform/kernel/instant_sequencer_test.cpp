#include "platform/kernel/instant_sequencer.h"

#include <gtest/gtest.h>

#include <string>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {
namespace {

TEST(InstantSequencer, RunsByPhaseThenKeyWhateverTheOrderOfPosting) {
  InstantSequencer sequencer("sequencer");
  std::string log;
  const auto d = sequencer.add(2, 0, [&] { log += 'd'; });
  const auto b = sequencer.add(0, 1, [&] { log += 'b'; });
  const auto a = sequencer.add(0, 0, [&] { log += 'a'; });
  const auto c = sequencer.add(1, 9, [&] { log += 'c'; });
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (const auto task : {d, c, b, a, c}) {
    sequencer.post(task);
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  sc_core::sc_start(to_sc_time(10));
  EXPECT_EQ(log, "abcd");
}

TEST(InstantSequencer, ATaskMayPostALaterOneIntoTheSamePassAndItselfIntoTheNext) {
  InstantSequencer sequencer("sequencer");
  std::string log;
  InstantSequencer::TaskId late = 0;
  InstantSequencer::TaskId early = 0;
  int rounds = 2;
  early = sequencer.add(0, 0, [&] {
    log += 'e';
    sequencer.post(late);
    if (--rounds > 0) {
      sequencer.post(early);
    }
  });
  late = sequencer.add(1, 0, [&] { log += 'l'; });
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  sequencer.post(early);
  sc_core::sc_start(to_sc_time(10));
  EXPECT_EQ(log, "elel");
}

TEST(InstantSequencer, HeldPhasesWaitOnePicosecond) {
  InstantSequencer sequencer("sequencer");
  TimePs latched = -1;
  TimePs enqueued = -1;
  const auto enqueue = sequencer.add(3, 0, [&] { enqueued = now_ps(); });
  const auto latch = sequencer.add(0, 0, [&] {
    latched = now_ps();
    sequencer.hold_from(3);
  });
  sc_core::sc_start(to_sc_time(100));
  sequencer.post(enqueue);
  sequencer.post(latch);
  sc_core::sc_start(to_sc_time(100));
  EXPECT_EQ(latched, 100);
  EXPECT_EQ(enqueued, 101);
}

}  // namespace
}  // namespace docsis_vp::platform
