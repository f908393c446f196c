// Initiators of a user's: processes that end amid an access, accesses before the first run, memory
// managers; words over two blocks; reports and interrupts.
#include <gmock/gmock.h>

#include <cstdio>
#include <stdexcept>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

using Bytes = std::vector<unsigned char>;
constexpr unsigned kMatrix = 1, kPoll = 2, kInterrupt = 3, kSlowLoads = 4, kSleep = 9;

// A process is killed, reset or gets an exception amid an access, the CPU inside the block, too.
TEST(Initiators, AProcessEndsAmidAnAccess) {
  for (int how = 0; how < 3; ++how) {
    const std::string seen = with_every_quantum([how](const Options& options) {
      Rig rig(kSlowLoads, 0, options);
      rig.system->check_tlm();
      rig.block().on_access = [](tlm_generic_payload& transaction, sc_time& delay) {
        wait(delay + sc_time(transaction.get_address() == 0x24 ? 1 : 20, SC_US));
        delay = SC_ZERO_TIME;
        return false;
      };
      std::string log;
      const auto read = [&](std::uint32_t offset) {
        std::uint32_t value = 0;
        const tlm_response_status status = rig.init->read(kBlock + offset, value);
        log += " " + hex(offset) + " " + status_name(status) + "@" +
               std::to_string(sc_time_stamp().value());
      };
      rig.init->body = [&] {
        wait(22, SC_US);
        sc_process_handle reader = sc_spawn([&] {
          try {
            read(0x40);
          } catch (const std::runtime_error& error) {
            log += error.what();
          }
        });
        wait(10, SC_US);
        how == 0   ? reader.kill()
        : how == 1 ? reader.reset()
                   : reader.throw_it(std::runtime_error(" thrown"));
        // After a reset the process is inside again.
        EXPECT_EQ(rig.init->last.get_address(), how == 1 ? 0x40 : kBlock + 0x40);
        wait(30, SC_US);
        read(0x44);
      };
      rig.run_us(1000);
      EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
      EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
      return results(*rig.system, 6) + log;
    });
    EXPECT_THAT(seen, ::testing::HasSubstr(" 0x44 TLM_OK_RESPONSE")) << how;
  }
}

// Before the first run: RAM, registers and the block's target are there.
struct Early : sc_module {
  Early(const sc_module_name& name, Rig& of) : sc_module(name), rig(of) {}
  void end_of_elaboration() override { access("end_of_elaboration", kRam + 0x20000); }
  void start_of_simulation() override { access("start_of_simulation", kRam + 0x20010); }
  void end_of_simulation() override {
    std::uint32_t value = 0;
    Bytes bytes(4);
    tlm_generic_payload transaction;
    transaction.set_read();
    transaction.set_address(kRam + 0x20000);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    transaction.set_data_length(4);
    EXPECT_EQ(rig.init->out->transport_dbg(transaction), 4U);
    EXPECT_EQ(value, 0x12345678U);
  }
  void access(const char* when, std::uint64_t address) {
    SCOPED_TRACE(when);
    std::uint32_t value = 0;
    expect_status(rig.init->write(address, 0x12345678), TLM_OK_RESPONSE, "RAM");
    expect_status(rig.init->read(address, value), TLM_OK_RESPONSE, "RAM");
    EXPECT_EQ(value, 0x12345678U);
    rig.block().reg(4) = 0x42;
    expect_status(rig.init->read(kBlock + 4, value), TLM_OK_RESPONSE, "the block");
    EXPECT_EQ(value, 0x42U);
    expect_status(rig.init->read(0x20020004, value), TLM_OK_RESPONSE, "a register");
    tlm_dmi grant;
    tlm_generic_payload request;
    request.set_address(address);
    EXPECT_TRUE(rig.init->out->get_direct_mem_ptr(request, grant));
  }
  Rig& rig;
};

TEST(Initiators, MayActBeforeTheFirstRun) {
  Rig rig(kSleep);
  rig.system->check_tlm();
  Early early("early", rig);
  rig.system->run();
  EXPECT_EQ(rig.system->firmware().word_at(kRam + 0x20010), 0x12345678U);
  EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
}

struct Mark : tlm_extension<Mark> {
  explicit Mark(int& of) : alive(of) { ++alive; }
  ~Mark() override { --alive; }
  tlm_extension_base* clone() const override { return new Mark(alive); }
  void copy_from(const tlm_extension_base&) override {}
  int& alive;
};

// The target keeps the transaction for 5 us after its answer, as a memory manager allows.
TEST(Initiators, MayUseMemoryManagersAndTheTargetMayHoldTransactions) {
  struct Manager : tlm_mm_interface {
    void free(tlm_generic_payload* payload) override {
      payload->reset();
      ++freed;
    }
    int freed = 0;
  } manager;
  int marks = 0;
  tlm_generic_payload payload(&manager);
  Rig rig(kSleep);
  rig.system->check_tlm();
  rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time&) {
    transaction.acquire();
    sc_spawn([&transaction] {
      wait(5, SC_US);
      transaction.release();
    });
    return false;
  };
  rig.init->body = [&] {
    wait(1, SC_US);
    for (const std::uint64_t address : {std::uint64_t{kRam}, std::uint64_t{kBlock},
                                        std::uint64_t{0x20020004}, std::uint64_t{0x60000000}}) {
      std::uint32_t value = 0;
      payload.acquire();
      payload.set_auto_extension(new Mark(marks));
      payload.set_read();
      payload.set_address(address);
      payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
      payload.set_data_length(4);
      payload.set_streaming_width(4);
      payload.set_response_status(TLM_INCOMPLETE_RESPONSE);
      payload.set_dmi_allowed(false);
      sc_time delay;
      const int before = manager.freed;
      rig.init->out->b_transport(payload, delay);
      const bool holds = address == kBlock;
      EXPECT_EQ(payload.get_ref_count(), holds ? 2 : 1);
      EXPECT_EQ(marks, 1);
      payload.release();
      EXPECT_EQ(manager.freed, before + (holds ? 0 : 1));
      wait(10, SC_US);
      EXPECT_EQ(manager.freed, before + 1);
      EXPECT_EQ(marks, 0);
    }
  };
  rig.run_us(100);
  EXPECT_EQ(manager.freed, 4);
  EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
}

// A part of the initiator's delay is waited, and the rest comes back.
TEST(Initiators, ATargetWaitsForAPartOfTheDelay) {
  Rig rig(kSleep);
  rig.system->check_tlm();
  rig.block().on_access = [](tlm_generic_payload&, sc_time& delay) {
    wait(3, SC_US);
    delay -= sc_time(3, SC_US);
    return false;
  };
  rig.init->body = [&] {
    wait(1, SC_US);
    std::uint32_t value = 0;
    sc_time delay(5, SC_US);
    rig.init->read(kBlock, value, &delay);
    EXPECT_EQ(sc_time_stamp(), sc_time(4, SC_US));
    EXPECT_EQ(delay, sc_time(2010, SC_NS)) << "and a wait state";
  };
  rig.run_us(100);
  EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
}

// A target's debug transport says that it has moved more bytes than it was asked for, or fewer.
TEST(Initiators, DebugTransportNeverMovesMoreThanItIsAsked) {
  Rig rig(kSleep);
  unsigned answer = 0;
  unsigned asked = 0;
  rig.block().on_debug = [&](tlm_generic_payload& transaction) {
    asked = transaction.get_data_length();
    return answer;
  };
  const auto debug = [&](std::uint64_t address, unsigned length) {
    Bytes bytes(length);
    tlm_generic_payload transaction;
    transaction.set_read();
    transaction.set_address(address);
    transaction.set_data_ptr(bytes.data());
    transaction.set_data_length(length);
    return rig.bus().transport_dbg(transaction);
  };
  answer = 100;
  EXPECT_EQ(debug(kBlock, 8), 8U);
  EXPECT_EQ(debug(kBlock + 0x1ffc, 8), 4U);
  EXPECT_EQ(asked, 4U);
  answer = 3;
  EXPECT_EQ(debug(kBlock, 8), 3U);
  refused(said([&] { rig.system->firmware().word_at(kBlock); }), "a word of three bytes",
          "0x20200000");
  rig.run_us(1);
}

// firmware/probe.c accesses 48 bytes from kBlock + arg.
std::string matrix_at(std::uint64_t base,
                      const std::vector<std::pair<std::string, std::string>>& at,
                      const std::function<void(Rig&)>& prepare) {
  return with_every_quantum([&](const Options& quantum) {
    Options options = with_blocks(at);
    options.cpu = quantum.cpu;
    Rig rig(kMatrix, static_cast<std::uint32_t>(base - kBlock), options);
    prepare(rig);
    rig.run_us(2000);
    EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
    EXPECT_EQ(rig.system->firmware().word("faults"), 0U);
    return results(*rig.system, 96);
  });
}

TEST(Initiators, WordsOverTwoBlocksAreOfBoth) {
  const auto none = [](Rig&) {};
  const std::string plain = matrix_at(kBlock + 0x100, {{"b0", "0x20200000"}}, none);
  // The first grants more than it has, and the second nothing.
  const auto grants_all = [](Rig& rig) {
    Block* const block = rig.blocks[0];
    block->dmi = true;
    block->on_grant = [block](tlm_generic_payload&, tlm_dmi& grant) {
      grant.set_start_address(0);
      grant.set_end_address(~sc_dt::uint64{0});
      grant.set_dmi_ptr(block->mem);
      grant.allow_read_write();
      return true;
    };
  };
  for (const std::uint64_t below : {3, 4, 6, 35, 36, 38, 42}) {
    for (const auto& prepare :
         {std::function<void(Rig&)>(none), std::function<void(Rig&)>(grants_all)}) {
      EXPECT_EQ(
          matrix_at(kBlock + 0x2000 - below, {{"b0", "0x20200000"}, {"b1", "0x20202000"}}, prepare),
          plain)
          << below;
    }
  }
}

// A program may have warnings thrown: none comes of the platform itself.
TEST(Initiators, FindNoWarningOfThePlatforms) {
  sc_report_handler::set_actions(SC_WARNING, SC_THROW);
  Rig rig(kPoll);
  rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
    if (transaction.is_write() && transaction.get_address() == 0x10) {
      rig.block().ev.notify(delay + sc_time(1, SC_US));
    }
    return false;
  };
  rig.block().on_event = [&] { rig.block().reg(0x14) = 1; };
  rig.init->body = [&] {
    std::uint32_t value = 0;
    rig.init->read(kBlock, value);
  };
  rig.system->run();
  EXPECT_EQ(rig.system->firmware().word("finished"), 1U);
  EXPECT_EQ(sc_report_handler::get_count(SC_WARNING), 0);
}

// A trace file of the kernel's is called at every delta and every time.
TEST(Initiators, ATraceOfTheKernelsChangesNothing) {
  const auto run = [](bool traces) {
    return with_every_quantum([traces](const Options& options) {
      Rig rig(kPoll, 0, options);
      sc_signal<bool> busy("busy");
      sc_trace_file* const file = traces ? sc_create_vcd_trace_file("tlm_cases_trace") : nullptr;
      if (traces) {
        sc_trace(file, busy, "busy");
      }
      rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
        if (transaction.is_write() && transaction.get_address() == 0x10) {
          busy.write(true);
          rig.block().ev.notify(delay + sc_time(1, SC_US));
        }
        return false;
      };
      rig.block().on_event = [&] { rig.block().reg(0x14) = 1; };
      rig.run_us(1000);
      if (traces) {
        sc_close_vcd_trace_file(file);
        std::remove("tlm_cases_trace.vcd");
      }
      return results(*rig.system, 2);
    });
  };
  EXPECT_EQ(run(true), run(false));
}

// The block keeps its state at a reset of the CPU: the interrupt of before comes at its time.
TEST(Initiators, AnInterruptToComeOutlivesAResetOfTheCpu) {
  const std::string seen = with_every_quantum([](const Options& quantum) {
    Options options = quantum;
    options.more = reset_at("0.0001");
    Rig rig(kInterrupt, 0, options);
    double first = 0;
    double start = 0;
    rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time&) {
      const double now = sc_time_stamp().to_seconds() * 1e6;
      if (transaction.is_write() && transaction.get_address() == 0x10) {
        start = now;
        if (first == 0) {
          first = now;
          rig.block().irq(true, pf::now_ps() + 300'000'000);
        }
      }
      if (transaction.get_address() == 0x18) {
        rig.block().irq(false, pf::now_ps());
      }
      return false;
    };
    rig.run_us(1000);
    EXPECT_GT(start, 100);
    EXPECT_EQ(rig.result(1), 1U);
    EXPECT_NEAR(start + rig.result(0) / 100.0, first + 300, 1);
    return results(*rig.system, 2);
  });
  EXPECT_FALSE(seen.empty());
}

// A reset, a task of the sequencer and an intervention send in the present.
TEST(Initiators, TransactionsOfResetsTasksAndInterventionsAreInThePresent) {
  const std::string seen = with_every_quantum([](const Options& quantum) {
    Options options = quantum;
    options.more = reset_at("0.005");
    Rig rig;
    std::string log;
    const auto send = [&] {
      std::uint32_t value = 0;
      sc_time delay;
      rig.init->write(kBlock + 0x40, 1, &delay);
      rig.init->read(kRam, value);
      log += " +" + std::to_string(delay.value());
    };
    rig.set_up = [&](Block& block) {
      const auto task = block.modem.sequencer().add(docsis_vp::cm::kObserve, 9, send);
      block.modem.sequencer().post_at(task, 7'003'100'000);
      block.on_reset = [&send](TimePs) { send(); };
      block.on_access = [&log](tlm_generic_payload&, sc_time& delay) {
        log += " " + std::to_string(sc_time_stamp().value()) + "+" + std::to_string(delay.value());
        return false;
      };
    };
    rig.build(kSleep, 0, options);
    rig.system->interventions().at(sc_time(8'123.4, SC_US), send);
    rig.run_us(10'000);
    return log;
  });
  EXPECT_EQ(seen, " 5000000000+0 +10000 7003100000+0 +10000 8123400000+0 +10000");
}

// A global quantum of the program's, smaller or larger than the CPU's.
TEST(Initiators, TheGlobalQuantumChangesNoResult) {
  const auto run = [](const sc_time& global) {
    return with_every_quantum([&global](const Options& options) {
      tlm_global_quantum::instance().set(global);
      Rig rig(kPoll, 0, options);
      rig.block().on_access = [&](tlm_generic_payload& transaction, sc_time& delay) {
        if (transaction.is_write() && transaction.get_address() == 0x10) {
          rig.block().ev.notify(delay + sc_time(1, SC_US));
        }
        return false;
      };
      rig.block().on_event = [&] { rig.block().reg(0x14) = 1; };
      rig.run_us(1000);
      return results(*rig.system, 2) + " " + std::to_string(rig.block().calls);
    });
  };
  const std::string none = run(SC_ZERO_TIME);
  EXPECT_EQ(run(sc_time(100, SC_NS)), none);
  EXPECT_EQ(run(sc_time(7, SC_MS)), none);
}

// One of two modems is reset amid an access of its CPU's; the other does not notice.
TEST(Initiators, AResetOfOneOfTwoModemsLeavesTheOtherAlone) {
  const auto run = [](bool waits, bool resets) {
    return with_every_quantum([=](const Options& quantum) {
      Rig rig;
      Options options = quantum;
      options.more = resets ? reset_at("0.00003") : "";
      std::string text = scenario_text(options);
      text.insert(text.find("\"modems\": [") + 11,
                  R"({"name": "cm1", "control_law": "firmware", "firmware": ")" FIRMWARE
                  R"(", "cpu": )" +
                      options.cpu + R"(, "blocks": )" + options.blocks + "}, ");
      text.insert(text.find("\"service_flows\": [") + 18,
                  R"({"name": "us1", "modem": "cm1", "max_sustained_rate_mbps": 10}, )");
      rig.system =
          std::make_unique<vp::System>(vp::load_scenario_text(text, "two", {}, rig.extensions()));
      for (unsigned i : {0U, 1U}) {
        rig.system->firmware(i).set_word("test_case", kSlowLoads);
        rig.blocks[i]->on_access = [i, waits](tlm_generic_payload& transaction, sc_time& delay) {
          if (transaction.get_address() == 0x20) {
            const sc_time time(i == 0 ? 33 : 100, SC_US);
            waits ? wait(time) : void(delay += time);
          }
          return false;
        };
      }
      rig.system->run_for(sc_time(1, SC_MS));
      const unsigned loads = resets ? 4 : 3;  // of cm0, which is the second here
      EXPECT_EQ(rig.blocks[1]->seen.size(), loads);
      std::string seen;
      for (unsigned i = 0; i < 6; ++i) {
        seen += std::to_string(rig.system->firmware(0).word("result", 4 * i)) + " ";
      }
      for (const Block::Seen& access : rig.blocks[0]->seen) {
        seen += std::to_string(access.at_ns) + " ";
      }
      return seen;
    });
  };
  const std::string undisturbed = run(true, false);
  EXPECT_EQ(run(true, true), undisturbed);
  EXPECT_EQ(run(false, true), undisturbed);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
