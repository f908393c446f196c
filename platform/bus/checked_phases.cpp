// Non-blocking transport, IEEE 1666-2011, sec. 15.2.
#include <algorithm>
#include <sstream>

#include "platform/bus/checked_link.h"
#include "platform/bus/transport.h"

namespace docsis_vp::platform {

namespace {

constexpr const char* kForward = "nb_transport_fw()";
constexpr const char* kBackward = "nb_transport_bw()";

std::string phase_name(const tlm::tlm_phase& phase) {
  std::ostringstream text;
  text << phase;
  return text.str();
}

std::string with_phase(const char* call, const tlm::tlm_phase& phase) {
  return std::string(call) + " with phase " + phase_name(phase);
}

std::string after(const tlm::tlm_phase_enum* phase) {
  return phase == nullptr ? std::string(", and no request is under way")
                          : " after " + phase_name(*phase);
}

tlm::tlm_phase_enum standard(const tlm::tlm_phase& phase) {
  return static_cast<tlm::tlm_phase_enum>(static_cast<unsigned>(phase));
}

}  // namespace

// The answer comes by a backward call or by the return of a forward one.
void CheckedLink::Call::answer(const char* call, const tlm::tlm_phase& phase, TimePs at) {
  Phased* const phased = link_.phased(transaction_);
  const tlm::tlm_phase_enum* const last = phased == nullptr ? nullptr : &phased->phase;
  if (is_ignorable(phase)) {
    check_order(call, false, at);
    return;
  }
  if (phase == tlm::END_REQ) {
    if (last == nullptr || *last != tlm::BEGIN_REQ) {
      blame_target(ProtocolRule::kPhaseOrder, with_phase(call, phase) + after(last));
    }
    link_.request_ = link_.request_ == &transaction_ ? nullptr : link_.request_;
  } else if (phase == tlm::BEGIN_RESP) {
    if (last == nullptr || (*last != tlm::BEGIN_REQ && *last != tlm::END_REQ)) {
      blame_target(ProtocolRule::kPhaseOrder, with_phase(call, phase) + after(last));
    }
    link_.request_ = link_.request_ == &transaction_ ? nullptr : link_.request_;
    if (link_.response_ != nullptr && link_.response_ != &transaction_) {
      blame_target(ProtocolRule::kResponseExclusion,
                   with_phase(call, phase) + " before the END_RESP of the response before");
    }
    if (link_.place_.is_one_to_one) {
      link_.response_ = &transaction_;
    }
    check_response(call);
  } else {
    blame_target(ProtocolRule::kWrongPath,
                 with_phase(call, phase) + ", expected END_REQ or BEGIN_RESP from a target");
    return;
  }
  check_order(call, false, at);
  if (phased != nullptr) {
    phased->phase = standard(phase);
  }
}

CheckedLink::ForwardCall::ForwardCall(CheckedLink& link, tlm::tlm_generic_payload& transaction,
                                      tlm::tlm_phase& phase, sc_core::sc_time& delay)
    : Call(link, transaction, acting_at(delay)),
      phase_(phase),
      delay_(delay),
      begun_phase_(phase),
      begun_delay_(delay) {
  if (!transaction.has_mm()) {
    blame_initiator(ProtocolRule::kNoManager,
                    with_phase(kForward, phase) + " for a transaction without a memory manager");
  } else if (transaction.get_ref_count() == 0) {
    blame_initiator(ProtocolRule::kNoReference,
                    with_phase(kForward, phase) + " and a reference count of 0");
  }
  Phased* const phased = link_.phased(transaction);
  const tlm::tlm_phase_enum* const last = phased == nullptr ? nullptr : &phased->phase;
  if (phase == tlm::BEGIN_REQ) {
    begin_request();
  } else if (phase == tlm::END_RESP) {
    if (last == nullptr || *last != tlm::BEGIN_RESP) {
      blame_initiator(ProtocolRule::kPhaseOrder, with_phase(kForward, phase) + after(last));
    }
    check_order(kForward, true, at_);
    link_.response_ = link_.response_ == &transaction ? nullptr : link_.response_;
  } else if (is_ignorable(phase)) {
    check_order(kForward, true, at_);
  } else {
    blame_initiator(
        ProtocolRule::kWrongPath,
        with_phase(kForward, phase) + ", expected BEGIN_REQ or END_RESP from an initiator");
  }
  if (link_.place_.converts) {
    link_.converted_.push_back(&transaction);
    passage_.claim(ProtocolRule::kMethodProcess);  // it may come from a method
  }
}

CheckedLink::ForwardCall::~ForwardCall() {
  const auto own = std::find(link_.converted_.begin(), link_.converted_.end(), &transaction_);
  if (own != link_.converted_.end()) {
    link_.converted_.erase(own);
  }
}

void CheckedLink::ForwardCall::begin_request() {
  check_attributes(kForward);
  if (const Phased* const last = link_.phased(transaction_)) {
    blame_initiator(ProtocolRule::kPhaseOrder,
                    with_phase(kForward, tlm::BEGIN_REQ) + after(&last->phase));
    link_.phased_.erase(&transaction_);
  }
  if (std::any_of(link_.blocking_.begin(), link_.blocking_.end(),
                  [&](const Blocking& other) { return other.transaction == &transaction_; })) {
    blame_initiator(ProtocolRule::kMixed,
                    std::string(kForward) + " with a transaction that is in b_transport()");
  }
  if (link_.request_ != nullptr && link_.request_ != &transaction_) {
    blame_initiator(
        ProtocolRule::kRequestExclusion,
        with_phase(kForward, tlm::BEGIN_REQ) + " before the END_REQ of the request before");
  }
  if (link_.place_.is_one_to_one) {
    link_.request_ = &transaction_;
  }
  link_.phased_.insert(
      {&transaction_,
       {tlm::BEGIN_REQ, at_, PayloadSnapshot(transaction_, link_.place_.reads_data)}});
}

void CheckedLink::ForwardCall::returned(tlm::tlm_sync_enum status) {
  if (has_waited()) {
    blame_target(ProtocolRule::kTransportWaits, std::string(kForward) + " waits");
  }
  if (const Phased* const phased = link_.phased(transaction_)) {
    if (const std::string what = phased->snapshot.modified(transaction_); !what.empty()) {
      blame_target(ProtocolRule::kModified, std::string(kForward) + " changes " + what);
    }
  }
  const bool is_over = begun_phase_ == tlm::END_RESP;
  if (status == tlm::TLM_ACCEPTED) {
    if (phase_ != begun_phase_ || delay_ != begun_delay_) {
      blame_target(ProtocolRule::kAcceptedModified,
                   std::string(kForward) + " returns TLM_ACCEPTED and changes " +
                       (phase_ != begun_phase_ ? "the phase" : "the delay"));
    }
  } else if (status == tlm::TLM_UPDATED) {
    if (is_over) {
      blame_target(ProtocolRule::kPhaseOrder,
                   std::string(kForward) + " returns TLM_UPDATED after END_RESP");
    } else {
      answer("the return of nb_transport_fw()", phase_, acting_at(delay_));
    }
  } else if (!is_over) {
    check_response(kForward);
  }
  if (is_over || status == tlm::TLM_COMPLETED) {
    link_.forget(transaction_);
  }
}

CheckedLink::BackwardCall::BackwardCall(CheckedLink& link, tlm::tlm_generic_payload& transaction,
                                        tlm::tlm_phase& phase, sc_core::sc_time& delay)
    : Call(link, transaction, acting_at(delay)),
      phase_(phase),
      delay_(delay),
      begun_phase_(phase),
      begun_delay_(delay) {
  if (!transaction.has_mm()) {
    blame_target(ProtocolRule::kNoManager,
                 with_phase(kBackward, phase) + " for a transaction without a memory manager");
  } else if (transaction.get_ref_count() == 0) {
    blame_target(ProtocolRule::kNoReference,
                 with_phase(kBackward, phase) + " and a reference count of 0");
  }
  if (const Phased* const phased = link_.phased(transaction)) {
    if (const std::string what = phased->snapshot.modified(transaction); !what.empty()) {
      blame_target(ProtocolRule::kModified, "since its request a transaction changed " + what);
    }
  }
  answer(kBackward, phase, at_);
}

// After the last phase the transaction may be gone: only its address is used.
void CheckedLink::BackwardCall::returned(tlm::tlm_sync_enum status) {
  if (has_waited()) {
    blame_initiator(ProtocolRule::kTransportWaits, std::string(kBackward) + " waits");
  }
  const bool is_response = begun_phase_ == tlm::BEGIN_RESP;
  if (status == tlm::TLM_ACCEPTED) {
    if (phase_ != begun_phase_ || delay_ != begun_delay_) {
      blame_initiator(ProtocolRule::kAcceptedModified,
                      std::string(kBackward) + " returns TLM_ACCEPTED and changes " +
                          (phase_ != begun_phase_ ? "the phase" : "the delay"));
    }
    return;
  }
  const std::string returns = "the return of nb_transport_bw() after " + phase_name(begun_phase_);
  if (status == tlm::TLM_COMPLETED) {
    if (!is_response && !is_ignorable(begun_phase_)) {
      blame_initiator(ProtocolRule::kPhaseOrder,
                      returns + " is TLM_COMPLETED, expected that after BEGIN_RESP alone");
      return;
    }
    link_.forget(transaction_);
    return;
  }
  if (is_ignorable(phase_)) {
    return;
  }
  if (phase_ != tlm::END_RESP) {
    blame_initiator(ProtocolRule::kWrongPath,
                    returns + " has phase " + phase_name(phase_) + ", expected END_RESP");
    return;
  }
  if (!is_response) {
    blame_initiator(ProtocolRule::kPhaseOrder, returns + " has phase END_RESP");
    return;
  }
  check_order(kBackward, true, acting_at(delay_));
  link_.forget(transaction_);
}

}  // namespace docsis_vp::platform
