// Attributes of the generic payload, from an initiator of a user's against every target.
#include <algorithm>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

using Bytes = std::vector<unsigned char>;

struct Ext : tlm_extension<Ext> {
  int v = 5;
  tlm_extension_base* clone() const override { return new Ext(*this); }
  void copy_from(const tlm_extension_base& o) override { v = static_cast<const Ext&>(o).v; }
};

TEST(Protocol, Lengths) {  // data lengths on kRam, kRom, registers, own block
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    for (unsigned n : {1u, 2u, 3u, 4u, 8u, 64u, 4096u}) {
      Initiator::Access w{TLM_WRITE_COMMAND, kRam + 0x20001, Bytes(n)};
      for (unsigned i = 0; i < n; ++i) w.data[i] = i * 7 + 1;
      auto s = initiator.send(w);
      Initiator::Access r{TLM_READ_COMMAND, kRam + 0x20001, Bytes(n)};
      auto s2 = initiator.send(r);
      expect(s == TLM_OK_RESPONSE && s2 == TLM_OK_RESPONSE && r.data == w.data,
             "ram length " + std::to_string(n), status_name(s) + status_name(s2));
      expect(
          initiator.last.get_address() == kRam + 0x20001 && initiator.last.get_data_length() == n,
          "ram length " + std::to_string(n) + " attributes kept");
    }
    Initiator::Access z{TLM_READ_COMMAND, kRam, Bytes(0)};
    expect_status(initiator.send(z), TLM_OK_RESPONSE,
                  "ram length 0 (14.11: initiator's error; no crash)");
    Initiator::Access big{TLM_READ_COMMAND, kRam, Bytes(0x40001)};
    expect_status(initiator.send(big), TLM_ADDRESS_ERROR_RESPONSE, "ram larger than the target");
    Initiator::Access e1{TLM_READ_COMMAND, kRam + 0x3fffe, Bytes(4)};
    expect_status(initiator.send(e1), TLM_ADDRESS_ERROR_RESPONSE, "ram straddles its end");
    Initiator::Access ok{TLM_READ_COMMAND, kRam, Bytes(0x40000)};
    expect_status(initiator.send(ok), TLM_OK_RESPONSE, "ram as large as the target");
    Initiator::Access ro{TLM_READ_COMMAND, kRom, Bytes(64)};
    expect_status(initiator.send(ro), TLM_OK_RESPONSE, "rom read 64");
    Initiator::Access rw{TLM_WRITE_COMMAND, kRom, Bytes(4)};
    expect_status(initiator.send(rw), TLM_COMMAND_ERROR_RESPONSE, "rom write");
    expect(!initiator.last.is_dmi_allowed(), "rom write: no dmi hint");
    for (std::uint64_t a : {0x10000000ull, 0x20300000ull, 0xfffffffcull, 0x100000000ull,
                            0x180000000ull, 0xffffffffffffffffull}) {
      Initiator::Access u{TLM_READ_COMMAND, a, Bytes(4)};
      expect_status(initiator.send(u), TLM_ADDRESS_ERROR_RESPONSE, "unmapped " + hex(a));
      expect(initiator.last.get_address() == a, "unmapped address kept");
    }
    Initiator::Access uw{TLM_WRITE_COMMAND, 0x30000000, Bytes(4)};
    sc_time d0(77, SC_NS);
    uw.delay = d0;
    initiator.send(uw);
    expect(uw.delay == d0, "unmapped: delay kept");
    for (auto base : kRegs) {
      for (unsigned n : {1u, 2u, 3u, 8u, 64u, 0u}) {
        Initiator::Access r{TLM_READ_COMMAND, base, Bytes(n)};
        auto s = initiator.send(r);
        expect(s == TLM_BURST_ERROR_RESPONSE || (n && s == TLM_OK_RESPONSE),
               "register " + hex(base) + " length " + std::to_string(n), status_name(s));
      }
      Initiator::Access m{TLM_READ_COMMAND, base + 2, Bytes(4)};
      expect_status(initiator.send(m), TLM_ADDRESS_ERROR_RESPONSE,
                    "register misaligned " + hex(base));
      Initiator::Access st{TLM_READ_COMMAND, base + (base == 0x24000000 ? 0x3ffffe : 0xfffe),
                           Bytes(4)};
      expect_status(initiator.send(st), TLM_ADDRESS_ERROR_RESPONSE,
                    "register straddles its block " + hex(base));
      Initiator::Access hole{TLM_READ_COMMAND, base + 0xf000, Bytes(4)};
      if (base != 0x24000000)
        expect_status(initiator.send(hole), TLM_ADDRESS_ERROR_RESPONSE,
                      "register hole " + hex(base));
      unsigned char byte_enables[4] = {0xff, 0xff, 0xff, 0xff};
      Initiator::Access b{TLM_READ_COMMAND, base, Bytes(4)};
      b.byte_enables = byte_enables;
      b.enables = 4;
      auto s = initiator.send(b);
      expect(s == TLM_BYTE_ENABLE_ERROR_RESPONSE || s == TLM_OK_RESPONSE,
             "register byte enables " + hex(base), status_name(s));
    }
  };
  rig.run_us(10);
}

TEST(Protocol, Ignore) {  // TLM_IGNORE_COMMAND touches nothing
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    initiator.write(kRam + 0x20000, 0x12345678);
    Initiator::Access a{TLM_IGNORE_COMMAND, kRam + 0x20000, Bytes(4, 0x55)};
    expect_status(initiator.send(a), TLM_OK_RESPONSE, "ram ignore");
    expect(a.data == Bytes(4, 0x55), "ram ignore leaves data");
    std::uint32_t v;
    initiator.read(kRam + 0x20000, v);
    expect(v == 0x12345678, "ram ignore leaves memory");
    for (auto base : kRegs) {
      Initiator::Access r{TLM_IGNORE_COMMAND, base, Bytes(4, 0x55)};
      auto s = initiator.send(r);
      expect(s == TLM_OK_RESPONSE && r.data == Bytes(4, 0x55), "register ignore " + hex(base),
             status_name(s));
    }
    Initiator::Access ro{TLM_IGNORE_COMMAND, kRom, Bytes(4)};
    expect_status(initiator.send(ro), TLM_OK_RESPONSE, "rom ignore");
    expect(!rig.system->outcome().ended(), "ignore at the exit device does not end the run");
    Initiator::Access own{TLM_IGNORE_COMMAND, kBlock, Bytes(4)};
    expect_status(initiator.send(own), TLM_OK_RESPONSE, "own target sees ignore");
    expect(rig.block().calls > 0, "own target was called");
  };
  rig.run_us(10);
}

TEST(Protocol, Streaming) {
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    Initiator::Access eq{TLM_WRITE_COMMAND, kRam + 0x20000, Bytes(8)};
    eq.streaming_width = 8;
    expect_status(initiator.send(eq), TLM_OK_RESPONSE, "ram width = length");
    eq.streaming_width = 64;
    expect_status(initiator.send(eq), TLM_OK_RESPONSE, "ram width > length");
    eq.streaming_width = 4;
    auto s = initiator.send(eq);
    expect(s == TLM_OK_RESPONSE || s == TLM_BURST_ERROR_RESPONSE, "ram width < length",
           status_name(s));
    eq.streaming_width = 0;
    s = initiator.send(eq);
    expect(s != TLM_INCOMPLETE_RESPONSE, "ram width 0", status_name(s));
    for (unsigned w : {0u, 1u, 2u, 3u}) {
      Initiator::Access r{TLM_READ_COMMAND, 0x20020004, Bytes(4)};
      r.streaming_width = w;
      expect_status(initiator.send(r), TLM_BURST_ERROR_RESPONSE,
                    "register width " + std::to_string(w));
    }
    Initiator::Access r{TLM_READ_COMMAND, 0x20020004, Bytes(4)};
    r.streaming_width = 4096;
    expect_status(initiator.send(r), TLM_OK_RESPONSE, "register width > length");
    // A FIFO port of the user's: 64 bytes streamed into one word, at the end of the block.
    Initiator::Access f{TLM_WRITE_COMMAND, kBlock + 0x10, Bytes(64, 1)};
    f.streaming_width = 4;
    expect_status(initiator.send(f), TLM_OK_RESPONSE, "own target streams 64 into a word");
    Initiator::Access e{TLM_WRITE_COMMAND, kBlock + 0x1ffc, Bytes(64, 1)};
    e.streaming_width = 4;
    expect_status(initiator.send(e), TLM_OK_RESPONSE,
                  "own target streams 64 into its LAST word (touches 4 bytes only, 14.12)");
  };
  rig.run_us(10);
}

TEST(Protocol, ByteEnables) {
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    Initiator::Access z{TLM_WRITE_COMMAND, kRam + 0x20000, Bytes(8, 0)};
    initiator.send(z);
    unsigned char byte_enables[2] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    Initiator::Access w{TLM_WRITE_COMMAND, kRam + 0x20000, Bytes(8, 0xaa)};
    w.byte_enables = byte_enables;
    w.enables = 2;
    expect_status(initiator.send(w), TLM_OK_RESPONSE, "ram byte enables of 2 for 8");
    Initiator::Access r{TLM_READ_COMMAND, kRam + 0x20000, Bytes(8)};
    initiator.send(r);
    expect(r.data == Bytes({0xaa, 0, 0xaa, 0, 0xaa, 0, 0xaa, 0}), "ram byte enables repeat");
    Initiator::Access rr{TLM_READ_COMMAND, kRam + 0x20000, Bytes(8, 0x77)};
    rr.byte_enables = byte_enables + 1;
    rr.enables = 1;
    initiator.send(rr);
    expect(rr.data == Bytes(8, 0x77), "ram read all disabled leaves data");
    Initiator::Access rm{TLM_WRITE_COMMAND, kRom + 0x100, Bytes(8)};
    rm.byte_enables = byte_enables;
    rm.enables = 2;
    expect_status(initiator.send(rm), TLM_COMMAND_ERROR_RESPONSE, "rom byte enables");
    Initiator::Access wt{TLM_READ_COMMAND, 0x20020004, Bytes(4)};
    unsigned char all[4] = {0xff, 0xff, 0xff, 0xff};
    wt.byte_enables = all;
    wt.enables = 4;
    auto s = initiator.send(wt);
    expect(s == TLM_OK_RESPONSE || s == TLM_BYTE_ENABLE_ERROR_RESPONSE,
           "register all bytes enabled", status_name(s));
  };
  rig.run_us(10);
}

TEST(
    Protocol,
    ByteEnableLength0) {  // an initiator's mistake: pointer set, length 0; a target shall not crash
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    unsigned char byte_enables[1] = {TLM_BYTE_ENABLED};
    Initiator::Access w{TLM_WRITE_COMMAND, kRam + 0x20000, Bytes(4, 0xaa)};
    w.byte_enables = byte_enables;
    w.enables = 0;
    auto s = initiator.send(w);
    expect(s < 0, "ram byte enable length 0 answered by an error", status_name(s));
  };
  rig.run_us(10);
}

TEST(Protocol, EntryStatus) {  // response left from before; payload reused
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    for (auto e : {TLM_OK_RESPONSE, TLM_GENERIC_ERROR_RESPONSE, TLM_ADDRESS_ERROR_RESPONSE}) {
      Initiator::Access a{TLM_READ_COMMAND, kRam, Bytes(4)};
      a.entry = e;
      expect_status(initiator.send(a), TLM_OK_RESPONSE, "ram after " + status_name(e));
      Initiator::Access b{TLM_READ_COMMAND, 0x20020004, Bytes(4)};
      b.entry = e;
      expect_status(initiator.send(b), TLM_OK_RESPONSE, "register after " + status_name(e));
      Initiator::Access c{TLM_READ_COMMAND, 0x50000000, Bytes(4)};
      c.entry = e;
      expect_status(initiator.send(c), TLM_ADDRESS_ERROR_RESPONSE,
                    "unmapped after " + status_name(e));
    }
    Ext x;
    tlm_generic_payload p;
    p.set_extension(&x);
    std::uint32_t v = 0;
    sc_time d;
    p.set_command(TLM_READ_COMMAND);
    p.set_address(kBlock);
    p.set_data_ptr((unsigned char*)&v);
    p.set_data_length(4);
    p.set_streaming_width(4);
    bool seen = false;
    rig.block().on_access = [&](tlm_generic_payload& t, sc_time&) {
      Ext* e = nullptr;
      t.get_extension(e);
      seen = e == &x;
      t.set_response_status(TLM_OK_RESPONSE);
      return true;
    };
    initiator.out->b_transport(p, d);
    Ext* e = nullptr;
    p.get_extension(e);
    expect(seen && e == &x, "extension goes through the bus and stays");
    p.set_address(kRam);
    initiator.out->b_transport(p, d);
    p.get_extension(e);
    expect(e == &x && p.is_response_ok(), "extension stays at ram");
    // A target that leaves TLM_INCOMPLETE_RESPONSE: nothing for the bus to hide.
    rig.block().on_access = [](tlm_generic_payload&, sc_time&) { return true; };
    p.set_address(kBlock);
    p.set_response_status(TLM_INCOMPLETE_RESPONSE);
    initiator.out->b_transport(p, d);
    expect(p.get_response_status() == TLM_INCOMPLETE_RESPONSE,
           "own target forgot its response: still INCOMPLETE");
    p.clear_extension(&x);
  };
  rig.run_us(10);
}

TEST(Protocol, TargetErrorTransparent) {
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    for (auto s : {TLM_GENERIC_ERROR_RESPONSE, TLM_COMMAND_ERROR_RESPONSE, TLM_BURST_ERROR_RESPONSE,
                   TLM_BYTE_ENABLE_ERROR_RESPONSE}) {
      rig.block().on_access = [&](tlm_generic_payload& t, sc_time& d) {
        t.set_response_status(s);
        d += sc_time(3, SC_NS);
        return true;
      };
      Initiator::Access a{TLM_READ_COMMAND, kBlock + 4, Bytes(4)};
      expect_status(initiator.send(a), s, "own error passes the bus");
      expect(initiator.last.get_address() == kBlock + 4, "address restored after an error");
    }
    rig.block().on_access = [&](tlm_generic_payload&, sc_time&) -> bool {
      throw std::runtime_error("x");
    };
    Initiator::Access a{TLM_READ_COMMAND, kBlock + 4, Bytes(4)};
    try {
      initiator.send(a);
    } catch (const std::exception&) {
    }
    expect(initiator.last.get_address() == kBlock + 4,
           "address restored after a target's exception", hex(initiator.last.get_address()));
    // a target that itself overwrites the address (interconnect behind it): 14.17 lets
    // interconnects do so
    rig.block().on_access = [&](tlm_generic_payload& t, sc_time&) {
      t.set_address(0x999);
      t.set_response_status(TLM_OK_RESPONSE);
      return true;
    };
    Initiator::Access c{TLM_READ_COMMAND, kBlock + 4, Bytes(4)};
    initiator.send(c);
    expect(initiator.last.get_address() == kBlock + 4,
           "address restored after a bridge changed it");
  };
  rig.run_us(10);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
