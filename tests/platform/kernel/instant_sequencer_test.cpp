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

TEST(InstantSequencer, AHoldThatNobodyWaitsForEndsWithoutAnEvent) {
  InstantSequencer sequencer("sequencer");
  TimePs enqueued = -1;
  const auto enqueue = sequencer.add(3, 0, [&] { enqueued = now_ps(); });
  const auto latch = sequencer.add(0, 0, [&] { sequencer.hold_from(3); });
  sc_core::sc_start(to_sc_time(100));
  sequencer.post(latch);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_FALSE(sc_core::sc_pending_activity());
  sc_core::sc_start(to_sc_time(50));
  sequencer.post(enqueue);
  sc_core::sc_start(to_sc_time(10));
  EXPECT_EQ(enqueued, 150);
}

TEST(InstantSequencer, APostIsHeldByTheHoldOfItsInstantAndByNoEarlierOne) {
  InstantSequencer sequencer("sequencer");
  std::string log;
  const auto enqueue = sequencer.add(3, 0, [&] { log += std::to_string(now_ps()) + ' '; });
  const auto latch = sequencer.add(0, 0, [&] { sequencer.hold_from(3); });
  sequencer.post_at(latch, 100);
  sequencer.post_at(enqueue, 101);
  sc_core::sc_start(to_sc_time(150));
  sequencer.post_at(latch, 200);
  sequencer.post_at(enqueue, 200);
  sc_core::sc_start(to_sc_time(100));
  EXPECT_EQ(log, "101 201 ");
}

TEST(InstantSequencer, AHoldThatIsOverHastensNobody) {
  InstantSequencer sequencer("sequencer");
  std::string log;
  const auto latch = sequencer.add(0, 0, [&] { sequencer.hold_from(3); });
  const auto enqueue = sequencer.add(3, 0, [&] { log += 'e' + std::to_string(now_ps()) + ' '; });
  const auto timed = sequencer.add(4, 0, [&] { log += 't' + std::to_string(now_ps()) + ' '; });
  sequencer.post_at(latch, 100);
  sc_core::sc_start(to_sc_time(150));
  sequencer.post(enqueue);
  sequencer.post_at(timed, 160);
  sc_core::sc_start(to_sc_time(50));
  EXPECT_EQ(log, "e150 t160 ");
}

TEST(InstantSequencer, PostsATaskAtTheLastTimeGiven) {
  InstantSequencer sequencer("sequencer");
  std::string log;
  const auto task = sequencer.add(0, 0, [&] { log += std::to_string(now_ps()) + ' '; });
  sequencer.post_at(task, 50);
  sequencer.post_at(task, 30);
  sc_core::sc_start(to_sc_time(100));
  sequencer.post_at(task, 120);
  sequencer.post_at(task, 150);
  sc_core::sc_start(to_sc_time(100));
  sequencer.post_at(task, 250);
  sequencer.post_at(task, kNever);
  sc_core::sc_start(to_sc_time(100));
  EXPECT_EQ(log, "30 150 ");
}

struct Poster : sc_core::sc_module {
  Poster(const sc_core::sc_module_name& name, InstantSequencer& to, InstantSequencer::TaskId what)
      : sc_module(name), sequencer(to), task(what) {
    SC_HAS_PROCESS(Poster);
    SC_METHOD(fire);
    sensitive << event;
    dont_initialize();
  }
  void fire() { sequencer.post(task); }

  InstantSequencer& sequencer;
  InstantSequencer::TaskId task;
  sc_core::sc_event event;
};

TEST(InstantSequencer, ActsWhenAllThatHappensAtTheInstantHasHappened) {
  InstantSequencer sequencer("sequencer");
  std::string log;
  const auto early = sequencer.add(0, 0, [&] { log += 'e'; });
  const auto late = sequencer.add(1, 0, [&] { log += 'l'; });
  const auto timed = sequencer.add(2, 0, [&] { log += "t "; });
  Poster posts_late("posts_late", sequencer, late);
  Poster posts_early("posts_early", sequencer, early);
  for (TimePs at = 10; at <= 20; at += 10) {
    sequencer.post_at(timed, at);
    Poster& first = at == 10 ? posts_late : posts_early;
    Poster& second = at == 10 ? posts_early : posts_late;
    first.event.notify(to_sc_time(at - now_ps()));
    second.event.notify(to_sc_time(at - now_ps()));
    sc_core::sc_start(to_sc_time(at + 5 - now_ps()));
  }
  EXPECT_EQ(log, "elt elt ");
}

}  // namespace
}  // namespace docsis_vp::platform
