// Every kind of target socket is bound as by an initiator socket of the standard.
#include <gtest/gtest.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>

#include "platform/bus/interconnect.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::target_sockets_test {
namespace {

constexpr std::uint64_t kBase = 0x3000'0000, kBytes = 256;

// Called by the sockets; multi-sockets add the number of the initiator.
struct Callbacks {
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time& /*delay*/) {
    const auto value = static_cast<std::uint32_t>(transaction.get_address()) + 1;
    std::memcpy(transaction.get_data_ptr(), &value, sizeof value);
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void access(int /*initiator*/, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    access(transaction, delay);
  }
};

template <class Socket>
struct Target : sc_core::sc_module {
  Callbacks callbacks;
  Socket socket{"socket"};

  explicit Target(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(&callbacks, &Callbacks::access);
  }
};
using Simple = Target<tlm_utils::simple_target_socket<Callbacks, 32>>;
using Passthrough = Target<tlm_utils::passthrough_target_socket<Callbacks, 32>>;
using Multi = Target<tlm_utils::multi_passthrough_target_socket<Callbacks, 32>>;

// A socket that hands on what another module serves.
template <class Socket>
struct Outer : sc_core::sc_module {
  Socket socket{"socket"};

  template <class Inner>
  Outer(const sc_core::sc_module_name& name, Inner& inner) : sc_module(name) {
    socket.bind(inner);
  }
};
using Plain = Outer<tlm::tlm_target_socket<32>>;
using OuterMulti = Outer<tlm_utils::multi_passthrough_target_socket<Callbacks, 32>>;

class TargetSockets : public ::testing::Test {
 protected:
  TargetSockets() { master.socket.bind(bus.socket); }

  void expect_reached(tlm::tlm_base_target_socket_b<32>& socket) {
    bus.map({"own", kBase, kBytes, 0}, socket);
    run_to(0);
    EXPECT_EQ(master.read(kBase + 8).value, 9U);
    EXPECT_EQ(master.transaction.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(master.transaction.get_address(), kBase + 8);
    std::uint32_t word = 0;
    EXPECT_EQ(master.debug(tlm::TLM_READ_COMMAND, kBase, &word, sizeof word), 0U);
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(master.request_direct(kBase, false, dmi));
  }
  void expect_invalidated() {
    ASSERT_EQ(master.invalidated.size(), 1U);
    EXPECT_EQ(master.invalidated[0].first, kBase + 16);
    EXPECT_EQ(master.invalidated[0].last, kBase + 31);
  }

  Interconnect bus{"bus", 100'000'000};
  TestMaster master{"master"};
};

TEST_F(TargetSockets, Simple) {
  Simple target("target");
  expect_reached(target.socket);
  target.socket->invalidate_direct_mem_ptr(16, 31);
  expect_invalidated();
}

TEST_F(TargetSockets, Passthrough) {
  Passthrough target("target");
  expect_reached(target.socket);
  target.socket->invalidate_direct_mem_ptr(16, 31);
  expect_invalidated();
}

TEST_F(TargetSockets, MultiPassthrough) {
  Multi target("target");
  expect_reached(target.socket);
  ASSERT_EQ(target.socket.size(), 1U);
  target.socket[0]->invalidate_direct_mem_ptr(16, 31);
  expect_invalidated();
}

// Such a socket serves another initiator beside the bus.
TEST_F(TargetSockets, MultiPassthroughOfAnotherInitiatorToo) {
  Multi target("target");
  TestMaster beside("beside");
  beside.socket.bind(target.socket);
  expect_reached(target.socket);
  EXPECT_EQ(beside.read(4).value, 5U);
  EXPECT_EQ(target.socket.size(), 2U);
}

TEST_F(TargetSockets, PlainBoundToSimple) {
  Simple target("target");
  Plain outer("outer", target.socket);
  expect_reached(outer.socket);
  target.socket->invalidate_direct_mem_ptr(16, 31);
  expect_invalidated();
}

TEST_F(TargetSockets, PlainBoundTwiceDeep) {
  Passthrough target("target");
  Plain outer("outer", target.socket);
  Plain outermost("outermost", outer.socket);
  expect_reached(outermost.socket);
  target.socket->invalidate_direct_mem_ptr(16, 31);
  expect_invalidated();
}

TEST_F(TargetSockets, MultiPassthroughBoundToAnother) {
  Multi target("target");
  OuterMulti outer("outer", target.socket);
  expect_reached(outer.socket);
}

// Ranges of one name, on two buses and on one.
TEST_F(TargetSockets, NamesNeedNotDiffer) {
  Interconnect other("other", 100'000'000);
  TestMaster other_master("other_master");
  other_master.socket.bind(other.socket);
  Simple here("here");
  Simple there("there");
  Simple again("again");
  other.map({"own", kBase, kBytes, 0}, there.socket);
  bus.map({"a b.c", kBase + kBytes, kBytes, 0}, again.socket);
  expect_reached(here.socket);
  EXPECT_EQ(other_master.read(kBase).value, 1U);
  EXPECT_NE(sc_core::sc_find_object("bus_to_own"), nullptr);
  EXPECT_NE(sc_core::sc_find_object("other_to_own"), nullptr);
  EXPECT_NE(sc_core::sc_find_object("bus_to_a_b_c"), nullptr);
}

}  // namespace
}  // namespace docsis_vp::platform::target_sockets_test
