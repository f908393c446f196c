// Direct memory access of the CPU to memory of a user's.
#include <ctime>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

TEST(Cpu, DmiReadOnly) {
  Rig rig(12, 0, {}, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  b.reg(0x1000) = 3;
  int writes = 0;
  b.on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
    d.set_start_address(0x1000);
    d.set_end_address(0x1fff);
    d.set_dmi_ptr(b.mem + 0x1000);
    d.allow_read();
    return true;
  };
  b.on_access = [&](tlm_generic_payload& t, sc_time&) {
    writes += t.is_write() && t.get_address() == 0x1000;
    return false;
  };
  rig.run_us(1000);
  expect(rig.result(0) == 24 && writes == 2 && rig.result(1) == 6,
         "read-only dmi: writes come to b_transport", std::to_string(writes));
}

TEST(Cpu, DmiLatency) {
  double c[2];
  for (int i : {1}) {
    Rig rig(13, 0, {}, [](Block& b) { b.dmi = true; });
    Block& b = rig.block();
    b.on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
      d.set_start_address(0x1000);
      d.set_end_address(0x1fff);
      d.set_dmi_ptr(b.mem + 0x1000);
      d.allow_read_write();
      d.set_read_latency(sc_time(1, SC_US));
      return true;
    };
    b.on_access = [&](tlm_generic_payload&, sc_time& d) {
      d += sc_time(1, SC_US);
      return false;
    };
    rig.run_us(3000);
    c[i] = rig.result(0);
    expect(c[i] >= 6400 && c[i] < 8000, "64 loads at a dmi latency of 1 us", us(c[i]));
  }
}

TEST(Cpu,
     DmiWrongRange) {  // a careless target grants a range that does not hold the address asked for
  Rig rig(7, 0, {}, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  b.reg(0x1000) = 4;
  b.on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
    d.set_start_address(0x1800);
    d.set_end_address(0x1bff);
    d.set_dmi_ptr(b.mem + 0x1800);
    d.allow_read_write();
    return true;
  };
  rig.run_us(1000);
  expect(rig.result(1) == 4, "dmi range without the address: data right all the same",
         std::to_string(rig.result(1)));
}

TEST(Cpu, DmiNullPointer) {  // returns true, but forgets the pointer
  Rig rig(7, 0, {}, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  b.reg(0x1000) = 4;
  b.on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
    d.set_start_address(0x1000);
    d.set_end_address(0x1fff);
    d.allow_read_write();
    return true;
  };
  rig.run_us(1000);
  expect(rig.result(1) == 4, "dmi granted without a pointer: said so, or ignored",
         std::to_string(rig.result(1)));
}

TEST(Cpu, DmiHintRefusedEachTime) {
  Rig rig(7, 0, {}, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  int asked = 0;
  b.on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
    ++asked;
    d.allow_none();
    return false;
  };
  b.in_thread = [&] {
    wait(100, SC_US);
    b.reg(0x1000) = 8;
  };
  rig.run_us(1000);
  expect(rig.result(1) == 8, "hint given, grant refused: works",
         std::to_string(asked) + " requests");
}

TEST(Cpu, DmiRegionsGrow) {
  Rig rig(15, 0, {}, [](Block& b) { b.dmi = true; });
  Block& b = rig.block();
  int asked = 0;
  b.on_grant = [&](tlm_generic_payload&, tlm_dmi& d) {
    ++asked;
    d.set_start_address(0x1000);
    d.set_end_address(0x1fff);
    d.set_dmi_ptr(b.mem + 0x1000);
    d.allow_read();
    return true;
  };
  const auto t0 = std::clock();
  rig.run_us(100000);
  const double s = double(std::clock() - t0) / CLOCKS_PER_SEC;
  expect(rig.system->firmware().word("finished") == 1 && s < 5,
         "100,000 stores where dmi is granted for reading only",
         std::to_string(asked) + " requests, " + std::to_string(s) + " s of the host");
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
