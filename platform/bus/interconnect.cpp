#include "platform/bus/interconnect.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "platform/base/errors.h"
#include "platform/bus/code_holders.h"
#include "platform/bus/logged_target.h"
#include "platform/bus/watched_target.h"
#include "platform/bus/word_set.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint64_t kAddressSpace = std::uint64_t{1} << 32;

std::string describe(const AddressRange& range) {
  char bounds[48];
  std::snprintf(bounds, sizeof bounds, " (0x%08llx, 0x%llx bytes)",
                static_cast<unsigned long long>(range.base),
                static_cast<unsigned long long>(range.size));
  return range.name + bounds;
}

}  // namespace

// A target in its place, and the ear that the target's socket talks back to.
class Interconnect::Mapping : public tlm::tlm_bw_transport_if<> {
 public:
  Mapping(Interconnect& bus, AddressRange range, tlm::tlm_fw_transport_if<>& target)
      : range_(std::move(range)), bus_(bus), own_target_(target), target_(&target) {}

  const AddressRange& range() const { return range_; }
  tlm::tlm_fw_transport_if<>& target() { return *target_; }
  // Behind whatever stands before it.
  const tlm::tlm_fw_transport_if<>& own_target() const { return own_target_; }
  void log(std::ostream& to) {
    stand_before(std::make_unique<LoggedTarget>(*target_, range_.base, to));
  }
  void watch(AccessObserver& observer) {
    stand_before(std::make_unique<WatchedTarget>(*target_, range_, observer));
  }

  // Direct access is granted at one of its ends: a part may be withheld.
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
  // An address below wraps to an offset beyond the end.
  std::uint64_t offset_of(std::uint64_t address) const { return address - range_.base; }
  bool holds(std::uint64_t address) const { return offset_of(address) < range_.size; }
  // Of an address that it holds.
  std::uint64_t room_at(std::uint64_t address) const { return range_.size - offset_of(address); }
  // Words of which a master holds decoded code, by address.
  WordSet& held_code() { return held_code_; }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;  // targets here complete early and never call back
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last_offset) override {
    if (first < range_.size) {
      bus_.invalidate(range_.base + first,
                      range_.base + std::min<std::uint64_t>(last_offset, range_.size - 1));
    }
  }

 private:
  void stand_before(std::unique_ptr<LooselyTimedTarget> observer) {
    target_ = observer.get();
    before_.push_back(std::move(observer));
  }

  const AddressRange range_;
  Interconnect& bus_;
  tlm::tlm_fw_transport_if<>& own_target_;
  tlm::tlm_fw_transport_if<>* target_;  // or what stands before it
  WordSet held_code_;
  std::vector<std::unique_ptr<LooselyTimedTarget>> before_;  // what stands before the target
};

Interconnect::Interconnect(const sc_core::sc_module_name& name, std::uint64_t clock_hz)
    : sc_module(name), socket("socket"), clock_(clock_hz) {
  socket.bind(*this);
}

Interconnect::~Interconnect() = default;

void Interconnect::map(const AddressRange& range, tlm::tlm_base_target_socket_b<32>& target) {
  if (range.size == 0 || range.base >= kAddressSpace || range.size > kAddressSpace - range.base) {
    throw InputError(std::string(name()) + ": " + describe(range) +
                     " must lie within the 32-bit address space");
  }
  const auto next = std::find_if(map_.begin(), map_.end(),
                                 [&](const auto& other) { return other->last() >= range.base; });
  if (next != map_.end() && (*next)->range().base < range.base + range.size) {
    throw InputError(std::string(name()) + ": " + describe(range) + " overlaps " +
                     describe((*next)->range()));
  }
  auto mapping = std::make_unique<Mapping>(*this, range, target.get_base_interface());
  target.get_base_port()(*mapping);
  map_.insert(next, std::move(mapping));
}

Interconnect::Mapping* Interconnect::named(const std::string& range) {
  const auto found = std::find_if(map_.begin(), map_.end(), [&range](const auto& mapping) {
    return mapping->range().name == range;
  });
  return found == map_.end() ? nullptr : found->get();
}

bool Interconnect::log(const std::string& range, std::ostream& to) {
  Mapping* const mapping = named(range);
  if (mapping != nullptr) {
    mapping->log(to);
  }
  return mapping != nullptr;
}

bool Interconnect::watch(const std::string& range, AccessObserver& observer) {
  Mapping* const mapping = named(range);
  if (mapping != nullptr) {
    mapping->watch(observer);
  }
  return mapping != nullptr;
}

bool Interconnect::is_memory(const std::string& range) {
  Mapping* const mapping = named(range);
  return mapping != nullptr && mapping->is_memory();
}

std::vector<Interconnect::Misuse> Interconnect::misuses() const {
  std::vector<Misuse> misuses;
  for (const auto& mapping : map_) {
    if (const auto* const file = dynamic_cast<const RegisterFile*>(&mapping->own_target())) {
      for (const RegisterFile::Misuse& misuse : file->misuses()) {
        misuses.push_back({mapping->range().name, misuse});
      }
    }
  }
  return misuses;
}

std::vector<std::string> Interconnect::names() const {
  std::vector<std::string> names;
  for (const auto& mapping : map_) {
    names.push_back(mapping->range().name);
  }
  return names;
}

std::vector<AddressRange> Interconnect::ranges() const {
  std::vector<AddressRange> ranges;
  for (const auto& mapping : map_) {
    ranges.push_back(mapping->range());
  }
  return ranges;
}

inline Interconnect::Mapping* Interconnect::find(std::uint64_t address) {
  Mapping*& recent = recent_[(address >> kBlockBits) % recent_.size()];
  if (recent == nullptr || !recent->holds(address)) {
    recent = search(address);
  }
  return recent;
}

void Interconnect::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  const std::uint64_t address = transaction.get_address();
  Mapping* const mapping = find(address);
  if (mapping == nullptr || transaction.get_data_length() > mapping->room_at(address)) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  transaction.set_address(mapping->offset_of(address));
  mapping->target().b_transport(transaction, delay);
  transaction.set_address(address);
  if (mapping->range().wait_states != 0) {
    const TimePs now = now_ps();
    const TimePs done = clock_.after(now + to_ps(delay), mapping->range().wait_states);
    delay = to_sc_time(done - now);
  }
  if (transaction.is_write() && !mapping->held_code().empty() && transaction.is_response_ok()) {
    written(*mapping, address, transaction.get_data_length());
  }
}

bool Interconnect::get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
  const std::uint64_t address = transaction.get_address();
  Mapping* const mapping = find(address);
  if (mapping == nullptr) {
    dmi.allow_none();
    dmi.set_start_address(address);
    dmi.set_end_address(address);
    return false;
  }
  const std::uint64_t base = mapping->range().base;
  transaction.set_address(address - base);
  const bool granted = mapping->target().get_direct_mem_ptr(transaction, dmi);
  transaction.set_address(address);
  // A target may own more than the map shows of it.
  const std::uint64_t last = std::min<std::uint64_t>(dmi.get_end_address(), mapping->last() - base);
  dmi.set_start_address(base + dmi.get_start_address());
  dmi.set_end_address(base + last);
  const sc_core::sc_time waited = to_sc_time(clock_.edge(mapping->range().wait_states));
  dmi.set_read_latency(dmi.get_read_latency() + waited);
  dmi.set_write_latency(dmi.get_write_latency() + waited);
  return granted;
}

unsigned Interconnect::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t address = transaction.get_address();
  Mapping* const mapping = find(address);
  if (mapping == nullptr) {
    return 0;
  }
  if (const auto* const held = transaction.get_extension<HoldsCode>()) {
    mapping->held_code().insert(held->first, std::min(held->last, mapping->last()));
    return 0;
  }
  const unsigned length = transaction.get_data_length();
  transaction.set_address(mapping->offset_of(address));
  transaction.set_data_length(
      static_cast<unsigned>(std::min<std::uint64_t>(length, mapping->room_at(address))));
  const unsigned done = mapping->target().transport_dbg(transaction);
  transaction.set_address(address);
  transaction.set_data_length(length);
  if (transaction.is_write() && done != 0) {
    written(*mapping, address, done);
  }
  return done;
}

void Interconnect::written(Mapping& mapping, std::uint64_t address, unsigned bytes) {
  const std::uint64_t last = address + bytes - 1;
  if (mapping.held_code().intersects(address, last)) {
    mapping.held_code().erase(address, last);
    invalidate(address, last);
  }
}

Interconnect::Mapping* Interconnect::search(std::uint64_t address) const {
  const auto above = std::upper_bound(
      map_.begin(), map_.end(), address,
      [](std::uint64_t value, const auto& mapping) { return value < mapping->range().base; });
  if (above == map_.begin() || !(*std::prev(above))->holds(address)) {
    return nullptr;
  }
  return std::prev(above)->get();
}

void Interconnect::invalidate(std::uint64_t first, std::uint64_t last) {
  for (int initiator = 0; initiator < socket.size(); ++initiator) {
    socket[initiator]->invalidate_direct_mem_ptr(first, last);
  }
}

}  // namespace docsis_vp::platform
