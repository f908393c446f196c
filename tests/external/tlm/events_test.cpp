// A target starts work, and firmware comes to know of its end.
#include <algorithm>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

// A register write starts something that takes 1 us by an event of the block's; firmware polls
// status.
double start_poll(const char* quantum, int how, int test = 2) {
  Options o;
  o.cpu =
      std::string(R"({"profile": "ibex-small", "clock_mhz": 100, "quantum_us": )") + quantum + "}";
  Rig rig(test, 0, o);
  Block& b = rig.block();
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.is_write() && t.get_address() == 0x10) {
      const sc_time until = d + sc_time(1, SC_US);
      if (how == 0) b.ev.notify(until);  // the idiom of every TLM target
      if (how == 1) pf::notify_at(b.ev, pf::now_ps() + pf::to_ps(until));  // the platform's own
    }
    if (t.is_write() && t.get_address() == 0x18 && b.irq) b.irq(false, pf::now_ps() + pf::to_ps(d));
    return false;
  };
  b.on_event = [&] {
    b.reg(0x14) = 1;
    if (test == 3 && b.irq) b.irq(true, pf::now_ps());
  };
  rig.run_us(30000);
  if (rig.system->firmware().word("finished") != 1) {
    expect(false, "firmware finished", rig.system->firmware().position());
  }
  return rig.result(0);
}

TEST(Events, NotifyPollQ10) {
  double c = start_poll("10", 0);
  expect(near_to(c, 100, 30),
         "sc_event::notify(delay + 1 us) in b_transport, polled, quantum 10 us (default)", us(c));
}

TEST(Events, NotifyPollQ1) {
  double c = start_poll("1", 0);
  expect(near_to(c, 100, 30), "the same, quantum 1 us", us(c));
}

TEST(Events, NotifyPollQ1000) {
  double c = start_poll("1000", 0);
  expect(near_to(c, 100, 30), "the same, quantum 1000 us", us(c));
}

TEST(Events, NotifyAtPoll) {
  double c = start_poll("1000", 1);
  expect(near_to(c, 100, 30), "the same by platform::notify_at()", us(c));
}

TEST(Events, NotifyIrqQ10) {
  double c = start_poll("10", 0, 3);
  expect(near_to(c, 100, 60), "sc_event::notify(delay + 1 us), then interrupt, quantum 10 us",
         us(c));
}

TEST(Events, NotifyIrqQ1000) {
  double c = start_poll("1000", 0, 3);
  expect(near_to(c, 100, 60), "the same, quantum 1000 us", us(c));
}

TEST(Events, NotifyAtIrq) {
  double c = start_poll("1000", 1, 3);
  expect(near_to(c, 100, 60), "the same by platform::notify_at()", us(c));
}

TEST(Events, ThreadDmaStartedByCpu) {  // the newcomer's DMA engine: a thread woken by an event
  Options o;
  o.cpu = R"({"profile": "ibex-small", "clock_mhz": 100})";
  Rig rig(2, 0, o);
  Block& b = rig.block();
  sc_event start;
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.is_write() && t.get_address() == 0x10) start.notify(d);
    return false;
  };
  rig.init->body = [&] {
    for (;;) {
      wait(start);
      wait(200, SC_NS);
      std::uint32_t v;
      rig.init->read(kRam, v);
      rig.init->write(kRam + 0x20000, v);
      wait(800, SC_NS);
      b.reg(0x14) = 1;
    }
  };
  rig.run_us(30000);
  expect(near_to(rig.result(0), 100, 30), "a DMA thread of 1 us, started by firmware",
         us(rig.result(0)));
}

// The time that a block is told where no access of the CPU is the cause.
TEST(Events, TimeInReset) {
  Options o;
  o.more = R"(, "events": [{"time_s": 0.0070031, "kind": "reset_cpu", "modem": "cm0"}])";
  Rig rig(9, 0, o);
  double seen = -1, told = -1;
  rig.block().on_reset = [&](TimePs at) {
    seen = sc_time_stamp().to_seconds() * 1e6;
    told = at / 1e6;
  };
  rig.run_us(20000);
  expect(near_to(seen, 7003.1, 0.001), "sc_time_stamp() in HardwareBlock::reset() at 7003.1 us",
         std::to_string(seen) + " us, told " + std::to_string(told));
}

TEST(Events,
     TimeInTask) {  // a task of the modem's sequencer that notifies an event in the standard's way
  Rig rig;
  std::vector<double> at;
  double off = 0;
  pf::InstantSequencer::TaskId id{};
  Block* pb = nullptr;
  rig.set_up = [&](Block& b) {
    pb = &b;
    id = b.modem.sequencer().add(docsis_vp::cm::kObserve, 9, [&] {
      off = std::max(off, (pf::now_ps() - (double)sc_time_stamp().value()) / 1e6);
      if (at.empty()) pb->ev.notify(sc_time(10, SC_US));
    });
    b.modem.sequencer().post_at(id, 7'003'100'000);
    b.on_event = [&] { at.push_back(sc_time_stamp().to_seconds() * 1e6); };
  };
  rig.build(9, 0, {});
  rig.run_us(20000);
  expect(at.size() == 1 && near_to(at[0], 7013.1, 0.001),
         "event.notify(10 us) from a sequencer task at 7003.1 us",
         (at.empty() ? "never" : std::to_string(at[0])) + " us; sc_time_stamp() was behind by " +
             std::to_string(off) + " us");
}

TEST(Events, IrqTimes) {
  Rig rig(3);
  Block& b = rig.block();
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.is_write() && t.get_address() == 0x10)
      b.irq(true, pf::now_ps() + pf::to_ps(d) + 300'000'000);
    if (t.is_write() && t.get_address() == 0x18) b.irq(false, pf::now_ps() + pf::to_ps(d));
    return false;
  };
  rig.run_us(30000);
  expect(near_to(rig.result(0), 30000, 60), "InterruptLine with a time of its own, 300 us ahead",
         us(rig.result(0)));
}

TEST(Events, IrqPast) {
  Rig rig(3);
  Block& b = rig.block();
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.is_write() && t.get_address() == 0x10) b.irq(true, 0);
    if (t.is_write() && t.get_address() == 0x18) b.irq(false, pf::now_ps() + pf::to_ps(d));
    return false;
  };
  refused(said([&] { rig.run_us(30000); }), "an interrupt line raised for time 0, later");
}

TEST(Events, NotifyCancel) {  // an event that the target cancels in the access, notified by
                              // notify_at(): the CPU goes on
  Rig rig(2);
  Block& b = rig.block();
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.is_write() && t.get_address() == 0x10) {
      pf::notify_at(b.ev, pf::now_ps() + pf::to_ps(d) + 500'000);
      b.ev.cancel();
      pf::notify_at(b.ev, pf::now_ps() + pf::to_ps(d) + 1'000'000);
    }
    return false;
  };
  b.on_event = [&] { b.reg(0x14) = 1; };
  rig.run_us(30000);
  expect(near_to(rig.result(0), 100, 30), "notify_at(), cancel, notify_at()", us(rig.result(0)));
}

TEST(Events, IrqFuturePending) {
  Rig rig(9);
  rig.init->body = [&] {
    wait(1, SC_US);
    rig.init->write(0x24000000 + 24, 1);
    rig.init->write(0x24002000, 1 << 6);
    rig.block().irq(true, pf::now_ps() + 300'000'000);
    std::uint32_t p = 0, c = 0;
    wait(1, SC_US);
    rig.init->read(0x24001000, p);
    expect((p >> 6 & 1) == 0,
           "interrupt line raised for 300 us from now: not pending 1 us from now", hex(p));
    rig.init->read(0x24200004, c);
    expect(c == 0, "and not to be claimed", std::to_string(c));
  };
  rig.run_us(1000);
}

TEST(Events, QuantumInvarianceDma) {  // the documented claim, with a DMA of the user's that uses
                                      // notify_at(): same cycles for every quantum
  const double cycles = start_poll("0.1", 1);
  expect(near_to(cycles, 104, 6), "cycles with notify_at(), quantum 0.1 us", us(cycles));
}

TEST(Events,
     SequencerStartedByCpu) {  // the documented way: a task of the modem's sequencer, posted
                               // from a register handler
  Options o;
  o.cpu = R"({"profile": "ibex-small", "clock_mhz": 100, "quantum_us": 1000})";
  Rig rig;
  pf::InstantSequencer::TaskId id{};
  Block* pb = nullptr;
  rig.set_up = [&](Block& b) {
    pb = &b;
    id = b.modem.sequencer().add(docsis_vp::cm::kObserve, 9, [&] { pb->reg(0x14) = 1; });
    b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
      if (t.is_write() && t.get_address() == 0x10)
        pb->modem.sequencer().post_at(id, pf::now_ps() + pf::to_ps(d) + 1'000'000);
      return false;
    };
  };
  rig.build(2, 0, o);
  rig.run_us(30000);
  expect(near_to(rig.result(0), 100, 30),
         "sequencer task 1 us after a register write, polled, quantum 1000 us", us(rig.result(0)));
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
