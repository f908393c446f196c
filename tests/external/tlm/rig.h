// A system with a modem whose CPU runs firmware/probe.c, a target of a user's and an initiator of a
// user's on its bus, each made by the standard's own means.
#pragma once

#include <gtest/gtest.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/interventions.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/system.h"
#include "system/extension/extensions.h"
#include "system/extension/hardware_block.h"

namespace docsis_vp::tlm_cases {

namespace vp = docsis_vp::system;
namespace pf = docsis_vp::platform;

// Register files of the platform.
constexpr std::uint32_t kRegs[] = {0x2000'0000, 0x2001'0000, 0x2002'0000, 0x2003'0000,
                                   0x2004'0000, 0x2005'0000, 0x2006'0000, 0x2007'0000,
                                   0x2008'0000, 0x200b'0000, 0x2010'0000, 0x2400'0000};
constexpr std::uint32_t kBlock = 0x2020'0000, kRam = 0x8000'0000, kRom = 0;

// As EXPECT_TRUE, with the expectation and the actual value.
void expect(bool ok, const std::string& what, const std::string& detail = "");
void expect_status(tlm::tlm_response_status got, tlm::tlm_response_status wanted,
                   const std::string& what);
std::string hex(std::uint64_t value);
std::string status_name(tlm::tlm_response_status status);
// Returns the text of the exception, or nothing. kind: type of the exception.
std::string said(const std::function<void()>& act, const char** kind = nullptr);
// Something was said, and it names `must`.
void refused(const std::string& text, const std::string& what, const std::string& must = "");
inline std::string us(double cycles) {
  return std::to_string(cycles / 100) + " us";
}
inline bool near_to(double got, double wanted, double tolerance) {
  return got >= wanted - tolerance && got <= wanted + tolerance;
}

// Registers below 0x1000, memory above. A case may replace functions; accesses are recorded.
struct Block : sc_core::sc_module, vp::HardwareBlock {
  struct Seen {
    unsigned long long addr;
    unsigned len;
    bool write;
    double at_ns;
  };

  SC_HAS_PROCESS(Block);
  Block(const sc_core::sc_module_name& name, const vp::BlockSite& site);

  tlm::tlm_base_target_socket_b<32>& socket() override { return shown != nullptr ? *shown : in; }
  void reset(TimePs at) override {
    if (on_reset) on_reset(at);
  }
  void b(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool get_dmi(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  unsigned dbg(tlm::tlm_generic_payload& transaction);
  // Binds `in` to nothing of use, where `shown` stands in its place.
  void stub();
  std::uint32_t& reg(unsigned offset) { return *reinterpret_cast<std::uint32_t*>(mem + offset); }

  tlm_utils::simple_target_socket<Block, 32> in;
  tlm::tlm_base_target_socket_b<32>* shown = nullptr;
  pf::InterruptLine irq;
  cm::Modem& modem;
  alignas(4) unsigned char mem[0x2000] = {};
  bool dmi = false;                                                             // grants its memory
  std::function<bool(tlm::tlm_generic_payload&, sc_core::sc_time&)> on_access;  // true: done
  std::function<bool(tlm::tlm_generic_payload&, tlm::tlm_dmi&)> on_grant;
  std::function<unsigned(tlm::tlm_generic_payload&)> on_debug;
  std::function<void()> on_event;
  std::function<void()> in_thread;
  std::function<void(TimePs)> on_reset;
  sc_core::sc_event ev;
  int calls = 0;
  std::vector<Seen> seen;

 private:
  void event() {
    if (on_event) on_event();
  }
  void thread() {
    if (in_thread) in_thread();
  }

  std::vector<std::shared_ptr<void>> stubs_;
};

struct Initiator : sc_core::sc_module {
  struct Access {
    tlm::tlm_command cmd;
    std::uint64_t addr;
    std::vector<unsigned char> data;
    unsigned streaming_width = ~0U;  // the length
    unsigned char* byte_enables = nullptr;
    unsigned enables = 0;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    tlm::tlm_response_status entry = tlm::TLM_INCOMPLETE_RESPONSE;
  };

  SC_HAS_PROCESS(Initiator);
  explicit Initiator(const sc_core::sc_module_name& name);

  tlm::tlm_response_status send(Access& access);
  tlm::tlm_response_status read(std::uint64_t address, std::uint32_t& value,
                                sc_core::sc_time* delay = nullptr);
  tlm::tlm_response_status write(std::uint64_t address, std::uint32_t value,
                                 sc_core::sc_time* delay = nullptr);

  tlm_utils::simple_initiator_socket<Initiator, 32> out;
  std::function<void()> body;    // of a thread
  std::function<void()> method;  // at `go`
  sc_core::sc_event go;
  std::vector<std::pair<unsigned long long, unsigned long long>> invalidated;
  tlm::tlm_generic_payload last;

 private:
  void run() {
    if (body) body();
  }
  void call() {
    if (method) method();
  }
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last_one) {
    invalidated.emplace_back(first, last_one);
  }
};

// DOCSIS_VP_TLM_QUANTUM_US of the environment, for the whole suite on another quantum; or 10.
double suite_quantum_us();
std::string cpu_with_quantum(const std::string& quantum_us);

struct Options {
  std::string blocks =
      R"([{"name": "b0", "kind": "blk", "address": "0x20200000", "interrupt": 6}])";
  std::string cpu = cpu_with_quantum(std::to_string(suite_quantum_us()));
  std::string more = "";  // of the scenario
  std::string flows = R"([{"name": "a", "modem": "cm0", "rate_mbps": 12, "packets": 100000}])";
  std::string duration = "1";
  bool firmware = true;
  std::string modem_more = "";
};
std::string scenario_text(const Options& options);
// Blocks of the kind `blk`, by name and address.
Options with_blocks(const std::vector<std::pair<std::string, std::string>>& blocks);

struct Rig {
  Rig() = default;
  // test: the number that firmware/probe.c runs; argument: its own.
  explicit Rig(unsigned test, std::uint32_t argument = 0, const Options& options = {},
               std::function<void(Block&)> prepare = {})
      : set_up(std::move(prepare)) {
    build(test, argument, options);
  }
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;
  // Writes what blocks and firmware have seen to the folder DOCSIS_VP_TLM_SEEN, if that is set.
  ~Rig();
  void build(unsigned test, std::uint32_t argument, const Options& options,
             const char* initiator_name = "dma");
  vp::Extensions extensions();
  Block& block() { return *blocks.at(0); }
  pf::Interconnect& bus() { return system->modem_units()[0]->cpu()->bus(); }
  std::uint32_t result(unsigned i) { return system->firmware().word("result", 4 * i); }
  void run_us(double us) { system->run_for(sc_core::sc_time(us, sc_core::SC_US)); }

  std::vector<Block*> blocks;
  std::function<void(Block&)> set_up;
  std::unique_ptr<vp::System> system;
  std::unique_ptr<Initiator> init;
};

// Returns what observe() says, each time in a process of its own, for options with a quantum of
// 1 ns, 1 us, 10 us and 1 ms. Fails the test where it is not the same.
std::string with_every_quantum(const std::function<std::string(const Options&)>& observe);
// The first words of `result`, separated by blanks.
std::string results(vp::System& system, unsigned count);
// The event that resets the modem's CPU, as more of a scenario.
std::string reset_at(const std::string& seconds);

}  // namespace docsis_vp::tlm_cases
