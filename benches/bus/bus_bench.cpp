// Host time of accesses through the real bus: a register, a register with a wait state (with clock
// periods of integer and of fractional picoseconds), and a word of memory. User CPU time, best of
// five.
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <systemc>

#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/kernel/kernel_time.h"
#include "platform/memory/memory.h"

namespace docsis_vp::platform {
namespace {

constexpr std::uint64_t kAccesses = 5'000'000;

double cpu_ns() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) * 1e9 +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e3;
}

class Master : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<32> socket{"socket"};

  explicit Master(const sc_core::sc_module_name& name) : sc_module(name) { socket.bind(*this); }

  // Alternates reads and writes of four words, like a driver. Returns null if an access failed.
  const char* measure(const char* what, std::uint64_t base) {
    double best = 1e300;
    for (int round = 0; round < 5; ++round) {
      const double start = cpu_ns();
      for (std::uint64_t i = 0; i < kAccesses; ++i) {
        sc_core::sc_time delay = to_sc_time(static_cast<TimePs>(i % 1000 * 5000));
        transaction_.set_command(i % 2 == 0 ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
        transaction_.set_address(base + i / 2 % 4 * 4);
        transaction_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(transaction_, delay);
        if (!transaction_.is_response_ok()) {
          return nullptr;
        }
      }
      best = std::min(best, (cpu_ns() - start) / static_cast<double>(kAccesses));
    }
    std::printf("%-40s %6.1f ns\n", what, best);
    return what;
  }
  void prepare() {
    transaction_.set_data_ptr(data_);
    transaction_.set_data_length(4);
    transaction_.set_streaming_width(4);
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_generic_payload transaction_;
  unsigned char data_[4] = {};
};

int run() {
  Interconnect whole("whole", 200'000'000);
  Interconnect fraction("fraction", 300'000'000);
  RegisterFile registers("registers");
  RegisterFile waiting("waiting");
  RegisterFile third("third");
  Memory ram("ram", MemoryParameters{4096});
  std::uint32_t state = 0;
  for (RegisterFile* const file : {&registers, &waiting, &third}) {
    for (std::uint32_t offset = 0; offset < 256; offset += 4) {
      file->add(
          offset, [&state](TimePs at) { return state + static_cast<std::uint32_t>(at); },
          [&state](std::uint32_t value, TimePs) { state ^= value; });
    }
  }
  whole.map({"ram", 0x8000'0000, 4096, 0}, ram.socket);
  whole.map({"registers", 0x2000'0000, 256, 0}, registers.socket);
  whole.map({"waiting", 0x2001'0000, 256, 1}, waiting.socket);
  fraction.map({"third", 0, 256, 1}, third.socket);
  Master master("master");
  Master other("other");
  master.socket.bind(whole.socket);
  other.socket.bind(fraction.socket);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  master.prepare();
  other.prepare();
  const bool ok = master.measure("register, no wait state", 0x2000'0000) &&
                  master.measure("register, 1 wait state at 200 MHz", 0x2001'0000) &&
                  other.measure("register, 1 wait state at 300 MHz", 0) &&
                  master.measure("memory word, no wait state, no DMI", 0x8000'0000);
  return ok ? 0 : 1;
}

}  // namespace
}  // namespace docsis_vp::platform

int sc_main(int, char**) {
  return docsis_vp::platform::run();
}
