// Means of SystemC that a block may use for its time: what firmware sees is the same for every
// quantum.
#include <tlm_utils/peq_with_cb_and_phase.h>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

// Numbers of programs in firmware/probe.c.
constexpr unsigned kPoll = 2, kSlowLoads = 4, kTimedLoads = 19, kBanks = 20, kInterrupts = 22,
                   kChanges = 23;

void answer(tlm_generic_payload& transaction, std::uint32_t value) {
  if (transaction.is_read()) {
    std::memcpy(transaction.get_data_ptr(), &value, sizeof value);
  }
  transaction.set_response_status(TLM_OK_RESPONSE);
}

bool is_start(const tlm_generic_payload& transaction) {
  return transaction.is_write() && transaction.get_address() == 0x10;
}

// Written as hardware is: a clock of 10 ns, signals, a counter to 100.
TEST(Quanta, AClockAndSignals) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kPoll, 0, options);
    sc_clock clock("clock", 10, SC_NS);
    sc_signal<bool> started("started");
    sc_signal<unsigned> count("count");
    sc_spawn_options edges;
    edges.spawn_method();
    edges.dont_initialize();
    edges.set_sensitivity(&clock.posedge_event());
    sc_spawn([&] { count.write(count.read() + (started.read() ? 1 : 0)); }, "edges", &edges);
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time&) {
      if (is_start(transaction)) {
        started.write(true);
      }
      answer(transaction, count.read() >= 100 ? 1 : 0);
      return true;
    };
    rig.run_us(100);
    return results(*rig.system, 1);
  });
  expect(near_to(std::stod(seen), 110, 10), "100 clocks, and a round of the poll", seen);
}

// CPU and DMA use one port of a memory, which a mutex guards.
TEST(Quanta, AMutexBetweenCpuAndDma) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kTimedLoads, 0, options);
    sc_mutex port("port");
    std::uint32_t served = 0;
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
      wait(delay);
      delay = SC_ZERO_TIME;
      port.lock();
      wait(3, SC_US);
      answer(transaction, ++served);
      port.unlock();
      return true;
    };
    std::string dma;
    rig.init->body = [&] {
      wait(18, SC_US);
      for (int i = 0; i < 6; ++i) {
        std::uint32_t value = 0;
        rig.init->read(kBlock + 0x40, value);
        dma += " " + std::to_string(sc_time_stamp().value());
        wait(1, SC_US);
      }
    };
    rig.run_us(200);
    EXPECT_EQ(served, 14U);
    return results(*rig.system, 16) + dma;
  });
  expect(!seen.empty(), "every load was served", seen);
}

TEST(Quanta, AnEventQueueWithThreeInterrupts) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kInterrupts, 3, options);
    sc_event_queue queue("queue");
    Block& block = rig.block();
    sc_spawn_options at_each;
    at_each.spawn_method();
    at_each.dont_initialize();
    at_each.set_sensitivity(&queue.default_event());
    sc_spawn([&] { block.irq(true, pf::now_ps()); }, "at_each", &at_each);
    block.on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
      for (int microseconds : {6, 2, 4}) {
        if (is_start(transaction)) {
          queue.notify(delay + sc_time(microseconds, SC_US));
        }
      }
      if (transaction.get_address() == 0x18) {
        block.irq(false, pf::now_ps());
      }
      return false;
    };
    rig.run_us(100);
    const auto at = [&rig](unsigned i) { return static_cast<double>(rig.result(i)); };
    expect(near_to(at(1) - at(0), 200, 10) && near_to(at(2) - at(1), 200, 10), "2 us apart");
    return results(*rig.system, 3);
  });
  expect(near_to(std::stod(seen), 250, 60), "the first after 2 us and the handler's entry", seen);
}

// Each access kills the process that the one before has spawned.
TEST(Quanta, SpawnedProcessesThatAreKilled) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kTimedLoads, 0, options);
    sc_process_handle process;
    int accesses = 0;
    int acted = 0;
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time&) {
      if (process.valid() && !process.terminated()) {
        process.kill();
      }
      answer(transaction, static_cast<std::uint32_t>(acted));
      process = sc_spawn([&acted, number = ++accesses] {
        wait(1, SC_US);
        acted = number;
      });
      return true;
    };
    rig.run_us(100);
    EXPECT_EQ(acted, 8);
    return results(*rig.system, 16);
  });
  EXPECT_EQ(seen.substr(0, 2), "0 ");
}

TEST(Quanta, AThreadThatAnAccessResumes) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kPoll, 0, options);
    sc_process_handle worker = sc_spawn([&rig] {
      wait(1, SC_US);
      rig.block().reg(0x14) = 1;
    });
    worker.suspend();
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time&) {
      if (is_start(transaction)) {
        worker.resume();
      }
      return false;
    };
    rig.run_us(100);
    return results(*rig.system, 1);
  });
  expect(near_to(std::stod(seen), 110, 10), "1 us, and a round of the poll", seen);
}

TEST(Quanta, DeltaCyclesWithinAnAccess) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kTimedLoads, 0, options);
    sc_signal<std::uint32_t> input("input");
    sc_signal<std::uint32_t> doubled("doubled");
    sc_spawn_options at_change;
    at_change.spawn_method();
    at_change.dont_initialize();
    at_change.set_sensitivity(&input.default_event());
    sc_spawn([&] { doubled.write(2 * input.read()); }, "doubles", &at_change);
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
      input.write(input.read() + 1);
      for (int delta = 0; delta < 3; ++delta) {
        wait(SC_ZERO_TIME);
      }
      answer(transaction, doubled.read());
      delay += sc_time(input.read() > 4 ? 333 : 0, SC_PS);
      return true;
    };
    rig.run_us(100);
    for (unsigned load = 0; load < 8; ++load) {
      EXPECT_EQ(rig.result(2 * load), 2 * (load + 1));
      EXPECT_EQ(rig.result(2 * load + 1), rig.result(1) + (load >= 4 ? 1 : 0)) << "a cycle begun";
    }
    return results(*rig.system, 16);
  });
  EXPECT_FALSE(seen.empty());
}

// The write that selects a bank takes time and revokes the grants, which begin and end within
// words.
TEST(Quanta, BanksOfMemoryUnderOneAddress) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kBanks, 0, options);
    Block& block = rig.block();
    static unsigned char banks[3][0x1000];
    std::uint32_t selected = 0;
    for (std::uint32_t bank = 0; bank < 3; ++bank) {
      const std::uint32_t words[] = {1000 * (bank + 1), 1, 2, 3};
      std::memcpy(banks[bank], words, sizeof words);
    }
    block.on_access = [&](tlm_generic_payload& transaction, sc_time&) {
      if (transaction.get_address() == 0x30) {
        wait(50, SC_NS);
        std::memcpy(&selected, transaction.get_data_ptr(), sizeof selected);
        block.in->invalidate_direct_mem_ptr(0x1002, 0x1009);
      } else {
        unsigned char* const at = banks[selected] + (transaction.get_address() - 0x1000);
        transaction.is_write()
            ? std::memcpy(at, transaction.get_data_ptr(), transaction.get_data_length())
            : std::memcpy(transaction.get_data_ptr(), at, transaction.get_data_length());
        transaction.set_dmi_allowed(true);
      }
      transaction.set_response_status(TLM_OK_RESPONSE);
      return true;
    };
    block.on_grant = [&](tlm_generic_payload& transaction, tlm_dmi& dmi) {
      dmi.set_start_address(0x1001);
      dmi.set_end_address(0x1ffe);
      dmi.set_dmi_ptr(banks[selected] + 1);
      transaction.is_write() ? dmi.allow_write() : dmi.allow_read();
      return transaction.get_address() >= 0x1000;
    };
    rig.run_us(1000);
    return results(*rig.system, 28);
  });
  EXPECT_EQ(seen.substr(0, 59), "1004 2004 3004 1104 2104 3104 1204 2204 3204 1304 2304 3304");
}

// The block's thread changes the word: under a grant, in other memory, and over the bus.
TEST(Quanta, MemoryThatIsRevokedByAThread) {
  const std::string seen = with_every_quantum([](const Options& options) {
    Rig rig(kChanges, 0, options, [](Block& block) { block.dmi = true; });
    Block& block = rig.block();
    static std::uint32_t elsewhere[1024];
    enum { kOwn, kElsewhere, kWithheld } where = kOwn;
    block.on_access = [&](tlm_generic_payload& transaction, sc_time&) {
      if (where == kOwn || transaction.get_address() != 0x1000) {
        return false;
      }
      answer(transaction, elsewhere[0]);
      transaction.set_dmi_allowed(where == kElsewhere);
      return true;
    };
    block.on_grant = [&](tlm_generic_payload&, tlm_dmi& dmi) {
      dmi.set_start_address(0x1000);
      dmi.set_end_address(0x1fff);
      dmi.set_dmi_ptr(where == kOwn ? block.mem + 0x1000
                                    : reinterpret_cast<unsigned char*>(elsewhere));
      dmi.allow_read_write();
      return where != kWithheld;
    };
    block.in_thread = [&] {
      wait(100, SC_US);
      block.reg(0x1000) = 1;
      wait(100, SC_US);
      where = kElsewhere;
      elsewhere[0] = 2;
      block.in->invalidate_direct_mem_ptr(0, ~sc_dt::uint64{0});
      wait(100, SC_US);
      where = kWithheld;
      elsewhere[0] = 3;
      block.in->invalidate_direct_mem_ptr(0x1000, 0x1003);
      wait(100, SC_US);
      elsewhere[0] = 4;
    };
    rig.run_us(1000);
    for (unsigned i = 0; i < 4; ++i) {
      expect(near_to(rig.result(2 * i), 10'000 * (i + 1), 20), "seen at its time");
      EXPECT_EQ(rig.result(2 * i + 1), i + 1);
    }
    return results(*rig.system, 8);
  });
  EXPECT_FALSE(seen.empty());
}

// The reset comes amid the first load, in time that the target waits or annotates.
TEST(Quanta, AResetAmidAnAccess) {
  const auto run = [](int how) {
    return with_every_quantum([how](const Options& quantum) {
      Options options = quantum;
      options.more = reset_at("0.00003");
      Rig rig(kSlowLoads, 0, options);
      int loads = 0;
      std::string times;
      rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
        if (transaction.get_address() == 0x20) {
          times += " " + std::to_string((sc_time_stamp() + delay).value());
          const bool is_first = ++loads == 1;
          const sc_time waited = how == 0 ? sc_time(100, SC_US) : sc_time(how == 1 ? 5 : 0, SC_US);
          if (is_first && waited != SC_ZERO_TIME) {
            wait(waited);
          }
          delay += is_first ? sc_time(100, SC_US) - waited : SC_ZERO_TIME;
        }
        return false;
      };
      rig.run_us(5000);
      EXPECT_EQ(loads, 3);
      EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
      EXPECT_EQ(rig.system->firmware().word("faults"), 0U);
      const std::uint64_t busy = rig.system->results().cpus.at(0).cycles_busy;
      return results(*rig.system, 6) + times + " busy " + std::to_string(busy);
    });
  };
  const std::string waits = run(0);
  EXPECT_FALSE(waits.empty());
  EXPECT_EQ(run(1), waits) << "waits, then annotates";
  EXPECT_EQ(run(2), waits) << "annotates";
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
