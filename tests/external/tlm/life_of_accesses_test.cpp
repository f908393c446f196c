// Accesses that end in unusual ways: by resets, errors, exceptions, revoked grants, processes of
// the block's own. What blocks and firmware see is the same for every quantum.
#include <gmock/gmock.h>

#include <stdexcept>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

// Numbers of programs in firmware/probe.c.
constexpr unsigned kPoll = 2, kInterrupt = 3, kSlowLoads = 4, kMailbox = 6, kMemory = 7,
                   kForEver = 10, kWords = 13, kTimedLoads = 19;
constexpr std::uint64_t kStart = 0x10, kStatus = 0x14, kSlow = 0x20;
using OnAccess = std::function<bool(tlm_generic_payload&, sc_time&)>;

// Runs 5 ms. Returns the accesses that the block saw, and words of the firmware's results.
std::string seen_by(Rig& rig, unsigned count) {
  rig.run_us(5000);
  std::string text = results(*rig.system, count);
  for (const Block::Seen& seen : rig.block().seen) {
    text += " " + hex(seen.addr) + "@" + std::to_string(seen.at_ns);
  }
  const auto cpu = rig.system->results().cpus.at(0);
  return text + " busy " + std::to_string(cpu.cycles_busy) + " faults " +
         std::to_string(rig.system->firmware().word("faults"));
}

std::string with_target(unsigned program, unsigned count,
                        const std::function<OnAccess(Rig&)>& target, const std::string& more = "") {
  const std::string seen = with_every_quantum([&](const Options& quantum) {
    Options options = quantum;
    options.more = more;
    Rig rig(program, 0, options);
    rig.block().on_access = target(rig);
    return seen_by(rig, count);
  });
  EXPECT_FALSE(seen.empty());
  return seen;
}

// Takes a time, of which the block waits a part and annotates the rest.
void take(const sc_time& time, const sc_time& waited, sc_time& delay) {
  if (waited != SC_ZERO_TIME) {
    wait(waited);
  }
  delay += time - waited;
}

TEST(LifeOfAccesses, TwoResetsAmidOneAccess) {
  const std::string more =
      R"(, "events": [{"kind": "reset_cpu", "modem": "cm0", "time_s": 0.00003},)"
      R"( {"kind": "reset_cpu", "modem": "cm0", "time_s": 0.00006}])";
  std::string first;
  for (const double waited_us : {100.0, 40.0, 7.0, 0.0}) {
    const std::string seen = with_target(
        kSlowLoads, 6,
        [waited_us](Rig&) {
          const auto loads = std::make_shared<int>(0);
          return [=](tlm_generic_payload& transaction, sc_time& delay) {
            if (transaction.get_address() == kSlow && ++*loads == 1) {
              take(sc_time(100, SC_US), sc_time(waited_us, SC_US), delay);
            }
            return false;
          };
        },
        more);
    first = first.empty() ? seen : first;
    EXPECT_EQ(seen, first) << waited_us;
  }
}

TEST(LifeOfAccesses, ErrorsThatComeLate) {
  std::string first;
  for (const double waited_us : {3.0, 1.0, 0.0}) {
    const std::string seen = with_target(kSlowLoads, 6, [waited_us](Rig&) {
      return [=](tlm_generic_payload& transaction, sc_time& delay) {
        if (transaction.get_address() != kSlow) {
          return false;
        }
        take(sc_time(3, SC_US), sc_time(waited_us, SC_US), delay);
        transaction.set_response_status(TLM_GENERIC_ERROR_RESPONSE);
        return true;
      };
    });
    first = first.empty() ? seen : first;
    EXPECT_EQ(seen, first) << waited_us;
    EXPECT_THAT(seen, ::testing::HasSubstr("faults 2"));
  }
}

TEST(LifeOfAccesses, ErrorsThatAResetPrecedes) {
  std::string first;
  for (const double waited_us : {100.0, 10.0, 0.0}) {
    const std::string seen = with_target(
        kSlowLoads, 6,
        [waited_us](Rig&) {
          const auto loads = std::make_shared<int>(0);
          return [=](tlm_generic_payload& transaction, sc_time& delay) {
            if (transaction.get_address() != kSlow || ++*loads != 1) {
              return false;
            }
            take(sc_time(100, SC_US), sc_time(waited_us, SC_US), delay);
            transaction.set_response_status(TLM_GENERIC_ERROR_RESPONSE);
            return true;
          };
        },
        reset_at("0.00003"));
    first = first.empty() ? seen : first;
    EXPECT_EQ(seen, first) << waited_us;
    EXPECT_THAT(seen, ::testing::HasSubstr("faults 0"));
  }
}

TEST(LifeOfAccesses, AnExceptionAfterAWait) {
  const std::string text = with_every_quantum([](const Options& options) {
    Rig rig(kSlowLoads, 0, options);
    rig.block().on_access = [](tlm_generic_payload& transaction, sc_time&) {
      if (transaction.get_address() == kSlow) {
        wait(2, SC_US);
        throw std::runtime_error("vendor's model: licence expired");
      }
      return false;
    };
    return said([&] { rig.run_us(5000); }) + " at " + sc_time_stamp().to_string();
  });
  EXPECT_THAT(text, ::testing::HasSubstr("licence expired"));
}

// A consumer takes a word from the queue every 700 ns; a full queue holds the CPU.
TEST(LifeOfAccesses, AFifoThatIsFull) {
  with_target(kTimedLoads, 16, [](Rig& rig) {
    const auto fifo = std::make_shared<sc_fifo<int>>("words", 2);
    rig.block().in_thread = [fifo] {
      for (;;) {
        wait(700, SC_NS);
        fifo->read();
      }
    };
    return [fifo](tlm_generic_payload&, sc_time& delay) {
      wait(delay);
      delay = SC_ZERO_TIME;
      fifo->write(1);
      return false;
    };
  });
}

TEST(LifeOfAccesses, AProcessForEachAccessAndItsEnd) {
  const std::string seen = with_target(kSlowLoads, 6, [](Rig&) {
    return [](tlm_generic_payload& transaction, sc_time& delay) {
      if (transaction.get_address() == kSlow) {
        const sc_time ahead = delay;
        sc_process_handle worker = sc_spawn([ahead] {
          wait(ahead);
          wait(1, SC_US);
          wait(1, SC_US);
        });
        wait(worker.terminated_event());
        delay = SC_ZERO_TIME;
      }
      return false;
    };
  });
  EXPECT_TRUE(near_to(std::stod(seen), 210, 10)) << seen;
}

// The worker is suspended until a write resumes it; then it takes 1 us.
TEST(LifeOfAccesses, AWorkerThatIsSuspended) {
  const std::string seen = with_target(kPoll, 1, [](Rig& rig) {
    Block& block = rig.block();
    const auto worker = std::make_shared<sc_process_handle>();
    block.in_thread = [&block, worker] {
      *worker = sc_get_current_process_handle();
      worker->suspend();
      wait(SC_ZERO_TIME);
      wait(1, SC_US);
      block.reg(kStatus) = 1;
    };
    return [worker](tlm_generic_payload& transaction, sc_time&) {
      if (transaction.get_address() == kStart) {
        worker->resume();
      }
      return false;
    };
  });
  EXPECT_TRUE(near_to(std::stod(seen), 110, 15)) << seen;
}

// The line rises 1 us after the end of the delay that the write annotates; entry takes 0.4 us.
TEST(LifeOfAccesses, AnInterruptAfterAnAnnotatedDelay) {
  const std::string seen = with_target(kInterrupt, 2, [](Rig& rig) {
    Block& block = rig.block();
    block.on_event = [&block] { block.irq(true, sc_time_stamp().value()); };
    return [&block](tlm_generic_payload& transaction, sc_time& delay) {
      if (transaction.get_address() == kStart) {
        delay += sc_time(500, SC_NS);
        block.ev.notify(delay + sc_time(1, SC_US));
      } else if (transaction.get_address() == 0x18) {
        block.irq(false, sc_time_stamp().value());
      }
      return false;
    };
  });
  EXPECT_TRUE(near_to(std::stod(seen), 190, 20)) << seen;
}

// Memory with a latency, whose grant a thread revokes every 3 us.
TEST(LifeOfAccesses, ALatencyAndGrantsThatCome) {
  with_target(kWords, 3, [](Rig& rig) {
    Block& block = rig.block();
    block.on_grant = [&block](tlm_generic_payload& transaction, tlm_dmi& grant) {
      if (transaction.get_address() < 0x1000) {
        return false;
      }
      grant.set_start_address(0x1000);
      grant.set_end_address(0x1fff);
      grant.set_dmi_ptr(block.mem + 0x1000);
      grant.set_read_latency(sc_time(37, SC_NS));
      grant.set_write_latency(sc_time(37, SC_NS));
      grant.allow_read_write();
      return true;
    };
    block.in_thread = [&block] {
      for (unsigned i = 0;; ++i) {
        wait(3, SC_US);
        block.in->invalidate_direct_mem_ptr(0x1000, 0x1fff);
        block.reg(0x1000) = i;
      }
    };
    return [](tlm_generic_payload& transaction, sc_time& delay) {
      if (transaction.get_address() >= 0x1000) {
        delay += sc_time(37, SC_NS);
        transaction.set_dmi_allowed(true);
      }
      return false;
    };
  });
}

// A decoupled DMA writes a word of RAM at 300 us, by whatever share of its own quantum.
TEST(LifeOfAccesses, ADecoupledInitiator) {
  for (const double quantum_us : {0.05, 2.0, 70.0}) {
    const std::string seen = with_every_quantum([quantum_us](const Options& options) {
      Rig rig(kMailbox, 0, options);
      const auto mailbox = rig.system->firmware().address_of("mailbox");
      rig.init->body = [&rig, quantum_us, mailbox] {
        sc_time local = SC_ZERO_TIME;
        for (unsigned i = 0; i < 300; ++i) {
          std::uint32_t value = 0;
          rig.init->read(kRam, value);
          local += sc_time(1, SC_US);
          if (local >= sc_time(quantum_us, SC_US)) {
            wait(local);
            local = SC_ZERO_TIME;
          }
        }
        wait(local);
        rig.init->write(mailbox, 9);
      };
      return seen_by(rig, 2);
    });
    EXPECT_TRUE(near_to(std::stod(seen), 30000, 30)) << seen;
  }
}

// The DMA's access to the block is under way for 80 us while the CPU, which waits for the same
// mutex, is reset.
TEST(LifeOfAccesses, AResetWhileADmaHoldsTheBlock) {
  const std::string seen = with_every_quantum([](const Options& quantum) {
    Options options = quantum;
    options.more = reset_at("0.00004");
    Rig rig(kSlowLoads, 0, options);
    sc_mutex port("port");
    std::string dma;
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
      wait(delay);
      delay = SC_ZERO_TIME;
      port.lock();
      wait(transaction.get_address() == 0x40 ? 80 : 2, SC_US);
      port.unlock();
      return false;
    };
    rig.init->body = [&] {
      std::uint32_t value = 0;
      wait(1, SC_US);
      rig.init->read(kBlock + 0x40, value);
      dma = sc_time_stamp().to_string();
    };
    const std::string text = seen_by(rig, 6);
    return text + " dma " + dma;
  });
  EXPECT_THAT(seen, ::testing::HasSubstr("dma 8"));
}

// A target that sets no response: a bus error at the time of its end.
TEST(LifeOfAccesses, AForgottenResponseIsABusError) {
  for (const bool waits : {false, true}) {
    const std::string seen = with_every_quantum([waits](const Options& options) {
      Rig rig(kSlowLoads, 0, options);
      rig.block().on_access = [waits](tlm_generic_payload& transaction, sc_time& delay) {
        if (transaction.get_address() != 0x20) {
          return false;
        }
        waits ? wait(2, SC_US) : void(delay += sc_time(2, SC_US));
        return true;
      };
      rig.run_us(1000);
      EXPECT_EQ(rig.system->firmware().word("faults"), 2U);
      EXPECT_EQ(rig.system->firmware().word("fault_cause"), 5U);
      EXPECT_EQ(rig.system->firmware().word("fault_addr"), kBlock + 0x20);
      return results(*rig.system, 6);
    });
    EXPECT_FALSE(seen.empty());
  }
}

// An initiator's callback throws at an invalidation. The target gets the exception, and the CPU has
// heard of the invalidation nevertheless.
TEST(LifeOfAccesses, AnInvalidationMayThrow) {
  struct Refusing : sc_module {
    explicit Refusing(const sc_module_name& name) : sc_module(name) {
      out.register_invalidate_direct_mem_ptr(this, &Refusing::refuse);
    }
    void refuse(sc_dt::uint64, sc_dt::uint64) { throw std::runtime_error("my callback"); }
    tlm_utils::simple_initiator_socket<Refusing> out{"out"};
  };
  Rig rig(kMemory, 0, {}, [](Block& block) { block.dmi = true; });
  Refusing refusing("refusing");
  refusing.out.bind(rig.bus().socket);
  static std::uint32_t elsewhere[1024] = {5};
  std::string text;
  rig.block().in_thread = [&] {
    wait(300, SC_US);
    rig.block().on_grant = [](tlm_generic_payload&, tlm_dmi& grant) {
      grant.set_start_address(0x1000);
      grant.set_end_address(0x1fff);
      grant.set_dmi_ptr(reinterpret_cast<unsigned char*>(elsewhere));
      grant.allow_read_write();
      return true;
    };
    text = said([&] { rig.block().in->invalidate_direct_mem_ptr(0x1000, 0x1fff); });
    rig.block().reg(0x1000) = 4;  // for the next access, which is a transaction
  };
  rig.run_us(1000);
  EXPECT_EQ(text, "my callback");
  EXPECT_EQ(rig.result(1), 5U) << "by the new grant";
  expect(near_to(rig.result(0), 30'000, 30), "seen at 300 us");
}

TEST(LifeOfAccesses, AResetThatThrowsOrWaitsEndsTheRun) {
  const auto run = [](bool waits) {
    return with_every_quantum([waits](const Options& quantum) {
      Options options = quantum;
      options.more = reset_at("0.0001");
      Rig rig(kForEver, 0, options);
      rig.block().on_reset = [waits](TimePs) {
        waits ? wait(1, SC_US) : throw std::runtime_error("my reset");
      };
      const std::string text = said([&] { rig.run_us(1000); });
      return text + " " + sc_time_stamp().to_string();
    });
  };
  EXPECT_THAT(run(false), ::testing::HasSubstr("my reset"));
  EXPECT_THAT(run(false), ::testing::EndsWith(" 100 us"));
  EXPECT_THAT(run(true), ::testing::HasSubstr("wait() is only allowed in SC_THREAD"));
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
