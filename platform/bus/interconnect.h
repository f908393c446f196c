// Models the bus of a SoC: routes loosely timed transactions by an address map.
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

// An entry of the address map. The target sees offsets from `base`.
struct AddressRange {
  std::string name;  // for messages
  std::uint64_t base = 0;
  std::uint64_t size = 0;    // bytes
  unsigned wait_states = 0;  // cycles of the bus clock per access, in addition to the target's
};

// Thrown if a target calls wait() in b_transport() and the caller is not an SC_THREAD. The message
// has one line.
struct BlockingCallError : InputError {
  using InputError::InputError;
};
using TargetWaits [[deprecated("use BlockingCallError")]] = BlockingCallError;

// How a target treats time.
enum class TargetTiming : std::uint8_t {
  // Anything that IEEE 1666 allows: external_target.h.
  kAny,
  // The target acts at now_ps() + delay, never waits, and notifies events only by notify_at().
  // Initiators may then run ahead without waiting for the kernel.
  kAnnotated,
};

// Serves any number of initiators, without contention. The target acts at the time that the
// initiator gave. Wait states follow, counted from the first clock edge at or after that time. The
// bus answers TLM_ADDRESS_ERROR_RESPONSE if no range contains the address or the access leaves its
// range. The size of an access is its data length or its streaming width, whichever is smaller.
// Byte enables of length 0 are answered by TLM_BYTE_ENABLE_ERROR_RESPONSE. After every call of a
// target, successful or not, the transaction has the initiator's address again. b_transport()
// throws BlockingCallError if a target waits and the caller is not an SC_THREAD.
//
// For each target the bus has an initiator socket, <bus>_to_<range>.socket. Every kind of 32-bit
// target socket can therefore be mapped, including multi-sockets and hierarchically bound ones. The
// bus calls targets by b_transport(). If a target nevertheless calls nb_transport_bw(), the bus
// issues a kProtocolReport warning, except for an ignorable phase.
//
// Direct memory access: the bus translates pointers, ranges and invalidations, and adds wait states
// to the latency. A latency of n cycles is given as floor(n x period) ps; initiators that count
// cycles round up. The bus rejects a DMI grant that has no pointer or does not cover the requested
// address. It issues a kProtocolReport warning once per target.
//
// Initiators that cache decoded instructions (code_holders.h) receive an invalidation when any
// initiator writes to that memory, also if other targets lie in front of it.
//
// Debug transport also works before the simulation starts. Images are loaded by it.
//
// If a ProtocolLog exists when the simulation starts, the bus checks the calls of initiators and of
// targets (protocol_log.h).
class Interconnect : public sc_core::sc_module, public LooselyTimedTarget {
 public:
  // Initiators bind here.
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket;

  Interconnect(const sc_core::sc_module_name& name, std::uint64_t clock_hz);
  ~Interconnect() override;

  // Call it during elaboration. Throws InputError if the range is empty, exceeds the 32-bit address
  // space, overlaps another range, repeats the name of another range, or ends before the last
  // register of a RegisterFile.
  void map(const AddressRange& range, tlm::tlm_base_target_socket_b<32>& target,
           TargetTiming timing = TargetTiming::kAny);
  // Treats this range's target as TargetTiming::kAny, whatever map() was told, because it calls
  // code that may use time in any way. Call it during elaboration.
  void treat_as_external(const std::string& range);

  // Logs all transactions to the range of this name (logged_target.h). Call it during elaboration.
  // Returns false if there is no such range.
  bool log(const std::string& range, std::ostream& to);
  // Reports all accesses of the range to an observer (watched_target.h). Conditions as for log().
  bool observe(const std::string& range, AccessObserver& observer);
  [[deprecated("use observe()")]] bool watch(const std::string& range, AccessObserver& observer) {
    return observe(range, observer);
  }
  // Delays all accesses until this time. CPUs are exempt: use Cpu::stall_until().
  void stall_until(TimePs time);
  // Returns whether the range of this name leads to memory, directly or through other targets.
  bool is_memory(const std::string& range);
  // Invalid accesses, as counted by the mapped register files (register_file.h), in order of
  // address.
  struct Misuse {
    std::string range;
    RegisterFile::Misuse access;
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
  Mapping* find_by_name(const std::string& range);
  Mapping* find(std::uint64_t address);
  Mapping* search(std::uint64_t address) const;
  // Called after a write of `bytes` bytes.
  void written(Mapping& mapping, std::uint64_t address, std::uint64_t bytes);
  // Throws BlockingCallError.
  [[noreturn]] void refuse_wait(const Mapping& mapping) const;
  // Invalidates a range at every initiator. first, last: absolute addresses, both included.
  void invalidate(std::uint64_t first, std::uint64_t last);

  const Clock clock_;
  std::unique_ptr<CheckedLink> checked_;  // checks initiators; null: calls are not checked
  // -1: never stalled, and no target has a StalledTarget.
  TimePs stalled_until_ = -1;
  std::vector<std::unique_ptr<Mapping>> map_;  // in order of address
  // Recent results of find(), indexed by address bits that differ between blocks; they avoid a
  // search.
  static constexpr unsigned kBlockBits = 16;
  std::array<Mapping*, 16> recent_ = {};
};

}  // namespace docsis_vp::platform
