// Implements the connection of an Interconnect to one of its targets. Only the sources of
// Interconnect include this header.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <tlm>
#include <utility>
#include <vector>

#include "platform/bus/checked_target.h"
#include "platform/bus/external_target.h"
#include "platform/bus/interconnect.h"
#include "platform/bus/logged_target.h"
#include "platform/bus/stalled_target.h"
#include "platform/bus/watched_target.h"
#include "platform/bus/word_set.h"

namespace docsis_vp::platform {

// Precedes targets that are not the platform's own. It rejects byte enables of length 0, because
// such targets would divide by the length.
class EnablesGuard : public ForwardingTarget {
 public:
  using ForwardingTarget::ForwardingTarget;

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override {
    if (transaction.get_byte_enable_ptr() != nullptr && transaction.get_byte_enable_length() == 0) {
      transaction.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    } else {
      target().b_transport(transaction, delay);
    }
  }
};

// A mapped target and the bus's initiator socket for it. It is a module, because map() may be
// called from anywhere and only a module can have a port.
class Interconnect::Mapping : public sc_core::sc_module, public tlm::tlm_bw_transport_if<> {
 public:
  // Binds as tlm_initiator_socket::bind() does. The target's interface is requested once, because a
  // multi-socket returns another one at each call. It is stored, because a port can be called only
  // after elaboration, but images are loaded before.
  Mapping(const sc_core::sc_module_name& name, Interconnect& bus, AddressRange range,
          tlm::tlm_base_target_socket_b<32>& target)
      : sc_module(name),
        range_(std::move(range)),
        bus_(bus),
        socket_("socket"),
        own_target_(target.get_base_interface()),
        target_(&own_target_),
        target_socket_(dynamic_cast<const sc_core::sc_object*>(&target)) {
    socket_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    socket_.get_base_port()(own_target_);
    target.get_base_port()(socket_.get_base_interface());
    if (dynamic_cast<LooselyTimedTarget*>(&own_target_) == nullptr) {
      stand_before(std::make_unique<EnablesGuard>(own_target_));
    }
  }

  const AddressRange& range() const { return range_; }
  tlm::tlm_fw_transport_if<>& target() { return *target_; }
  // Returns the target itself, without the targets in front of it.
  const tlm::tlm_fw_transport_if<>& own_target() const { return own_target_; }
  void log(std::ostream& to) {
    stand_before(std::make_unique<LoggedTarget>(*target_, range_.base, to));
  }
  void treat_as_external() { stand_before(std::make_unique<ExternalTarget>(*target_)); }
  void stall(const TimePs& until) {
    stand_before(std::make_unique<StalledTarget>(*target_, until));
  }
  void observe(AccessObserver& observer) {
    stand_before(std::make_unique<WatchedTarget>(*target_, range_, observer));
  }

  // From now on checks all calls to and from the target itself.
  void check(ProtocolLog& log) {
    const std::string socket = target_socket_ != nullptr ? target_socket_->name() : name();
    checked_ = std::make_unique<CheckedTarget>(own_target_, log, socket + " (" + range_.name + ")");
    if (before_.empty()) {
      target_ = checked_.get();
    } else {
      before_.front()->forward_to(*checked_);
    }
  }

  // True if direct access is granted at the first or last word: the target may withhold a part.
  bool is_memory() const {
    for (const std::uint64_t offset : {std::uint64_t{0}, range_.size - 1}) {
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_READ_COMMAND);
      payload.set_address(offset);
      tlm::tlm_dmi dmi;
      if (own_target_.get_direct_mem_ptr(payload, dmi)) {
        return true;
      }
    }
    return false;
  }

  std::uint64_t last() const { return range_.base + range_.size - 1; }
  // An address below the range wraps to an offset beyond its end.
  std::uint64_t offset_of(std::uint64_t address) const { return address - range_.base; }
  bool holds(std::uint64_t address) const { return offset_of(address) < range_.size; }
  // Returns the number of bytes from an address in the range to the range's end.
  std::uint64_t room_at(std::uint64_t address) const { return range_.size - offset_of(address); }
  // Addresses of the words that an initiator has decoded.
  WordSet& held_code() { return held_code_; }

  // The bus calls only b_transport(), so a target has no request to answer.
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (checked_) {
      const CheckedLink::BackwardCall call(checked_->link(), transaction, phase, delay);
    }
    if (is_ignorable(phase)) {
      return tlm::TLM_ACCEPTED;
    }
    std::ostringstream text;
    text << bus_.name() << ": " << range_.name << " calls nb_transport_bw() with phase " << phase
         << ", and the bus made no such request: it calls b_transport()";
    SC_REPORT_WARNING(kProtocolReport, text.str().c_str());
    return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last_offset) override {
    std::optional<InvalidationCall> checked;
    if (checked_) {
      checked.emplace(checked_->log(), checked_->name(), first, last_offset);
    }
    if (first < range_.size) {
      bus_.invalidate(range_.base + first,
                      range_.base + std::min<std::uint64_t>(last_offset, range_.size - 1));
    }
  }

  // Returns whether a DMI grant, in the target's offsets, covers the requested offset. The first
  // unusable grant is reported; the target then works without direct access, only slower.
  bool is_usable(const tlm::tlm_dmi& dmi, std::uint64_t offset) {
    const bool holds_address = dmi.get_start_address() <= offset && offset <= dmi.get_end_address();
    if (dmi.get_dmi_ptr() != nullptr && holds_address) {
      return true;
    }
    if (!std::exchange(told_of_grant_, true)) {
      const std::string text =
          std::string(bus_.name()) + ": " + range_.name + " grants direct memory access " +
          (holds_address ? "without a pointer" : "to a range without the address asked for") +
          "; such grants are ignored";
      SC_REPORT_WARNING(kProtocolReport, text.c_str());
    }
    return false;
  }

 private:
  void stand_before(std::unique_ptr<ForwardingTarget> observer) {
    target_ = observer.get();
    before_.push_back(std::move(observer));
  }

  const AddressRange range_;
  Interconnect& bus_;
  tlm::tlm_initiator_socket<32> socket_;
  tlm::tlm_fw_transport_if<>& own_target_;
  tlm::tlm_fw_transport_if<>* target_;  // the last of before_, or else own_target_ or checked_
  WordSet held_code_;
  // Forwarding targets in front of own_target_, nearest first.
  std::vector<std::unique_ptr<ForwardingTarget>> before_;
  const sc_core::sc_object* const target_socket_;  // null: not a socket
  std::unique_ptr<CheckedTarget> checked_;         // null: calls are not checked
  bool told_of_grant_ = false;
};

}  // namespace docsis_vp::platform
