// Mistakes in elaboration and at the ends of runs: one clear line, no crash, nothing silent.
#include "rig.h"
#include "system/assembly/modem/events.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

Options block_list(const std::string& list) {
  Options o;
  o.blocks = list;
  return o;
}

TEST(Mistakes, OverlapScenario) {
  Rig rig;
  refused(said([&] {
            rig.build(9, 0, with_blocks({{"b0", "0x20200000"}, {"b1", "0x20201000"}}));
          }),
          "two blocks that overlap", "b0");
}

// blocks: name and base of each. Their objection holds `word`.
void refused_blocks(const std::vector<std::pair<std::string, std::string>>& blocks,
                    const std::string& what, const std::string& word) {
  Rig rig;
  refused(said([&] { rig.build(9, 0, with_blocks(blocks)); }), what, word);
}

TEST(Mistakes, SameName) {
  refused_blocks({{"b0", "0x20200000"}, {"b0", "0x20300000"}}, "two blocks of one name", "b0");
}

TEST(Mistakes, Above4g) {
  refused_blocks({{"b0", "0x120000000"}}, "address beyond 4 GiB", "address");
}

TEST(Mistakes, IntoPlic) {
  refused_blocks({{"b0", "0x23fff000"}}, "block reaches into the interrupt controller", "address");
}

TEST(Mistakes, Misaligned) {
  refused_blocks({{"b0", "0x20200100"}}, "address not a multiple of 0x1000", "address");
}

TEST(Mistakes, NameOfPlatform) {
  Rig rig;
  std::string t = said([&] { rig.build(9, 0, with_blocks({{"ram", "0x20200000"}})); });
  refused(t, "a block named as the platform's own memory", "ram");
}

TEST(Mistakes, KindSize) {
  for (std::uint32_t n : {0u, 0x800u, 0x1001u}) {
    vp::BlockKind k;
    k.make = [](const vp::BlockSite&) { return nullptr; };
    k.size_bytes = n;
    refused(said([&] { vp::Extensions().add_block("x", k); }), "BlockKind::size_bytes " + hex(n));
  }
  refused(said([&] { vp::Extensions().add_block("x", {}); }), "BlockKind without make");
  refused(said([&] {
            vp::BlockKind k;
            k.make = [](const vp::BlockSite&) { return nullptr; };
            vp::Extensions().add_block("x", k).add_block("x", k);
          }),
          "kind of one name twice");
}

TEST(Mistakes, MakeNull) {
  vp::BlockKind k;
  k.make = [](const vp::BlockSite&) { return nullptr; };
  Options o;
  refused(said([&] {
            vp::System s(vp::load_scenario_text(scenario_text(o), "t", {},
                                                vp::Extensions().add_block("blk", k)));
          }),
          "BlockKind::make returns null");
}

TEST(Mistakes, MakeThrows) {
  vp::BlockKind k;
  k.make = [](const vp::BlockSite&) -> std::unique_ptr<vp::HardwareBlock> {
    throw std::runtime_error("my own trouble");
  };
  Options o;
  refused(said([&] {
            vp::System s(vp::load_scenario_text(scenario_text(o), "t", {},
                                                vp::Extensions().add_block("blk", k)));
          }),
          "BlockKind::make throws", "my own trouble");
}

TEST(Mistakes, UnboundTarget) {
  struct U : sc_module, vp::HardwareBlock {
    tlm_target_socket<32> s;
    U(const sc_module_name& n) : sc_module(n), s("s") {}
    tlm_base_target_socket_b<32>& socket() override { return s; }
  };
  vp::BlockKind k;
  k.make = [](const vp::BlockSite& site) { return std::make_unique<U>(site.name.c_str()); };
  Options o;
  refused(said([&] {
            vp::System s(vp::load_scenario_text(scenario_text(o), "t", {},
                                                vp::Extensions().add_block("blk", k)));
            s.run_for(sc_time(1, SC_US));
          }),
          "target socket bound to nothing", "b0");
}

TEST(Mistakes, NoCallback) {
  struct U : sc_module, vp::HardwareBlock {
    tlm_utils::simple_target_socket<U, 32> s;
    U(const sc_module_name& n) : sc_module(n), s("s") {}
    tlm_base_target_socket_b<32>& socket() override { return s; }
  };
  vp::BlockKind k;
  k.make = [](const vp::BlockSite& site) { return std::make_unique<U>(site.name.c_str()); };
  Options o;
  refused(said([&] {
            vp::System s(vp::load_scenario_text(scenario_text(o), "t", {},
                                                vp::Extensions().add_block("blk", k)));
            s.firmware().set_word("test_case", 2);
            s.run_for(sc_time(10, SC_MS));
            if (s.outcome().failed()) throw std::runtime_error(s.outcome().cause());
          }),
          "simple_target_socket without b_transport", "b0");
}

TEST(Mistakes, UnboundInitiator) {
  Rig rig;
  rig.build(9, 0, {}, nullptr);
  Initiator i("loose");
  refused(said([&] { rig.run_us(1); }), "initiator socket bound to nothing", "loose");
}

TEST(Mistakes, BoundTwice) {
  Rig rig(9);
  refused(said([&] {
            rig.init->out.bind(rig.bus().socket);
            rig.run_us(1);
          }),
          "initiator bound twice");
}

TEST(Mistakes, BindAfterStart) {
  Rig rig(9);
  rig.run_us(1);
  refused(said([&] {
            Initiator late("late");
            late.out.bind(rig.bus().socket);
            rig.run_us(1);
          }),
          "module made after the start");
}

TEST(Mistakes, MapAfterStart) {
  Rig rig(9);
  struct T : sc_module {
    tlm_utils::simple_target_socket<T, 32> s;
    T(const sc_module_name& n) : sc_module(n), s("s") { s.register_b_transport(this, &T::b); }
    void b(tlm_generic_payload& t, sc_time&) { t.set_response_status(TLM_OK_RESPONSE); }
  };
  T t("t"), dummy("d2");
  rig.bus().map({"d2", 0x40000000, 0x1000, 0}, dummy.s);
  Initiator keep("keep");
  keep.out.bind(t.s);
  rig.run_us(1);
  refused(said([&] {
            rig.bus().map({"late", 0x50000000, 0x1000, 0}, t.s);
          }),
          "Interconnect::map() after the start (\"during elaboration only\")");
}

TEST(Mistakes, SecondSystem) {
  {
    Rig rig(9);
    rig.run_us(1);
  }
  Rig h;
  refused(said([&] { h.build(9, 0, {}); }), "a second System, the first gone", "one process");
}

TEST(Mistakes, ResolutionFs) {
  std::string t = said([&] {
    sc_set_time_resolution(1, SC_FS);
    Rig rig(9);
    std::vector<double> at;
    rig.init->body = [&] {
      std::uint32_t v;
      wait(100, SC_US);
      rig.init->read(0x2010bff8, v);
      expect(v == 100, "mtime after 100 us with a resolution of 1 fs", std::to_string(v));
    };
    rig.run_us(1000);
  });

  expect(!t.empty() || !::testing::Test::HasFailure(),
         "sc_set_time_resolution(1, SC_FS): works, or is refused", t.empty() ? "nothing said" : t);
}

TEST(Mistakes,
     StartByUser) {  // sc_start(duration) in place of run_for(): SystemC tells no module of its end
  Rig rig(10);
  sc_start(1, SC_MS);
  const double t = sc_time_stamp().to_seconds() * 1e3;
  const double cycles = rig.result(1);
  expect(t == 1.0, "sc_start(1 ms) ends at", std::to_string(t) + " ms");
  expect(cycles <= 100000 + 100 * suite_quantum_us() && cycles > 99000,
         "the CPU ran for 1 ms too, or a quantum more", std::to_string(cycles / 100) + " us");
  auto r = rig.system->results();
  expect(std::abs(r.simulated_s - 0.001) < 1e-9, "results() after sc_start(1 ms)",
         std::to_string(r.simulated_s));
  rig.system->run();
  expect(std::abs(rig.system->results().simulated_s - 1) < 1e-9, "then run() to the end",
         std::to_string(rig.system->results().simulated_s));
}

TEST(Mistakes, StopByUser) {
  Rig rig(9);
  rig.init->body = [&] {
    wait(3, SC_MS);
    sc_stop();
  };
  std::string t = said([&] { rig.system->run(); });
  const double s = rig.system->results().simulated_s;
  expect(std::abs(s - 0.003) < 1e-5, "sc_stop() by the user at 3 ms ends the run there",
         std::to_string(s) + " s " + t);
  t = said([&] { rig.system->run(); });
  refused(t, "run() after sc_stop()");
}

TEST(Mistakes, PauseByUser) {
  Rig rig(9);
  rig.init->body = [&] {
    wait(3, SC_MS);
    sc_pause();
  };
  rig.system->run();
  expect(std::abs(rig.system->results().simulated_s - 0.003) < 1e-9, "sc_pause() at 3 ms");
  rig.system->run();
  expect(std::abs(rig.system->results().simulated_s - 1) < 1e-9,
         "run() again after the user's sc_pause()",
         std::to_string(rig.system->results().simulated_s));
}

void thrown(const char* what, std::function<void()> f) {
  Rig rig(10);
  rig.init->body = [&] {
    wait(3, SC_MS);
    f();
  };
  const char* kind = "";
  std::string t = said([&] { rig.system->run(); }, &kind);
  refused(t, what, "my");
  expect(rig.system->results().simulated_s < 0.0031, std::string(what) + ": results() at the time",
         std::to_string(rig.system->results().simulated_s));
  t = said([&] { rig.system->run(); });
}

TEST(Mistakes, ThrowRuntimeError) {
  thrown("std::runtime_error in a user's thread", [] { throw std::runtime_error("my error"); });
}

TEST(Mistakes, ThrowInt) {
  Rig rig(9);
  rig.init->body = [&] {
    wait(3, SC_MS);
    throw 5;
  };
  refused(said([&] { rig.system->run(); }), "throw 5 in a user's thread");
}

TEST(Mistakes, ReportError) {
  thrown("SC_REPORT_ERROR in a user's thread", [] { SC_REPORT_ERROR("/my/block", "my report"); });
}

TEST(Mistakes, ReportInBTransport) {
  Rig rig(2);
  rig.block().on_access = [](tlm_generic_payload&, sc_time&) -> bool {
    SC_REPORT_ERROR("/my/block", "my report");
    return true;
  };
  refused(said([&] {
            rig.run_us(1000);
            if (rig.system->outcome().failed())
              throw std::runtime_error(rig.system->outcome().cause());
          }),
          "SC_REPORT_ERROR in b_transport, called by the CPU", "my report");
}

TEST(Mistakes, ThrowInBTransport) {
  Rig rig(2);
  rig.block().on_access = [](tlm_generic_payload&, sc_time&) -> bool {
    throw docsis_vp::InputError("my input");
  };
  const char* k = "";
  refused(said([&] { rig.run_us(1000); }, &k), "InputError in b_transport, called by the CPU",
          "my input");
}

TEST(Mistakes, ThrowInIntervention) {
  Rig rig(9);
  rig.system->interventions().at(sc_time(5, SC_MS), [] { throw std::runtime_error("my error"); });
  refused(said([&] { rig.system->run(); }), "exception in Interventions::at()", "my error");
  expect(true, "came back at", std::to_string(rig.system->results().simulated_s));
}

TEST(Mistakes, HandlerKept) {
  static int n = 0;
  sc_report_handler::set_handler([](const sc_report&, const sc_actions&) { ++n; });
  Rig rig(9);
  rig.init->body = [&] { SC_REPORT_INFO("/my/block", "x"); };
  rig.run_us(1);
  expect(n > 0, "the user's report handler is kept");
}

TEST(Mistakes, HardwareLawBus) {
  Options o;
  o.firmware = false;
  o.blocks = "";
  Rig rig;
  rig.build(9, 0, o);
  expect(rig.system->modem_units()[0]->cpu() == nullptr,
         "control_law hardware: no CPU, cpu() is null");
  refused(said([&] { rig.system->firmware(); }), "System::firmware() without a CPU", "cm0");
}

TEST(Mistakes, BlocksHardware) {
  Options o;
  o.firmware = false;
  o.modem_more = R"(, "blocks": [{"name": "b0", "kind": "blk", "address": "0x20200000"}])";
  Rig rig;
  refused(said([&] { rig.build(9, 0, o); }), "blocks of a modem without a control CPU", "blocks");
}

TEST(Mistakes, InterruptTwice) {
  Rig rig;
  std::string t = said([&] {
    rig.build(
        9, 0,
        block_list(R"([{"name": "b0", "kind": "blk", "address": "0x20200000", "interrupt": 6},)"
                   R"( {"name": "b1", "kind": "blk", "address": "0x20300000", "interrupt": 6}])"));
  });
  if (t.empty()) {
    rig.blocks[0]->irq;
    auto up = [&](int i, bool l) { rig.blocks[i]->irq(l, pf::now_ps()); };
    up(0, true);
    up(1, true);
    up(1, false);
    expect((rig.system->modem_units()[0]->cpu()->plic().levels() >> 6 & 1) == 1,
           "shared source: level is the OR of both",
           std::to_string(rig.system->modem_units()[0]->cpu()->plic().levels()));
  } else
    expect(true, "refused", t);
}

TEST(Mistakes, KindUnknown) {
  Options o;
  refused(said([&] { vp::System s(vp::load_scenario_text(scenario_text(o), "t", {}, {})); }),
          "kind that nobody added", "blk");
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
