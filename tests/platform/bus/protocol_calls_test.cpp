// Checks of phases, direct memory and debug transport: faults that are planted, one for each rule.
#include "tests/platform/support/checked_bus.h"

namespace docsis_vp::platform::protocol_calls_test {
namespace {

using namespace checked_bus;  // NOLINT(google-build-using-namespace)
using Rule = ProtocolRule;

TEST_F(ProtocolCheck, FindsPhasesThatABusNeverAskedFor) {
  Manager manager;
  tlm::tlm_generic_payload transaction(&manager);
  transaction.acquire();
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  sc_core::sc_report_handler::set_actions(kProtocolReport, sc_core::SC_WARNING,
                                          sc_core::SC_DO_NOTHING);
  run_to(0);
  sc_core::sc_time delay;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  own.socket->nb_transport_bw(transaction, phase, delay);
  expect_one(Rule::kPhaseOrder, kTarget,
             "nb_transport_bw() with phase BEGIN_RESP, and no request is under way");
  phase = tlm::END_RESP;
  own.socket->nb_transport_bw(transaction, phase, delay);
  expect_one(Rule::kWrongPath, kTarget, "phase END_RESP, expected END_REQ or BEGIN_RESP");
  phase = tlm::END_REQ;
  master.socket->nb_transport_fw(transaction, phase, delay);
  expect_one(Rule::kWrongPath, "master.socket", "phase END_REQ, expected BEGIN_REQ or END_RESP");
}

TEST_F(ProtocolCheck, FindsNonBlockingRequestsWithoutAManager) {
  run_to(0);
  sc_core::sc_time delay;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  EXPECT_EQ(master.socket->nb_transport_fw(prepared(), phase, delay), tlm::TLM_COMPLETED);
  expect_one(Rule::kNoManager, "master.socket", "BEGIN_REQ for a transaction without a memory");
}

TEST_F(ProtocolCheck, FindsANonBlockingCallThatWaits) {
  Manager manager;
  own.on_access = [](auto&, auto&) { sc_core::wait(10, sc_core::SC_NS); };
  in_thread([&] {
    prepared().set_mm(&manager);
    master.transaction.acquire();
    sc_core::sc_time delay;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    master.socket->nb_transport_fw(master.transaction, phase, delay);
    master.transaction.reset();
    master.transaction.set_mm(nullptr);
  });
  run_to(kPsPerUs);
  expect_one(Rule::kTransportWaits, "bus.socket", "nb_transport_fw() waits");
}

TEST_F(ProtocolCheck, FindsWrongGrants) {
  Manager manager;
  sc_core::sc_report_handler::set_actions(kProtocolReport, sc_core::SC_WARNING,
                                          sc_core::SC_DO_NOTHING);
  run_to(0);
  tlm::tlm_dmi dmi;
  const auto ask = [&] { return master.request_direct(kOwn + 8, false, dmi); };
  own.on_grant = [](tlm::tlm_dmi& grant) {
    grant.allow_read_write();
    return true;
  };
  EXPECT_FALSE(ask());
  expect_one(Rule::kGrant, kTarget, "get_direct_mem_ptr() for 0x8 grants access without a pointer");
  own.on_grant = nullptr;
  dmi.init();
  dmi.set_start_address(4);
  master.prepare(tlm::TLM_READ_COMMAND, kOwn, 4);
  master.socket->get_direct_mem_ptr(master.transaction, dmi);
  expect_one(Rule::kGrantRequest, "master.socket", "a used descriptor, expected one after init()");

  const std::function<bool(tlm::tlm_dmi&)> more[] = {
      [this](tlm::tlm_dmi& grant) {  // neither reading nor writing
        grant.set_dmi_ptr(own.bytes.data());
        return true;
      },
      [this](tlm::tlm_dmi& grant) {  // beside the address
        grant.set_dmi_ptr(own.bytes.data());
        grant.set_end_address(7);
        grant.allow_read();
        return true;
      },
  };
  std::uint64_t times = 1;
  for (const auto& grant : more) {
    own.on_grant = grant;
    EXPECT_FALSE(ask());
    EXPECT_EQ(log.violations().front().count, ++times);
  }
  own.socket->invalidate_direct_mem_ptr(8, 4);
  expect_one(Rule::kInvalidation, kTarget, "from 0x8 to 0x4");
}

// An initiator that acts as a test says while it is told of an invalidation.
struct Eager : TestMaster {
  using TestMaster::TestMaster;
  std::function<void()> told;

 private:
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override { told(); }
};

TEST(ProtocolCheckOfAnInvalidation, FindsAGrantAskedForMeanwhile) {
  ProtocolLog log;
  Interconnect bus("bus", 100'000'000);
  OwnTarget own("own");
  Eager eager("eager");
  bus.map({"own", kOwn, kBytes, 0}, own.socket);
  eager.socket.bind(bus.socket);
  run_to(0);
  eager.told = [&] {
    tlm::tlm_dmi dmi;
    eager.request_direct(kOwn, false, dmi);
  };
  own.socket->invalidate_direct_mem_ptr(0, 3);
  ASSERT_EQ(log.violations().size(), 1U);
  EXPECT_EQ(log.violations()[0].rule, Rule::kGrantInInvalidation);
  EXPECT_EQ(log.violations()[0].socket, "eager.socket");
}

TEST_F(ProtocolCheck, FindsWrongDebugTransport) {
  run_to(0);
  std::uint32_t word = 0;
  own.on_debug = [](auto& t) { return t.get_data_length() + 1; };
  master.debug(tlm::TLM_READ_COMMAND, kOwn, &word, 4);
  expect_one(Rule::kDebugCount, kTarget, "returns 5 bytes, expected at most the data length, 4");
  own.on_debug = [](auto& t) { return ++*t.get_data_ptr(), 4U; };
  master.debug(tlm::TLM_WRITE_COMMAND, kOwn, &word, 4);
  expect_one(Rule::kDebugModified, kTarget, "transport_dbg() changes the data of a write");
  own.on_debug = [](auto&) { return 0U; };
  master.debug(tlm::TLM_READ_COMMAND, kOwn, nullptr, 4);
  expect_one(Rule::kDebugRequest, "master.socket", "a read at 0x30000000 with a null data pointer");
}

TEST_F(ProtocolCheck, FindsDirectAndDebugAccessThatWaits) {
  own.on_grant = [](tlm::tlm_dmi&) { return sc_core::wait(1, sc_core::SC_NS), false; };
  own.on_debug = [](auto&) { return sc_core::wait(1, sc_core::SC_NS), 0U; };
  bool done = false;
  in_thread([&] {
    tlm::tlm_dmi dmi;
    std::uint32_t word = 0;
    master.request_direct(kOwn, false, dmi);
    master.debug(tlm::TLM_READ_COMMAND, kOwn, &word, 4);
    done = true;
  });
  run_to(kPsPerUs);
  ASSERT_TRUE(done);
  ASSERT_EQ(log.violations().size(), 2U);
  EXPECT_EQ(log.violations()[0].rule, Rule::kGrantWaits);
  EXPECT_EQ(log.violations()[1].rule, Rule::kDebugWaits);
  EXPECT_EQ(log.violations()[1].socket, kTarget);
}

}  // namespace
}  // namespace docsis_vp::platform::protocol_calls_test
