// Debug transport, direct memory access and delays, for an initiator of a user's.
#include <sstream>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

using Bytes = std::vector<unsigned char>;

TEST(Protocol, Debug) {
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    const sc_time t0 = sc_time_stamp();
    auto dbg = [&](tlm_command c, std::uint64_t a, Bytes& d) {
      tlm_generic_payload p;
      p.set_command(c);
      p.set_address(a);
      p.set_data_ptr(d.data());
      p.set_data_length(d.size());
      p.set_streaming_width(d.size());
      unsigned n = initiator.out->transport_dbg(p);
      expect(p.get_address() == a && p.get_data_length() == d.size(),
             "dbg attributes kept " + hex(a));
      return n;
    };
    Bytes b(8, 0x11);
    expect(dbg(TLM_WRITE_COMMAND, kRam + 0x3fffc, b) == 4, "dbg write partial at the end of ram");
    expect(dbg(TLM_READ_COMMAND, kRam + 0x3fffc, b) == 4, "dbg read partial at the end of ram");
    expect(dbg(TLM_READ_COMMAND, 0x40000000, b) == 0, "dbg unmapped");
    expect(dbg(TLM_WRITE_COMMAND, kRom + 0xff00, b) == 8, "dbg write rom (loader)");
    expect(dbg(TLM_IGNORE_COMMAND, kRam, b) == 0, "dbg ignore ram");
    Bytes w4(4);
    expect(dbg(TLM_READ_COMMAND, 0x20020004, w4) == 4 && w4 == Bytes(4, 0xff),
           "dbg watchdog.timeout");
    Bytes odd(2);
    expect(dbg(TLM_READ_COMMAND, 0x20020005, odd) == 2 && odd == Bytes(2, 0xff),
           "dbg register odd bytes");
    Bytes strad(8);
    expect(dbg(TLM_READ_COMMAND, 0x2001fffc, strad) <= 4, "dbg straddles two blocks");
    Bytes pl(4);
    expect(dbg(TLM_WRITE_COMMAND, 0x20020004, pl) == 0, "dbg write register refused");
    Bytes z(0);
    expect(dbg(TLM_READ_COMMAND, kRam, z) == 0, "dbg length 0");
    Bytes own(8);
    expect(dbg(TLM_READ_COMMAND, kBlock + 0x1ffc, own) == 4, "dbg own block partial");
    Bytes big(0x50000);
    expect(dbg(TLM_READ_COMMAND, kRam, big) == 0x40000, "dbg larger than ram");
    expect(sc_time_stamp() == t0, "dbg takes no time");
    // side effects: interrupt controller's claim register, source 6 enabled and raised
    rig.block().irq(true, pf::now_ps());
    initiator.write(0x24000000 + 4 * 6, 1);
    initiator.write(0x24002000, 1 << 6);
    Bytes c(4);
    dbg(TLM_READ_COMMAND, 0x24200004, c);
    Bytes c2(4);
    dbg(TLM_READ_COMMAND, 0x24200004, c2);
    std::uint32_t v = 0;
    initiator.read(0x24200004, v);
    expect(v == 6, "dbg read of claim does not claim",
           std::to_string(v) + " peeked " + std::to_string(c[0]) + "," + std::to_string(c2[0]));
    initiator.write(0x24200004, 6);
  };
  rig.run_us(10);
}

TEST(Protocol, DebugElaboration) {  // calls before and during elaboration
  Rig rig(9);
  std::uint32_t v = 0x1234;
  tlm_generic_payload p;
  p.set_command(TLM_WRITE_COMMAND);
  p.set_address(kRam + 0x100);
  p.set_data_ptr((unsigned char*)&v);
  p.set_data_length(4);
  p.set_streaming_width(4);
  expect(rig.bus().transport_dbg(p) == 4, "dbg on the bus before elaboration ends");
  sc_time d;
  p.set_command(TLM_READ_COMMAND);
  v = 0;
  rig.bus().b_transport(p, d);
  expect(p.is_response_ok() && v == 0x1234, "b_transport before elaboration ends: reads");
  p.set_address(0x20020004);
  rig.bus().b_transport(p, d);
  expect(p.is_response_ok(), "register read before elaboration ends");
  tlm_dmi m;
  p.set_address(kRam);
  expect(rig.bus().get_direct_mem_ptr(p, m), "dmi before elaboration ends");
  p.set_command(TLM_WRITE_COMMAND);
  p.set_address(kRam + 0x100);
  try {
    expect(rig.bus().transport_dbg(p) == 4, "dbg write after an early dmi grant");
  } catch (const std::exception& e) {
    expect(false, "dbg write after an early dmi grant", e.what());
  }
}

TEST(Protocol, Dmi) {
  Options o0;
  o0.cpu = R"({"profile": "ibex-small", "clock_mhz": 100, "register_wait_states": 0})";
  Rig rig(9, 0, o0);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    auto ask = [&](std::uint64_t a, bool w, tlm_dmi& m) {
      tlm_generic_payload p;
      p.set_address(a);
      p.set_command(w ? TLM_WRITE_COMMAND : TLM_READ_COMMAND);
      p.set_data_length(4);
      bool r = initiator.out->get_direct_mem_ptr(p, m);
      expect(p.get_address() == a, "dmi address kept");
      return r;
    };
    tlm_dmi m;
    expect(ask(kRam + 0x1234, true, m) && m.get_start_address() == kRam &&
               m.get_end_address() == kRam + 0x3ffff && m.is_read_write_allowed(),
           "ram dmi", hex(m.get_start_address()) + ".." + hex(m.get_end_address()));
    m.get_dmi_ptr()[0x20000] = 0x5a;
    std::uint32_t v;
    initiator.read(kRam + 0x20000, v);
    expect((v & 0xff) == 0x5a, "ram dmi pointer is of the start address");
    tlm_dmi r;
    expect(ask(kRom + 8, false, r) && r.is_read_allowed() && !r.is_write_allowed(),
           "rom dmi read only");
    tlm_dmi w;
    expect(!ask(kRom + 8, true, w), "rom dmi for writing refused");
    expect(w.get_start_address() <= 8 && w.get_end_address() >= 8 && w.get_end_address() <= 0xffff,
           "rom dmi refused range", hex(w.get_start_address()) + ".." + hex(w.get_end_address()));
    for (auto b : kRegs) {
      tlm_dmi x;
      expect(!ask(b, false, x) && x.is_none_allowed() && x.get_start_address() == b,
             "register dmi refused " + hex(b),
             hex(x.get_start_address()) + ".." + hex(x.get_end_address()));
    }
    tlm_dmi u;
    expect(!ask(0x40000000, false, u) && u.is_none_allowed(), "unmapped dmi refused");
    // clipped: target grants more than is mapped; and a range that begins inside
    rig.block().on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
      d.init();
      d.set_start_address(0);
      d.set_end_address(0x7fff);
      d.set_dmi_ptr(rig.block().mem);
      d.allow_read_write();
      d.set_read_latency(sc_time(7, SC_NS));
      return true;
    };
    tlm_dmi c;
    expect(ask(kBlock + 0x1500, false, c) && c.get_start_address() == kBlock &&
               c.get_end_address() == kBlock + 0x1fff,
           "dmi clipped to the map", hex(c.get_end_address()));
    expect(c.get_read_latency() == sc_time(7, SC_NS), "dmi latency passes",
           c.get_read_latency().to_string());
    rig.block().on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
      d.set_start_address(0x1400);
      d.set_end_address(0x17ff);
      d.set_dmi_ptr(rig.block().mem + 0x1400);
      d.allow_read();
      return true;
    };
    tlm_dmi q;
    expect(ask(kBlock + 0x1500, false, q) && q.get_start_address() == kBlock + 0x1400 &&
               q.get_end_address() == kBlock + 0x17ff &&
               q.get_dmi_ptr() == rig.block().mem + 0x1400 && !q.is_write_allowed(),
           "dmi of a part");
    rig.block().on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
      d.allow_none();
      return false;
    };
    tlm_dmi n;
    expect(!ask(kBlock + 0x1500, false, n) && n.get_start_address() >= kBlock &&
               n.get_end_address() <= kBlock + 0x1fff,
           "dmi refused with the default range stays inside the map",
           hex(n.get_start_address()) + ".." + hex(n.get_end_address()));
    // invalidation reaches all initiators, translated
    initiator.invalidated.clear();
    rig.block().in->invalidate_direct_mem_ptr(0x1000, 0x1fff);
    expect(initiator.invalidated.size() == 1 && initiator.invalidated[0].first == kBlock + 0x1000 &&
               initiator.invalidated[0].second == kBlock + 0x1fff,
           "invalidate translated");
    initiator.invalidated.clear();
    rig.block().in->invalidate_direct_mem_ptr(0, ~0ull);
    expect(initiator.invalidated.size() == 1 && initiator.invalidated[0].second == kBlock + 0x1fff,
           "invalidate all clipped to the block");
    initiator.invalidated.clear();
    v = 1;
    tlm_generic_payload p;
    p.set_command(TLM_WRITE_COMMAND);
    p.set_address(kRam + 0x20000);
    p.set_data_ptr((unsigned char*)&v);
    p.set_data_length(4);
    initiator.out->transport_dbg(p);
    expect(!initiator.invalidated.empty(), "debug write withdraws");
  };
  rig.run_us(10);
}

// Answers after the delay and 2 us more, and gives no delay back.
bool wait_2_us(tlm_generic_payload& t, sc_time& d) {
  wait(d + sc_time(2, SC_US));
  d = SC_ZERO_TIME;
  t.set_response_status(TLM_OK_RESPONSE);
  return true;
}

TEST(Protocol, Delay) {
  Options o0;
  o0.cpu = R"({"profile": "ibex-small", "clock_mhz": 100, "register_wait_states": 0})";
  Rig rig(9, 0, o0);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    std::uint32_t v;
    sc_time d(123, SC_NS);
    initiator.read(kRam, v, &d);
    expect(d == sc_time(123, SC_NS), "ram: delay kept, 0 wait states", d.to_string());
    for (double us : {0.0, 5.0, 1000.0, 1e6, 1e9}) {
      sc_time dd(us, SC_US);
      initiator.read(0x2010bff8, v, &dd);
      const double want = 1 + us;
      expect((std::uint32_t)(std::uint64_t)want == v,
             "mtime at delay " + std::to_string(us) + " us", std::to_string(v));
    }
    sc_time one(10, SC_NS), sum(10, SC_NS);
    for (int i = 0; i < 100; ++i) initiator.read(kRam, v, &sum);
    expect(sum >= one, "accumulated", sum.to_string());
    rig.block().on_access = [](tlm_generic_payload& t, sc_time& d) {
      d += sc_time(40, SC_NS);
      t.set_response_status(TLM_OK_RESPONSE);
      return true;
    };
    sc_time w(5, SC_NS);
    initiator.read(kBlock, v, &w);
    expect(w == sc_time(45, SC_NS), "own target's latency comes back", w.to_string());
    rig.block().on_access = wait_2_us;
    const sc_time t0 = sc_time_stamp();
    sc_time x(500, SC_NS);
    initiator.read(kBlock, v, &x);
    expect(x == SC_ZERO_TIME && sc_time_stamp() - t0 == sc_time(2500, SC_NS),
           "own target waits, delay 0 comes back",
           x.to_string() + " " + (sc_time_stamp() - t0).to_string());
  };
  rig.run_us(100);
}

TEST(Protocol, DelayWaitStates) {  // the same with wait states on memory and registers
  Options o;
  o.cpu = R"({"profile": "ibex-small", "clock_mhz": 100, "memory_wait_states": 2,)"
          R"( "register_wait_states": 3})";
  Rig rig(9, 0, o);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    std::uint32_t v;
    sc_time d;
    initiator.read(kRam, v, &d);
    expect(d == sc_time(20, SC_NS), "ram 2 wait states", d.to_string());
    sc_time e(3, SC_NS);
    initiator.read(kRam, v, &e);
    expect(e == sc_time(30, SC_NS),
           "ram 2 wait states from between two edges: the first edge at or after", e.to_string());
    sc_time f;
    initiator.read(0x20020004, v, &f);
    expect(f == sc_time(30, SC_NS), "register 3 wait states", f.to_string());
    tlm_dmi m;
    tlm_generic_payload p;
    p.set_address(kRam);
    p.set_command(TLM_READ_COMMAND);
    initiator.out->get_direct_mem_ptr(p, m);
    expect(m.get_read_latency() == sc_time(20, SC_NS), "dmi latency",
           m.get_read_latency().to_string());
    rig.block().on_access = wait_2_us;
    const sc_time t0 = sc_time_stamp();
    sc_time x(500, SC_NS);
    initiator.read(kBlock, v, &x);
    expect(sc_time_stamp() - t0 + x == sc_time(2530, SC_NS), "own target waits, then wait states",
           (sc_time_stamp() - t0 + x).to_string());
    tlm_generic_payload q;
    Initiator::Access b{TLM_READ_COMMAND, kRam, Bytes(64)};
    initiator.send(b);
  };
  rig.run_us(100);
}

TEST(Protocol, Quanta) {
  Options o0;
  o0.cpu =
      R"({"profile": "ibex-small", "clock_mhz": 100, "register_wait_states": 0})";  // temporal
                                                                                    // decoupling of
                                                                                    // the user's
                                                                                    // initiator
                                                                                    // with several
                                                                                    // quanta: same
                                                                                    // results
  std::string first;
  Rig rig(9, 0, o0);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    for (double q : {0.0, 100.0, 1000.0, 100000.0}) {
      tlm_utils::tlm_quantumkeeper k;
      tlm_utils::tlm_quantumkeeper::set_global_quantum(sc_time(q, SC_NS));
      k.reset();
      const sc_time t0 = sc_time_stamp();
      std::ostringstream seen;
      rig.block().seen.clear();
      for (int i = 0; i < 50; ++i) {
        std::uint32_t v;
        sc_time d = k.get_local_time();
        initiator.read(i % 3 ? kRam + 4 * i : kBlock + 4, v, &d);
        k.set(d + sc_time(30, SC_NS));
        if (k.need_sync()) k.sync();
      }
      k.sync();
      for (auto& s : rig.block().seen) seen << s.at_ns - t0.to_seconds() * 1e9 << ' ';
      seen << (sc_time_stamp() - t0);
      if (first.empty()) first = seen.str();
      expect(seen.str().size() && sc_time_stamp() - t0 == sc_time(1500, SC_NS),
             "quantum " + std::to_string(q) + " ns: total time",
             (sc_time_stamp() - t0).to_string());
    }
  };
  rig.run_us(100);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
