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

MemoryPort::MemoryPort(BusMaster& bus, std::uint32_t crossing_cycles)
    : bus_(bus), crossing_cycles_(crossing_cycles) {}

MemoryPort::Access MemoryPort::load(std::uint32_t address, std::uint32_t size) {
  return access(false, address, size, 0);
}

MemoryPort::Access MemoryPort::store(std::uint32_t address, std::uint32_t size,
                                     std::uint32_t value) {
  return access(true, address, size, value);
}

// The bus carries naturally aligned accesses only. What lies within one word but is not aligned
// goes byte by byte in one cycle, as byte enables would; what crosses a word is two accesses.
MemoryPort::Access MemoryPort::access(bool write, std::uint32_t address, std::uint32_t size,
                                      std::uint32_t value) {
  if ((address & (size - 1)) == 0) {
    return access_aligned(write, address, size, value, 0);
  }
  Access whole;
  const std::uint32_t first_word = address & ~3U;
  bool second_half = false;
  for (std::uint32_t done = 0; done < size;) {
    const std::uint32_t at = address + done;
    const std::uint32_t part = (at & 1) == 0 && size - done >= 2 ? 2 : 1;
    if (!second_half && (at & ~3U) != first_word) {
      second_half = true;
      whole.extra_cycles += crossing_cycles_;
    }
    const Access piece =
        access_aligned(write, at, part, low_bytes(value >> (8 * done), part), whole.extra_cycles);
    whole.disturbed |= piece.disturbed;
    if (!piece.ok) {
      whole.ok = false;
      whole.fault_address = second_half ? at : address;
      return whole;
    }
    // Wait states count once per word.
    if (done == 0 || (at & 3) == 0) {
      whole.extra_cycles += piece.extra_cycles;
    }
    whole.value |= piece.value << (8 * done);
    done += part;
  }
  return whole;
}

MemoryPort::Access MemoryPort::access_aligned(bool write, std::uint32_t address, std::uint32_t size,
                                              std::uint32_t value,
                                              std::uint32_t cycles_into_instruction) {
  Access access;
  if (const Region* const region = find_region(write, address)) {
    fill_page(*region, address);
    std::uint8_t* const bytes = region->bytes + (address - region->first);
    if (write) {
      std::memcpy(bytes, &value, size);
    } else {
      std::memcpy(&access.value, bytes, size);
    }
    access.extra_cycles = write ? region->write_wait_cycles : region->read_wait_cycles;
    return access;
  }
  std::uint8_t bytes[4] = {};
  std::memcpy(bytes, &value, sizeof bytes);
  const BusMaster::Reply reply =
      bus_.transfer(write, address, bytes, size, cycles_into_instruction);
  access.disturbed = reply.disturbed;
  access.ok = reply.ok;
  access.extra_cycles = reply.wait_cycles;
  access.fault_address = address;
  if (reply.ok && !write) {
    std::memcpy(&access.value, bytes, sizeof bytes);  // zero behind what was read
  }
  if (reply.direct_allowed) {
    learn_region(write, address);
    access.disturbed = true;
  }
  return access;
}

// A region serves an aligned access only if it holds the whole word around it.
const MemoryPort::Region* MemoryPort::find_region(bool write, std::uint32_t address) {
  if ((address & kPageMask) == page_without_region_) {
    return nullptr;
  }
  bool page_touched = false;
  for (const Region& region : regions_) {
    if (address >= region.first && (address | 3U) <= region.last &&
        (write ? region.writable : region.readable)) {
      return &region;
    }
    page_touched |= region.first <= (address | ~kPageMask) && region.last >= (address & kPageMask);
  }
  if (!page_touched) {
    page_without_region_ = address & kPageMask;
  }
  return nullptr;
}

void MemoryPort::learn_region(bool write, std::uint32_t address) {
  if (const auto region = bus_.request_direct(write, address)) {
    regions_.push_back(*region);
    page_without_region_ = kNoTag;
    worst_wait_cycles_ =
        std::max({worst_wait_cycles_, region->read_wait_cycles, region->write_wait_cycles});
  }
}

void MemoryPort::fill_page(const Region& region, std::uint32_t address) {
  const std::uint32_t first = address & kPageMask;
  const std::uint32_t last = address | ~kPageMask;
  if (first < region.first || last > region.last) {
    return;
  }
  Page& page = pages_[page_index(address)];
  page.read_tag = region.readable ? first : kNoTag;
  page.write_tag = region.writable ? first : kNoTag;
  page.host = reinterpret_cast<std::uintptr_t>(region.bytes) - region.first;
  page.read_wait_cycles = region.read_wait_cycles;
  page.write_wait_cycles = region.write_wait_cycles;
}

MemoryPort::Fetch MemoryPort::fetch(std::uint32_t address) {
  Fetch first = fetch_half(address);
  if (!first.ok || is_compressed(first.bits)) {
    return first;
  }
  const Fetch second = fetch_half(address + 2);
  first.bits |= second.bits << 16;
  first.ok = second.ok;
  first.direct &= second.direct;
  first.disturbed |= second.disturbed;
  first.fault_address = second.fault_address;
  return first;
}

// The core fetches words; the half that is not wanted is dropped.
MemoryPort::Fetch MemoryPort::fetch_half(std::uint32_t address) {
  Fetch fetch;
  const Access word = access_aligned(false, address & ~3U, 4, 0, 0);
  fetch.direct = find_region(false, address) != nullptr;
  fetch.disturbed = word.disturbed;
  fetch.ok = word.ok;
  fetch.wait_cycles = word.extra_cycles;
  fetch.fault_address = address;
  fetch.bits = (word.value >> (8 * (address & 2))) & 0xffff;
  return fetch;
}

void MemoryPort::invalidate(std::uint64_t first, std::uint64_t last) {
  pages_.fill(Page{});
  regions_.erase(std::remove_if(regions_.begin(), regions_.end(),
                                [=](const Region& region) {
                                  return region.first <= last && region.last >= first;
                                }),
                 regions_.end());
}

}  // namespace docsis_vp::platform
