// Calls within calls: targets that pass the CPU's transaction on in unusual ways, that complete
// early, that call the platform back.
#include <gmock/gmock.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "rig.h"
#include "system/assembly/modem/events.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

constexpr unsigned kSlowLoads = 4, kForEver = 10, kWords = 13, kTimedLoads = 19;
constexpr std::uint64_t kFar = 0x20300000;

// b0 hands what reaches it to `on_access`, which may use `out`; b1 is a plain Block.
struct Relay : sc_module, vp::HardwareBlock {
  SC_HAS_PROCESS(Relay);
  Relay(const sc_module_name& name, const vp::BlockSite& site)
      : sc_module(name), queue(this, &Relay::callback) {
    out.bind(site.bus);
    SC_THREAD(thread);
  }
  tlm_base_target_socket_b<32>& socket() override { return in; }
  void by_b_transport() { in.register_b_transport(this, &Relay::b_transport); }
  void by_phases() { in.register_nb_transport_fw(this, &Relay::nb_transport_fw); }

  void b_transport(tlm_generic_payload& transaction, sc_time& delay) {
    on_access(transaction, delay);
  }
  tlm_sync_enum nb_transport_fw(tlm_generic_payload& transaction, tlm_phase& phase,
                                sc_time& delay) {
    if (phase != BEGIN_REQ) {
      return TLM_COMPLETED;
    }
    queue.notify(transaction, phase, delay);
    phase = END_REQ;
    return TLM_UPDATED;
  }
  // Passes the transaction on to b1 from a method or, if `waits`, from the thread.
  void callback(tlm_generic_payload& transaction, const tlm_phase&) {
    if (waits) {
      job = &transaction;
      wanted.notify();
    } else {
      pass_and_answer(transaction);
    }
  }
  void thread() {
    for (;;) {
      wait(wanted);
      pass_and_answer(*job);
    }
  }
  void pass_and_answer(tlm_generic_payload& transaction) {
    sc_time delay;
    pass(transaction, delay);
    tlm_phase phase = BEGIN_RESP;
    in->nb_transport_bw(transaction, phase, delay);
  }
  void pass(tlm_generic_payload& transaction, sc_time& delay) {
    const sc_dt::uint64 address = transaction.get_address();
    transaction.set_address(kFar + address);
    try {
      out->b_transport(transaction, delay);
    } catch (const std::exception&) {
      ++caught;
      transaction.set_response_status(TLM_OK_RESPONSE);
    }
    transaction.set_address(address);
  }

  tlm_utils::simple_target_socket<Relay> in{"in"};
  tlm_utils::simple_initiator_socket<Relay> out{"out"};
  tlm_utils::peq_with_cb_and_phase<Relay> queue;
  std::function<void(tlm_generic_payload&, sc_time&)> on_access;
  bool waits = false;
  tlm_generic_payload* job = nullptr;
  sc_event wanted;
  unsigned caught = 0;
};

// b0 is a Relay, b1 a Block.
struct RelayRig {
  RelayRig(unsigned test, const Options& from) {
    Options options = from;
    options.blocks = R"([{"name": "b0", "kind": "relay", "address": "0x20200000"},)"
                     R"( {"name": "b1", "kind": "blk", "address": "0x20300000"}])";
    vp::BlockKind kind;
    kind.size_bytes = 0x2000;
    kind.make = [this](const vp::BlockSite& site) {
      auto made = std::make_unique<Relay>(site.name.c_str(), site);
      relay = made.get();
      return made;
    };
    rig.system = std::make_unique<vp::System>(vp::load_scenario_text(
        scenario_text(options), "case", {}, rig.extensions().add_block("relay", kind)));
    rig.system->firmware().set_word("test_case", test);
  }
  Block& far() { return rig.block(); }
  std::string seen(unsigned words) {
    rig.run_us(2000);
    std::string text = results(*rig.system, words);
    for (const Block::Seen& access : far().seen) {
      text += " " + hex(access.addr) + "@" + std::to_string(access.at_ns);
    }
    const auto cpu = rig.system->results().cpus.at(0);
    return text + " busy " + std::to_string(cpu.cycles_busy) + " faults " +
           std::to_string(rig.system->firmware().word("faults"));
  }
  Rig rig;
  Relay* relay = nullptr;
};

// The inner target waits 1 us and throws; the bridge catches that and takes 3 us more.
TEST(Nested, ABridgeCatchesTheExceptionOfItsTarget) {
  const std::string seen = with_every_quantum([](const Options& options) {
    RelayRig rig(kTimedLoads, options);
    rig.relay->by_b_transport();
    rig.relay->on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
      rig.relay->pass(transaction, delay);
      wait(delay + sc_time(3, SC_US));
      delay = SC_ZERO_TIME;
    };
    rig.far().on_access = [](tlm_generic_payload&, sc_time& delay) -> bool {
      wait(delay + sc_time(1, SC_US));
      throw std::runtime_error("vendor's model");
    };
    const std::string text = rig.seen(16);
    EXPECT_EQ(rig.relay->caught, 8U);
    EXPECT_EQ(rig.rig.system->firmware().word("finished"), 1U);
    for (unsigned i = 0; i < 8; ++i) {
      expect(near_to(rig.rig.result(2 * i + 1), 407, 10), "4 us each");
    }
    return text;
  });
  EXPECT_FALSE(seen.empty());
}

// The CPU's own transaction reaches the bus again from a method and from a thread, while a process
// of a user's is runnable at every instant.
void relays_by_phases(bool from_thread, double far_us) {
  const std::string seen = with_every_quantum([=](const Options& options) {
    RelayRig rig(kTimedLoads, options);
    sc_clock clock("clock", 10, SC_NS);
    sc_signal<int> count("count");
    sc_spawn_options edges;
    edges.spawn_method();
    edges.set_sensitivity(&clock.value_changed_event());
    sc_spawn([&] { count.write(count.read() + 1); }, "edges", &edges);
    rig.relay->by_phases();
    rig.relay->waits = from_thread;
    rig.far().on_access = [=](tlm_generic_payload&, sc_time& delay) {
      if (from_thread) {
        wait(delay + sc_time(far_us, SC_US));
        delay = SC_ZERO_TIME;
      } else {
        delay += sc_time(far_us, SC_US);
      }
      return false;
    };
    const std::string text = rig.seen(16);
    EXPECT_EQ(rig.relay->caught, 0U);
    EXPECT_EQ(rig.rig.system->firmware().word("finished"), 1U);
    for (unsigned i = 0; i < 8; ++i) {
      expect(near_to(rig.rig.result(2 * i + 1), far_us * 100 + 8, 10), "the far target's time");
    }
    return text;
  });
  EXPECT_FALSE(seen.empty());
}

TEST(Nested, AMethodPassesTheTransactionOn) {
  relays_by_phases(false, 2);
}

TEST(Nested, AThreadPassesTheTransactionOn) {
  relays_by_phases(true, 2);
}

// Phases may end early, in a return; then the time is annotated.
struct EarlyTarget : sc_module {
  explicit EarlyTarget(const sc_module_name& name)
      : sc_module(name), queue(this, &EarlyTarget::at) {
    in.register_nb_transport_fw(this, &EarlyTarget::forward);
  }
  tlm_sync_enum forward(tlm_generic_payload& transaction, tlm_phase& phase, sc_time& delay) {
    if (phase != BEGIN_REQ) {
      return TLM_COMPLETED;
    }
    ++requests;
    times += " " + std::to_string((sc_time_stamp() + delay).value());
    std::memset(transaction.get_data_ptr(), 0x11, transaction.get_data_length());
    transaction.set_response_status(TLM_OK_RESPONSE);
    if (how == 0) {
      delay += sc_time(2, SC_US);
      return TLM_COMPLETED;
    }
    if (how == 1) {
      delay += sc_time(2, SC_US);
      phase = BEGIN_RESP;
      return TLM_UPDATED;
    }
    queue.notify(transaction, BEGIN_RESP, delay + sc_time(2, SC_US));
    if (how == 2) {
      phase = END_REQ;
      delay += sc_time(1, SC_US);
      return TLM_UPDATED;
    }
    if (how == 3) {
      queue.notify(transaction, END_REQ, delay + sc_time(1, SC_US));
    }
    return TLM_ACCEPTED;
  }
  void at(tlm_generic_payload& transaction, const tlm_phase& phase) {
    tlm_phase next = phase;
    sc_time delay;
    in->nb_transport_bw(transaction, next, delay);
  }
  tlm_utils::simple_target_socket<EarlyTarget> in{"in"};
  tlm_utils::peq_with_cb_and_phase<EarlyTarget> queue;
  int how = 0;
  int requests = 0;
  std::string times;
};

TEST(Nested, PhasesThatEndEarlyTakeTheSameTime) {
  for (const std::string& more : {std::string(), reset_at("0.0000215")}) {
    std::string first;
    for (int how = 0; how < 5; ++how) {
      const std::string seen = with_every_quantum([&](const Options& quantum) {
        Options options = quantum;
        options.more = more;
        std::unique_ptr<EarlyTarget> target;
        Rig rig;
        rig.set_up = [&](Block& block) {
          target = std::make_unique<EarlyTarget>("early");
          target->how = how;
          block.shown = &target->in;
          block.stub();
        };
        rig.build(kTimedLoads, 0, options);
        rig.run_us(1000);
        EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
        for (unsigned i = 0; i < 8; ++i) {
          EXPECT_EQ(rig.result(2 * i), 0x11111111U);
          expect(near_to(rig.result(2 * i + 1), 207, 10), "2 us each");
        }
        const auto busy = rig.system->results().cpus.at(0).cycles_busy;
        return results(*rig.system, 16) + target->times + " busy " + std::to_string(busy);
      });
      first = first.empty() ? seen : first;
      EXPECT_EQ(seen, first) << how;
    }
  }
}

// The target revokes its grants within the access that offers them, as it does between accesses.
TEST(Nested, AGrantIsRevokedAmidTheAccessThatOffersIt) {
  for (const bool waits : {false, true}) {
    const std::string seen = with_every_quantum([waits](const Options& options) {
      Rig rig(kWords, 0, options, [](Block& block) { block.dmi = true; });
      Block& block = rig.block();
      for (unsigned i = 0; i < 64; ++i) {
        block.reg(0x1000 + 4 * i) = i;
      }
      block.on_access = [&block, waits](tlm_generic_payload&, sc_time&) {
        if (waits) {
          wait(20, SC_NS);
        }
        block.in->invalidate_direct_mem_ptr(0x1000, 0x1fff);
        return false;
      };
      rig.run_us(1000);
      EXPECT_EQ(rig.result(2), 63U * 64 / 2);
      return results(*rig.system, 3) + " " + std::to_string(block.calls);
    });
    EXPECT_FALSE(seen.empty());
  }
}

// Three threads of one socket and the CPU are inside the target at once.
TEST(Nested, ATargetIsEnteredBySeveralAtOnce) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kTimedLoads, 0, options);
    rig.system->check_tlm();
    int inside = 0;
    int most = 0;
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
      most = std::max(most, ++inside);
      wait(delay + sc_time(transaction.get_address() < 0x40 ? 2 : 7, SC_US));
      delay = SC_ZERO_TIME;
      --inside;
      return false;
    };
    std::string log;
    rig.init->body = [&] {
      wait(20, SC_US);
      for (unsigned number = 0; number < 3; ++number) {
        sc_spawn([&, number] {
          tlm_generic_payload transaction;
          std::uint32_t value = 0;
          transaction.set_read();
          transaction.set_address(kBlock + 0x40 + 4 * number);
          transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
          transaction.set_data_length(4);
          transaction.set_streaming_width(4);
          sc_time delay(number, SC_US);
          rig.init->out->b_transport(transaction, delay);
          EXPECT_EQ(transaction.get_address(), kBlock + 0x40 + 4 * number);
          log += " " + std::to_string((sc_time_stamp() + delay).value());
        });
      }
    };
    rig.run_us(1000);
    EXPECT_EQ(most, 4);
    for (unsigned i = 0; i < 8; ++i) {
      expect(near_to(rig.result(2 * i + 1), 207, 10), "2 us each");
    }
    EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
    return results(*rig.system, 16) + log;
  });
  EXPECT_THAT(seen, ::testing::HasSubstr(" 27010000 28010000 29010000"));
}

// A target asks the platform and writes firmware's variables from within an access.
TEST(Nested, ATargetUsesTheSystemFromWithinAnAccess) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kTimedLoads, 0, options);
    std::ostringstream acted;
    rig.block().on_access = [&](tlm_generic_payload&, sc_time&) {
      const auto loads = static_cast<std::uint32_t>(rig.block().calls);
      rig.system->firmware().set_word("mailbox", loads);
      EXPECT_EQ(rig.system->firmware().word("mailbox"), loads);
      acted << rig.system->results().cpus.at(0).instructions << ' ';
      rig.system->interventions().at(sc_time_stamp() + sc_time(1, SC_US), [&] {
        acted << sc_time_stamp() << ' ';
        rig.block().reg(0x20) += 1;
      });
      return false;
    };
    rig.run_us(1000);
    EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
    EXPECT_EQ(rig.system->firmware().word("mailbox"), 8U);
    EXPECT_EQ(rig.block().reg(0x20), 8U);
    return results(*rig.system, 16) + acted.str();
  });
  EXPECT_FALSE(seen.empty());
}

// The run pauses or ends while the CPU is inside a target that waits 100 us.
TEST(Nested, ThePauseOfARunAmidAnAccessChangesNothing) {
  const auto run = [](bool pauses) {
    return with_every_quantum([pauses](const Options& options) {
      Rig rig(kSlowLoads, 0, options);
      std::string times;
      rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time&) {
        times += " " + std::to_string(sc_time_stamp().value());
        if (transaction.get_address() == 0x20) {
          wait(100, SC_US);
        }
        return false;
      };
      rig.init->body = [pauses] {
        for (int i = 0; i < 20 && pauses; ++i) {
          wait(7.3, SC_US);
          sc_pause();
        }
      };
      while (sc_time_stamp() < sc_time(1, SC_MS)) {
        rig.system->run_for(sc_time(1, SC_MS) - sc_time_stamp());
      }
      const auto busy = rig.system->results().cpus.at(0).cycles_busy;
      return results(*rig.system, 6) + times + " busy " + std::to_string(busy);
    });
  };
  EXPECT_EQ(run(true), run(false));
}

TEST(Nested, TheEndOfARunAmidAnAccessIsAtItsTime) {
  Rig rig(kSlowLoads);
  rig.block().on_access = [](tlm_generic_payload& transaction, sc_time&) {
    if (transaction.get_address() == 0x20) {
      wait(100, SC_US);
    }
    return false;
  };
  rig.init->body = [] {
    wait(50, SC_US);
    sc_stop();
  };
  rig.system->run();
  EXPECT_NEAR(rig.system->results().simulated_s, 50e-6, 1e-12);
  EXPECT_EQ(rig.system->results().cpus.at(0).cycles_busy, 5000U);
}

// Whatever records the run sees the same run. The CPU is reset amid its first access.
TEST(Nested, RecordingsChangeNothing) {
  const auto run = [](bool records, bool waits) {
    return with_every_quantum([=](const Options& quantum) {
      Options options = quantum;
      options.more = reset_at("0.00003");
      std::ostringstream series, waves, packets, timeline, log;
      vp::EventObserver observer;
      Rig rig(kSlowLoads, 0, options);
      if (records) {
        rig.system->write_time_series(series);
        rig.system->write_waves(waves, {"*"});
        rig.system->write_packets(packets, {});
        rig.system->write_timeline(timeline, {});
        rig.system->log_transactions("b0", log);
        rig.system->subscribe(observer, vp::kRegisterEvents);
        rig.system->watch_faults();
        rig.system->check_tlm();
      }
      std::string times;
      rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
        times += " " + std::to_string(sc_time_stamp().value());
        if (transaction.get_address() == 0x20) {
          waits ? wait(40, SC_US) : void(delay += sc_time(40, SC_US));
        }
        return false;
      };
      rig.run_us(1000);
      EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
      EXPECT_EQ(log.str().empty(), !records);
      const auto busy = rig.system->results().cpus.at(0).cycles_busy;
      return results(*rig.system, 6) + times + " busy " + std::to_string(busy);
    });
  };
  const std::string plain = run(false, true);
  EXPECT_EQ(run(true, true), plain);
  EXPECT_EQ(run(true, false), plain);
}

// 700 runs of 3 us, sc_start() among them, and one of 2.1 ms.
TEST(Nested, ManyShortRunsAreOneLongRun) {
  const auto run = [](int how) {
    return with_every_quantum([how](const Options& options) {
      Rig rig(kForEver, 0, options);
      rig.init->body = [&rig] {
        for (;;) {
          std::uint32_t value = 0;
          wait(1.7, SC_US);
          rig.init->read(rig.system->firmware().address_of("result"), value);
          rig.block().seen.push_back({value, 4, false, sc_time_stamp().to_seconds() * 1e9});
        }
      };
      if (how == 0) {
        rig.run_us(2100);
      } else {
        sc_start(SC_ZERO_TIME);
        for (int i = 0; i < 700; ++i) {
          how == 1 ? rig.run_us(3) : sc_start(3, SC_US);
        }
      }
      std::ostringstream text;
      for (const Block::Seen& seen : rig.block().seen) {
        text << seen.addr << '@' << seen.at_ns << ' ';
      }
      return text.str();
    });
  };
  const std::string one = run(0);
  EXPECT_EQ(run(1), one);
  EXPECT_EQ(run(2), one);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
