// Non-blocking transport, kinds of sockets, several initiators, observers.
#include <algorithm>
#include <sstream>

#include "rig.h"
#include "system/assembly/modem/events.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

using Bytes = std::vector<unsigned char>;

TEST(Protocol, Nb) {
  Rig rig(9);
  struct Mm : tlm_mm_interface {
    int freed = 0;
    void free(tlm_generic_payload* p) override {
      p->reset();
      ++freed;
    }
  } mm;
  DECLARE_EXTENDED_PHASE(INTERNAL_X);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    std::uint32_t v = 0;
    auto* p = new tlm_generic_payload(&mm);
    p->acquire();
    p->set_command(TLM_READ_COMMAND);
    p->set_data_ptr((unsigned char*)&v);
    p->set_data_length(4);
    p->set_streaming_width(4);
    for (std::uint64_t a : {std::uint64_t{kRam}, std::uint64_t{kRom}, std::uint64_t{0x20020004},
                            std::uint64_t{kBlock}, std::uint64_t{0x60000000}}) {
      p->set_address(a);
      p->set_response_status(TLM_INCOMPLETE_RESPONSE);
      tlm_phase ph = BEGIN_REQ;
      sc_time d(10, SC_NS);
      auto s = initiator.out->nb_transport_fw(*p, ph, d);
      expect(s == TLM_COMPLETED && p->get_response_status() != TLM_INCOMPLETE_RESPONSE &&
                 p->get_address() == a && p->get_ref_count() == 1,
             "nb BEGIN_REQ at " + hex(a),
             std::to_string(s) + " refs " + std::to_string(p->get_ref_count()) + " " +
                 p->get_response_string());
    }
    p->set_address(kRam);
    tlm_phase x = INTERNAL_X;
    sc_time d;
    auto s = initiator.out->nb_transport_fw(*p, x, d);
    expect(s == TLM_ACCEPTED, "nb ignorable phase is TLM_ACCEPTED (15.2.5)", std::to_string(s));
    tlm_phase er = END_RESP;
    s = initiator.out->nb_transport_fw(*p, er, d);
    expect(s == TLM_ACCEPTED || s == TLM_COMPLETED, "nb END_RESP", std::to_string(s));
    tlm_phase bad = END_REQ;
    s = initiator.out->nb_transport_fw(*p, bad, d);
    p->release();
    expect(mm.freed == 1, "nb: freed once");
  };
  rig.run_us(10);
}

TEST(Protocol, NbFromMethod) {  // SC_METHOD: nb_transport_fw must not wait, b_transport may not be
                                // called by a method if it waits
  Rig rig(9);
  std::uint32_t v = 0;
  tlm_generic_payload p;
  bool done = false;
  rig.init->method = [&] {
    p.set_command(TLM_READ_COMMAND);
    p.set_data_ptr((unsigned char*)&v);
    p.set_data_length(4);
    p.set_streaming_width(4);
    sc_time d;
    tlm_phase ph = BEGIN_REQ;
    p.set_address(kRam);
    expect(rig.init->out->nb_transport_fw(p, ph, d) == TLM_COMPLETED, "nb from a method at ram");
    p.set_address(0x20020004);
    ph = BEGIN_REQ;
    expect(rig.init->out->nb_transport_fw(p, ph, d) == TLM_COMPLETED,
           "nb from a method at a register");
    p.set_address(kRam);
    rig.init->out->b_transport(p, d);
    expect(p.is_response_ok(), "b_transport from a method at ram");
    p.set_address(0x20010000);
    p.set_command(TLM_WRITE_COMMAND);
    v = 'x';
    for (int i = 0; i < 40; ++i) {
      p.set_response_status(TLM_INCOMPLETE_RESPONSE);
      rig.init->out->b_transport(p, d);
    }
    expect(p.is_response_ok() && d > SC_ZERO_TIME, "console, FIFO full: delay instead of wait()",
           d.to_string());
    done = true;
  };
  rig.init->body = [&] {
    wait(1, SC_US);
    rig.init->go.notify(SC_ZERO_TIME);
  };
  rig.run_us(10);
  expect(done, "method ran to its end");
}

TEST(Protocol, AtTarget) {  // own target, nb_transport_fw only, answers by nb_transport_bw
  struct At : sc_module {
    tlm_utils::simple_target_socket<At, 32> s;
    tlm_utils::peq_with_get<tlm_generic_payload> q;
    int n = 0;
    SC_HAS_PROCESS(At);
    At(const sc_module_name& nm) : sc_module(nm), s("s"), q("q") {
      s.register_nb_transport_fw(this, &At::nb);
      SC_THREAD(run);
    }
    tlm_sync_enum nb(tlm_generic_payload& t, tlm_phase& ph, sc_time& d) {
      if (ph == BEGIN_REQ) {
        q.notify(t, d + sc_time(70, SC_NS));
        ph = END_REQ;
        return TLM_UPDATED;
      }
      return TLM_COMPLETED;
    }
    void run() {
      for (;;) {
        wait(q.get_event());
        while (auto* t = q.get_next_transaction()) {
          t->set_response_status(TLM_OK_RESPONSE);
          if (t->is_read()) std::memset(t->get_data_ptr(), 0x77, t->get_data_length());
          tlm_phase ph = BEGIN_RESP;
          sc_time d;
          s->nb_transport_bw(*t, ph, d);
          ++n;
        }
      }
    }
  };
  std::unique_ptr<At> at;
  Rig rig;
  rig.set_up = [&](Block& b) {
    at = std::make_unique<At>("at");
    b.shown = &at->s;
    b.stub();
  };
  rig.build(9, 0, {});
  rig.init->body = [&] {
    wait(1, SC_US);
    std::uint32_t v = 0;
    sc_time d;
    const sc_time t0 = sc_time_stamp();
    auto s = rig.init->read(kBlock, v, &d);
    expect(s == TLM_OK_RESPONSE && v == 0x77777777, "b_transport to an AT target",
           status_name(s) + " " + hex(v));
    expect(sc_time_stamp() - t0 + d == sc_time(80, SC_NS), "its 70 ns and a wait state",
           (sc_time_stamp() - t0 + d).to_string());
  };
  rig.run_us(10);
}

TEST(Protocol,
     TargetCallsBwItself) {  // nb_transport_bw out of the blue: an error of the user's, is it told?
  Rig rig(9);
  rig.init->body = [&] {
    wait(1, SC_US);
    tlm_generic_payload p;
    tlm_phase ph = BEGIN_RESP;
    sc_time d;
    rig.block().in->nb_transport_bw(p, ph, d);
    expect(sc_report_handler::get_count("/docsis_vp/tlm") == 1, "nb_transport_bw is told");
  };
  rig.run_us(10);
}

void with_socket(const char* what,
                 std::function<void(Block&, std::vector<std::shared_ptr<void>>&)> mk) {
  std::vector<std::shared_ptr<void>> keep;
  Rig rig;
  rig.set_up = [&](Block& b) { mk(b, keep); };
  rig.build(9, 0, {});
  rig.init->body = [&] {
    wait(1, SC_US);
    std::uint32_t v = 0;
    rig.block().reg(4) = 0x42;
    auto s = rig.init->read(kBlock + 4, v);
    expect(s == TLM_OK_RESPONSE && v == 0x42, std::string(what) + ": read", status_name(s));
    rig.block().in->invalidate_direct_mem_ptr(0, 0xfff);
    expect(rig.init->invalidated.size() >= 1 || !std::strcmp(what, "passthrough"),
           std::string(what) + ": invalidate");
  };
  rig.run_us(10);
}

TEST(Protocol, SocketHierarchical) {
  with_socket("target socket bound through a hierarchy", [](Block& b, auto& k) {
    auto s = std::make_shared<tlm_target_socket<32>>("outer");
    s->bind(b.in);
    b.shown = s.get();
    k.push_back(s);
  });
}

struct Pt : sc_module {
  Block& b;
  tlm_utils::passthrough_target_socket<Pt, 32> s;
  Pt(const sc_module_name& n, Block& b_) : sc_module(n), b(b_), s("s") {
    s.register_b_transport(this, &Pt::bt);
  }
  void bt(tlm_generic_payload& t, sc_time& d) { b.b(t, d); }
};

// At 1 us: an initiator reads a register of the block.
void expect_register_read(Rig& rig, const char* what) {
  wait(1, SC_US);
  std::uint32_t v = 0;
  rig.block().reg(4) = 0x42;
  const tlm_response_status s = rig.init->read(kBlock + 4, v);
  expect(s == TLM_OK_RESPONSE && v == 0x42, what, status_name(s));
}

TEST(Protocol, SocketPassthrough) {
  std::shared_ptr<Pt> keep;
  Rig rig;
  rig.set_up = [&](Block& b) {
    keep = std::make_shared<Pt>("pt", b);
    b.shown = &keep->s;
    b.stub();
  };
  rig.build(9, 0, {});
  rig.init->body = [&] {
    expect_register_read(rig, "passthrough_target_socket");
    tlm_dmi m;
    tlm_generic_payload p;
    p.set_address(kBlock);
    expect(!rig.init->out->get_direct_mem_ptr(p, m), "passthrough without dmi callback");
  };
  rig.run_us(10);
}

struct Mp : sc_module {
  Block& b;
  tlm_utils::multi_passthrough_target_socket<Mp, 32> s;
  Mp(const sc_module_name& n, Block& b_) : sc_module(n), b(b_), s("s") {
    s.register_b_transport(this, &Mp::bt);
  }
  void bt(int, tlm_generic_payload& t, sc_time& d) { b.b(t, d); }
};

TEST(Protocol, SocketMultiPassthrough) {
  std::shared_ptr<Mp> keep;
  Rig rig;
  rig.set_up = [&](Block& b) {
    keep = std::make_shared<Mp>("mp", b);
    b.shown = &keep->s;
    b.stub();
  };
  rig.build(9, 0, {});
  rig.init->body = [&] {
    expect_register_read(rig, "multi_passthrough_target_socket");
    keep->s[0]->invalidate_direct_mem_ptr(0, 0xfff);
    expect(rig.init->invalidated.size() == 1, "multi_passthrough: invalidate");
  };
  rig.run_us(10);
}

TEST(Protocol, TwoInitiators) {
  Rig rig(9);
  Initiator second("second");
  second.out.bind(rig.bus().socket);
  int done = 0;
  rig.block().on_access = [](tlm_generic_payload& t, sc_time&) {
    wait(100, SC_NS);
    std::memset(t.get_data_ptr(), (int)(t.get_address() & 0xff), 4);
    t.set_response_status(TLM_OK_RESPONSE);
    return true;
  };
  auto body = [&](Initiator& initiator, unsigned off) {
    wait(1, SC_US);
    bool ok = true;
    for (int i = 0; i < 20; ++i) {
      std::uint32_t v = 0;
      ok &= initiator.read(kBlock + off, v) == TLM_OK_RESPONSE && v == off * 0x01010101u &&
            initiator.last.get_address() == kBlock + off;
    }
    expect(ok, "interleaved in a target that waits");
    ++done;
  };
  rig.init->body = [&] { body(*rig.init, 4); };
  second.body = [&] { body(second, 8); };
  rig.run_us(100);
  expect(done == 2, "both ended");
  rig.block().in->invalidate_direct_mem_ptr(0, 0xfff);
  expect(rig.init->invalidated.size() == 1 && second.invalidated.size() == 1,
         "both told of an invalidation");
}

TEST(Protocol, ResetInTransaction) {
  Options o;
  o.more = R"(, "events": [{"time_s": 0.00001, "kind": "reset_cpu", "modem": "cm0"}])";
  Rig rig(10, 0, o);
  bool ended = false;
  bool was_reset = false;
  rig.block().on_reset = [&](TimePs) { was_reset = true; };
  rig.block().on_access = [](tlm_generic_payload& t, sc_time& d) {
    wait(20, SC_US);
    d = SC_ZERO_TIME;
    t.set_response_status(TLM_OK_RESPONSE);
    return true;
  };
  rig.init->body = [&] {
    wait(1, SC_US);
    std::uint32_t v;
    ended = rig.init->read(kBlock, v) == TLM_OK_RESPONSE;
  };
  rig.run_us(100);
  expect(ended && was_reset, "reset_cpu while the dma's transaction is under way");
}

// Logging takes direct access away from everybody, and changes no result.
TEST(Protocol, Observers) {
  std::ostringstream log;
  Rig rig(6);
  rig.system->log_transactions("ram", log);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    tlm_dmi m;
    tlm_generic_payload p;
    p.set_address(kRam);
    p.set_command(TLM_READ_COMMAND);
    expect(!initiator.out->get_direct_mem_ptr(p, m), "logged ram refuses dmi");
    initiator.write(kRam + 0x30000, 7);
    expect(!initiator.last.is_dmi_allowed(), "logged ram: no dmi hint");
    Initiator::Access a{TLM_IGNORE_COMMAND, kRam + 0x30010, Bytes(4)};
    initiator.send(a);
    wait(9, SC_US);
    initiator.write(rig.system->firmware().address_of("mailbox"), 5);
  };
  rig.run_us(50);
  expect(rig.result(1) == 5, "firmware saw the dma's word through a logged ram",
         std::to_string(rig.result(1)));
  expect(log.str().find("write,0x80030000,0x00000007") != std::string::npos,
         "the dma's write is in the log");
  expect(log.str().find("read,0x80030010") == std::string::npos,
         "TLM_IGNORE_COMMAND is not logged as a read");
  const std::string all = log.str();
  expect(std::count(all.begin(), all.end(), '\n') > 100, "the CPU's accesses go on in the log");
}

// A control: the same multi_passthrough socket bound by an initiator socket in the usual way works,
// beside the platform.
TEST(Protocol, SocketMultiPassthroughControl) {
  Rig rig(9);
  Mp mp("mp", rig.block());
  Initiator second("second");
  second.out.bind(mp.s);
  rig.init->body = [&] {
    wait(1, SC_US);
    std::uint32_t v = 0;
    rig.block().reg(4) = 0x42;
    expect(second.read(4, v) == TLM_OK_RESPONSE && v == 0x42,
           "multi_passthrough_target_socket, bound by an initiator socket");
  };
  rig.run_us(10);
}

// DMA copying among all of the platform's memories at random, against a copy held by the host
TEST(Protocol, DmaRandom) {
  Rig rig(9);
  rig.init->body = [&] {
    auto& initiator = *rig.init;
    wait(1, SC_US);
    Bytes model(0x10000);
    unsigned x = 1;
    auto rnd = [&] { return x = x * 1664525u + 1013904223u, x >> 8; };
    bool ok = true;
    {
      Initiator::Access a{TLM_READ_COMMAND, kRam + 0x20000, Bytes(0x10000)};
      initiator.send(a);
      model = a.data;
    }
    for (int i = 0; i < 20000; ++i) {
      unsigned n = 1 + rnd() % 70, at = rnd() % (0x10000 - 70);
      Initiator::Access a{rnd() % 2 ? TLM_WRITE_COMMAND : TLM_READ_COMMAND, kRam + 0x20000 + at,
                          Bytes(n)};
      Bytes byte_enables(1 + rnd() % 9);
      for (auto& b : byte_enables) b = rnd() % 2 ? 0xff : 0;
      if (rnd() % 2) {
        a.byte_enables = byte_enables.data();
        a.enables = byte_enables.size();
      }
      for (auto& b : a.data) b = rnd();
      const Bytes before = a.data;
      ok &= initiator.send(a) == TLM_OK_RESPONSE;
      for (unsigned k = 0; k < n; ++k) {
        const bool on = !a.byte_enables || byte_enables[k % byte_enables.size()];
        if (a.cmd == TLM_WRITE_COMMAND) {
          if (on) model[at + k] = before[k];
        } else
          ok &= a.data[k] == (on ? model[at + k] : before[k]);
      }
    }
    expect(ok, "20,000 random accesses of ram with byte enables agree with a model");
  };
  rig.run_us(10);
}

// TLM_IGNORE_COMMAND may carry a null data pointer (14.11 e).
void ignore_null(int how) {
  std::ostringstream log;
  Rig rig(9);
  struct O : vp::EventObserver {
  } o;
  if (how == 1) rig.system->log_transactions("ram", log);
  if (how == 2) rig.system->subscribe(o, vp::kRegisterEvents);
  rig.init->body = [&] {
    wait(1, SC_US);
    for (std::uint64_t a :
         {std::uint64_t{kRam + 0x20000}, std::uint64_t{0x20020004}, std::uint64_t{kRom}}) {
      tlm_generic_payload p;
      p.set_command(TLM_IGNORE_COMMAND);
      p.set_address(a);
      p.set_data_ptr(nullptr);
      p.set_data_length(4);
      p.set_streaming_width(4);
      sc_time d;
      rig.init->out->b_transport(p, d);
      expect_status(p.get_response_status(), TLM_OK_RESPONSE,
                    "ignore with a null data pointer at " + hex(a));
    }
  };
  rig.run_us(10);
}

TEST(Protocol, IgnoreNullPlain) {
  ignore_null(0);
}

TEST(Protocol, IgnoreNullLogged) {
  ignore_null(1);
}

TEST(Protocol, IgnoreNullObserved) {
  ignore_null(2);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
