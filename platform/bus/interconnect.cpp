#include "platform/bus/interconnect.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

#include "platform/base/errors.h"
#include "platform/bus/code_holders.h"
#include "platform/bus/external_target.h"
#include "platform/bus/logged_target.h"
#include "platform/bus/stalled_target.h"
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

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// A multi-socket counts who asks for its interface: it is not asked, and has no register file.
const RegisterFile* register_file_behind(tlm::tlm_base_target_socket_b<32>& target) {
  const auto* const plain = dynamic_cast<tlm::tlm_target_socket<32>*>(&target);
  return plain == nullptr ? nullptr
                          : dynamic_cast<const RegisterFile*>(&target.get_base_interface());
}

// The name of a module. Two buses of one parent may have ranges of one name.
std::string module_name(const char* bus, const std::string& range) {
  std::string name = std::string(bus) + "_to_" + range;
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != '-'; }, '_');
  return sc_core::sc_gen_unique_name(name.c_str(), true);
}

// How far an access reaches from its address, in bytes. A streaming width of 0 is an error, which
// the target judges.
std::uint64_t reach_of(const tlm::tlm_generic_payload& transaction) {
  const unsigned length = transaction.get_data_length();
  const unsigned width = transaction.get_streaming_width();
  return width != 0 && width < length ? width : length;
}

// Whether an access reaches beyond a range that has so many bytes left.
bool leaves(const tlm::tlm_generic_payload& transaction, std::uint64_t room) {
  return transaction.get_data_length() > room && reach_of(transaction) > room;
}

bool refuses_wait(const sc_core::sc_report& report) {
  return std::strcmp(report.get_msg_type(), sc_core::SC_ID_WAIT_NOT_ALLOWED_) == 0;
}

// Stands before targets that are not the platform's own: byte enables of length 0 would have them
// divide by it.
class EnablesGuard : public LooselyTimedTarget {
 public:
  explicit EnablesGuard(tlm::tlm_fw_transport_if<>& target) : target_(target) {}

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override {
    if (transaction.get_byte_enable_ptr() != nullptr && transaction.get_byte_enable_length() == 0) {
      transaction.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    } else {
      target_.b_transport(transaction, delay);
    }
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) override {
    return target_.get_direct_mem_ptr(transaction, dmi);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction) override {
    return target_.transport_dbg(transaction);
  }

 private:
  tlm::tlm_fw_transport_if<>& target_;
};

// Shows a target its offset. The address comes back however the call ends.
class Translation {
 public:
  Translation(tlm::tlm_generic_payload& transaction, std::uint64_t offset)
      : transaction_(transaction), address_(transaction.get_address()) {
    transaction.set_address(offset);
  }
  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;
  ~Translation() { transaction_.set_address(address_); }

 private:
  tlm::tlm_generic_payload& transaction_;
  const std::uint64_t address_;
};

// Shows a target no more bytes than its range holds. The length comes back likewise.
class Clipping {
 public:
  Clipping(tlm::tlm_generic_payload& transaction, std::uint64_t room)
      : transaction_(transaction), length_(transaction.get_data_length()) {
    transaction.set_data_length(static_cast<unsigned>(std::min<std::uint64_t>(length_, room)));
  }
  Clipping(const Clipping&) = delete;
  Clipping& operator=(const Clipping&) = delete;
  ~Clipping() { transaction_.set_data_length(length_); }

 private:
  tlm::tlm_generic_payload& transaction_;
  const unsigned length_;
};

}  // namespace

// A target in its place, and the initiator socket that the bus drives it by: a module, since map()
// may be called from anywhere and only a module can have a port.
class Interconnect::Mapping : public sc_core::sc_module, public tlm::tlm_bw_transport_if<> {
 public:
  // Binds as tlm_initiator_socket::bind() does. The interface is asked for once, since a
  // multi-socket gives another one at each call, and kept: a port can be called only after
  // elaboration, and images are loaded before.
  Mapping(const sc_core::sc_module_name& name, Interconnect& bus, AddressRange range,
          tlm::tlm_base_target_socket_b<32>& target)
      : sc_module(name),
        range_(std::move(range)),
        bus_(bus),
        socket_("socket"),
        own_target_(target.get_base_interface()),
        target_(&own_target_) {
    socket_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    socket_.get_base_port()(own_target_);
    target.get_base_port()(socket_.get_base_interface());
    if (dynamic_cast<LooselyTimedTarget*>(&own_target_) == nullptr) {
      stand_before(std::make_unique<EnablesGuard>(own_target_));
    }
  }

  const AddressRange& range() const { return range_; }
  tlm::tlm_fw_transport_if<>& target() { return *target_; }
  // Behind whatever stands before it.
  const tlm::tlm_fw_transport_if<>& own_target() const { return own_target_; }
  void log(std::ostream& to) {
    stand_before(std::make_unique<LoggedTarget>(*target_, range_.base, to));
  }
  void treat_as_external() { stand_before(std::make_unique<ExternalTarget>(*target_)); }
  void stall(const TimePs& until) {
    stand_before(std::make_unique<StalledTarget>(*target_, until));
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
  // Bytes of the range from an address that it holds.
  std::uint64_t room_at(std::uint64_t address) const { return range_.size - offset_of(address); }
  // Words of which a master holds decoded code, by address.
  WordSet& held_code() { return held_code_; }

  // The bus calls b_transport() only, so there is no request that a target could answer.
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*transaction*/,
                                     tlm::tlm_phase& phase, sc_core::sc_time& /*delay*/) override {
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
    if (first < range_.size) {
      bus_.invalidate(range_.base + first,
                      range_.base + std::min<std::uint64_t>(last_offset, range_.size - 1));
    }
  }

  // Whether a grant of direct access, in the target's offsets, can be used for this one. The first
  // that cannot is reported: the target works without, only slower.
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
  void stand_before(std::unique_ptr<LooselyTimedTarget> observer) {
    target_ = observer.get();
    before_.push_back(std::move(observer));
  }

  const AddressRange range_;
  Interconnect& bus_;
  tlm::tlm_initiator_socket<32> socket_;
  tlm::tlm_fw_transport_if<>& own_target_;
  tlm::tlm_fw_transport_if<>* target_;  // or what stands before it
  WordSet held_code_;
  std::vector<std::unique_ptr<LooselyTimedTarget>> before_;  // what stands before the target
  bool told_of_grant_ = false;
};

Interconnect::Interconnect(const sc_core::sc_module_name& name, std::uint64_t clock_hz)
    : sc_module(name), socket("socket"), clock_(clock_hz) {
  socket.bind(*this);
}

Interconnect::~Interconnect() = default;

void Interconnect::map(const AddressRange& range, tlm::tlm_base_target_socket_b<32>& target,
                       TargetTiming timing) {
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
  if (const Mapping* const other = named(range.name)) {
    throw InputError(std::string(name()) + ": the name of " + describe(range) + " is taken by " +
                     describe(other->range()));
  }
  if (const RegisterFile* const file = register_file_behind(target);
      file != nullptr && file->size_bytes() > range.size) {
    throw InputError(std::string(name()) + ": " + describe(range) +
                     " ends before its last register, at offset " +
                     hex(file->size_bytes() - sizeof(std::uint32_t)));
  }
  auto mapping =
      std::make_unique<Mapping>(module_name(basename(), range.name).c_str(), *this, range, target);
  if (timing == TargetTiming::kAny) {
    mapping->treat_as_external();
  }
  map_.insert(next, std::move(mapping));
}

Interconnect::Mapping* Interconnect::named(const std::string& range) {
  const auto found = std::find_if(map_.begin(), map_.end(), [&range](const auto& mapping) {
    return mapping->range().name == range;
  });
  return found == map_.end() ? nullptr : found->get();
}

void Interconnect::stall_until(TimePs time) {
  if (stalled_until_ < 0) {
    for (const auto& mapping : map_) {
      mapping->stall(stalled_until_);
    }
  }
  stalled_until_ = std::max(stalled_until_, time);
  if (socket.size() > 1) {
    invalidate(0, kAddressSpace - 1);  // pointers into memory would pass by the stall
  }
}

void Interconnect::treat_as_external(const std::string& range) {
  if (Mapping* const mapping = named(range)) {
    mapping->treat_as_external();
  }
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
  if (mapping == nullptr || leaves(transaction, mapping->room_at(address))) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  try {
    const Translation translation(transaction, mapping->offset_of(address));
    mapping->target().b_transport(transaction, delay);
  } catch (const sc_core::sc_report& report) {
    if (refuses_wait(report)) {
      refuse_wait(*mapping);
    }
    throw;
  }
  if (mapping->range().wait_states != 0) {
    const TimePs now = now_ps();
    const TimePs done = clock_.after(now + to_ps(delay), mapping->range().wait_states);
    delay = to_sc_time(done - now);
  }
  if (transaction.is_write() && !mapping->held_code().empty() && transaction.is_response_ok()) {
    written(*mapping, address, reach_of(transaction));
  }
}

void Interconnect::refuse_wait(const Mapping& mapping) const {
  const sc_core::sc_process_handle caller = sc_core::sc_get_current_process_handle();
  throw TargetWaits(
      std::string(name()) + ": " + mapping.range().name +
      " waits in b_transport(), which serves callers in an SC_THREAD only; the caller is " +
      (caller.valid() ? "the method " + std::string(caller.name()) : "no process"));
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
  const std::uint64_t offset = mapping->offset_of(address);
  bool granted = false;
  {
    const Translation translation(transaction, offset);
    granted = mapping->target().get_direct_mem_ptr(transaction, dmi);
  }
  granted = granted && !dmi.is_none_allowed();
  if (granted && !mapping->is_usable(dmi, offset)) {
    granted = false;
    dmi.set_start_address(offset);
    dmi.set_end_address(offset);
  }
  if (!granted) {
    dmi.allow_none();
  }
  // A target may own more than the map shows of it.
  const std::uint64_t last_offset = mapping->range().size - 1;
  dmi.set_start_address(base + std::min<std::uint64_t>(dmi.get_start_address(), last_offset));
  dmi.set_end_address(base + std::min<std::uint64_t>(dmi.get_end_address(), last_offset));
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
  unsigned done = 0;
  {
    const Translation translation(transaction, mapping->offset_of(address));
    const Clipping clipping(transaction, mapping->room_at(address));
    done = mapping->target().transport_dbg(transaction);
  }
  if (transaction.is_write() && done != 0) {
    written(*mapping, address, done);
  }
  return done;
}

void Interconnect::written(Mapping& mapping, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t last = address + bytes - 1;
  if (bytes != 0 && mapping.held_code().intersects(address, last)) {
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
