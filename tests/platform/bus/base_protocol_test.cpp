// Attributes, phases and grants that are rare or wrong, IEEE 1666-2011.
#include <gmock/gmock.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "platform/bus/interconnect.h"
#include "platform/bus/register_file.h"
#include "platform/bus/watched_target.h"
#include "platform/memory/memory.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::base_protocol_test {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kRam = 0x8000'0000, kRegisters = 0x2000'0000, kOwn = 0x3000'0000;
constexpr std::uint64_t kRamBytes = 256, kRegisterBytes = 16, kOwnBytes = 256;
DECLARE_EXTENDED_PHASE(OWN_PHASE);

// A target by the standard's own means: does what a test says.
struct OwnTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<OwnTarget, 32> socket{"socket"};
  std::function<void(tlm::tlm_generic_payload&)> on_access;
  std::function<bool(tlm::tlm_dmi&)> on_grant;
  unsigned calls = 0;
  std::uint64_t last_offset = 0;
  std::array<unsigned char, kOwnBytes> bytes = {};

  explicit OwnTarget(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &OwnTarget::access);
    socket.register_get_direct_mem_ptr(this, &OwnTarget::grant);
  }
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time& /*delay*/) {
    ++calls;
    last_offset = transaction.get_address();
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    if (on_access) {
      on_access(transaction);
    }
  }
  bool grant(tlm::tlm_generic_payload& /*transaction*/, tlm::tlm_dmi& dmi) {
    return on_grant && on_grant(dmi);
  }
};

struct Watcher : AccessObserver {
  void accessed(const WatchedAccess& access) override { seen.push_back(access.offset); }
  std::vector<std::uint32_t> seen;
};

// Reports of the protocol that are warnings, in place of the standard output.
struct Warnings {
  Warnings() {
    sc_core::sc_report_handler::set_actions(kProtocolReport, sc_core::SC_WARNING,
                                            sc_core::SC_CACHE_REPORT);
  }
  static int count() { return sc_core::sc_report_handler::get_count(kProtocolReport); }
  static std::string last() {
    const sc_core::sc_report* const report = sc_core::sc_report_handler::get_cached_report();
    return report != nullptr ? report->get_msg() : "";
  }
};

class BaseProtocol : public ::testing::Test {
 protected:
  BaseProtocol() {
    registers.add(
        12, [](TimePs) { return 5U; }, [](std::uint32_t, TimePs) {});
    bus.map({"ram", kRam, kRamBytes, 0}, ram.socket);
    bus.map({"registers", kRegisters, kRegisterBytes, 0}, registers.socket);
    bus.map({"own", kOwn, kOwnBytes, 0}, own.socket);
    master.socket.bind(bus.socket);
  }
  tlm::tlm_response_status send() {
    sc_core::sc_time delay;
    master.socket->b_transport(master.transaction, delay);
    return master.transaction.get_response_status();
  }
  tlm::tlm_response_status stream(std::uint64_t address, unsigned length, unsigned width) {
    master.prepare(tlm::TLM_WRITE_COMMAND, address, length);
    master.transaction.set_streaming_width(width);
    return send();
  }

  Warnings warnings;
  Interconnect bus{"bus", 100'000'000};
  Memory ram{"ram", MemoryParameters{kRamBytes, true, 100'000'000, 0, 0}};
  RegisterFile registers{"registers"};
  OwnTarget own{"own"};
  TestMaster master{"master"};
};

// Sec. 14.12: it touches as many bytes as the width, so the last word is as good as any other.
TEST_F(BaseProtocol, StreamingReachesAsFarAsItsWidth) {
  run_to(0);
  for (const std::uint64_t offset : {std::uint64_t{0}, kOwnBytes - 4}) {
    EXPECT_EQ(stream(kOwn + offset, 64, 4), tlm::TLM_OK_RESPONSE) << offset;
    EXPECT_EQ(own.last_offset, offset);
  }
  EXPECT_EQ(stream(kOwn + kOwnBytes - 4, 64, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(stream(kOwn + kOwnBytes - 4, 64, 64), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(own.calls, 2U);
  for (const std::uint64_t offset : {std::uint64_t{0}, kRamBytes - 4}) {
    EXPECT_EQ(stream(kRam + offset, 64, 4), tlm::TLM_BURST_ERROR_RESPONSE) << offset;
  }
  for (const std::uint64_t offset : {std::uint64_t{0}, kRegisterBytes - 4}) {
    EXPECT_EQ(stream(kRegisters + offset, 64, 4), tlm::TLM_BURST_ERROR_RESPONSE) << offset;
  }
}

TEST_F(BaseProtocol, ByteEnablesOfLengthZeroAreAnErrorOfTheInitiator) {
  run_to(0);
  unsigned char enable = TLM_BYTE_ENABLED;
  for (const std::uint64_t address : {kRam, kRegisters + 12, kOwn}) {
    master.prepare(tlm::TLM_WRITE_COMMAND, address, 4);
    master.transaction.set_byte_enable_ptr(&enable);
    EXPECT_EQ(send(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE) << address;
  }
  EXPECT_EQ(own.calls, 0U);
}

// Sec. 14.11: the data pointer of TLM_IGNORE_COMMAND may be null.
TEST_F(BaseProtocol, IgnoreCommandWithoutDataTouchesNothing) {
  Watcher watcher;
  std::ostringstream log;
  ASSERT_TRUE(bus.observe("registers", watcher));
  ASSERT_TRUE(bus.observe("ram", watcher));
  ASSERT_TRUE(bus.log("ram", log));
  run_to(0);
  for (const std::uint64_t address : {kRam, kRegisters + 12, kOwn}) {
    master.prepare(tlm::TLM_IGNORE_COMMAND, address, 4);
    master.transaction.set_data_ptr(nullptr);
    EXPECT_EQ(send(), tlm::TLM_OK_RESPONSE) << address;
  }
  EXPECT_TRUE(watcher.seen.empty());
  EXPECT_THAT(log.str(), HasSubstr("\n0,ignore,0x80000000,,TLM_OK_RESPONSE,0\n"));
  EXPECT_EQ(master.read(kRam).status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(watcher.seen.size(), 1U);
}

TEST_F(BaseProtocol, ReadsAndWritesWithoutDataAreRefused) {
  Watcher watcher;
  std::ostringstream log;
  ASSERT_TRUE(bus.observe("registers", watcher));
  ASSERT_TRUE(bus.log("ram", log));
  run_to(0);
  for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
    for (const std::uint64_t address : {kRam, kRegisters + 12}) {
      master.prepare(command, address, 4);
      master.transaction.set_data_ptr(nullptr);
      EXPECT_EQ(send(), tlm::TLM_GENERIC_ERROR_RESPONSE) << address;
    }
    EXPECT_EQ(master.debug(command, kRam, nullptr, 4), 0U);
    EXPECT_EQ(master.debug(command, kRegisters + 12, nullptr, 4), 0U);
  }
  EXPECT_EQ(watcher.seen.size(), 2U);
}

// Sec. 15.2.5: a component accepts an extended phase that it does not know.
TEST_F(BaseProtocol, PhasesOtherThanARequestHaveNoEffect) {
  run_to(0);
  const auto send_phase = [this](std::uint64_t address, tlm::tlm_phase phase) {
    master.prepare(tlm::TLM_WRITE_COMMAND, address, 4);
    sc_core::sc_time delay;
    return master.socket->nb_transport_fw(master.transaction, phase, delay);
  };
  EXPECT_EQ(send_phase(kOwn, OWN_PHASE), tlm::TLM_ACCEPTED);
  EXPECT_EQ(Warnings::count(), 0);
  int expected = 0;
  for (const auto phase :
       {tlm::END_REQ, tlm::BEGIN_RESP, tlm::END_RESP, tlm::UNINITIALIZED_PHASE}) {
    EXPECT_EQ(send_phase(kOwn, phase), tlm::TLM_ACCEPTED);
    EXPECT_EQ(Warnings::count(), ++expected);
  }
  EXPECT_EQ(own.calls, 0U);
  send_phase(kOwn, tlm::END_REQ);
  EXPECT_EQ(Warnings::last(),
            "bus: nb_transport_fw() with phase END_REQ: expected BEGIN_REQ, which completes the "
            "transaction at once");
  EXPECT_EQ(send_phase(kOwn, tlm::BEGIN_REQ), tlm::TLM_COMPLETED);
  EXPECT_EQ(own.calls, 1U);
}

TEST_F(BaseProtocol, AnswersToNoRequestAreReported) {
  run_to(0);
  const auto answer = [this](tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    return own.socket->nb_transport_bw(master.transaction, phase, delay);
  };
  EXPECT_EQ(answer(OWN_PHASE), tlm::TLM_ACCEPTED);
  EXPECT_EQ(Warnings::count(), 0);
  EXPECT_EQ(answer(tlm::BEGIN_RESP), tlm::TLM_COMPLETED);
  EXPECT_EQ(Warnings::last(),
            "bus: own calls nb_transport_bw() with phase BEGIN_RESP, and the bus made no such "
            "request: it calls b_transport()");
  EXPECT_EQ(answer(tlm::END_REQ), tlm::TLM_ACCEPTED);
  EXPECT_EQ(Warnings::count(), 2);
}

TEST_F(BaseProtocol, GrantsThatCannotBeUsedAreIgnoredAndReportedOnce) {
  struct Row {
    std::uint64_t first, last;
    bool has_pointer;
    bool is_granted;
    const char* why;
  };
  run_to(0);
  int reports = 0;
  for (const Row& row : {Row{0, kOwnBytes - 1, true, true, ""},
                         Row{0, kOwnBytes - 1, false, false, "without a pointer"},
                         Row{0, 15, true, false, ""}, Row{32, 255, true, false, ""},
                         Row{255, 0, true, false, ""}, Row{16, 0xffff, true, true, ""}}) {
    own.on_grant = [&row, this](tlm::tlm_dmi& dmi) {
      dmi.set_start_address(row.first);
      dmi.set_end_address(row.last);
      dmi.set_dmi_ptr(row.has_pointer ? own.bytes.data() : nullptr);
      dmi.allow_read();
      return true;
    };
    tlm::tlm_dmi dmi;
    EXPECT_EQ(master.request_direct(kOwn + 16, false, dmi), row.is_granted) << row.first;
    EXPECT_EQ(dmi.is_none_allowed(), !row.is_granted);
    EXPECT_LE(dmi.get_start_address(), kOwn + 16);
    EXPECT_GE(dmi.get_end_address(), kOwn + 16);
    EXPECT_LE(dmi.get_end_address(), kOwn + kOwnBytes - 1);
    if (*row.why != '\0') {
      EXPECT_THAT(Warnings::last(), HasSubstr(row.why));
    }
    reports = Warnings::count();
  }
  EXPECT_EQ(reports, 1);
}

TEST_F(BaseProtocol, AnExceptionLeavesTheTransactionAsItWas) {
  run_to(0);
  own.on_access = [](auto&) { throw std::runtime_error("own"); };
  master.prepare(tlm::TLM_WRITE_COMMAND, kOwn + 8, 4);
  EXPECT_THROW(send(), std::runtime_error);
  EXPECT_EQ(master.transaction.get_address(), kOwn + 8);
  own.on_grant = [](tlm::tlm_dmi&) -> bool { throw std::runtime_error("own"); };
  tlm::tlm_dmi dmi;
  EXPECT_THROW(master.request_direct(kOwn + 8, true, dmi), std::runtime_error);
  EXPECT_EQ(master.transaction.get_address(), kOwn + 8);
}

// wait() is for threads: one line says so, and which call serves.
struct Caller : sc_core::sc_module {
  sc_core::sc_event go;
  std::function<void()> act;
  SC_HAS_PROCESS(Caller);
  explicit Caller(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(call);
    sensitive << go;
    dont_initialize();
  }
  void call() { act(); }
};

TEST_F(BaseProtocol, AMethodIsToldOfATargetThatWaits) {
  Caller caller("caller");
  std::string said;
  caller.act = [&] {
    master.prepare(tlm::TLM_WRITE_COMMAND, kOwn + 8, 4);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    try {
      master.socket->nb_transport_fw(master.transaction, phase, delay);
    } catch (const BlockingCallError& error) {
      said = error.what();
    }
  };
  own.on_access = [](auto&) { sc_core::wait(1, sc_core::SC_NS); };
  run_to(0);
  caller.go.notify();
  run_to(10);
  EXPECT_EQ(said,
            "bus: own waits in b_transport(), which serves callers in an SC_THREAD only; the "
            "caller is the method caller.call");
  EXPECT_EQ(master.transaction.get_address(), kOwn + 8);
  master.prepare(tlm::TLM_WRITE_COMMAND, kOwn + 8, 4);
  try {
    send();
    FAIL();
  } catch (const BlockingCallError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the caller is no process"));
  }
}

}  // namespace
}  // namespace docsis_vp::platform::base_protocol_test
