#include "models/cm/queue_memory/port_schedule.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::cm {

PortSchedule::PortSchedule(const PortConfig& config)
    : config_(config), scale_(std::uint64_t{config.bytes_per_cycle} * config.efficiency_permille) {
  if (config.bytes_per_cycle < 1 || config.bytes_per_cycle > 1024) {
    throw ConfigError("/queue_memory/bytes_per_cycle", "must be 1 to 1024");
  }
  if (config.efficiency_permille < 1 || config.efficiency_permille > 1000) {
    throw ConfigError("/queue_memory/efficiency_permille", "must be 1 to 1000");
  }
}

std::uint64_t PortSchedule::write_cycles(std::uint64_t bytes) const {
  return (bytes * 1000 + scale_ - 1) / scale_;
}

std::uint64_t PortSchedule::read_cycles(std::uint64_t bytes) const {
  return write_cycles(bytes) * (config_.writes_alternate_with_reads ? 2 : 1);
}

std::uint64_t PortSchedule::find_read(std::uint64_t earliest, std::uint64_t bytes) const {
  // Writes already begun were promised every beat.
  std::uint64_t start = std::max(earliest, writes_until_);
  const std::uint64_t length = read_cycles(bytes);
  for (const Interval& read : reads_) {
    if (start + length <= read.start) {
      break;
    }
    start = std::max(start, read.end);
  }
  return start;
}

void PortSchedule::reserve_read(std::uint64_t start, std::uint64_t bytes) {
  const Interval added{start, start + read_cycles(bytes)};
  const auto next = std::find_if(reads_.begin(), reads_.end(),
                                 [&](const Interval& read) { return read.start >= added.end; });
  if (next != reads_.begin() && std::prev(next)->end == added.start) {
    std::prev(next)->end = added.end;
  } else {
    reads_.insert(next, added);
  }
}

std::uint64_t PortSchedule::write(std::uint64_t now, std::uint64_t bytes) {
  forget_before(now);
  std::uint64_t cycle = std::max(now, writes_until_);
  std::uint64_t need = write_cycles(bytes);
  for (const Interval& read : reads_) {
    if (read.end <= cycle) {
      continue;
    }
    if (cycle < read.start) {
      const std::uint64_t gap = read.start - cycle;
      if (need <= gap) {
        break;
      }
      need -= gap;
      cycle = read.start;
    }
    if (config_.writes_alternate_with_reads) {
      const std::uint64_t beats = (read.end - cycle) / 2;
      if (need <= beats) {
        cycle += 2 * need;
        need = 0;
        break;
      }
      need -= beats;
    }
    cycle = read.end;
  }
  writes_until_ = cycle + need;
  return writes_until_;
}

void PortSchedule::forget_before(std::uint64_t cycle) {
  const auto first = std::find_if(reads_.begin(), reads_.end(),
                                  [&](const Interval& read) { return read.end > cycle; });
  reads_.erase(reads_.begin(), first);
}

}  // namespace docsis_vp::cm
