// Tests that pass, and tests that are there to fail: other tests run these on purpose, to see what
// a failure prints and leaves. They are disabled so that the suite passes when a person runs it.
#include <tlm_utils/simple_initiator_socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "platform/bus/register_file.h"
#include "system/extension/extensions.h"
#include "system/extension/hardware_block.h"
#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

namespace docsis_vp::testing::sample_suite {
namespace {

constexpr const char* kScenario = R"({
  "duration_s": 0.3, "stats": {"warmup_s": 0.1},
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 50}],
  "flows": [{"name": "call", "kind": "voip", "modem": "cm0"},
            {"name": "load", "modem": "cm0", "rate_mbps": 4}]
})";

std::string sample_file() {
  const char* const file = std::getenv("SAMPLE_FILE");
  return file == nullptr ? "" : file;
}

using Sample = SystemTest;

TEST_F(Sample, Passes) {
  build_text(kScenario);
  run();
  EXPECT_THAT(flow(results(), "call"), DelayPercentileBelow(99, 20_ms));
  EXPECT_THAT(results(), NoGrantMissed());
  EXPECT_THAT(system(), Conserves());
}

TEST_F(Sample, PassesAfterAnotherElaboration) {
  build_text(kScenario, {{}, {"flows.load.rate_mbps=2"}});
  EXPECT_TRUE(
      run_until([this] { return service_flow(results(), "us0").sent.packets > 10; }, 200_ms));
  EXPECT_LT(sc_core::sc_time_stamp(), 100_ms);
}

TEST_F(Sample, GivesUpInTime) {
  build_text(kScenario);
  EXPECT_FALSE(run_until([] { return false; }, 20_ms));
  EXPECT_EQ(sc_core::sc_time_stamp(), 20_ms);
}

// Its thread sends a transaction that was answered before.
struct Careless : sc_core::sc_module, system::HardwareBlock {
  SC_HAS_PROCESS(Careless);
  Careless(const sc_core::sc_module_name& name, const system::BlockSite& site)
      : sc_module(name), registers("registers") {
    out.bind(site.bus);
    SC_THREAD(send);
  }
  tlm::tlm_base_target_socket_b<32>& socket() override { return registers.socket; }
  void send() {
    tlm::tlm_generic_payload transaction;
    std::uint32_t word = 0;
    transaction.set_read();
    transaction.set_address(0x8000'0000);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    transaction.set_data_length(sizeof word);
    transaction.set_streaming_width(sizeof word);
    for (int i = 0; i < 3; ++i) {
      sc_core::sc_time delay;
      out->b_transport(transaction, delay);
    }
  }
  tlm_utils::simple_initiator_socket<Careless, 32> out{"out"};
  platform::RegisterFile registers;
};

TEST_F(Sample, DISABLED_HasACarelessBlock) {
  system::BlockKind kind;
  kind.make = [](const system::BlockSite& site) {
    return std::make_unique<Careless>(site.name.c_str(), site);
  };
  build_text(kScenario,
             {{},
              {"modems.cm0.control_law=firmware",
               R"(modems.cm0.blocks=[{"name": "b", "kind": "c", "address": "0x20300000"}])"}},
             system::Extensions().add_block("c", kind));
  run();
}

TEST_F(Sample, DISABLED_Fails) {
  build_text(kScenario);
  run();
  EXPECT_THAT(flow(results(), "call"), DelayPercentileBelow(99, 1_us));
}

TEST_F(Sample, DISABLED_BuildsTwice) {
  build_text(kScenario);
  build_text(kScenario);
}

TEST_F(Sample, DISABLED_HasABadScenario) {
  build_text(R"({"duration_s": -1})");
}

TEST_F(Sample, DISABLED_EndsItsProcess) {
  std::raise(SIGKILL);
}

TEST_F(Sample, DISABLED_EndsInAnError) {
  std::string scenario = kScenario;
  scenario.insert(scenario.rfind('}'), R"(, "events": [
    {"time_s": 0.1, "kind": "flip_bit", "modem": "cm0", "register": "pc", "bit": 30}])");
  build_text(scenario,
             {{}, {"modems.cm0.control_law=firmware", "service_flows.us0.aqm=docsis_pie"}});
  run();
}

TEST_F(Sample, DISABLED_Crashes) {
  build_text(kScenario);
  run_for(100_ms);
  std::abort();
}

TEST_F(Sample, DISABLED_RunsAndIsKilled) {
  build_text(kScenario);
  run_for(100_ms);
  std::raise(SIGKILL);
}

TEST_F(Sample, DISABLED_FailsWithOwnWaves) {
  build_text(kScenario);
  std::ostringstream waves;
  std::ostringstream rows;
  system().write_waves(waves, {});
  system().write_time_series(rows);
  keep_trace();
  run();
  system().finish_waves();
  EXPECT_EQ(waves.str() + rows.str(), "");
}

TEST_F(Sample, DISABLED_FailsSlowly) {
  build_text(kScenario);
  system().on_progress([](double) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    return true;
  });
  run();
  ADD_FAILURE();
}

TEST_F(Sample, DISABLED_FailsOnce) {
  build_text(kScenario);
  run();
  const std::string file = sample_file();
  EXPECT_TRUE(std::ifstream(file).is_open());
  std::ofstream{file} << "once";
}

void say_which_process() {
  std::ofstream(sample_file()) << getpid() << "\n";
}

TEST_F(Sample, DISABLED_Waits) {
  say_which_process();
  sleep(60);
}

TEST_F(Sample, DISABLED_WaitsOn) {
  std::signal(SIGTERM, SIG_IGN);
  say_which_process();
  sleep(60);
}

class Misuse : public SystemTest {
 protected:
  void build_any() { build_text(kScenario); }
  void build_with_firmware() {
    build_text(kScenario,
               {{}, {"modems.cm0.control_law=firmware", "service_flows.us0.aqm=docsis_pie"}});
  }
  void run_any() {
    build_text(kScenario, {{}, {"flows.call.start_s=0.05"}});
    run();
  }
  // A flow that sends nothing.
  void run_late() {
    std::string scenario = kScenario;
    scenario.replace(scenario.find("\"load\""), 6, "\"late\", \"start_s\": 5");
    build_text(scenario);
    run();
  }
};

TEST_F(Misuse, DISABLED_RunUntilWithoutStep) {
  build_any();
  run_until([] { return false; }, 1_s, 0_s);
}
TEST_F(Misuse, DISABLED_RunUntilWithoutCondition) {
  build_any();
  run_until(nullptr, 1_s);
}
TEST_F(Misuse, DISABLED_RunBeyondTheEndOfTime) {
  build_any();
  run_for(sc_core::sc_max_time());
}
TEST_F(Misuse, DISABLED_RunWithoutSystem) {
  run_for(1_ms);
}
TEST_F(Misuse, DISABLED_KeepTraceAfterARun) {
  build_any();
  run_for(1_ms);
  keep_trace();
}
TEST_F(Misuse, DISABLED_TraceNotKept) {
  build_any();
  run_for(1_ms);
  EXPECT_EQ(trace(), "");
}
TEST_F(Misuse, DISABLED_WavesAfterARun) {
  build_any();
  run_for(1_ms);
  std::ostringstream waves;
  system().write_waves(waves, {});
}
TEST_F(Misuse, DISABLED_ScenarioWithoutModems) {
  build_scenario({});
}
TEST_F(Misuse, DISABLED_ScenarioOutOfRange) {
  system::Scenario scenario = system::load_scenario_text(kScenario, "text").scenario;
  scenario.duration_s = 1e9;
  build_scenario(scenario);
}
TEST_F(Misuse, DISABLED_FirmwareOfNoModem) {
  build_with_firmware();
  system().firmware(9);
}
TEST_F(Misuse, DISABLED_ModemOfNoModem) {
  build_any();
  system().modem(1);
}
TEST_F(Misuse, DISABLED_FirmwareOfHardware) {
  build_any();
  system().firmware();
}
TEST_F(Misuse, DISABLED_WordMisaligned) {
  build_with_firmware();
  system().firmware().word_at(0x10000002);
}
TEST_F(Misuse, DISABLED_SetWordMisaligned) {
  build_with_firmware();
  system().firmware().set_word_at(0x10000001, 5);
}
TEST_F(Misuse, DISABLED_OffsetMisaligned) {
  build_with_firmware();
  system().firmware().word("states", 2);
}
TEST_F(Misuse, DISABLED_OffsetOverflows) {
  build_with_firmware();
  system().firmware().word("states", 0xfffffffc);
}
TEST_F(Misuse, DISABLED_NotWithoutMos) {
  run_any();
  EXPECT_THAT(flow(results(), "load"), ::testing::Not(MosAbove(1)));
}
TEST_F(Misuse, DISABLED_NotWithoutRtt) {
  run_any();
  EXPECT_THAT(flow(results(), "call"), ::testing::Not(RttPercentileBelow(50, 1_ms)));
}
TEST_F(Misuse, DISABLED_NotWithoutDelay) {
  run_late();
  EXPECT_THAT(flow(results(), "late"), ::testing::Not(DelayPercentileBelow(50, 1_ms)));
}
TEST_F(Misuse, DISABLED_NotWithoutLoss) {
  run_late();
  EXPECT_THAT(flow(results(), "late"), ::testing::Not(LossPercentBelow(1)));
}
TEST_F(Misuse, DISABLED_PercentileBeyond) {
  run_any();
  EXPECT_THAT(flow(results(), "call"), DelayPercentileBelow(101, 1_s));
}
TEST_F(Misuse, DISABLED_PercentInPlaceOfFraction) {
  run_any();
  EXPECT_THAT(service_flow(results(), "us0"), RateNear(4, 3));
}

}  // namespace
}  // namespace docsis_vp::testing::sample_suite
