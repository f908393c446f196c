// Further cases of the kinds in the other files.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

constexpr char kWarnings[] = "/docsis_vp/tlm";

void act_at_1_us(Rig& rig, std::function<void(Initiator&)> act) {
  rig.init->body = [&rig, act = std::move(act)] {
    wait(1, SC_US);
    act(*rig.init);
  };
  rig.run_us(10);
}

TEST(Further, StreamingIsJudgedAlikeInEveryWord) {
  Rig rig(9);
  act_at_1_us(rig, [&rig](Initiator& initiator) {
    const auto status = [&](std::uint64_t address) {
      Initiator::Access access{TLM_WRITE_COMMAND, address, std::vector<unsigned char>(64)};
      access.streaming_width = 4;
      return initiator.send(access);
    };
    expect_status(status(kRam + 0x20000), TLM_BURST_ERROR_RESPONSE, "in RAM");
    expect_status(status(kRam + 0x3fffc), TLM_BURST_ERROR_RESPONSE, "the last word of RAM");
    expect_status(status(kRom + 0xfffc), TLM_BURST_ERROR_RESPONSE, "the last word of ROM");
    expect_status(status(0x2002'fffc), TLM_BURST_ERROR_RESPONSE, "the last word of a device");
    expect_status(status(kBlock + 0x1ffc), TLM_OK_RESPONSE, "the last word of the user's");
    EXPECT_EQ(rig.block().seen.back().addr, 0x1ffcU);
  });
}

TEST(Further, ByteEnablesOfLengthZeroAtTheUsersTarget) {
  Rig rig(9);
  act_at_1_us(rig, [&rig](Initiator& initiator) {
    unsigned char enable = TLM_BYTE_ENABLED;
    Initiator::Access access{TLM_READ_COMMAND, kBlock, std::vector<unsigned char>(4)};
    access.byte_enables = &enable;
    expect_status(initiator.send(access), TLM_BYTE_ENABLE_ERROR_RESPONSE, "length 0");
    EXPECT_EQ(rig.block().calls, 0);
    access.enables = 1;
    expect_status(initiator.send(access), TLM_OK_RESPONSE, "length 1");
  });
}

TEST(Further, StrayPhasesAreTold) {
  Rig rig(9);
  act_at_1_us(rig, [&rig](Initiator& initiator) {
    const auto count = [] { return sc_report_handler::get_count(kWarnings); };
    tlm_generic_payload payload;
    payload.set_address(kBlock);
    sc_time delay;
    int told = count();
    for (const tlm_phase_enum phase : {END_REQ, BEGIN_RESP, END_RESP}) {
      tlm_phase sent = phase;
      EXPECT_EQ(initiator.out->nb_transport_fw(payload, sent, delay), TLM_ACCEPTED);
      sent = phase;
      rig.block().in->nb_transport_bw(payload, sent, delay);
      EXPECT_EQ(count(), told += 2);
    }
    EXPECT_EQ(rig.block().calls, 0);
  });
}

TEST(Further, GrantWithoutAPointerIsToldOnce) {
  Rig rig(7, 0, {}, [](Block& block) { block.dmi = true; });
  rig.block().on_grant = [](tlm_generic_payload&, tlm_dmi& dmi) {
    dmi.set_start_address(0);
    dmi.set_end_address(0x1fff);
    dmi.allow_read_write();
    return true;
  };
  rig.block().in_thread = [&rig] {
    wait(50, SC_US);
    rig.block().reg(0x1000) = 4;
  };
  rig.run_us(1000);
  EXPECT_EQ(rig.result(1), 4U);
  EXPECT_EQ(sc_report_handler::get_count(kWarnings), 1);
}

TEST(Further, MethodAtATargetThatWaitsIsToldWhichCallServes) {
  Rig rig(9);
  std::string text;
  rig.block().on_access = [](tlm_generic_payload&, sc_time&) {
    wait(10, SC_NS);
    return true;
  };
  rig.init->method = [&] {
    tlm_generic_payload payload;
    payload.set_address(kBlock);
    tlm_phase phase = BEGIN_REQ;
    sc_time delay;
    text = said([&] { rig.init->out->nb_transport_fw(payload, phase, delay); });
    EXPECT_EQ(payload.get_address(), kBlock);
  };
  act_at_1_us(rig, [](Initiator& initiator) { initiator.go.notify(SC_ZERO_TIME); });
  refused(text, "names the block", "b0");
  refused(text, "names what serves", "SC_THREAD");
}

TEST(Further, HostWritesToATargetThatWaitsArriveWithTheNextRun) {
  Rig rig(9);
  rig.block().on_debug = [](tlm_generic_payload&) { return 0U; };
  rig.block().on_access = [](tlm_generic_payload&, sc_time& delay) {
    wait(delay + sc_time(10, SC_NS));
    delay = SC_ZERO_TIME;
    return false;
  };
  rig.run_us(10);
  rig.system->firmware().set_word_at(kBlock + 0x40, 1);
  rig.system->firmware().set_word_at(kBlock + 0x44, 2);
  rig.run_us(1);
  EXPECT_EQ(rig.block().reg(0x40), 1U);
  EXPECT_EQ(rig.block().reg(0x44), 2U);
}

// The numbers of a run, with a block whose thread ticks or without; one call a process.
std::string numbers(bool ticks) {
  Rig rig;
  rig.build(9, 0, {}, nullptr);
  rig.block().in_thread = [ticks] {
    while (ticks) {
      wait(777, SC_NS);
    }
  };
  rig.run_us(100'000);
  std::string kept;
  std::string json = rig.system->results().json();
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t end = std::min(json.find('\n', at), json.size());
    const std::string line = json.substr(at, end - at);
    const bool of_host = line.find("\"wall_s\"") != std::string::npos ||
                         line.find("\"cpu_s\"") != std::string::npos ||
                         line.find("\"speed") != std::string::npos;
    kept += of_host ? "" : line;
    at = end + 1;
  }
  return kept;
}

TEST(Further, ATickingThreadChangesNoResult) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    const std::size_t hash = std::hash<std::string>()(numbers(true));
    _exit(write(pipe_ends[1], &hash, sizeof hash) == sizeof hash ? 0 : 1);
  }
  const std::size_t own = std::hash<std::string>()(numbers(false));
  std::size_t other = 0;
  ASSERT_EQ(read(pipe_ends[0], &other, sizeof other), static_cast<ssize_t>(sizeof other));
  waitpid(child, nullptr, 0);
  EXPECT_EQ(own, other);
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
