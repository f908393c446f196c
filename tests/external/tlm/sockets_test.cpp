// Every kind of initiator and target socket that SystemC offers, on the bus of a modem.
#include <gmock/gmock.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>

#include <type_traits>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

constexpr unsigned kPollRam = 6, kTimedLoads = 19;

// A system with a block of the type B.
template <typename B>
struct OneBlock {
  explicit OneBlock(unsigned test) {
    vp::BlockKind kind;
    kind.size_bytes = 0x2000;
    kind.make = [this](const vp::BlockSite& site) {
      auto made = std::make_unique<B>(site.name.c_str(), site);
      block = made.get();
      return made;
    };
    system = std::make_unique<vp::System>(vp::load_scenario_text(
        scenario_text({}), "case", {}, vp::Extensions().add_block("blk", kind)));
    system->check_tlm();
    system->firmware().set_word("test_case", test);
  }
  B* block = nullptr;
  std::unique_ptr<vp::System> system;
};

// Callbacks for every kind of initiator socket; tagged and multi-sockets add a number.
struct Backward : tlm_bw_transport_if<> {
  tlm_sync_enum nb_transport_bw(tlm_generic_payload&, tlm_phase&, sc_time&) override {
    return TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override { ++invalidations; }
  void invalidate(int number, sc_dt::uint64 first, sc_dt::uint64 last) {
    EXPECT_EQ(number, expected_number);
    invalidate_direct_mem_ptr(first, last);
  }
  int expected_number = 0;
  int invalidations = 0;
};

template <typename S>
constexpr bool kIsMulti = false;
template <unsigned N, sc_port_policy P>
constexpr bool kIsMulti<
    tlm_utils::multi_passthrough_initiator_socket<Backward, 32, tlm_base_protocol_types, N, P>> =
    true;
template <typename S>
constexpr bool kIsTagged = false;
template <>
constexpr bool kIsTagged<tlm_utils::simple_initiator_socket_tagged<Backward, 32>> = true;
template <>
constexpr bool kIsTagged<tlm_utils::simple_initiator_socket_tagged_optional<Backward, 32>> = true;

template <typename S>
struct Sender : sc_module, vp::HardwareBlock {
  SC_HAS_PROCESS(Sender);
  Sender(const sc_module_name& name, const vp::BlockSite& site) : sc_module(name) {
    registers.register_b_transport(this, &Sender::b_transport);
    if constexpr (std::is_same_v<S, tlm_initiator_socket<32>>) {
      out.bind(backward);
    } else if constexpr (kIsMulti<S>) {
      out.register_invalidate_direct_mem_ptr(&backward, &Backward::invalidate);
    } else if constexpr (kIsTagged<S>) {
      backward.expected_number = 7;
      out.register_invalidate_direct_mem_ptr(&backward, &Backward::invalidate, 7);
    } else {
      out.register_invalidate_direct_mem_ptr(&backward, &Backward::invalidate_direct_mem_ptr);
    }
    out.bind(site.bus);
    SC_THREAD(run);
  }
  tlm_base_target_socket_b<32>& socket() override { return registers; }
  void b_transport(tlm_generic_payload& transaction, sc_time&) {
    transaction.set_response_status(TLM_OK_RESPONSE);
  }
  tlm_fw_transport_if<>& bus() {
    if constexpr (kIsMulti<S>) {
      return *out[0];
    } else {
      return *out.operator->();
    }
  }
  void run() {
    wait(300, SC_US);
    std::uint32_t value = 9;
    tlm_generic_payload transaction;
    transaction.set_write();
    transaction.set_address(target);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    transaction.set_data_length(sizeof value);
    transaction.set_streaming_width(sizeof value);
    sc_time delay;
    bus().b_transport(transaction, delay);
    EXPECT_TRUE(transaction.is_response_ok());
    transaction.set_read();
    value = 0;
    EXPECT_EQ(bus().transport_dbg(transaction), 4U);
    EXPECT_EQ(value, 9U);
    tlm_dmi grant;
    EXPECT_TRUE(bus().get_direct_mem_ptr(transaction, grant));
  }

  tlm_utils::simple_target_socket<Sender> registers{"registers"};
  Backward backward;
  S out{"out"};
  sc_dt::uint64 target = 0;
};

template <typename S>
class InitiatorSockets : public ::testing::Test {};
using InitiatorKinds =
    ::testing::Types<tlm_initiator_socket<32>, tlm_utils::simple_initiator_socket<Backward, 32>,
                     tlm_utils::simple_initiator_socket_optional<Backward, 32>,
                     tlm_utils::simple_initiator_socket_tagged<Backward, 32>,
                     tlm_utils::simple_initiator_socket_tagged_optional<Backward, 32>,
                     tlm_utils::multi_passthrough_initiator_socket<Backward, 32>>;
TYPED_TEST_SUITE(InitiatorSockets, InitiatorKinds);

TYPED_TEST(InitiatorSockets, ReachTheBus) {
  OneBlock<Sender<TypeParam>> rig(kPollRam);
  rig.block->target = rig.system->firmware().address_of("mailbox");
  rig.system->run_for(sc_time(1, SC_MS));
  expect(near_to(rig.system->firmware().word("result"), 30'000, 30), "seen at 300 us");
  EXPECT_EQ(rig.system->firmware().word("result", 4), 9U);
  EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
  EXPECT_EQ(rig.system->results().cpus.at(0).block_transfers.at(0).writes, 1U);
  const int before = rig.block->backward.invalidations;
  rig.system->firmware().set_word("mailbox", 1);
  EXPECT_EQ(rig.block->backward.invalidations, before + 1);
}

// Answers with the offset and 7, after 2 us.
struct Forward : tlm_fw_transport_if<> {
  void b_transport(tlm_generic_payload& transaction, sc_time& delay) override {
    const auto value = static_cast<std::uint32_t>(transaction.get_address() + 7);
    std::memcpy(transaction.get_data_ptr(), &value, transaction.get_data_length());
    transaction.set_response_status(TLM_OK_RESPONSE);
    wait(delay + sc_time(2, SC_US));
    delay = SC_ZERO_TIME;
  }
  void access(int number, tlm_generic_payload& transaction, sc_time& delay) {
    EXPECT_EQ(number, expected_number);
    b_transport(transaction, delay);
  }
  tlm_sync_enum nb_transport_fw(tlm_generic_payload&, tlm_phase&, sc_time&) override {
    ADD_FAILURE() << "the bus calls b_transport() only";
    return TLM_COMPLETED;
  }
  bool get_direct_mem_ptr(tlm_generic_payload&, tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm_generic_payload&) override { return 0; }
  int expected_number = 0;
};

template <typename S>
constexpr int kNumber = -1;  // of calls, in sockets that give none
template <>
constexpr int kNumber<tlm_utils::simple_target_socket_tagged<Forward, 32>> = 7;
template <>
constexpr int kNumber<tlm_utils::passthrough_target_socket_tagged<Forward, 32>> = 7;
template <>
constexpr int kNumber<tlm_utils::multi_passthrough_target_socket<Forward, 32>> = 0;
template <>
constexpr int kNumber<tlm_utils::multi_passthrough_target_socket_optional<Forward, 32>> = 0;

template <typename S>
struct Receiver : sc_module, vp::HardwareBlock {
  Receiver(const sc_module_name& name, const vp::BlockSite&) : sc_module(name) {
    forward.expected_number = kNumber<S>;
    if constexpr (std::is_same_v<S, tlm_target_socket<32>>) {
      in.bind(forward);
    } else if constexpr (kNumber<S> == 7) {
      in.register_b_transport(&forward, &Forward::access, 7);
    } else if constexpr (kNumber<S> == 0) {
      in.register_b_transport(&forward, &Forward::access);
    } else {
      in.register_b_transport(&forward, &Forward::b_transport);
    }
  }
  tlm_base_target_socket_b<32>& socket() override { return in; }
  Forward forward;
  S in{"in"};
};

template <typename S>
class SocketsOfTargets : public ::testing::Test {};
using TargetKinds =
    ::testing::Types<tlm_target_socket<32>, tlm_utils::simple_target_socket<Forward, 32>,
                     tlm_utils::simple_target_socket_optional<Forward, 32>,
                     tlm_utils::simple_target_socket_tagged<Forward, 32>,
                     tlm_utils::passthrough_target_socket<Forward, 32>,
                     tlm_utils::passthrough_target_socket_optional<Forward, 32>,
                     tlm_utils::passthrough_target_socket_tagged<Forward, 32>,
                     tlm_utils::multi_passthrough_target_socket<Forward, 32>,
                     tlm_utils::multi_passthrough_target_socket_optional<Forward, 32>>;
TYPED_TEST_SUITE(SocketsOfTargets, TargetKinds);

TYPED_TEST(SocketsOfTargets, AreReachedByTheCpu) {
  OneBlock<Receiver<TypeParam>> rig(kTimedLoads);
  rig.system->run_for(sc_time(1, SC_MS));
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(rig.system->firmware().word("result", 8 * i), 0x20 + 4 * (i & 3) + 7);
    expect(near_to(rig.system->firmware().word("result", 8 * i + 4), 207, 10), "2 us each");
  }
  EXPECT_THAT(rig.system->tlm_violation_lines(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
