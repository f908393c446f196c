// Checks of the base protocol in a system with a block that breaks it.
#include <gmock/gmock.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "platform/bus/interconnect.h"
#include "platform/bus/protocol_log.h"
#include "platform/memory/memory.h"
#include "system/assembly/system.h"
#include "system/extension/extensions.h"
#include "system/extension/hardware_block.h"
#include "tests/system/extension/in_child.h"

namespace docsis_vp::system::tlm_check_test {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t kScratch = 0x8002'0000, kOwn = 0x2030'0000;

// Registers that forget to answer, memory behind a bus of the block's own, and an initiator.
class Careless : public sc_core::sc_module, public HardwareBlock {
 public:
  SC_HAS_PROCESS(Careless);
  Careless(const sc_core::sc_module_name& name, const BlockSite& site, bool careless)
      : sc_module(name),
        out_("out"),
        registers_("registers"),
        inside_("inside", 100'000'000),
        memory_("memory", {256, true, 100'000'000, 0, 0}),
        careless_(careless) {
    registers_.register_b_transport(this, &Careless::answer);
    inside_.map({"registers", 0, 256, 0}, registers_);
    inside_.map({"memory", 256, 256, 0}, memory_.socket);
    out_.bind(site.bus);
    SC_THREAD(run);
  }
  tlm::tlm_base_target_socket_b<32>& socket() override { return inside_.socket; }

 private:
  void answer(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(40, sc_core::SC_NS);
    if (!careless_) {
      transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    }
  }
  void run() {
    transaction_.set_command(tlm::TLM_WRITE_COMMAND);
    transaction_.set_data_ptr(bytes_);
    transaction_.set_data_length(sizeof bytes_);
    transaction_.set_streaming_width(careless_ ? 0 : sizeof bytes_);
    for (const std::uint32_t address : {kScratch, kScratch, kOwn, kOwn + 256}) {
      sc_core::wait(1, sc_core::SC_MS);
      transaction_.set_address(address);
      transaction_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      transaction_.set_dmi_allowed(false);
      sc_core::sc_time delay;
      out_->b_transport(transaction_, delay);
      sc_core::wait(delay);
    }
  }

  tlm_utils::simple_initiator_socket<Careless, 32> out_;
  tlm_utils::simple_target_socket<Careless, 32> registers_;
  platform::Interconnect inside_;
  platform::Memory memory_;
  const bool careless_;
  // Members, because a run that ends early does not unwind the thread's stack.
  tlm::tlm_generic_payload transaction_;
  unsigned char bytes_[8] = {};
};

std::unique_ptr<System> system_with(bool careless) {
  BlockKind kind;
  kind.make = [careless](const BlockSite& site) {
    return std::make_unique<Careless>(site.name.c_str(), site, careless);
  };
  return std::make_unique<System>(load_scenario_text(R"({
      "name": "careless", "duration_s": 0.05,
      "modems": [{"name": "cm0", "control_law": "firmware", "firmware": "docsis_pie",
        "blocks": [{"name": "dma", "kind": "careless", "address": "0x20300000"}]}],
      "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
      "flows": [{"name": "a", "modem": "cm0", "rate_mbps": 12, "packets": 100}]})",
                                                     "scenario", {},
                                                     Extensions().add_block("careless", kind)));
}

TEST(TlmCheck, NamesTheSocketsOfBothSides) {
  const auto system = system_with(true);
  system->check_tlm();
  system->run();
  const std::vector<std::string> lines = system->tlm_violation_lines();
  ASSERT_EQ(lines.size(), 2U) << ::testing::PrintToString(lines);
  EXPECT_THAT(lines[0], ::testing::StartsWith("0.001 s, soc_cm0.dma.out: b_transport() for a "
                                              "write at 0x80020000 with a streaming width of 0"));
  EXPECT_THAT(lines[0], HasSubstr("(IEEE 1666-2011, 14.15 f), 4 times"));
  EXPECT_THAT(lines[1],
              ::testing::EndsWith("s, soc_cm0.dma.registers (registers): b_transport() leaves a "
                                  "write at 0x0 at TLM_INCOMPLETE_RESPONSE (IEEE 1666-2011, "
                                  "14.17)"));
}

TEST(TlmCheck, IsSilentOnABlockThatKeepsTheRules) {
  const auto system = system_with(false);
  system->check_tlm();
  system->run();
  EXPECT_TRUE(system->tlm_violations().empty());
}

TEST(TlmCheck, ChangesNoResult) {
  const auto results_of_run = [](bool checks) {
    return in_child([checks] {
      const auto system = system_with(true);
      if (checks) {
        system->check_tlm();
      }
      system->run();
      Results results = system->results();
      results.cpu_s = results.wall_s = 0;
      return results.json();
    });
  };
  const std::string plain = results_of_run(false);
  EXPECT_THAT(plain, HasSubstr("\"block_transfers\""));
  EXPECT_EQ(results_of_run(true), plain);
}

TEST(TlmCheck, ComesBeforeTheFirstRun) {
  const auto system = system_with(false);
  system->run_for(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_TRUE(system->tlm_violations().empty());
  EXPECT_THROW(system->check_tlm(), std::logic_error);
}

}  // namespace
}  // namespace docsis_vp::system::tlm_check_test
