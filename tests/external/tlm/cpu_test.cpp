// Firmware against a target of a user's.
#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

void matrix(std::uint32_t off, bool dmi, const char* what) {
  Rig rig(1, off, {}, [=](Block& b) { b.dmi = dmi; });
  rig.run_us(2000);
  expect(rig.system->firmware().word("finished") == 1, std::string(what) + ": firmware finished",
         rig.system->firmware().position());
  unsigned k = 0;
  bool ok = true;
  std::string bad;
  const int sizes[] = {1, 2, 4};
  for (int s : sizes)
    for (unsigned o = 0; o < 8; ++o) {
      std::uint32_t want = 0;
      for (int i = 0; i < s; ++i) want |= (0x10u + o + i) << (8 * i);
      if (rig.result(k) != want) {
        ok = false;
        bad +=
            "load" + std::to_string(s) + "@" + std::to_string(o) + "=" + hex(rig.result(k)) + " ";
      }
      ++k;
    }
  for (int s : sizes)
    for (unsigned o = 0; o < 8; ++o) {
      unsigned char m[12] = {};
      const std::uint32_t v = 0xa1b2c3d4u;
      std::memcpy(m + o, &v, s);
      for (int w = 0; w < 3; ++w) {
        std::uint32_t want;
        std::memcpy(&want, m + 4 * w, 4);
        if (rig.result(k) != want) {
          ok = false;
          bad += "store" + std::to_string(s) + "@" + std::to_string(o) + " ";
        }
        ++k;
      }
    }
  expect(ok, std::string(what) + ": every size at every offset", bad);
  for (auto& s : rig.block().seen)
    if (s.addr % s.len) {
      expect(false, std::string(what) + ": unaligned access on the bus", std::to_string(s.addr));
      break;
    }
}

TEST(Cpu, MatrixRegisters) {
  matrix(0x100, false, "own target over the bus");
}

TEST(Cpu, MatrixDmi) {
  matrix(0x1000, true, "own memory by dmi");
}

void waiting(int how) {
  Rig rig(4);
  Block& b = rig.block();
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.get_address() == 0x20) {
      if (how == 0) d += sc_time(2, SC_US);
      if (how == 1) {
        wait(d + sc_time(2, SC_US));
        d = SC_ZERO_TIME;
      }
      if (how == 2) {
        wait(2, SC_US);
      }
    }
    return false;
  };
  try {
    rig.run_us(1000);
  } catch (const std::exception& e) {
    expect(false, "run ended", e.what());
    return;
  }
  const char* names[] = {"delay += 2 us", "wait(delay + 2 us); delay = 0",
                         "wait(2 us), delay kept"};
  expect(rig.system->firmware().word("finished") == 1,
         std::string(names[how]) + ": firmware finished", rig.system->firmware().position());
  expect(near_to(rig.result(0), 200, 20), std::string(names[how]) + ": what the load costs the CPU",
         us(rig.result(0)));
  expect(near_to(rig.result(2), 5, 8),
         std::string(names[how]) + ": the next load, of a quick register", us(rig.result(2)));
  double last = -1;
  bool order = true;
  std::string t;
  for (auto& s : b.seen) {
    order &= s.at_ns >= last && s.at_ns < 1e9;
    last = s.at_ns;
    t += std::to_string(s.at_ns) + " ";
  }
  expect(order, std::string(names[how]) + ": accesses in the order of time", t);
}

TEST(Cpu, WaitAnnotated) {
  waiting(0);
}

TEST(Cpu, WaitSync) {
  waiting(1);
}

TEST(Cpu, WaitKeep) {
  waiting(2);
}

void put(Block& b, unsigned o, std::initializer_list<std::uint32_t> w) {
  for (auto x : w) {
    std::memcpy(b.mem + o, &x, 4);
    o += 4;
  }
}

TEST(Cpu, CodeRevoked) {  // code in the target's memory; a register write changes it and revokes
  Rig rig(5, 0, {}, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  auto li = [](unsigned v) { return 0x00000513u | v << 20; };
  put(b, 0x1000, {li(1), 0x00008067});
  put(b, 0x1100, {0x00b52023 /* sw a1,0(a0) */, li(6), 0x00008067});
  b.on_access = [&, li](tlm_generic_payload& t, sc_time&) {
    if (t.is_write() && t.get_address() == 0x30) {
      std::uint32_t v;
      std::memcpy(&v, t.get_data_ptr(), 4);
      put(b, 0x1000, {li(v), 0x00008067});
      if (v > 5) put(b, 0x1104, {li(v)});
      b.in->invalidate_direct_mem_ptr(0x1000, 0x1fff);
    }
    return false;
  };
  rig.run_us(1000);
  expect(rig.system->firmware().word("finished") == 1, "finished",
         rig.system->firmware().position());
  expect(rig.result(0) == 1 && rig.result(1) == 2 && rig.result(2) == 3,
         "decoded code follows invalidate_direct_mem_ptr",
         hex(rig.result(0)) + hex(rig.result(1)) + hex(rig.result(2)));
  expect(rig.result(3) == 7 && rig.result(4) == 9, "code that revokes itself in mid-block",
         hex(rig.result(3)) + " " + hex(rig.result(4)));
}

TEST(Cpu, CodeByDma) {  // DMA writes code into kRam by b_transport; firmware does fence.i
  Rig rig(11);
  Block& b = rig.block();
  sc_event start;
  std::uint32_t to = 0;
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.is_write() && t.get_address() == 0x10) {
      std::memcpy(&to, t.get_data_ptr(), 4);
      pf::notify_at(start, pf::now_ps() + pf::to_ps(d));
    }
    return false;
  };
  rig.init->body = [&] {
    wait(start);
    wait(100, SC_NS);
    rig.init->write(to, 0x00200513);
    b.reg(0x14) = 1;
  };
  rig.run_us(1000);
  expect(rig.result(0) == 1 && rig.result(1) == 2, "code that the DMA wrote, after fence.i",
         hex(rig.result(0)) + hex(rig.result(1)));
}

void dma_time(const char* q, bool dmi) {
  Options o;
  o.cpu = std::string(R"({"profile": "ibex-small", "clock_mhz": 100, "quantum_us": )") + q + "}";
  Rig rig(6, 0, o);
  const auto mb = rig.system->firmware().address_of("mailbox");
  rig.init->body = [&] {
    wait(300, SC_US);
    if (dmi) {
      tlm_dmi m;
      tlm_generic_payload p;
      p.set_address(kRam);
      p.set_command(TLM_WRITE_COMMAND);
      rig.init->out->get_direct_mem_ptr(p, m);
      m.get_dmi_ptr()[mb - kRam] = 9;
    } else
      rig.init->write(mb, 9);
  };
  rig.run_us(5000);
  expect(rig.result(1) == 9 && near_to(rig.result(0), 30000, 30),
         std::string("CPU sees a word of the DMA's at 300 us, quantum ") + q +
             (dmi ? " us, by dmi" : " us"),
         us(rig.result(0)));
}

TEST(Cpu, DmaWriteQ1) {
  dma_time("1", false);
}

TEST(Cpu, DmaWriteQ1000) {
  dma_time("1000", false);
}

TEST(Cpu, DmaWriteDmiQ1000) {
  dma_time("1000", true);
}

TEST(
    Cpu,
    TargetMemoryChangesDmi) {  // block changes its own memory under the CPU's dmi pointer at 300 us
  Options o;
  o.cpu = R"({"profile": "ibex-small", "clock_mhz": 100, "quantum_us": 1000})";
  Rig rig(7, 0, o, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  b.in_thread = [&] {
    wait(300, SC_US);
    b.reg(0x1000) = 4;
  };
  rig.run_us(5000);
  expect(rig.result(1) == 4 && near_to(rig.result(0), 30000, 30),
         "CPU sees the block's own memory change at 300 us", us(rig.result(0)));
}

TEST(Cpu, Faults) {
  Rig rig(8);
  rig.run_us(1000);
  bool ok = true;
  std::string t;
  const std::uint32_t addr[8] = {0x10000000u, 0x20300000u, 0x80040000u, 0x80040000u,
                                 0x20020002u, 0,           0x20021000u, 0x20010000u};
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t c = rig.result(2 * i), a = rig.result(2 * i + 1);
    t += std::to_string(c) + "@" + hex(a) + " ";
    ok &= c == (i == 5 ? 7u : 5u);
    if (i < 4) ok &= a == addr[i];
  }
  expect(rig.system->firmware().word("finished") == 1 && ok,
         "bus errors become access faults with their address", t);
}

void many_waits(int how) {
  Rig rig(14);
  Block& b = rig.block();
  double last = -1;
  bool back = false, absurd = false;
  double quick = -1, quick_kernel = -1;
  b.on_access = [&](tlm_generic_payload& t, sc_time& d) {
    absurd |= d > sc_time(1, SC_SEC);
    const double at = (sc_time_stamp() + d).to_seconds() * 1e6;
    back |= at < last;
    last = at;
    if (t.get_address() == 0x24) {
      quick = at;
      quick_kernel = sc_time_stamp().to_seconds() * 1e6;
    }
    if (t.get_address() == 0x20) {
      if (how == 0)
        d += sc_time(2, SC_US);
      else {
        wait(d + sc_time(2, SC_US));
        d = SC_ZERO_TIME;
      }
    }
    return false;
  };
  rig.run_us(20000);
  const char* n = how ? "wait(delay + 2 us), 1000 times" : "delay += 2 us, 1000 times";
  expect(rig.system->firmware().word("finished") == 1, std::string(n) + ": firmware finished",
         rig.system->firmware().position());
  expect(near_to(rig.result(0), 202000, 9000), std::string(n) + ": cycles of the CPU",
         us(rig.result(0)));
  expect(near_to(rig.result(1), 2020, 90), std::string(n) + ": time CSR",
         std::to_string(rig.result(1)) + " us");
  expect(!absurd && !back, std::string(n) + ": annotated delays sane, in order",
         std::string(absurd ? "a delay of more than 1 s (2^64 - x ps) " : "") +
             (back ? "an access before the one before" : ""));
  expect(quick >= quick_kernel, std::string(n) + ": the later access acts in the present or future",
         std::to_string(quick) + " us at kernel time " + std::to_string(quick_kernel));
}

TEST(Cpu, ManyAnnotated) {
  many_waits(0);
}

TEST(Cpu, ManyWaited) {
  many_waits(1);
}

TEST(Cpu, Delay60s) {
  Options o;
  o.duration = "120";
  Rig rig(16, 0, o);
  rig.block().on_access = [](tlm_generic_payload& t, sc_time& d) {
    if (t.get_address() == 0x20) d += sc_time(60, SC_SEC);
    return false;
  };
  rig.system->run_for(sc_time(100, SC_SEC));
  expect(near_to(rig.result(0) / 1e6, 60, 0.1), "a target that answers 60 s later (6e9 cycles)",
         std::to_string(rig.result(0) / 1e6) + " s");
}

TEST(Cpu, CodeOverBus) {
  Rig rig(18);
  Block& b = rig.block();
  auto li = [](unsigned v) { return 0x00000513u | v << 20; };
  put(b, 0x1000, {li(1), 0x00008067});
  b.on_access = [&, li](tlm_generic_payload& t, sc_time&) {
    if (t.is_write() && t.get_address() == 0x30) {
      std::uint32_t v;
      std::memcpy(&v, t.get_data_ptr(), 4);
      put(b, 0x1000, {li(v), 0x00008067});
    }
    return false;
  };
  rig.run_us(1000);
  expect(rig.result(0) == 1 && rig.result(1) == 2 && rig.result(2) == 3,
         "code over the bus, changed by the block, after fence.i",
         hex(rig.result(0)) + hex(rig.result(1)) + hex(rig.result(2)));
}

TEST(Cpu, ResetInWait) {
  Options o;
  o.more = R"(, "events": [{"time_s": 0.00002, "kind": "reset_cpu", "modem": "cm0"}])";
  Rig rig(4, 0, o);
  int n = 0;
  rig.block().on_access = [&](tlm_generic_payload& t, sc_time& d) {
    if (t.get_address() == 0x20 && n++ == 0) {
      wait(d + sc_time(100, SC_US));
      d = SC_ZERO_TIME;
    }
    return false;
  };
  rig.run_us(5000);
  expect(rig.system->firmware().word("finished") == 1 &&
             rig.system->firmware().word("faults") == 0 && !rig.system->outcome().failed(),
         "reset_cpu while the CPU's own load waits in the target",
         rig.system->firmware().position() + " " + rig.system->outcome().cause());
  expect(n == 3, "it starts anew (three loads of the register in all: one cut off, two after)",
         std::to_string(n));
}

TEST(Cpu, RegisterfileStall) {  // the documented way
  struct U : sc_module, vp::HardwareBlock {
    pf::RegisterFile r;
    U(const sc_module_name& n) : sc_module(n), r("r") {
      r.add(0x20, [this](TimePs at) {
        r.stall_until(at + 2'000'000);
        return 7u;
      });
      r.add(0x24, [](TimePs) { return 8u; });
    }
    tlm_base_target_socket_b<32>& socket() override { return r.socket; }
  };
  vp::BlockKind k;
  k.make = [](const vp::BlockSite& site) { return std::make_unique<U>(site.name.c_str()); };
  Options o;
  vp::System s(
      vp::load_scenario_text(scenario_text(o), "t", {}, vp::Extensions().add_block("blk", k)));
  s.firmware().set_word("test_case", 4);
  s.run_for(sc_time(1, SC_MS));
  const auto c = s.firmware().word("result", 0);
  expect(near_to(c, 200, 20), "RegisterFile handler with stall_until(at + 2 us)", us(c));
}

void two_modems(bool waits) {
  Options o;
  Rig rig;
  std::string t = scenario_text(o);
  auto m = t.find("\"modems\": [");
  t.insert(m + 11, R"({"name": "cm1", "control_law": "firmware", "firmware": ")" FIRMWARE
                   R"(", "cpu": {"profile": "ibex-small", "clock_mhz": 100}, "blocks": )" +
                       o.blocks + "}, ");
  auto f = t.find("\"service_flows\": [");
  t.insert(f + 18, R"({"name": "us1", "modem": "cm1", "max_sustained_rate_mbps": 10}, )");
  rig.system = std::make_unique<vp::System>(vp::load_scenario_text(t, "two", {}, rig.extensions()));
  for (unsigned i : {0u, 1u}) {
    rig.system->firmware(i).set_word("test_case", 17);
    rig.blocks[i]->on_access = [&, i, waits](tlm_generic_payload& p, sc_time& d) {
      if (p.get_address() == 0x20) {
        if (waits) {
          wait(d + sc_time(20 + 7 * i, SC_US));
          d = SC_ZERO_TIME;
        } else
          d += sc_time(20 + 7 * i, SC_US);
      }
      return false;
    };
  }
  rig.system->run_for(sc_time(100, SC_MS));
  for (unsigned i : {0u, 1u})
    expect(rig.system->firmware(i).word("finished") == 1,
           std::string(waits ? "waiting" : "annotating") + " targets in two modems: firmware " +
               std::to_string(i) + " finishes",
           rig.system->firmware(i).position());
  auto r = rig.system->results();
  for (auto& c : r.cpus)
    expect(near_to(c.cycles_busy / 100.0, 10 * (50 + (c.modem == "cm1" ? 20 : 27)), 30),
           std::string(waits ? "waiting" : "annotating") + ": cycles_busy of " + c.modem,
           std::to_string(c.cycles_busy / 100.0) + " us");
}

TEST(Cpu, TwoModemsAnnotate) {
  two_modems(false);
}

TEST(Cpu, TwoModemsWait) {
  two_modems(true);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
