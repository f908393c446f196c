#include "platform/cpu/memory_port.h"

#include <algorithm>
#include <cstring>

#include "platform/cpu/decoder.h"

namespace docsis_vp::platform {

namespace {

std::uint32_t low_bytes(std::uint32_t value, std::uint32_t size) {
  return size >= 4 ? value : value & ((1U << (8 * size)) - 1);
}

}  // namespace

MemoryPort::MemoryPort(BusMaster& bus, std::uint32_t crossing_cycles,
                       std::uint32_t null_guard_bytes)
    : bus_(bus), crossing_cycles_(crossing_cycles), null_guard_bytes_(null_guard_bytes) {
  bus_pages_.fill(kNoTag);
}

// The bus carries naturally aligned accesses only. A misaligned access within one word is done byte
// by byte in one cycle, like byte enables. An access that crosses a word is two accesses.
void MemoryPort::access_in_parts(Access& whole) {
  const std::uint32_t stored = whole.value;
  const std::uint32_t first_word = whole.address & ~3U;
  bool second_half = false;
  whole.value = 0;
  whole.wait_cycles = 0;
  whole.disturbed = false;
  for (std::uint32_t done = 0; done < whole.size;) {
    Access part;
    part.write = whole.write;
    part.address = whole.address + done;
    part.size = (part.address & 1) == 0 && whole.size - done >= 2 ? 2 : 1;
    part.value = low_bytes(stored >> (8 * done), part.size);
    if (!second_half && (part.address & ~3U) != first_word) {
      second_half = true;
      whole.wait_cycles += crossing_cycles_;
    }
    part.cycles_into_instruction = whole.wait_cycles;
    access_aligned(part);
    whole.ok = part.ok;
    whole.disturbed |= part.disturbed;
    if (!part.ok) {
      whole.wait_cycles += part.wait_cycles;
      whole.address = second_half ? part.address : whole.address;
      return;
    }
    // Wait states count once per word.
    if (done == 0 || (part.address & 3) == 0) {
      whole.wait_cycles += part.wait_cycles;
    }
    whole.value |= part.value << (8 * done);
    done += part.size;
  }
}

void MemoryPort::access_elsewhere(Access& access) {
  if (access.address < null_guard_bytes_) {
    refuse(access);
    return;
  }
  if (!access_directly(access)) {
    access_over_bus(access);
  }
  if (access.write) {
    look_for_code(access);
  }
}

void MemoryPort::refuse(Access& access) {
  access.ok = false;
  access.direct_allowed = false;
  access.disturbed = false;
  access.wait_cycles = 0;
}

bool MemoryPort::access_directly(Access& access) {
  const Region* const region = find_region(access.write, access.address);
  if (region == nullptr) {
    return false;
  }
  fill_page(*region, access.address);
  std::uint8_t* const bytes = region->bytes + (access.address - region->first);
  if (access.write) {
    std::memcpy(bytes, &access.value, access.size);
  } else {
    std::memcpy(&access.value, bytes, access.size);
  }
  access.ok = true;
  access.disturbed = false;
  access.wait_cycles = access.write ? region->write_wait_cycles : region->read_wait_cycles;
  return true;
}

// A region serves an aligned access only if it contains the whole word around it.
const MemoryPort::Region* MemoryPort::find_region(bool write, std::uint32_t address) {
  bool page_touched = false;
  for (const Region& region : regions_) {
    if (address >= region.first && (address | 3U) <= region.last &&
        (write ? region.writable : region.readable)) {
      return &region;
    }
    page_touched |= region.first <= (address | ~kPageMask) && region.last >= (address & kPageMask);
  }
  if (!page_touched && (address & kPageMask) >= null_guard_bytes_ && !code_.has_page(address)) {
    bus_pages_[bus_page_index(address)] = address & kPageMask;
  }
  return nullptr;
}

// A target may grant reading and writing separately, so each is requested. A right that a grant
// withholds is not requested again until the target invalidates the range. Otherwise every store to
// read-only memory would cost a request.
void MemoryPort::learn_region(bool write, std::uint32_t address) {
  for (const Region& region : regions_) {
    if (address >= region.first && address <= region.last &&
        (write ? region.write_withheld : region.read_withheld)) {
      return;
    }
  }
  const auto granted = bus_.request_direct(write, address);
  if (!granted) {
    return;
  }
  Region& region = known_region(*granted);
  if (granted->readable) {
    region.readable = true;
    region.read_wait_cycles = granted->read_wait_cycles;
  }
  if (granted->writable) {
    region.writable = true;
    region.write_wait_cycles = granted->write_wait_cycles;
  }
  region.read_withheld = !write && !granted->readable;
  region.write_withheld = write && !granted->writable;
  bus_pages_.fill(kNoTag);
  worst_wait_cycles_ =
      std::max({worst_wait_cycles_, region.read_wait_cycles, region.write_wait_cycles});
}

MemoryPort::Region& MemoryPort::known_region(const BusMaster::DirectRegion& granted) {
  for (Region& region : regions_) {
    if (region.first == granted.first && region.last == granted.last &&
        region.bytes == granted.bytes) {
      return region;
    }
  }
  return regions_.emplace_back(Region{granted, false, false});
}

void MemoryPort::fill_page(const Region& region, std::uint32_t address) {
  const std::uint32_t first = address & kPageMask;
  const std::uint32_t last = address | ~kPageMask;
  if (first < region.first || last > region.last || first < null_guard_bytes_) {
    return;
  }
  Page& page = pages_[page_index(address)];
  page.read_tag = region.readable ? first : kNoTag;
  page.write_tag = region.writable && !code_.has_page(address) ? first : kNoTag;
  page.host = reinterpret_cast<std::uintptr_t>(region.bytes) - region.first;
  page.read_wait_cycles = region.read_wait_cycles;
  page.write_wait_cycles = region.write_wait_cycles;
}

MemoryPort::Fetch MemoryPort::fetch(std::uint32_t address) {
  Fetch first = fetch_word(address);
  const bool compressed = is_compressed(first.bits);
  if (compressed) {
    first.bits &= 0xffff;
  }
  if (!first.ok || compressed || (address & 2) == 0) {
    return first;
  }
  const Fetch second = fetch_word(address + 2);
  first.bits |= second.bits << 16;
  first.ok = second.ok;
  first.direct &= second.direct;
  first.disturbed |= second.disturbed;
  first.fault_address = second.fault_address;
  if (!second.ok) {
    first.wait_cycles += second.wait_cycles;
  }
  return first;
}

// The core fetches words. The result begins at the address, which may be the word's second half.
MemoryPort::Fetch MemoryPort::fetch_word(std::uint32_t address) {
  Fetch fetch;
  Access word;
  word.address = address & ~3U;
  const Region* const region = lies_on_bus(address) ? nullptr : find_region(false, word.address);
  if (region != nullptr) {
    std::memcpy(&fetch.bits, region->bytes + (address - region->first), 4 - (address & 2));
    fetch.direct = true;
    fetch.wait_cycles = region->read_wait_cycles;
    return fetch;
  }
  fetches_ = true;
  access_over_bus(word);
  fetches_ = false;
  fetch.direct = find_region(false, word.address) != nullptr;
  fetch.disturbed = word.disturbed;
  fetch.ok = word.ok;
  fetch.wait_cycles =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(word.wait_cycles, UINT32_MAX));
  fetch.fault_address = address;
  fetch.bits = word.value >> (8 * (address & 2));
  return fetch;
}

void MemoryPort::invalidate(std::uint64_t first, std::uint64_t last) {
  pages_.fill(Page{});
  regions_.erase(std::remove_if(regions_.begin(), regions_.end(),
                                [=](const Region& region) {
                                  return region.first <= last && region.last >= first;
                                }),
                 regions_.end());
  code_changed_ |= code_.intersects(first, last);
}

void MemoryPort::hold_code(std::uint32_t first, std::uint32_t last) {
  code_.insert(first, last);
  for (const std::uint32_t address : {first, last}) {  // the range spans at most two pages
    std::uint32_t& on_bus = bus_pages_[bus_page_index(address)];
    if (on_bus == (address & kPageMask)) {
      on_bus = kNoTag;
    }
    Page& page = pages_[page_index(address)];
    if (page.write_tag == (address & kPageMask)) {
      page.write_tag = kNoTag;
    }
  }
  bus_.hold_code(first, last);
}

void MemoryPort::forget_code() {
  code_.clear();
  code_changed_ = false;
  pages_.fill(Page{});  // removes the store protection of pages with code
}

void MemoryPort::look_for_code(Access& store) {
  if (store.ok && code_.intersects(store.address, store.address + (store.size - 1))) {
    code_changed_ = true;
    store.disturbed = true;
  }
}

}  // namespace docsis_vp::platform
