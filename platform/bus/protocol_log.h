// Logs violations of the TLM-2.0 base protocol (docs/tlm.md).
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Rules of IEEE 1666-2011; clause_of() gives the clause of each.
enum class ProtocolRule : std::uint8_t {
  // Attributes set by the initiator.
  kDataPointer,
  kDataLength,
  kByteEnables,
  kByteEnableLength,
  kStreamingWidth,
  kDmiHint,
  kResponseBefore,
  kOption,
  // Attributes on return of the call.
  kNoResponse,
  kResponseTurnedOk,
  kModified,
  kExtensionLeft,
  kManagerLeft,
  kReleased,
  // Calls.
  kDelay,
  kTimeBackwards,
  kMethodProcess,
  kReused,
  kMixed,
  // Non-blocking transport.
  kNoManager,
  kNoReference,
  kWrongPath,
  kPhaseOrder,
  kRequestExclusion,
  kResponseExclusion,
  kAcceptedModified,
  kTransportWaits,
  // Direct memory and debug transport.
  kGrantRequest,
  kGrant,
  kGrantWaits,
  kInvalidation,
  kGrantInInvalidation,
  kDebugRequest,
  kDebugCount,
  kDebugModified,
  kDebugWaits,
};
constexpr std::size_t kProtocolRules = static_cast<std::size_t>(ProtocolRule::kDebugWaits) + 1;

// Number of the clause: "14.17 e".
const char* clause_of(ProtocolRule rule);

// All violations of one rule at one socket.
struct ProtocolViolation {
  ProtocolRule rule;
  std::string socket;  // hierarchical name, on the side that breaks the rule
  std::string text;    // first violation: what is wrong, and what was expected
  TimePs first = 0;    // time of that transaction: sc_time_stamp() + delay
  std::uint64_t count = 0;
};

// One line: time, socket, text, clause, count.
std::string to_line(const ProtocolViolation& violation);

// While an object exists, each bus that starts to simulate checks its sockets and reports here. At
// most one exists at a time; constructing a second one throws std::logic_error. It must exist from
// before the first run until after the last.
class ProtocolLog {
 public:
  ProtocolLog();
  ProtocolLog(const ProtocolLog&) = delete;
  ProtocolLog& operator=(const ProtocolLog&) = delete;
  ~ProtocolLog();

  // Returns null if there is none.
  static ProtocolLog* current();

  // In the order of their first occurrence.
  const std::vector<ProtocolViolation>& violations() const { return violations_; }

  void note(ProtocolRule rule, const std::string& socket, const std::string& text, TimePs at);

  // Number of invalidate_direct_mem_ptr() calls in progress.
  unsigned invalidations = 0;

  // A call in progress that carries a transaction. A violation that several sockets see is logged
  // once, at the first of them.
  class Passage {
   public:
    Passage(ProtocolLog& log, const tlm::tlm_generic_payload& transaction);
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    ~Passage();

    // Returns true at the first call for this rule and transaction.
    bool claim(ProtocolRule rule);
    // Returns the response of the last inner call that has returned.
    tlm::tlm_response_status inner_response() const;
    void set_inner_response(tlm::tlm_response_status response);

   private:
    ProtocolLog& log_;
    const tlm::tlm_generic_payload* const transaction_;
  };

 private:
  struct UnderWay {
    unsigned calls = 0;
    std::bitset<kProtocolRules> claimed;
    tlm::tlm_response_status inner_response = tlm::TLM_OK_RESPONSE;
  };

  std::vector<ProtocolViolation> violations_;
  std::unordered_map<const tlm::tlm_generic_payload*, UnderWay> under_way_;
};

}  // namespace docsis_vp::platform
