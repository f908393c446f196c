// Runs the script of a law natively and on the control CPU.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "tests/fw/control_cpu.h"
#include "tests/fw/equivalence/script.h"
#include "tests/fw/equivalence/test_device.h"

namespace docsis_vp::fw {

struct ScriptRun {
  std::vector<std::uint32_t> verdicts;
  script_result result{};
};

inline std::vector<std::uint32_t>*& native_verdicts() {
  static std::vector<std::uint32_t>* verdicts = nullptr;
  return verdicts;
}

inline ScriptRun run_natively(const aqm_algorithm& law, std::uint32_t seed, std::uint32_t packets) {
  ScriptRun run;
  native_verdicts() = &run.verdicts;
  const char* refused = script_run(
      &law, seed, packets, [](std::uint32_t word) { native_verdicts()->push_back(word); },
      &run.result);
  if (refused != nullptr) {
    throw std::runtime_error(refused);
  }
  return run;
}

// The device behind test_device.h.
class TestDevice : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<TestDevice, 32> socket;

  TestDevice(const sc_core::sc_module_name& name, std::uint32_t law, std::uint32_t seed,
             std::uint32_t packets)
      : sc_module(name), socket("socket"), orders_{law, seed, packets} {
    socket.register_b_transport(this, &TestDevice::b_transport);
  }
  std::vector<std::uint32_t> verdicts;
  std::vector<std::uint32_t> result;

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    const auto offset = static_cast<std::uint32_t>(transaction.get_address());
    std::uint32_t word = offset / 4 < 3 ? orders_[offset / 4] : 0;
    if (transaction.is_read()) {
      std::memcpy(transaction.get_data_ptr(), &word, sizeof word);
    } else {
      std::memcpy(&word, transaction.get_data_ptr(), sizeof word);
      (offset == TEST_DEVICE_VERDICTS ? verdicts : result).push_back(word);
    }
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::uint32_t orders_[3];
};

inline ScriptRun run_on_cpu(std::uint32_t law, std::uint32_t seed, std::uint32_t packets) {
  platform::CpuConfig config;
  config.profile = platform::cycle_profile("ibex-small");
  platform::Outcome outcome;
  ControlCpu cpu("cpu", config, outcome);
  TestDevice device("test_device", law, seed, packets);
  cpu.map("test_device", TEST_DEVICE_BASE, device.socket);
  cpu.load(DOCSIS_VP_FIRMWARE_DIR "/test_equivalence.elf");
  sc_core::sc_start(platform::to_sc_time(600 * kPsPerSecond));
  if (!outcome.ended() || outcome.failed() || outcome.exit_code() != 0 ||
      device.result.size() != sizeof(script_result) / sizeof(std::uint32_t)) {
    throw std::runtime_error("the program did not end well: " + cpu.text());
  }
  ScriptRun run;
  run.verdicts = std::move(device.verdicts);
  std::memcpy(&run.result, device.result.data(), sizeof run.result);
  return run;
}

}  // namespace docsis_vp::fw
