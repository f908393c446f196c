#include "platform/bus/checked_link.h"

#include <algorithm>
#include <cstdio>

#include "platform/bus/ahead_initiator.h"
#include "platform/bus/debug_access.h"
#include "platform/bus/socket_names.h"
#include "platform/bus/transport.h"

namespace docsis_vp::platform {

namespace {

using tlm::tlm_generic_payload;

std::string hex_text(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

bool is_negative(const sc_core::sc_time& delay) {
  return delay.value() > static_cast<sc_dt::uint64>(INT64_MAX);
}

const void* running_process() {
  return sc_core::sc_get_current_process_handle().get_process_object();
}

bool is_in_method() {
  const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
  return process.valid() && process.proc_kind() == sc_core::SC_METHOD_PROC_;
}

std::string access_of(const tlm_generic_payload& transaction) {
  const char* const command = transaction.is_read()    ? "a read"
                              : transaction.is_write() ? "a write"
                                                       : "TLM_IGNORE_COMMAND";
  return std::string(command) + " at " + hex_text(transaction.get_address());
}

}  // namespace

std::string CheckedLink::initiator() const {
  const std::string socket = socket_of_caller(place_.initiators);
  if (!socket.empty()) {
    return socket;
  }
  const std::string process = calling_process();
  return process.empty() ? "the caller of " + place_.target
                         : process + ", calling " + place_.target;
}

CheckedLink::Phased* CheckedLink::phased(const tlm_generic_payload& transaction) {
  const auto found = phased_.find(&transaction);
  return found == phased_.end() ? nullptr : &found->second;
}

void CheckedLink::forget(const tlm_generic_payload& transaction) {
  request_ = request_ == &transaction ? nullptr : request_;
  response_ = response_ == &transaction ? nullptr : response_;
  phased_.erase(&transaction);
}

CheckedLink::Call::Call(CheckedLink& link, tlm_generic_payload& transaction, TimePs at)
    : link_(link),
      transaction_(transaction),
      at_(at),
      passage_(link.log_, transaction),
      delta_(sc_core::sc_delta_count()) {}

void CheckedLink::Call::blame_initiator(ProtocolRule rule, const std::string& text) {
  if (passage_.claim(rule)) {
    link_.log_.note(rule, link_.initiator(), text, at_);
  }
}

void CheckedLink::Call::blame_target(ProtocolRule rule, const std::string& text) {
  if (passage_.claim(rule)) {
    link_.log_.note(rule, link_.place_.target, text, at_);
  }
}

bool CheckedLink::Call::has_waited() const {
  return sc_core::sc_delta_count() != delta_;
}

void CheckedLink::Call::check_attributes(const char* call) {
  const std::string with = std::string(call) + " for " + access_of(transaction_) + " with ";
  const bool moves = transaction_.get_command() != tlm::TLM_IGNORE_COMMAND;
  if (moves && transaction_.get_data_ptr() == nullptr) {
    blame_initiator(ProtocolRule::kDataPointer, with + "a null data pointer");
  }
  if (moves && transaction_.get_data_length() == 0) {
    blame_initiator(ProtocolRule::kDataLength, with + "a data length of 0, expected at least 1");
  }
  if (transaction_.get_streaming_width() == 0) {
    blame_initiator(ProtocolRule::kStreamingWidth,
                    with + "a streaming width of 0, expected the data length if none is meant");
  }
  if (transaction_.is_dmi_allowed()) {
    blame_initiator(ProtocolRule::kDmiHint, with + "the DMI hint set, expected false");
  }
  if (transaction_.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) {
    blame_initiator(ProtocolRule::kResponseBefore, with + transaction_.get_response_string() +
                                                       ", expected TLM_INCOMPLETE_RESPONSE");
  }
  if (transaction_.get_gp_option() != tlm::TLM_MIN_PAYLOAD) {
    blame_initiator(ProtocolRule::kOption, with + "an option other than TLM_MIN_PAYLOAD");
  }
  check_byte_enables(with.c_str());
}

void CheckedLink::Call::check_byte_enables(const char* with) {
  const unsigned char* const enables = transaction_.get_byte_enable_ptr();
  if (enables == nullptr) {
    return;
  }
  const unsigned length = transaction_.get_byte_enable_length();
  if (length == 0) {
    blame_initiator(ProtocolRule::kByteEnableLength,
                    std::string(with) + "byte enables of length 0, expected at least 1");
  }
  for (unsigned i = 0; i < std::min(length, PayloadSnapshot::kMostBytes); ++i) {
    if (enables[i] != TLM_BYTE_ENABLED && enables[i] != TLM_BYTE_DISABLED) {
      blame_initiator(
          ProtocolRule::kByteEnables,
          std::string(with) + "the byte enable " + hex_text(enables[i]) + ", expected 0x0 or 0xff");
    }
  }
}

void CheckedLink::Call::check_response(const char* call) {
  if (transaction_.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) {
    blame_target(
        ProtocolRule::kNoResponse,
        std::string(call) + " leaves " + access_of(transaction_) + " at TLM_INCOMPLETE_RESPONSE");
  }
}

void CheckedLink::Call::check_order(const char* call, bool blames_initiator, TimePs at) {
  Phased* const phased = link_.phased(transaction_);
  if (phased == nullptr) {
    return;
  }
  if (at < phased->at) {
    const std::string text = std::string(call) + " with a time " + std::to_string(phased->at - at) +
                             " ps before that of the transaction's last call or return";
    blames_initiator ? blame_initiator(ProtocolRule::kTimeBackwards, text)
                     : blame_target(ProtocolRule::kTimeBackwards, text);
  }
  phased->at = std::max(at, phased->at);
}

// IEEE 1666-2011, sec. 14.5 and 11.1.
CheckedLink::BlockingCall::BlockingCall(CheckedLink& link, tlm_generic_payload& transaction,
                                        sc_core::sc_time& delay)
    : Call(link, transaction, acting_at(delay)),
      delay_(delay),
      is_conversion_(std::count(link.converted_.begin(), link.converted_.end(), &transaction) != 0),
      delay_counts_(!is_negative(delay)),
      snapshot_(transaction, link.place_.reads_data) {
  if (!is_conversion_ && link_.place_.judges_initiator) {
    check_call();
  }
  link_.blocking_.push_back({&transaction, running_process()});
}

CheckedLink::BlockingCall::~BlockingCall() {
  const void* const process = running_process();
  const auto own =
      std::find_if(link_.blocking_.rbegin(), link_.blocking_.rend(), [&](const Blocking& each) {
        return each.transaction == &transaction_ && each.process == process;
      });
  if (own != link_.blocking_.rend()) {
    link_.blocking_.erase(std::next(own).base());
  }
}

void CheckedLink::BlockingCall::check_call() {
  check_attributes("b_transport()");
  if (!delay_counts_) {
    blame_initiator(ProtocolRule::kDelay, "b_transport() with a delay below 0, of " +
                                              std::to_string(to_ps(delay_)) + " ps");
  }
  if (is_in_method() && transaction_.get_extension<ToolAccess>() == nullptr) {
    blame_initiator(ProtocolRule::kMethodProcess, "b_transport() is called by the method " +
                                                      calling_process() + ", expected a thread");
  }
  if (transaction_.has_mm() && transaction_.get_ref_count() == 0) {
    blame_initiator(ProtocolRule::kNoReference,
                    "b_transport() with a memory manager and a reference count of 0");
  }
  if (link_.phased(transaction_) != nullptr) {
    blame_initiator(ProtocolRule::kMixed,
                    "b_transport() with a transaction whose non-blocking calls are not over");
  }
  // Within its own process a transaction may come by again, over a bridge.
  const void* const process = running_process();
  for (const Blocking& other : link_.blocking_) {
    if (other.transaction == &transaction_ && other.process != process) {
      blame_initiator(ProtocolRule::kReused,
                      "b_transport() with a transaction that another process has under way");
    }
  }
}

void CheckedLink::BlockingCall::returned() {
  if (is_conversion_) {
    return;
  }
  check_response("b_transport()");
  if (const std::string what = snapshot_.modified(transaction_); !what.empty()) {
    blame_target(ProtocolRule::kModified, "b_transport() changes " + what);
  }
  if (!snapshot_.had_manager() && transaction_.has_mm()) {
    blame_target(ProtocolRule::kManagerLeft, "b_transport() sets a memory manager and leaves it");
  } else if (snapshot_.leaves_extension(transaction_)) {
    blame_target(ProtocolRule::kExtensionLeft,
                 "b_transport() leaves an extension in a transaction without a memory manager");
  }
  if (snapshot_.had_manager() && transaction_.get_ref_count() < snapshot_.references()) {
    blame_target(ProtocolRule::kReleased,
                 "b_transport() releases references that it did not acquire, " +
                     std::to_string(snapshot_.references()) + " became " +
                     std::to_string(transaction_.get_ref_count()));
  }
  // A CPU that was reset meanwhile answers in the place of target and bus.
  if (!link_.place_.judges_initiator || transaction_.get_extension<AheadExtension>() == nullptr) {
    check_time();
    if (passage_.inner_response() < 0 && transaction_.is_response_ok()) {
      blame_target(ProtocolRule::kResponseTurnedOk,
                   "b_transport() turns the error of a target behind it into TLM_OK_RESPONSE");
    }
  }
  passage_.set_inner_response(transaction_.get_response_status());
}

void CheckedLink::BlockingCall::check_time() {
  const TimePs done = acting_at(delay_);
  if (is_negative(delay_)) {
    blame_target(ProtocolRule::kDelay, "b_transport() returns a delay below 0, of " +
                                           std::to_string(to_ps(delay_)) + " ps");
  } else if (delay_counts_ && done < at_) {
    blame_target(ProtocolRule::kDelay, "b_transport() returns a time " +
                                           std::to_string(at_ - done) +
                                           " ps before that of the call");
  }
}

CheckedLink::GrantCall::GrantCall(CheckedLink& link, tlm_generic_payload& transaction,
                                  tlm::tlm_dmi& grant)
    : Call(link, transaction, now_ps()), grant_(grant), address_(transaction.get_address()) {
  if (!link_.place_.judges_initiator) {
    return;
  }
  if (link_.log_.invalidations != 0) {
    blame_initiator(ProtocolRule::kGrantInInvalidation,
                    "get_direct_mem_ptr() within invalidate_direct_mem_ptr()");
  }
  const tlm::tlm_dmi initial;
  if (grant.get_dmi_ptr() != nullptr || !grant.is_none_allowed() ||
      grant.get_start_address() != initial.get_start_address() ||
      grant.get_end_address() != initial.get_end_address() ||
      grant.get_read_latency() != sc_core::SC_ZERO_TIME ||
      grant.get_write_latency() != sc_core::SC_ZERO_TIME) {
    blame_initiator(ProtocolRule::kGrantRequest,
                    "get_direct_mem_ptr() with a used descriptor, expected one after init()");
  }
}

void CheckedLink::GrantCall::returned(bool is_granted) {
  if (has_waited()) {
    blame_target(ProtocolRule::kGrantWaits, "get_direct_mem_ptr() waits");
  }
  if (!is_granted) {
    return;
  }
  const std::string grants = "get_direct_mem_ptr() for " + hex_text(address_) + " grants ";
  if (grant_.get_dmi_ptr() == nullptr) {
    blame_target(ProtocolRule::kGrant, grants + "access without a pointer");
  } else if (grant_.is_none_allowed()) {
    blame_target(ProtocolRule::kGrant, grants + "neither reading nor writing, and returns true");
  } else if (address_ < grant_.get_start_address() || address_ > grant_.get_end_address()) {
    blame_target(ProtocolRule::kGrant, grants + hex_text(grant_.get_start_address()) + " to " +
                                           hex_text(grant_.get_end_address()) +
                                           ", expected a range with the address asked for");
  }
}

CheckedLink::DebugCall::DebugCall(CheckedLink& link, tlm_generic_payload& transaction)
    : Call(link, transaction, now_ps()),
      length_(transaction.get_data_length()),
      snapshot_(transaction, link.place_.reads_data) {
  if (link_.place_.judges_initiator && length_ != 0 && transaction.get_data_ptr() == nullptr) {
    blame_initiator(ProtocolRule::kDebugRequest,
                    "transport_dbg() for " + access_of(transaction) + " with a null data pointer");
  }
}

void CheckedLink::DebugCall::returned(unsigned count) {
  if (has_waited()) {
    blame_target(ProtocolRule::kDebugWaits, "transport_dbg() waits");
  }
  if (count > length_) {
    blame_target(ProtocolRule::kDebugCount, "transport_dbg() returns " + std::to_string(count) +
                                                " bytes, expected at most the data length, " +
                                                std::to_string(length_));
  }
  if (const std::string what = snapshot_.modified(transaction_); !what.empty()) {
    blame_target(ProtocolRule::kDebugModified, "transport_dbg() changes " + what);
  }
}

InvalidationCall::InvalidationCall(ProtocolLog& log, const std::string& target, sc_dt::uint64 first,
                                   sc_dt::uint64 last)
    : log_(log) {
  if (first > last) {
    log_.note(ProtocolRule::kInvalidation, target,
              "invalidate_direct_mem_ptr() from " + hex_text(first) + " to " + hex_text(last) +
                  ", expected a range",
              now_ps());
  }
  ++log_.invalidations;
}

}  // namespace docsis_vp::platform
