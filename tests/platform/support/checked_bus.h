// A bus whose sockets are checked, with blocks that break the base protocol as a test says.
#pragma once

#include <gmock/gmock.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "platform/bus/interconnect.h"
#include "platform/bus/protocol_log.h"
#include "platform/bus/register_file.h"
#include "platform/memory/memory.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::checked_bus {

inline constexpr std::uint64_t kRam = 0x8000'0000, kOwn = 0x3000'0000, kBridged = 0x4000'0000;
inline constexpr std::uint64_t kBytes = 256;
inline constexpr const char* kTarget = "own.socket (own)";

struct Manager : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload*) override {}
};

// Does what a test says, and else nothing wrong.
struct OwnTarget : sc_core::sc_module {
  tlm_utils::simple_target_socket<OwnTarget, 32> socket{"socket"};
  std::function<void(tlm::tlm_generic_payload&, sc_core::sc_time&)> on_access;
  std::function<bool(tlm::tlm_dmi&)> on_grant;
  std::function<unsigned(tlm::tlm_generic_payload&)> on_debug;
  std::array<unsigned char, kBytes> bytes = {};

  explicit OwnTarget(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &OwnTarget::access);
    socket.register_get_direct_mem_ptr(this, &OwnTarget::grant);
    socket.register_transport_dbg(this, &OwnTarget::debug);
  }
  void access(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    if (on_access) {
      on_access(transaction, delay);
    }
  }
  bool grant(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) { return on_grant && on_grant(dmi); }
  unsigned debug(tlm::tlm_generic_payload& transaction) {
    return on_debug ? on_debug(transaction) : transaction.get_data_length();
  }
};

// Passes what it gets to another address of the bus, with the same transaction.
struct Bridge : sc_core::sc_module {
  tlm_utils::simple_target_socket<Bridge, 32> in{"in"};
  tlm_utils::simple_initiator_socket<Bridge, 32> out{"out"};
  std::function<void(tlm::tlm_generic_payload&)> afterwards;

  explicit Bridge(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &Bridge::pass);
  }
  void pass(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    const std::uint64_t address = transaction.get_address();
    transaction.set_address(kOwn + address);
    out->b_transport(transaction, delay);
    transaction.set_address(address);
    if (afterwards) {
      afterwards(transaction);
    }
  }
};

class ProtocolCheck : public ::testing::Test {
 protected:
  ProtocolCheck() {
    registers.add(
        0, [](TimePs) { return 5U; }, [](std::uint32_t, TimePs) {});
    bus.map({"ram", kRam, kBytes, 1}, ram.socket);
    bus.map({"registers", 0x2000'0000, kBytes, 0}, registers.socket);
    bus.map({"own", kOwn, kBytes, 0}, own.socket);
    master.socket.bind(bus.socket);
  }

  tlm::tlm_generic_payload& prepared(tlm::tlm_command command = tlm::TLM_WRITE_COMMAND) {
    master.prepare(command, kOwn, 4);
    return master.transaction;
  }
  void send(sc_core::sc_time delay = {}) { master.socket->b_transport(master.transaction, delay); }
  // The one violation since the last call; it must be the only one, and noted once.
  void expect_one(ProtocolRule rule, const std::string& socket, const std::string& text) {
    const std::vector<ProtocolViolation>& all = log.violations();
    ASSERT_EQ(all.size(), seen_ + 1) << text << (all.empty() ? "" : "\n" + to_line(all.back()));
    const ProtocolViolation& last = all.back();
    EXPECT_EQ(last.rule, rule) << to_line(last);
    EXPECT_EQ(last.socket, socket) << to_line(last);
    EXPECT_THAT(last.text, ::testing::HasSubstr(text));
    EXPECT_EQ(last.count, 1U) << to_line(last);
    seen_ = all.size();
  }
  void in_thread(std::function<void()> body, bool as_method = false) {
    sc_core::sc_spawn_options options;
    if (as_method) {
      options.spawn_method();
    }
    sc_core::sc_spawn(std::move(body), as_method ? "as_method" : sc_core::sc_gen_unique_name("run"),
                      &options);
  }

  ProtocolLog log;
  Interconnect bus{"bus", 100'000'000};
  Memory ram{"ram", MemoryParameters{kBytes, true, 100'000'000, 0, 0}};
  RegisterFile registers{"registers"};
  OwnTarget own{"own"};
  TestMaster master{"master"};

 private:
  std::size_t seen_ = 0;
};

// Three initiators, of which one is behind a target.
class ProtocolCheckOfABridge : public ProtocolCheck {
 protected:
  ProtocolCheckOfABridge() {
    bus.map({"bridged", kBridged, kBytes, 0}, bridge.in);
    second.socket.bind(bus.socket);
    bridge.out.bind(bus.socket);
  }

  Bridge bridge{"bridge"};
  TestMaster second{"second"};
};

}  // namespace docsis_vp::platform::checked_bus
