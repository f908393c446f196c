// Checks the calls between an initiator socket and a target socket against IEEE 1666-2011.
#pragma once

#include <map>
#include <string>
#include <tlm>
#include <utility>
#include <vector>

#include "platform/bus/payload_snapshot.h"
#include "platform/bus/protocol_log.h"

namespace docsis_vp::platform {

// One hop of transactions. A module that passes a call on constructs the object for the call, makes
// the call, and calls returned() with the answer. If the call throws, the object is only destroyed.
//
//   CheckedLink::BlockingCall call(link, transaction, delay);
//   target.b_transport(transaction, delay);
//   call.returned();
//
// The checks change neither the transaction nor the time nor the target's answer.
class CheckedLink {
 public:
  struct Place {
    std::string target;                   // hierarchical name of the called socket
    std::vector<std::string> initiators;  // names of the calling sockets, as far as known
    bool judges_initiator = true;         // false: an earlier hop judges it
    bool is_one_to_one = false;           // the exclusion rules of phases apply only to such links
    bool converts = false;                // nb_transport_fw() arrives as b_transport()
    bool reads_data = false;              // compares data and byte enables
  };

  CheckedLink(ProtocolLog& log, Place place) : log_(log), place_(std::move(place)) {}

  class Call;
  class BlockingCall;
  class ForwardCall;
  class BackwardCall;
  class GrantCall;
  class DebugCall;

 private:
  // State of a transaction in progress through non-blocking calls.
  struct Phased {
    tlm::tlm_phase_enum phase;
    TimePs at;
    PayloadSnapshot snapshot;
  };
  // A transaction in b_transport(), and the process that called it.
  struct Blocking {
    const tlm::tlm_generic_payload* transaction;
    const void* process;
  };

  std::string initiator() const;
  Phased* phased(const tlm::tlm_generic_payload& transaction);
  void forget(const tlm::tlm_generic_payload& transaction);

  ProtocolLog& log_;
  const Place place_;
  std::map<const tlm::tlm_generic_payload*, Phased> phased_;
  std::vector<Blocking> blocking_;
  // In ForwardCalls of a link that converts.
  std::vector<const tlm::tlm_generic_payload*> converted_;
  // Request in progress of a one-to-one link.
  const tlm::tlm_generic_payload* request_ = nullptr;
  const tlm::tlm_generic_payload* response_ = nullptr;  // its response in progress
};

class CheckedLink::Call {
 public:
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 protected:
  Call(CheckedLink& link, tlm::tlm_generic_payload& transaction, TimePs at);
  ~Call() = default;

  void blame_initiator(ProtocolRule rule, const std::string& text);
  void blame_target(ProtocolRule rule, const std::string& text);
  void check_attributes(const char* call);
  void check_byte_enables(const char* call);
  // Reports a response that the target did not set.
  void check_response(const char* call);
  // Checks the phase and the time with which a target answers.
  void answer(const char* call, const tlm::tlm_phase& phase, TimePs at);
  void check_order(const char* call, bool blames_initiator, TimePs at);
  bool has_waited() const;

  CheckedLink& link_;
  tlm::tlm_generic_payload& transaction_;
  const TimePs at_;
  ProtocolLog::Passage passage_;

 private:
  const sc_dt::uint64 delta_;
};

class CheckedLink::BlockingCall : private Call {
 public:
  BlockingCall(CheckedLink& link, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  ~BlockingCall();
  void returned();

 private:
  void check_call();
  void check_time();

  sc_core::sc_time& delay_;
  const bool is_conversion_;  // converted non-blocking call, whose attributes were judged before
  const bool delay_counts_;   // the delay is not negative
  const PayloadSnapshot snapshot_;
};

class CheckedLink::ForwardCall : private Call {
 public:
  ForwardCall(CheckedLink& link, tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
              sc_core::sc_time& delay);
  ~ForwardCall();
  void returned(tlm::tlm_sync_enum status);

 private:
  void begin_request();

  tlm::tlm_phase& phase_;
  sc_core::sc_time& delay_;
  const tlm::tlm_phase begun_phase_;
  const sc_core::sc_time begun_delay_;
};

class CheckedLink::BackwardCall : private Call {
 public:
  BackwardCall(CheckedLink& link, tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
               sc_core::sc_time& delay);
  void returned(tlm::tlm_sync_enum status);

 private:
  tlm::tlm_phase& phase_;
  sc_core::sc_time& delay_;
  const tlm::tlm_phase begun_phase_;
  const sc_core::sc_time begun_delay_;
};

class CheckedLink::GrantCall : private Call {
 public:
  GrantCall(CheckedLink& link, tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& grant);
  void returned(bool is_granted);

 private:
  tlm::tlm_dmi& grant_;
  const sc_dt::uint64 address_;
};

class CheckedLink::DebugCall : private Call {
 public:
  DebugCall(CheckedLink& link, tlm::tlm_generic_payload& transaction);
  void returned(unsigned count);

 private:
  const unsigned length_;
  const PayloadSnapshot snapshot_;
};

// An invalidate_direct_mem_ptr() call in progress.
class InvalidationCall {
 public:
  InvalidationCall(ProtocolLog& log, const std::string& target, sc_dt::uint64 first,
                   sc_dt::uint64 last);
  InvalidationCall(const InvalidationCall&) = delete;
  InvalidationCall& operator=(const InvalidationCall&) = delete;
  ~InvalidationCall() { --log_.invalidations; }

 private:
  ProtocolLog& log_;
};

}  // namespace docsis_vp::platform
