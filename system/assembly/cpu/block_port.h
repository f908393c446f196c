// Connects a custom block to its modem's bus and counts its transactions.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "platform/bus/interconnect.h"
#include "platform/bus/transport.h"
#include "system/results/cpu_result.h"

namespace docsis_vp::platform {
class CheckedLink;
}

namespace docsis_vp::system {

// Bytes that a block has read or written by a transaction. With byte enables, each run of enabled
// bytes is reported as one access.
struct BlockAccess {
  const std::string& block;  // its name in the scenario
  TimePs at = 0;             // end of the call, may be ahead of the kernel's time
  bool is_write = false;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
};

using BlockObserver = std::function<void(const BlockAccess&)>;

// Passes transactions, debug transport, and grants and invalidations of direct memory access
// unchanged between the block's initiator sockets and the bus. It counts transactions, but not
// accesses by host pointers after a grant. If a ProtocolLog exists when the simulation starts, the
// block's calls are checked (platform/bus/protocol_log.h).
class BlockPort : public sc_core::sc_module,
                  public platform::LooselyTimedTarget,
                  private tlm::tlm_bw_transport_if<> {
 public:
  // Binds to any number of initiator sockets, or to none.
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket;

  // block: its name in the scenario.
  BlockPort(const sc_core::sc_module_name& name, const std::string& block,
            platform::Interconnect& bus);
  ~BlockPort() override;

  bool is_bound() const { return socket.size() != 0; }
  const BlockTransfers& transfers() const { return transfers_; }
  const std::string& block() const { return transfers_.block; }

  // Reports every successful access of the block, except accesses by host pointers.
  void observe(BlockObserver observer) { observers_.push_back(std::move(observer)); }
  // From now on grants no host pointers, so that observers see every access.
  void withhold_direct_access() { withholds_direct_access_ = true; }

 private:
  void start_of_simulation() override;
  void pass(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  void show(const tlm::tlm_generic_payload& transaction, std::uint64_t address, TimePs at) const;

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool grant(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

  tlm::tlm_initiator_socket<32> bus_;
  BlockTransfers transfers_;
  std::vector<BlockObserver> observers_;
  bool withholds_direct_access_ = false;
  std::unique_ptr<platform::CheckedLink> checked_;  // null: calls are not checked
};

}  // namespace docsis_vp::system
