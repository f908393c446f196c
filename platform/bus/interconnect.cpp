#include "platform/bus/interconnect.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>

#include "platform/base/errors.h"
#include "platform/bus/bus_mapping.h"
#include "platform/bus/code_holders.h"

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

// A multi-socket counts calls that ask for its interface. So it is not asked, and has no register
// file.
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
  if (const Mapping* const other = find_by_name(range.name)) {
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

Interconnect::Mapping* Interconnect::find_by_name(const std::string& range) {
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
  if (Mapping* const mapping = find_by_name(range)) {
    mapping->treat_as_external();
  }
}

bool Interconnect::log(const std::string& range, std::ostream& to) {
  Mapping* const mapping = find_by_name(range);
  if (mapping != nullptr) {
    mapping->log(to);
  }
  return mapping != nullptr;
}

bool Interconnect::observe(const std::string& range, AccessObserver& observer) {
  Mapping* const mapping = find_by_name(range);
  if (mapping != nullptr) {
    mapping->observe(observer);
  }
  return mapping != nullptr;
}

bool Interconnect::is_memory(const std::string& range) {
  Mapping* const mapping = find_by_name(range);
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
  if (__builtin_expect(checked_ != nullptr, false)) {
    check(transaction, delay);
  } else {
    route(transaction, delay);
  }
}

void Interconnect::route(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
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
  throw BlockingCallError(
      std::string(name()) + ": " + mapping.range().name +
      " waits in b_transport(), which serves callers in an SC_THREAD only; the caller is " +
      (caller.valid() ? "the method " + std::string(caller.name()) : "no process"));
}

bool Interconnect::route_grant(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& dmi) {
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

unsigned Interconnect::route_debug(tlm::tlm_generic_payload& transaction) {
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
    done = std::min(mapping->target().transport_dbg(transaction), transaction.get_data_length());
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
