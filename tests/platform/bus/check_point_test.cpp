// Phases of approximately timed calls between two sockets of a program's own.
#include "platform/bus/check_point.h"

#include <gmock/gmock.h>

#include <functional>
#include <optional>
#include <string>

#include "platform/kernel/kernel_time.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::check_point_test {
namespace {

using ::testing::HasSubstr;
using Rule = ProtocolRule;
DECLARE_EXTENDED_PHASE(OWN_PHASE);

// The answer of one side to a call of the other; the default is TLM_ACCEPTED.
using Answer = std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                                sc_core::sc_time&)>;

struct AtInitiator : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
  tlm::tlm_initiator_socket<64> socket{"socket"};
  Answer answer;

  explicit AtInitiator(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.bind(*this);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return answer ? answer(transaction, phase, delay) : tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

struct AtTarget : sc_core::sc_module, tlm::tlm_fw_transport_if<> {
  tlm::tlm_target_socket<64> socket{"socket"};
  Answer answer;

  explicit AtTarget(const sc_core::sc_module_name& name) : sc_module(name) { socket.bind(*this); }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return answer ? answer(transaction, phase, delay) : tlm::TLM_ACCEPTED;
  }
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) override {
    if (during) {
      during();
    }
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }

  std::function<void()> during;
};

struct Manager : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload*) override {}
};

struct Transaction : tlm::tlm_generic_payload {
  explicit Transaction(Manager& manager) : tlm_generic_payload(&manager) {
    acquire();
    set_write();
    set_data_ptr(bytes);
    set_data_length(sizeof bytes);
    set_streaming_width(sizeof bytes);
  }
  unsigned char bytes[4] = {};
};

class CheckPointTest : public ::testing::Test {
 protected:
  explicit CheckPointTest(bool checks = true) {
    if (checks) {
      log.emplace();
    }
    initiator.socket.bind(point.target_socket);
    point.initiator_socket.bind(target.socket);
    run_to(0);
  }

  tlm::tlm_sync_enum forward(Transaction& transaction, tlm::tlm_phase phase, TimePs delay = 0) {
    sc_core::sc_time annotated = to_sc_time(delay);
    return initiator.socket->nb_transport_fw(transaction, phase, annotated);
  }
  tlm::tlm_sync_enum backward(Transaction& transaction, tlm::tlm_phase phase, TimePs delay = 0) {
    transaction.set_response_status(phase == tlm::BEGIN_RESP ? tlm::TLM_OK_RESPONSE
                                                             : transaction.get_response_status());
    sc_core::sc_time annotated = to_sc_time(delay);
    return target.socket->nb_transport_bw(transaction, phase, annotated);
  }
  void block(Transaction& transaction) {
    sc_core::sc_time delay;
    initiator.socket->b_transport(transaction, delay);
  }
  // An answer with a phase or a time, or TLM_COMPLETED.
  static Answer updates(tlm::tlm_phase to, TimePs delay = 0) {
    return [=](tlm::tlm_generic_payload& t, tlm::tlm_phase& phase, sc_core::sc_time& annotated) {
      phase = to;
      annotated += to_sc_time(delay);
      t.set_response_status(to == tlm::BEGIN_RESP ? tlm::TLM_OK_RESPONSE : t.get_response_status());
      return tlm::TLM_UPDATED;
    };
  }
  static tlm::tlm_sync_enum complete(tlm::tlm_generic_payload& transaction, tlm::tlm_phase&,
                                     sc_core::sc_time&) {
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }

  void expect_silence() {
    for (const ProtocolViolation& violation : log->violations()) {
      ADD_FAILURE() << to_line(violation);
    }
  }
  void expect_one(Rule rule, const std::string& socket, const std::string& text) {
    ASSERT_FALSE(log->violations().empty()) << text;
    const ProtocolViolation& last = log->violations().back();
    EXPECT_EQ(log->violations().size(), 1U) << to_line(last);
    EXPECT_EQ(last.rule, rule) << to_line(last);
    EXPECT_EQ(last.socket, socket) << to_line(last);
    EXPECT_THAT(last.text, HasSubstr(text));
  }

  std::optional<ProtocolLog> log;
  AtInitiator initiator{"initiator"};
  AtTarget target{"target"};
  CheckPoint<64> point{"point"};
  Manager manager;
  Transaction a{manager};
  Transaction b{manager};
};

TEST_F(CheckPointTest, IsSilentOnEveryLegalOrderOfPhases) {
  forward(a, tlm::BEGIN_REQ, 10);  // four calls, and two transactions at once
  forward(a, OWN_PHASE, 10);
  backward(a, tlm::END_REQ, 20);
  forward(b, tlm::BEGIN_REQ, 20);
  backward(a, tlm::BEGIN_RESP, 30);
  backward(b, tlm::END_REQ, 30);
  forward(a, tlm::END_RESP, 30);
  backward(b, tlm::BEGIN_RESP, 40);
  forward(b, tlm::END_RESP, 40);

  Transaction c(manager);  // END_REQ left out
  forward(c, tlm::BEGIN_REQ);
  initiator.answer = updates(tlm::END_RESP, 5);
  backward(c, tlm::BEGIN_RESP);

  Transaction d(manager);  // by returns
  target.answer = updates(tlm::END_REQ, 5);
  forward(d, tlm::BEGIN_REQ);
  initiator.answer = complete;
  backward(d, tlm::BEGIN_RESP, 5);

  Transaction e(manager);
  target.answer = updates(tlm::BEGIN_RESP, 5);
  forward(e, tlm::BEGIN_REQ);
  target.answer = nullptr;
  forward(e, tlm::END_RESP, 9);

  target.answer = complete;
  Transaction f(manager);
  forward(f, tlm::BEGIN_REQ, 7);
  f.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);  // once more, and earlier
  forward(f, tlm::BEGIN_REQ);
  f.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  block(f);
  expect_silence();
}

// The initiator calls back within the request, and frees the transaction at its end.
TEST_F(CheckPointTest, IsSilentOnCallsWithinCallsAndTransactionsThatEnd) {
  auto owned = std::make_unique<Transaction>(manager);
  target.answer = [&](auto&, auto&, auto&) {
    backward(*owned, tlm::END_REQ);
    return tlm::TLM_ACCEPTED;
  };
  forward(*owned, tlm::BEGIN_REQ);
  initiator.answer = [&](auto&, auto&, auto&) {
    owned->reset();
    owned.reset();
    return tlm::TLM_COMPLETED;
  };
  backward(*owned, tlm::BEGIN_RESP);
  expect_silence();
}

TEST_F(CheckPointTest, FindsARequestThatComesTwice) {
  forward(a, tlm::BEGIN_REQ);
  forward(a, tlm::BEGIN_REQ);
  expect_one(Rule::kPhaseOrder, "initiator.socket", "phase BEGIN_REQ after BEGIN_REQ");
}

TEST_F(CheckPointTest, FindsAnEndWithoutAResponse) {
  forward(a, tlm::BEGIN_REQ);
  forward(a, tlm::END_RESP);
  expect_one(Rule::kPhaseOrder, "initiator.socket", "phase END_RESP after BEGIN_REQ");
}

TEST_F(CheckPointTest, FindsAResponseWithoutARequest) {
  backward(a, tlm::BEGIN_RESP);
  expect_one(Rule::kPhaseOrder, "target.socket",
             "nb_transport_bw() with phase BEGIN_RESP, and no request is under way");
}

TEST_F(CheckPointTest, FindsAnEndOfTheRequestThatComesLate) {
  forward(a, tlm::BEGIN_REQ);
  backward(a, tlm::BEGIN_RESP);
  backward(a, tlm::END_REQ);
  expect_one(Rule::kPhaseOrder, "target.socket", "phase END_REQ after BEGIN_RESP");
}

TEST_F(CheckPointTest, FindsAnAnswerAfterTheEnd) {
  target.answer = updates(tlm::BEGIN_RESP);
  forward(a, tlm::BEGIN_REQ);
  forward(a, tlm::END_RESP);
  expect_one(Rule::kPhaseOrder, "target.socket", "returns TLM_UPDATED after END_RESP");
}

TEST_F(CheckPointTest, FindsCompletionOfARequestByItsInitiator) {
  forward(a, tlm::BEGIN_REQ);
  initiator.answer = complete;
  backward(a, tlm::END_REQ);
  expect_one(Rule::kPhaseOrder, "initiator.socket",
             "TLM_COMPLETED, expected that after BEGIN_RESP");
}

TEST_F(CheckPointTest, FindsPhasesOfTheOtherSide) {
  forward(a, tlm::END_REQ);
  expect_one(Rule::kWrongPath, "initiator.socket", "expected BEGIN_REQ or END_RESP");
}

TEST_F(CheckPointTest, FindsPhasesOfTheOtherSideInReturns) {
  target.answer = updates(tlm::END_RESP);
  forward(a, tlm::BEGIN_REQ);
  expect_one(Rule::kWrongPath, "target.socket",
             "the return of nb_transport_fw() with phase END_RESP");
}

TEST_F(CheckPointTest, FindsPhasesOfTheOtherSideInReturnsOfTheInitiator) {
  forward(a, tlm::BEGIN_REQ);
  initiator.answer = updates(tlm::BEGIN_REQ);
  backward(a, tlm::BEGIN_RESP);
  expect_one(Rule::kWrongPath, "initiator.socket", "has phase BEGIN_REQ, expected END_RESP");
}

TEST_F(CheckPointTest, FindsTwoRequestsAtOnce) {
  forward(a, tlm::BEGIN_REQ);
  forward(b, tlm::BEGIN_REQ);
  expect_one(Rule::kRequestExclusion, "initiator.socket",
             "before the END_REQ of the request before");
}

TEST_F(CheckPointTest, FindsTwoResponsesAtOnce) {
  for (Transaction* const each : {&a, &b}) {
    forward(*each, tlm::BEGIN_REQ);
    backward(*each, tlm::END_REQ);
  }
  backward(a, tlm::BEGIN_RESP);
  backward(b, tlm::BEGIN_RESP);
  expect_one(Rule::kResponseExclusion, "target.socket",
             "before the END_RESP of the response before");
}

TEST_F(CheckPointTest, FindsTimesThatRunBackwards) {
  forward(a, tlm::BEGIN_REQ, 100);
  backward(a, tlm::END_REQ, 60);
  expect_one(Rule::kTimeBackwards, "target.socket", "a time 40 ps before that of the transaction");
}

TEST_F(CheckPointTest, FindsTimesThatRunBackwardsInAnInitiator) {
  forward(a, tlm::BEGIN_REQ, 100);
  backward(a, tlm::BEGIN_RESP, 100);
  forward(a, tlm::END_RESP, 10);
  expect_one(Rule::kTimeBackwards, "initiator.socket", "a time 90 ps before");
}

TEST_F(CheckPointTest, FindsAnAcceptedCallThatWasChanged) {
  target.answer = [](auto&, auto& phase, auto&) {
    phase = tlm::END_REQ;
    return tlm::TLM_ACCEPTED;
  };
  forward(a, tlm::BEGIN_REQ);
  expect_one(Rule::kAcceptedModified, "target.socket",
             "returns TLM_ACCEPTED and changes the phase");
}

TEST_F(CheckPointTest, FindsAResponseThatWasNotSet) {
  target.answer = [](auto&, auto&, auto&) { return tlm::TLM_COMPLETED; };
  forward(a, tlm::BEGIN_REQ);
  expect_one(Rule::kNoResponse, "target.socket",
             "leaves a write at 0x0 at TLM_INCOMPLETE_RESPONSE");
}

TEST_F(CheckPointTest, FindsAttributesThatChangeBetweenCalls) {
  forward(a, tlm::BEGIN_REQ);
  ++a.bytes[2];
  backward(a, tlm::END_REQ);
  expect_one(Rule::kModified, "target.socket", "the data of a write");
}

TEST_F(CheckPointTest, FindsAttributesThatARequestComesWith) {
  a.set_streaming_width(0);
  forward(a, tlm::BEGIN_REQ);
  expect_one(Rule::kStreamingWidth, "initiator.socket",
             "nb_transport_fw() for a write at 0x0 with");
}

TEST_F(CheckPointTest, FindsARequestWithoutReferences) {
  a.release();
  // The analyzer takes the memory manager's free() for that of C.
  forward(a, tlm::BEGIN_REQ);  // NOLINT(clang-analyzer-unix.Malloc)
  expect_one(Rule::kNoReference, "initiator.socket", "a reference count of 0");
}

TEST_F(CheckPointTest, FindsABlockingCallAmidPhases) {
  forward(a, tlm::BEGIN_REQ);
  block(a);
  expect_one(Rule::kMixed, "initiator.socket", "whose non-blocking calls are not over");
}

TEST_F(CheckPointTest, FindsPhasesAmidABlockingCall) {
  target.during = [&] { forward(a, tlm::BEGIN_REQ); };
  block(a);
  expect_one(Rule::kMixed, "initiator.socket", "a transaction that is in b_transport()");
}

class WithoutALog : public CheckPointTest {
 protected:
  WithoutALog() : CheckPointTest(false) {}
};

TEST_F(WithoutALog, PassesEverythingOn) {
  target.answer = updates(tlm::END_RESP);
  EXPECT_EQ(forward(a, tlm::BEGIN_REQ), tlm::TLM_UPDATED);
  initiator.answer = complete;
  EXPECT_EQ(backward(a, tlm::END_RESP), tlm::TLM_COMPLETED);
  block(a);
  EXPECT_EQ(a.get_response_status(), tlm::TLM_OK_RESPONSE);
}

}  // namespace
}  // namespace docsis_vp::platform::check_point_test
