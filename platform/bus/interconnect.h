// The bus of a SoC: routes loosely timed transactions by an address map.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <tlm>
#include <vector>

#include "platform/base/clock.h"
#include "platform/base/errors.h"
#include "platform/bus/register_file.h"
#include "platform/bus/transport.h"

namespace docsis_vp::platform {

class AccessObserver;
class CheckedLink;

// One line of the address map. The target sees offsets from `base`.
struct AddressRange {
  std::string name;  // for messages
  std::uint64_t base = 0;
  std::uint64_t size = 0;    // bytes
  unsigned wait_states = 0;  // cycles of the bus clock per access, beside those of the target
};

// A target called wait() in b_transport(), and its caller is no SC_THREAD. One line.
struct TargetWaits : InputError {
  using InputError::InputError;
};

// How a target uses time.
enum class TargetTiming : std::uint8_t {
  // Anything that IEEE 1666 allows: external_target.h.
  kAny,
  // It acts at now_ps() + delay, never waits, and notifies events by notify_at() only. Initiators
  // that run ahead of the kernel then go on without it.
  kAnnotated,
};

// Any number of initiators, no contention. The target acts at the time the initiator named; wait
// states pass afterwards, from the first clock edge at or after it. An address that no range
// holds, or an access that leaves its range, is answered by TLM_ADDRESS_ERROR_RESPONSE. An access
// with a streaming width reaches as far as that; byte enables of length 0 are answered by
// TLM_BYTE_ENABLE_ERROR_RESPONSE. However a target's call ends, the initiator finds its address in
// the transaction. b_transport() throws TargetWaits, see there.
//
// Each target is bound by an initiator socket of the bus, <bus>_to_<range>.socket, so every kind of
// target socket of 32 bits can be mapped, multi-sockets and hierarchically bound ones too. Targets
// are called by b_transport(); nb_transport_bw() is a warning of kProtocolReport.
//
// Direct memory access: pointers, ranges and invalidations are translated and wait states become
// latency. A latency of n cycles is given as floor(n x period) ps; initiators that count cycles
// round up. A grant without a pointer, or of a range without the address asked for, is no grant:
// the first one of a target is a warning of kProtocolReport.
//
// Masters that hold decoded code (code_holders.h) get an invalidation when any initiator writes it,
// also with other targets in front of the memory.
//
// Debug transport also works before the simulation starts, so that images can be loaded.
//
// Where a ProtocolLog exists when the simulation starts, the calls of initiators and of targets are
// checked (protocol_log.h).
class Interconnect : public sc_core::sc_module, public LooselyTimedTarget {
 public:
  // Initiators bind here.
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket;

  Interconnect(const sc_core::sc_module_name& name, std::uint64_t clock_hz);
  ~Interconnect() override;

  // During elaboration only. Throws InputError if the range is empty, leaves the 32-bit address
  // space, overlaps another one or has its name, or if a RegisterFile has registers beyond its end.
  void map(const AddressRange& range, tlm::tlm_base_target_socket_b<32>& target,
           TargetTiming timing = TargetTiming::kAny);
  // Declares, during elaboration only, that code called by this range's target may use time in any
  // way.
  void treat_as_external(const std::string& range);

  // Logs all transactions to the range of this name (logged_target.h); during elaboration only.
  // Returns false if there is no such range.
  bool log(const std::string& range, std::ostream& to);
  // Likewise shows all accesses of the range to an observer (watched_target.h).
  bool watch(const std::string& range, AccessObserver& observer);
  // Serves no initiator before this time, except CPUs, which have a stall of their own.
  void stall_until(TimePs time);
  // Returns whether memory is behind the range of this name, also with other targets in front of
  // it.
  bool is_memory(const std::string& range);
  // Misuses that register files behind the ranges count (register_file.h), in order of address.
  struct Misuse {
    std::string range;
    RegisterFile::Misuse of;
  };
  std::vector<Misuse> misuses() const;
  // Names and ranges, in order of address.
  std::vector<std::string> names() const;
  std::vector<AddressRange> ranges() const;

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override;

 private:
  class Mapping;

  void start_of_simulation() override;
  void route(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  bool route_grant(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi);
  unsigned route_debug(tlm::tlm_generic_payload& transaction);
  void check(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  Mapping* named(const std::string& range);
  Mapping* find(std::uint64_t address);
  Mapping* search(std::uint64_t address) const;
  // Called after a write of so many bytes.
  void written(Mapping& mapping, std::uint64_t address, std::uint64_t bytes);
  // Throws TargetWaits: a target called wait(), but its caller may not wait.
  [[noreturn]] void refuse_wait(const Mapping& mapping) const;
  // Invalidates a range at every initiator; absolute addresses, both included.
  void invalidate(std::uint64_t first, std::uint64_t last);

  const Clock clock_;
  std::unique_ptr<CheckedLink> checked_;       // of the initiators; null: calls are not checked
  TimePs stalled_until_ = -1;                  // it never was: no target has a StalledTarget
  std::vector<std::unique_ptr<Mapping>> map_;  // in order of address
  // Recent results of find(), indexed by address bits that differ between blocks; they avoid a
  // search.
  static constexpr unsigned kBlockBits = 16;
  std::array<Mapping*, 16> recent_ = {};
};

}  // namespace docsis_vp::platform
