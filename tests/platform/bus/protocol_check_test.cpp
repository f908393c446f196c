// Checks of attributes, answers and times: faults that are planted, one for each rule.
#include <stdexcept>

#include "platform/bus/debug_access.h"
#include "tests/platform/support/checked_bus.h"

namespace docsis_vp::platform::protocol_check_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace checked_bus;  // NOLINT(google-build-using-namespace)
using Rule = ProtocolRule;
DECLARE_EXTENDED_PHASE(OWN_PHASE);

struct Note : tlm::tlm_extension<Note> {
  tlm_extension_base* clone() const override { return new Note; }
  void copy_from(const tlm_extension_base&) override {}
};

TEST_F(ProtocolCheck, FindsWrongAttributesOfAnInitiator) {
  unsigned char enables[4] = {TLM_BYTE_ENABLED, 0x0f, TLM_BYTE_DISABLED, 1};
  const struct {
    Rule rule;
    const char* text;
    std::function<void(tlm::tlm_generic_payload&)> plant;
  } cases[] = {
      {Rule::kDataPointer, "b_transport() for a write at 0x30000000 with a null data pointer",
       [](auto& t) { t.set_data_ptr(nullptr); }},
      {Rule::kDataLength, "a data length of 0", [](auto& t) { t.set_data_length(0); }},
      {Rule::kByteEnables, "the byte enable 0xf, expected 0x0 or 0xff",
       [&](auto& t) {
         t.set_byte_enable_ptr(enables);
         t.set_byte_enable_length(4);
       }},
      {Rule::kByteEnableLength, "byte enables of length 0",
       [&](auto& t) { t.set_byte_enable_ptr(enables); }},
      {Rule::kStreamingWidth, "a streaming width of 0", [](auto& t) { t.set_streaming_width(0); }},
      {Rule::kDmiHint, "the DMI hint set", [](auto& t) { t.set_dmi_allowed(true); }},
      {Rule::kResponseBefore, "with TLM_OK_RESPONSE, expected TLM_INCOMPLETE_RESPONSE",
       [](auto& t) { t.set_response_status(tlm::TLM_OK_RESPONSE); }},
      {Rule::kOption, "an option other than TLM_MIN_PAYLOAD",
       [](auto& t) { t.set_gp_option(tlm::TLM_FULL_PAYLOAD); }},
  };
  run_to(0);
  for (const auto& each : cases) {
    each.plant(prepared());
    send();
    master.transaction.set_gp_option(tlm::TLM_MIN_PAYLOAD);
    expect_one(each.rule, "master.socket", each.text);
  }
}

TEST_F(ProtocolCheck, FindsWhatATargetChangesOrLeavesOut) {
  unsigned char other[4] = {};
  Note note;
  const struct {
    Rule rule;
    const char* text;
    std::function<void(tlm::tlm_generic_payload&)> plant;
  } cases[] = {
      {Rule::kNoResponse, "b_transport() leaves a write at 0x0 at TLM_INCOMPLETE_RESPONSE",
       [](auto& t) { t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE); }},
      {Rule::kModified, "changes the data length from 4 to 8",
       [](auto& t) { t.set_data_length(8); }},
      {Rule::kExtensionLeft, "leaves an extension", [&](auto& t) { t.set_extension(&note); }},
  };
  run_to(0);
  for (const auto& each : cases) {
    own.on_access = [&](auto& transaction, auto&) { each.plant(transaction); };
    prepared();
    send();
    master.transaction.clear_extension(&note);
    expect_one(each.rule, kTarget, each.text);
  }
  // One line for each rule and socket: further attributes are counted.
  const std::function<void(tlm::tlm_generic_payload&)> changes[] = {
      [](auto& t) { t.set_command(tlm::TLM_READ_COMMAND); },
      [&](auto& t) { t.set_data_ptr(other); },
      [](auto& t) { ++*t.get_data_ptr(); },
      [](auto& t) { t.set_streaming_width(8); },
      [&](auto& t) { t.set_byte_enable_ptr(other); },
      [](auto& t) { t.set_byte_enable_length(3); },
      [](auto& t) { t.set_gp_option(tlm::TLM_FULL_PAYLOAD); },
  };
  std::uint64_t times = log.violations()[1].count;
  for (const auto& change : changes) {
    own.on_access = [&](auto& transaction, auto&) { change(transaction); };
    prepared();
    send();
    master.transaction.set_gp_option(tlm::TLM_MIN_PAYLOAD);
    EXPECT_EQ(log.violations()[1].count, ++times);
  }
  EXPECT_EQ(log.violations().size(), std::size(cases));
  EXPECT_THAT(to_line(log.violations()[1]), HasSubstr(", 8 times"));
}

TEST_F(ProtocolCheck, FindsMemoryManagersAndReferencesThatAreWrong) {
  Manager manager;
  tlm::tlm_generic_payload& transaction = master.transaction;
  run_to(0);
  own.on_access = [&](auto& t, auto&) { t.set_mm(&manager); };
  prepared();
  send();
  expect_one(Rule::kManagerLeft, kTarget, "sets a memory manager");

  own.on_access = nullptr;
  prepared();
  send();  // still with the manager, and never acquired
  expect_one(Rule::kNoReference, "master.socket", "a reference count of 0");

  transaction.acquire();
  transaction.acquire();
  own.on_access = [](auto& t, auto&) { t.release(); };
  prepared();
  send();
  expect_one(Rule::kReleased, kTarget, "2 became 1");
}

TEST_F(ProtocolCheck, FindsTimesThatRunBackwards) {
  run_to(0);
  own.on_access = [](auto&, auto& delay) { delay = sc_core::SC_ZERO_TIME; };
  prepared();
  send(to_sc_time(5000));
  expect_one(Rule::kDelay, kTarget, "returns a time 5000 ps before that of the call");
  EXPECT_EQ(log.violations().back().first, 5000);
  own.on_access = nullptr;
  prepared();
  send(to_sc_time(-7));
  expect_one(Rule::kDelay, "master.socket", "a delay below 0, of -7 ps");
}

TEST_F(ProtocolCheck, FindsProcessesThatMayNotCall) {
  bool done = false;
  in_thread([&] { prepared(), send(), done = true; }, true);
  run_to(0);
  ASSERT_TRUE(done);
  expect_one(Rule::kMethodProcess, "master.socket", "by the method as_method");
}

// A suite or a debugger is no initiator.
TEST_F(ProtocolCheck, LetsToolsWriteFromMethods) {
  bool done = false;
  in_thread([&] { done = write_word(bus, kOwn, 1); }, true);
  run_to(0);
  EXPECT_TRUE(done);
  EXPECT_THAT(log.violations(), IsEmpty());
}

TEST_F(ProtocolCheck, FindsATransactionThatTwoProcessesUse) {
  own.on_access = [](auto&, auto&) { sc_core::wait(10, sc_core::SC_NS); };
  prepared();
  for (int i = 0; i < 2; ++i) {
    in_thread([this] {
      master.transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      send();
    });
  }
  run_to(kPsPerUs);
  expect_one(Rule::kReused, "master.socket", "another process has under way");
}

// The interconnect, and a block that is one.
TEST_F(ProtocolCheckOfABridge, FindsAnErrorThatIsTurnedIntoSuccess) {
  run_to(0);
  own.on_access = [](auto& t, auto&) { t.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE); };
  master.prepare(tlm::TLM_WRITE_COMMAND, kBridged, 4);
  send();
  EXPECT_THAT(log.violations(), IsEmpty());
  bridge.afterwards = [](auto& t) { t.set_response_status(tlm::TLM_OK_RESPONSE); };
  master.prepare(tlm::TLM_WRITE_COMMAND, kBridged, 4);
  send();
  expect_one(Rule::kResponseTurnedOk, "bridge.in (bridged)", "turns the error of a target");
}

// Where the process belongs to none of several initiators, it is named itself.
TEST_F(ProtocolCheckOfABridge, NamesTheProcessThatCalls) {
  in_thread([this] {
    prepared().set_streaming_width(0);
    send();
  });
  run_to(0);
  expect_one(Rule::kStreamingWidth, "run_0, calling bus.socket", "a streaming width of 0");
}

TEST_F(ProtocolCheckOfABridge, IsSilentWhereNothingIsWrong) {
  Manager manager;
  own.on_access = [](auto&, auto& delay) {
    sc_core::wait(delay + to_sc_time(3));
    delay = to_sc_time(2);
  };
  bool done = false;
  in_thread([&] {
    sc_core::sc_time delay = to_sc_time(100);
    for (const std::uint64_t address : {kRam, std::uint64_t{0x2000'0000}, kOwn, kBridged,
                                        std::uint64_t{0x7000'0000}, kRam + kBytes}) {
      for (const auto command :
           {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND, tlm::TLM_IGNORE_COMMAND}) {
        master.prepare(command, address, 4);
        master.socket->b_transport(master.transaction, delay);
        std::uint32_t word = 0;
        second.debug(command, address, &word, 4);
      }
      tlm::tlm_dmi dmi;
      second.request_direct(address, true, dmi);
    }
    unsigned char enables[2] = {TLM_BYTE_DISABLED, TLM_BYTE_ENABLED};
    master.prepare(tlm::TLM_WRITE_COMMAND, kOwn, 64);
    master.transaction.set_byte_enable_ptr(enables);
    master.transaction.set_byte_enable_length(2);
    master.transaction.set_streaming_width(4);
    master.socket->b_transport(master.transaction, delay);
    master.prepare(tlm::TLM_IGNORE_COMMAND, kOwn, 0);
    master.transaction.set_streaming_width(1);
    master.transaction.set_data_ptr(nullptr);
    master.socket->b_transport(master.transaction, delay);
    done = true;
  });
  // A method may ask by a non-blocking call, which a target that does not wait completes.
  in_thread(
      [&] {
        second.prepare(tlm::TLM_READ_COMMAND, kRam, 4);
        second.transaction.set_mm(&manager);
        second.transaction.acquire();
        for (tlm::tlm_phase phase : {tlm::tlm_phase(OWN_PHASE), tlm::tlm_phase(tlm::BEGIN_REQ)}) {
          sc_core::sc_time delay;
          second.socket->nb_transport_fw(second.transaction, phase, delay);
        }
        second.transaction.set_mm(nullptr);
      },
      true);
  own.socket->invalidate_direct_mem_ptr(4, 4);
  run_to(kPsPerUs);
  EXPECT_TRUE(done);
  for (const ProtocolViolation& violation : log.violations()) {
    ADD_FAILURE() << to_line(violation);
  }
}

TEST_F(ProtocolCheck, CountsAndTellsInOneLine) {
  run_to(12'500);
  for (int i = 0; i < 3; ++i) {
    prepared().set_streaming_width(0);
    send();
  }
  ASSERT_EQ(log.violations().size(), 1U);
  EXPECT_EQ(to_line(log.violations()[0]),
            "0.0000000125 s, master.socket: b_transport() for a write at 0x30000000 with a "
            "streaming width of 0, expected the data length if none is meant (IEEE 1666-2011, "
            "14.15 f), 3 times");
  EXPECT_EQ(ProtocolLog::current(), &log);
  EXPECT_THROW(ProtocolLog another, std::logic_error);
}

// An exception of a target ends the check of its call, and of nothing else.
TEST_F(ProtocolCheck, SurvivesExceptions) {
  run_to(0);
  own.on_access = [](auto&, auto&) { throw std::runtime_error("broken"); };
  prepared();
  EXPECT_THROW(send(), std::runtime_error);
  own.on_access = nullptr;
  prepared();
  send();
  EXPECT_THAT(log.violations(), IsEmpty());
}

}  // namespace
}  // namespace docsis_vp::platform::protocol_check_test
