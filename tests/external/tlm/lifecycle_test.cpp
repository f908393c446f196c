// Blocks and initiators from elaboration to the end of the process.
#include <algorithm>
#include <sstream>

#include "rig.h"
#include "system/assembly/modem/events.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

// Blocks are sc_modules: found by name in the hierarchy
TEST(Lifecycle, Hierarchy) {
  Rig rig(9);
  std::string n = rig.block().name();
  expect(n.find("cm0") != std::string::npos || n.find("control") != std::string::npos,
         "a block's hierarchical name says whose it is", n);
  expect(sc_find_object(n.c_str()) == &rig.block(), "sc_find_object finds the block", n);
}

TEST(Lifecycle, DestroyAfterRun) {
  auto rig = std::make_unique<Rig>(10);
  rig->run_us(1000);
  rig.reset();
  expect(true, "System and blocks destroyed after a run, before the process ends");
}

TEST(Lifecycle, DestroyWithoutRun) {
  auto rig = std::make_unique<Rig>(10);
  rig.reset();
  expect(true, "System destroyed without a run");
}

TEST(Lifecycle, DmaOutlivesSystem) {
  std::unique_ptr<Initiator> i;
  {
    Rig rig(9);
    rig.run_us(10);
    i = std::move(rig.init);
  }
  i.reset();
  expect(true, "an initiator that outlives the System");
}

TEST(Mistakes, StartByUserAsleep) {
  Rig rig(9);
  sc_start(1, SC_MS);
  expect(sc_time_stamp() == sc_time(1, SC_MS) &&
             std::abs(rig.system->results().simulated_s - 0.001) < 1e-9,
         "sc_start(1 ms), CPU asleep", std::to_string(rig.system->results().simulated_s));
}

TEST(Mistakes, StartByUserNoEnd) {
  Rig rig(9);
  rig.init->body = [] {
    wait(5, SC_MS);
    sc_stop();
  };
  sc_start();
  expect(std::abs(rig.system->results().simulated_s - 0.005) < 1e-6,
         "sc_start() without end, sc_stop() at 5 ms",
         std::to_string(rig.system->results().simulated_s));
}

TEST(Mistakes, RunInProcess) {
  Rig rig(9);
  std::string t;
  rig.init->body = [&] {
    wait(1, SC_US);
    t = said([&] { rig.system->run_for(sc_time(1, SC_US)); });
  };
  std::string u = said([&] { rig.run_us(10); });
  refused(t + u, "System::run_for() called from a process");
}

TEST(Mistakes, SystemInModule) {
  struct Top : sc_module {
    Rig rig;
    Top(const sc_module_name& n) : sc_module(n) { rig.build(9, 0, {}); }
  };
  Top top("top");
  top.rig.init->body = [&] {
    wait(1, SC_US);
    std::uint32_t v;
    expect(top.rig.init->read(kRam, v) == TLM_OK_RESPONSE, "System as a member of a user's module",
           top.rig.block().name());
  };
  top.rig.run_us(10);
}

TEST(Mistakes, RegisterBeyondBlock) {
  struct U : sc_module, vp::HardwareBlock {
    pf::RegisterFile r;
    U(const sc_module_name& n) : sc_module(n), r("r") {
      r.add(0x5000, [](TimePs) { return 1u; });
    }
    tlm_base_target_socket_b<32>& socket() override { return r.socket; }
  };
  vp::BlockKind k;
  k.make = [](const vp::BlockSite& site) { return std::make_unique<U>(site.name.c_str()); };
  Options o;
  refused(said([&] {
            vp::System s(vp::load_scenario_text(scenario_text(o), "t", {},
                                                vp::Extensions().add_block("blk", k)));
            s.run_for(sc_time(1, SC_US));
          }),
          "RegisterFile::add(0x5000) in a block of 0x1000 bytes");
}

TEST(Mistakes, RegisterTwice) {
  Rig rig(9);
  pf::RegisterFile r("r");
  r.add(0, {});
  refused(said([&] { r.add(0, {}); }), "RegisterFile::add() of an offset that is taken", "r");
  refused(said([&] { r.add(2, {}); }), "RegisterFile::add() of a misaligned offset", "r");
  Initiator i("i");
  i.out.bind(r.socket);
  rig.run_us(1);
}

TEST(Mistakes, TwoModemsOwnKinds) {  // a block in each of two modems, and the same initiator module
                                     // on each bus
  Options o;
  Rig rig;
  std::string t = scenario_text(o);
  auto m = t.find("\"modems\": [");
  const std::string second =
      R"({"name": "cm1", "control_law": "firmware", "firmware": ")" FIRMWARE
      R"(", "blocks": [{"name": "b0", "kind": "blk", "address": "0x20200000", "interrupt": 6}]}, )";
  t.insert(m + 11, second);
  {
    auto f = t.find("\"service_flows\": [");
    t.insert(f + 18, R"({"name": "us1", "modem": "cm1", "max_sustained_rate_mbps": 10}, )");
  }
  rig.system = std::make_unique<vp::System>(vp::load_scenario_text(t, "two", {}, rig.extensions()));
  Initiator a("a"), b("b");
  a.out.bind(rig.system->modem_units()[0]->cpu()->bus().socket);
  b.out.bind(rig.system->modem_units()[1]->cpu()->bus().socket);
  int n = 0;
  auto body = [&](Initiator& i) {
    wait(1, SC_US);
    std::uint32_t v;
    n += i.write(kBlock, 1) == TLM_OK_RESPONSE && i.read(kBlock, v) == TLM_OK_RESPONSE && v == 1;
  };
  a.body = [&] { body(a); };
  b.body = [&] { body(b); };
  rig.system->run_for(sc_time(10, SC_MS));
  expect(n == 2 && rig.blocks.size() == 2, "two modems, a block and an initiator on each bus",
         std::to_string(n));
}

TEST(Mistakes, CrossModem) {  // cm0's firmware starts a block that writes into cm1's kRam: cm1
                              // polls. With notify_at().
  Options o;
  Rig rig;
  std::string t = scenario_text(o);
  auto m = t.find("\"modems\": [");
  const std::string second = R"({"name": "cm1", "control_law": "firmware", "firmware": ")" FIRMWARE
                             R"(", "cpu": {"profile": "ibex-small", "clock_mhz": 100}}, )";
  t.insert(m + 11, second);
  {
    auto f = t.find("\"service_flows\": [");
    t.insert(f + 18, R"({"name": "us1", "modem": "cm1", "max_sustained_rate_mbps": 10}, )");
  }
  rig.system = std::make_unique<vp::System>(vp::load_scenario_text(t, "two", {}, rig.extensions()));
  rig.system->firmware(1).set_word("test_case", 2);
  rig.system->firmware(0).set_word(
      "test_case", 6);  // [0] is cm1 (first in the list): polls its kRam; [1] is cm0: starts
  Initiator a("a");
  a.out.bind(rig.system->modem_units()[0]->cpu()->bus().socket);
  const auto mb = rig.system->firmware(0).address_of("mailbox");
  double wrote = -1;
  sc_event go;
  rig.block().on_access = [&](tlm_generic_payload& p, sc_time& d) {
    if (p.is_write() && p.get_address() == 0x10)
      pf::notify_at(go, pf::now_ps() + pf::to_ps(d) + 300'000'000);
    return false;
  };
  a.body = [&] {
    wait(go);
    wrote = sc_time_stamp().to_seconds() * 1e6;
    a.write(mb, 3);
    rig.block().reg(0x14) = 1;
  };
  rig.system->run_for(sc_time(5, SC_MS));
  const double saw = rig.system->firmware(0).word("result", 0) / 100.0;
  expect(std::abs(saw - wrote) < 0.3, "a block on cm0 writes into cm1's kRam; cm1's poll sees it",
         "written at " + std::to_string(wrote) + " us, seen at " + std::to_string(saw) + " us");
}

TEST(Lifecycle, LogAfterStart) {
  std::ostringstream log;
  Rig rig(10);
  rig.run_us(100);
  std::string t = said([&] { rig.system->log_transactions("ram", log); });
  if (!t.empty()) {
    expect(true, "log_transactions() after the first run is refused", t);
    return;
  }
  rig.run_us(100);
  const std::string all = log.str();
  const auto n = std::count(all.begin(), all.end(), '\n');
  expect(n > 500,
         "log_transactions() after the first run: refused, or all of the CPU's accesses (as "
         "\"before the first run\" says)",
         std::to_string(n) + " lines of some thousand accesses, nothing said");
}

TEST(Lifecycle, SubscribeAfterStart) {
  struct : vp::EventObserver {
    int n = 0;
    void accessed(const vp::RegisterEvent&) override { ++n; }
  } o;
  Rig rig(10);
  int reads = 0;
  rig.init->body = [&] {
    for (;;) {
      wait(100, SC_US);
      std::uint32_t v;
      rig.init->read(0x20020004, v);
      rig.init->read(kBlock, v);
      ++reads;
    }
  };
  rig.run_us(1000);
  std::string t = said([&] { rig.system->subscribe(o, vp::kRegisterEvents); });
  const int before = reads;
  rig.run_us(1000);
  expect(!t.empty() || o.n >= 2 * (reads - before),
         "subscribe() after the first run: refused, or complete from then on",
         std::to_string(o.n) + " events of " + std::to_string(2 * (reads - before)) + " " + t);
}

TEST(Lifecycle, TaskAfterElaboration) {
  Rig rig(9);
  rig.run_us(1);
  int n = 0;
  std::string t = said([&] {
    auto id = rig.block().modem.sequencer().add(docsis_vp::cm::kObserve, 9, [&] { ++n; });
    rig.block().modem.sequencer().post_at(id, 50'000'000);
    rig.run_us(1000);
  });
  expect(!t.empty() || n == 1,
         "InstantSequencer::add() after elaboration (\"during elaboration only\") is refused",
         "nothing said, ran " + std::to_string(n) + " times");
}

TEST(Lifecycle, TaskInStartOfSimulation) {
  struct S : sc_module {
    docsis_vp::cm::Modem* m = nullptr;
    int n = 0;
    S(const sc_module_name& nm) : sc_module(nm) {}
    void start_of_simulation() override {
      auto id = m->sequencer().add(docsis_vp::cm::kObserve, 9, [this] { ++n; });
      m->sequencer().post_at(id, 50'000'000);
    }
  };
  Rig rig(9);
  S s("s");
  s.m = &rig.block().modem;
  std::string t = said([&] { rig.run_us(1000); });
  expect(!t.empty() || s.n == 1,
         "InstantSequencer::add() in start_of_simulation(): works or is refused",
         "nothing said, ran " + std::to_string(s.n) + " times");
}

TEST(Lifecycle, InterruptUnconnected) {
  Rig rig(9, 0, with_blocks({{"b0", "0x20200000"}}));
  rig.init->body = [&] {
    wait(1, SC_US);
    rig.block().irq(true, pf::now_ps());
  };
  std::string t = said([&] { rig.run_us(10); });
  expect(t.empty(),
         "BlockSite::interrupt of a block without \"interrupt\" (\"leads nowhere\"): may be raised",
         t);
}

TEST(Lifecycle, InterruptInConstructor) {
  Rig rig;
  rig.set_up = [](Block& b) {
    b.irq(true, 0);
    b.on_access = [&b](tlm_generic_payload& t, sc_time& d) {
      if (t.is_write() && t.get_address() == 0x18) b.irq(false, pf::now_ps() + pf::to_ps(d));
      return false;
    };
  };
  rig.build(3, 0, {});
  rig.run_us(1000);
  expect(rig.result(1) == 1,
         "interrupt raised in the block's constructor: taken when firmware enables it",
         std::to_string(rig.result(1)));
}

TEST(Lifecycle, HostWriteWaitingTarget) {
  Rig rig(9);
  rig.block().on_debug = [](tlm_generic_payload&) { return 0u; };
  rig.block().on_access = [](tlm_generic_payload& t, sc_time& d) {
    wait(d + sc_time(10, SC_NS));
    d = SC_ZERO_TIME;
    t.set_response_status(TLM_OK_RESPONSE);
    return true;
  };
  rig.run_us(10);
  std::string t = said([&] { rig.system->firmware().set_word_at(kBlock + 0x40, 1); });
  expect(t.empty(), "FirmwareView::set_word_at() between runs, target waits", t);
}

TEST(Lifecycle, StallBus) {
  Options o;
  o.more =
      R"(, "events": [{"time_s": 0.001, "kind": "stall_bus", "modem": "cm0", "duration_us": 500}])";
  Rig rig(9, 0, o);
  double took = -1;
  rig.init->body = [&] {
    wait(1100, SC_US);
    std::uint32_t v;
    sc_time d;
    const sc_time t0 = sc_time_stamp();
    rig.init->read(kRam, v, &d);
    took = (sc_time_stamp() - t0 + d).to_seconds() * 1e6;
  };
  rig.run_us(3000);
  expect(took > 390, "stall_bus of 500 us at 1 ms: a DMA's read at 1.1 ms waits",
         std::to_string(took) + " us");
}

TEST(Lifecycle, EndOfSimulation) {
  struct S : sc_module {
    bool ended = false;
    S(const sc_module_name& n) : sc_module(n) {}
    void end_of_simulation() override { ended = true; }
  };
  Options o;
  o.duration = "0.01";
  Rig rig(9, 0, o);
  S s("s");
  rig.system->run();
  expect(sc_get_status() == SC_PAUSED || s.ended, "status after run() is SC_PAUSED, so not called",
         std::to_string(sc_get_status()));
}

TEST(Lifecycle, StopInBTransport) {
  Rig rig(10);
  Block& b = rig.block();
  rig.init->body = [&] {
    wait(2, SC_MS);
    std::uint32_t v;
    rig.init->read(kBlock, v);
    wait(1, SC_MS);
    expect(false, "went on after sc_stop()");
  };
  b.on_access = [](tlm_generic_payload& t, sc_time&) {
    sc_stop();
    t.set_response_status(TLM_OK_RESPONSE);
    return true;
  };
  std::string t = said([&] { rig.system->run(); });
  expect(std::abs(rig.system->results().simulated_s - 0.002) < 1e-5,
         "sc_stop() in b_transport, called by a DMA at 2 ms",
         std::to_string(rig.system->results().simulated_s) + t);
}

TEST(Lifecycle, StopInBTransportCpu) {
  Rig rig(2);
  Block& b = rig.block();
  int n = 0;
  b.on_access = [&](tlm_generic_payload& t, sc_time&) {
    if (t.get_address() == 0x14 && ++n == 1000) sc_stop();
    return false;
  };
  std::string t = said([&] { rig.system->run(); });
  expect(n < 2000 && rig.system->results().simulated_s < 0.01,
         "sc_stop() in b_transport, called by the CPU at its 1000th read",
         std::to_string(n) + " reads, " + std::to_string(rig.system->results().simulated_s) +
             " s " + t);
}

TEST(Lifecycle, PauseInBTransportCpu) {
  Rig rig(2);
  Block& b = rig.block();
  int n = 0;
  b.on_access = [&](tlm_generic_payload& t, sc_time&) {
    if (t.get_address() == 0x14 && ++n == 1000) sc_pause();
    return false;
  };
  rig.system->run();
  const int at = n;
  expect(
      at < 2000,
      "sc_pause() in b_transport, called by the CPU at its 1000th read: run() returns soon",
      std::to_string(at) + " reads at " + std::to_string(rig.system->results().simulated_s) + " s");
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
