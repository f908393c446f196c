#include "platform/kernel/instant_sequencer.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform::instant_sequencer_test {
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

// A task of phase 0 that belongs to 100, 200 and so on and may be late for phases before 2, and
// what it was late for.
struct LateTask {
  LateTask() {
    late = sequencer.add(0, 0, [this] {
      for (; next <= now_ps(); next += 100) {
        log += 'L' + std::to_string(next) + '@' + std::to_string(now_ps()) + ' ';
        if (next == now_ps()) {
          sequencer.hold_from(2);
        }
      }
      sequencer.post_deferrable(late, next, 100, 2);
    });
    for (unsigned phase = 1; phase <= 3; ++phase) {
      tasks.push_back(sequencer.add(phase, 0, [this, phase] {
        log += std::to_string(phase) + '@' + std::to_string(now_ps()) + ' ';
      }));
    }
    sequencer.post_deferrable(late, next, 100, 2);
  }
  void act(unsigned phase, TimePs at) {
    sequencer.post_at(tasks[phase - 1], at);
    sc_core::sc_start(to_sc_time(at + 1 - now_ps()));
  }

  InstantSequencer sequencer{"sequencer"};
  TimePs next = 100;
  std::string log;
  InstantSequencer::TaskId late = 0;
  std::vector<InstantSequencer::TaskId> tasks;
};

TEST(InstantSequencer, ALateTaskRunsBeforeWhatCouldTellAndNotForTheRest) {
  LateTask device;
  device.act(2, 50);
  device.act(1, 150);
  device.act(3, 320);
  device.act(2, 330);
  EXPECT_EQ(device.log, "2@50 1@150 L100@320 L200@320 L300@320 3@320 2@330 ");
}

TEST(InstantSequencer, ALateTaskIsOnTimeWhereTheDeviceActsAtItsInstant) {
  LateTask device;
  device.act(1, 100);
  device.act(2, 300);
  sc_core::sc_start(to_sc_time(10));
  device.act(1, 450);
  device.act(1, 500);
  EXPECT_EQ(device.log, "L100@100 1@100 L200@300 L300@300 2@301 1@450 L400@500 L500@500 1@500 ");
}

TEST(InstantSequencer, WhatALaterPhasePostsIntoThePassFindsTheLateTaskDone) {
  LateTask device;
  const auto poster = device.sequencer.add(1, 1, [&] { device.sequencer.post(device.tasks[2]); });
  device.sequencer.post_at(poster, 250);
  sc_core::sc_start(to_sc_time(260));
  EXPECT_EQ(device.log, "L100@250 L200@250 3@250 ");
}

TEST(InstantSequencer, ALateTaskThatIsTakenBackNeverRuns) {
  LateTask device;
  device.sequencer.post_deferrable(device.late, kNever, 100, 2);
  device.act(3, 500);
  EXPECT_EQ(device.log, "3@500 ");
}

TEST(InstantSequencer, TakesSixtyFiveThousandTasksAndRefusesMore) {
  InstantSequencer sequencer("sequencer");
  for (unsigned task = 0; task <= UINT16_MAX; ++task) {
    sequencer.add(0, 0, [] {});
  }
  EXPECT_THROW(sequencer.add(0, 0, [] {}), std::logic_error);
}

}  // namespace
}  // namespace docsis_vp::platform::instant_sequencer_test
