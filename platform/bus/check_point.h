// Checks the base protocol between two sockets of a user's program.
#pragma once

#include <memory>
#include <string>
#include <tlm>
#include <utility>

#include "platform/bus/checked_link.h"
#include "platform/bus/protocol_log.h"
#include "platform/bus/socket_names.h"

namespace docsis_vp::platform {

// Connects one initiator socket to one target socket and passes all calls on unchanged. If a
// ProtocolLog exists when the simulation starts, it checks both sides: loosely timed calls, phases
// and exclusion rules of approximately timed calls, direct memory and debug transport.
//
//   initiator.socket.bind(point.target_socket);
//   point.initiator_socket.bind(target.socket);
template <unsigned kBusWidth = 32>
class CheckPoint : public sc_core::sc_module,
                   private tlm::tlm_fw_transport_if<>,
                   private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<kBusWidth> target_socket;
  tlm::tlm_initiator_socket<kBusWidth> initiator_socket;

  explicit CheckPoint(const sc_core::sc_module_name& name)
      : sc_module(name), target_socket("target_socket"), initiator_socket("initiator_socket") {
    target_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    initiator_socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

 private:
  void start_of_simulation() override {
    log_ = ProtocolLog::current();
    if (log_ == nullptr) {
      return;
    }
    CheckedLink::Place place;
    place.initiators = initiators_of(target_socket);
    place.target = socket_of(*initiator_socket[0]);
    if (place.target.empty()) {
      place.target = std::string("the target behind ") + name();
    }
    target_ = place.target;
    place.is_one_to_one = true;
    place.reads_data = true;
    link_ = std::make_unique<CheckedLink>(*log_, std::move(place));
  }

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override {
    if (!link_) {
      initiator_socket->b_transport(transaction, delay);
      return;
    }
    CheckedLink::BlockingCall call(*link_, transaction, delay);
    initiator_socket->b_transport(transaction, delay);
    call.returned();
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (!link_) {
      return initiator_socket->nb_transport_fw(transaction, phase, delay);
    }
    CheckedLink::ForwardCall call(*link_, transaction, phase, delay);
    const tlm::tlm_sync_enum status = initiator_socket->nb_transport_fw(transaction, phase, delay);
    call.returned(status);
    return status;
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (!link_) {
      return target_socket->nb_transport_bw(transaction, phase, delay);
    }
    CheckedLink::BackwardCall call(*link_, transaction, phase, delay);
    const tlm::tlm_sync_enum status = target_socket->nb_transport_bw(transaction, phase, delay);
    call.returned(status);
    return status;
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& grant) override {
    if (!link_) {
      return initiator_socket->get_direct_mem_ptr(transaction, grant);
    }
    CheckedLink::GrantCall call(*link_, transaction, grant);
    const bool is_granted = initiator_socket->get_direct_mem_ptr(transaction, grant);
    call.returned(is_granted);
    return is_granted;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override {
    if (!link_) {
      return initiator_socket->transport_dbg(transaction);
    }
    CheckedLink::DebugCall call(*link_, transaction);
    const unsigned count = initiator_socket->transport_dbg(transaction);
    call.returned(count);
    return count;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    if (!link_) {
      target_socket->invalidate_direct_mem_ptr(first, last);
      return;
    }
    const InvalidationCall call(*log_, target_, first, last);
    target_socket->invalidate_direct_mem_ptr(first, last);
  }

  ProtocolLog* log_ = nullptr;
  std::string target_;
  std::unique_ptr<CheckedLink> link_;
};

}  // namespace docsis_vp::platform
