#include "platform/kernel/agenda.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/base/random.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform::agenda_test {
namespace {

// A process of the kernel's own.
struct Process : sc_core::sc_module {
  Process(const sc_core::sc_module_name& name, std::function<void()> what)
      : sc_module(name), action(std::move(what)) {
    SC_HAS_PROCESS(Process);
    SC_METHOD(run);
    sensitive << event;
    dont_initialize();
  }
  void run() { action(); }

  std::function<void()> action;
  sc_core::sc_event event;
};

TEST(Agenda, RingsByTimeThenInTheOrderOfMaking) {
  std::string log;
  Alarm a([&] { log += 'a'; });
  Alarm b([&] { log += 'b'; });
  Alarm c([&] { log += 'c'; });
  c.set(10);
  b.set(20);
  a.set(20);
  sc_core::sc_start(to_sc_time(30));
  EXPECT_EQ(log, "cab");
}

TEST(Agenda, AnAlarmHasTheLastTimeSetAndOrderDoesNotRemember) {
  std::string log;
  Alarm a([&] { log += "a" + std::to_string(now_ps()) + ' '; });
  Alarm b([&] { log += "b" + std::to_string(now_ps()) + ' '; });
  b.set(5);
  b.set(40);
  a.set(40);
  sc_core::sc_start(to_sc_time(30));
  EXPECT_EQ(log, "");
  a.set_if_earlier(60);
  sc_core::sc_start(to_sc_time(30));
  EXPECT_EQ(log, "a40 b40 ");
  a.set(70);
  b.set(80);
  a.set(kNever);
  b.set_if_earlier(65);
  EXPECT_EQ(b.time(), 65);
  sc_core::sc_start(to_sc_time(30));
  EXPECT_EQ(log, "a40 b40 b65 ");
}

TEST(Agenda, TurnsComeWhenAllOfTheInstantHasRungAndProcessesHaveRun) {
  std::string log;
  DeferredCall second([&] { log += "2 "; });
  DeferredCall first([&] {
    log += '1';
    second.request();
  });
  Alarm early([&] {
    log += 'e';
    first.request();
    first.request();
  });
  Alarm late([&] { log += 'l'; });
  Process process("process", [&] { log += 'p'; });
  early.set(10);
  late.set(10);
  process.event.notify(to_sc_time(10));
  sc_core::sc_start(to_sc_time(30));
  std::sort(log.begin(), log.begin() + 3);  // the kernel chooses who of them is first
  EXPECT_EQ(log, "elp12 ");
}

class DeferredCallOfAnAlarm : public ::testing::TestWithParam<bool> {};

// Alone at 10; beside an alarm at 20, a process at 30, a deferred call at 40.
TEST_P(DeferredCallOfAnAlarm, RunsAfterEverythingElseOfTheInstant) {
  const std::shared_ptr<Agenda> agenda = Agenda::shared();
  if (GetParam()) agenda->run_ahead();
  std::string log;
  DeferredCall last([&] { log += "L "; });
  DeferredCall other([&] { log += 'o'; });
  Alarm asks_other([&] { other.request(); });
  Alarm alarm([&] {
    log += 'a';
    last.run_or_request();
  });
  Alarm late([&] { log += 'l'; });
  Process process("process", [&] { log += 'p'; });
  alarm.set(10);
  sc_core::sc_start(to_sc_time(15));
  alarm.set(20);
  late.set(20);
  sc_core::sc_start(to_sc_time(10));
  alarm.set(30);
  process.event.notify(to_sc_time(5));
  sc_core::sc_start(to_sc_time(10));
  EXPECT_TRUE(log == "aL alL apL " || log == "aL alL paL ") << log;
  log.clear();
  asks_other.set(40);
  alarm.set(40);
  sc_core::sc_start(to_sc_time(10));
  EXPECT_EQ(log, "aL o");  // deferred calls in the order of construction
}

INSTANTIATE_TEST_SUITE_P(AheadOfTheKernel, DeferredCallOfAnAlarm, ::testing::Bool());

TEST(Agenda, AheadOfTheKernelNobodyCanTell) {
  const std::shared_ptr<Agenda> agenda = Agenda::shared();
  agenda->run_ahead();
  RandomStream random(1, "agenda");
  TimePs rung_last = 0;
  unsigned rung = 0;
  unsigned ahead = 0;
  unsigned answered = 0;
  // Answers a picosecond after it is called.
  TimePs called = 0;
  Process answer("answer", [&] {
    ++answered;
    EXPECT_EQ(kernel_ps(), called + 1);
    EXPECT_EQ(rung_last, called);
  });
  std::vector<std::unique_ptr<Alarm>> alarms;
  for (unsigned i = 0; i < 5; ++i) {
    alarms.push_back(std::make_unique<Alarm>([&, i] {
      EXPECT_GE(now_ps(), rung_last);
      rung_last = now_ps();
      ahead += now_ps() > kernel_ps() ? 1 : 0;
      if (++rung % 7 == 0) {
        called = now_ps();
        notify_at(answer.event, now_ps() + 1);
      }
      alarms[i]->set(now_ps() + 2 + 2 * random.between(1, 500));
    }));
    alarms.back()->set(2 * static_cast<TimePs>(i));
  }
  // Looks on at odd times, at which nothing else happens, and asks for another time.
  unsigned looked = 0;
  Process process("process", [&] {
    ++looked;
    EXPECT_EQ(now_ps(), kernel_ps());
    EXPECT_LT(rung_last, now_ps());
    for (const auto& alarm : alarms) {
      EXPECT_GT(alarm->time(), now_ps());
    }
    alarms[looked % 5]->set_if_earlier(now_ps() + 1);
    const TimePs next = now_ps() + 2 * random.between(1, 2000);
    process.event.notify(to_sc_time(next - now_ps()));
  });
  Process end("end", [] { sc_core::sc_pause(); });
  process.event.notify(to_sc_time(1001));
  end.event.notify(to_sc_time(1'000'000));
  sc_core::sc_start();
  EXPECT_EQ(now_ps(), 1'000'000);
  EXPECT_LE(rung_last, 1'000'000);
  EXPECT_GT(looked, 400U);
  EXPECT_GT(answered, 500U);
  EXPECT_GT(ahead, rung / 3);
}

TEST(Agenda, StopsTheKernelAtTheInstant) {
  const std::shared_ptr<Agenda> agenda = Agenda::shared();
  agenda->run_ahead();
  std::string log;
  Alarm stops([&] {
    log += 's';
    Agenda::stop();
  });
  Alarm same([&] { log += 'm'; });
  Alarm later([&] { log += 'l'; });
  Alarm before([&] { log += 'b'; });
  Process end("end", [] { sc_core::sc_pause(); });
  before.set(10);
  stops.set(20);
  same.set(20);
  later.set(21);
  end.event.notify(to_sc_time(100));
  sc_core::sc_start();
  EXPECT_EQ(log, "bsm");
  EXPECT_EQ(now_ps(), 20);
}

}  // namespace
}  // namespace docsis_vp::platform::agenda_test
