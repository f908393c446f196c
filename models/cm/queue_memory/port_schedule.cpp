#include "models/cm/queue_memory/port_schedule.h"

#include <algorithm>
#include <cmath>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"

namespace docsis_vp::cm {

namespace {

std::uint64_t permille(double percent) {
  return static_cast<std::uint64_t>(std::max(0L, std::lround(percent * 10)));
}

}  // namespace

PortSchedule::PortSchedule(const PortConfig& config)
    : scale_(config.bytes_per_cycle * permille(config.efficiency_percent)),
      cycles_per_read_beat_(config.writes_alternate_with_reads ? 2 : 1) {
  if (config.bytes_per_cycle < 1 || config.bytes_per_cycle > 1024) {
    throw ConfigError("/queue_memory/port_bytes_per_cycle", "must be 1 to 1024");
  }
  if (scale_ == 0 || permille(config.efficiency_percent) > 1000) {
    throw ConfigError("/queue_memory/port_efficiency_percent", "must be 0.1 to 100");
  }
}

// As advance_both() without reads: the most frequent case.
void PortSchedule::advance_writes(std::uint64_t cycle) {
  if (cycle <= now_) {
    return;
  }
  while (!writes_.empty()) {
    Write& write = writes_.front();
    if (!write.begun) {
      write.begun = true;
      counters_.longest_write_wait = std::max(counters_.longest_write_wait, now_ - write.arrived);
    }
    read_was_last_ = false;
    const std::uint64_t beats = std::min(cycle - now_, write.beats);
    counters_.write_cycles += beats;
    now_ += beats;
    write.beats -= beats;
    if (write.beats > 0) {
      return;
    }
    finish_write();
    if (now_ == cycle) {
      return;
    }
  }
  read_was_last_ = false;
  counters_.idle_cycles += cycle - now_;
  now_ = cycle;
}

void PortSchedule::advance_both(std::uint64_t cycle) {
  while (now_ < cycle) {
    const bool reads = !reads_.empty() && reads_.front().due <= now_;
    const bool writes = !writes_.empty();
    std::uint64_t cycles = cycle - now_;
    if (!reads && !reads_.empty()) {
      cycles = std::min(cycles, reads_.front().due - now_);
    }
    if (reads && writes && cycles_per_read_beat_ == 2) {
      alternate(cycles);
    } else if (reads) {
      cycles = std::min(cycles, reads_.front().beats);
      read_was_last_ = true;
      serve_read(cycles, now_);
      now_ += cycles;
    } else if (writes) {
      cycles = std::min(cycles, writes_.front().beats);
      read_was_last_ = false;
      serve_write(cycles, now_);
      now_ += cycles;
    } else {
      read_was_last_ = false;
      counters_.idle_cycles += cycles;
      now_ += cycles;
    }
  }
}

// Alternates beats, for up to `cycles`, until the first read or the first write is done.
void PortSchedule::alternate(std::uint64_t cycles) {
  const bool write_first = read_was_last_;
  const std::uint64_t until_read = 2 * reads_.front().beats - (write_first ? 0 : 1);
  const std::uint64_t until_write = 2 * writes_.front().beats - (write_first ? 1 : 0);
  cycles = std::min({cycles, until_read, until_write});
  const std::uint64_t of_first = (cycles + 1) / 2;
  const std::uint64_t of_second = cycles / 2;
  const std::uint64_t start = now_;
  now_ += cycles;
  read_was_last_ = write_first == (cycles % 2 == 0);
  serve_read(write_first ? of_second : of_first, start + (write_first ? 1 : 0));
  serve_write(write_first ? of_first : of_second, start + (write_first ? 0 : 1));
}

// first: cycle of the first of these beats.
void PortSchedule::serve_read(std::uint64_t beats, std::uint64_t first) {
  if (beats == 0) {
    return;
  }
  Read& read = reads_.front();
  if (!read.begun) {
    read.begun = true;
    counters_.longest_read_wait = std::max(counters_.longest_read_wait, first - read.due);
  }
  counters_.read_cycles += beats;
  read.beats -= beats;
  if (read.beats == 0) {
    reads_.erase(reads_.begin());
  }
}

void PortSchedule::serve_write(std::uint64_t beats, std::uint64_t first) {
  if (beats == 0) {
    return;
  }
  Write& write = writes_.front();
  if (!write.begun) {
    write.begun = true;
    counters_.longest_write_wait = std::max(counters_.longest_write_wait, first - write.arrived);
  }
  counters_.write_cycles += beats;
  write.beats -= beats;
  if (write.beats == 0) {
    finish_write();
  }
}

void PortSchedule::finish_write() {
  counters_.written_bytes += writes_.front().bytes;
  backlog_bytes_ -= writes_.front().bytes;
  writes_.pop_front();
  ++first_write_;
  remove_cancelled();
}

void PortSchedule::remove_cancelled() {
  while (!writes_.empty() && writes_.front().beats == 0) {
    writes_.pop_front();
    ++first_write_;
  }
}

void PortSchedule::begin_plan(std::uint64_t cycle) {
  advance(cycle);
  std::uint64_t free = now_;
  for (Read& read : reads_) {
    read.end = std::min(read.end, std::max(free, read.due) + read.beats * cycles_per_read_beat_);
    free = read.end;
  }
}

std::uint64_t PortSchedule::find_read(std::uint64_t due, std::uint64_t bytes) const {
  std::uint64_t start = std::max(due, now_);
  const std::uint64_t length = promised_read_cycles(bytes);
  // A read with every beat would delay a write that a promised read waits for.
  const bool takes_gaps = cycles_per_read_beat_ == 2 || writes_.empty();
  for (const Read& read : reads_) {
    if (takes_gaps && !read.begun &&
        start + length + read.beats * cycles_per_read_beat_ <= read.end) {
      break;
    }
    start = std::max(start, read.end);
  }
  return start;
}

void PortSchedule::reserve_read(std::uint64_t due, std::uint64_t start, std::uint64_t bytes) {
  const std::uint64_t needed = beats(bytes);
  const std::uint64_t end = start + needed * cycles_per_read_beat_;
  const auto next = std::find_if(reads_.begin(), reads_.end(),
                                 [end](const Read& read) { return read.end >= end; });
  reads_.insert(next, Read{due, needed, end, false});
}

WriteNumber PortSchedule::write(std::uint64_t cycle, std::uint64_t packet_id, std::uint32_t bytes) {
  advance(cycle);
  writes_.push_back({packet_id, now_, beats(bytes), bytes, false});
  backlog_bytes_ += bytes;
  counters_.peak_backlog_bytes = std::max(counters_.peak_backlog_bytes, backlog_bytes_);
  return first_write_ + writes_.size() - 1;
}

WriteNumber PortSchedule::move_descriptor(std::uint64_t cycle, std::uint32_t bytes) {
  advance(cycle);
  writes_.push_back({kDescriptor, now_, beats(bytes), 0, false});
  return first_write_ + writes_.size() - 1;
}

bool PortSchedule::cancel_write(std::uint64_t cycle, std::uint64_t packet_id) {
  advance(cycle);
  for (std::size_t i = writes_.size(); i > 0; --i) {
    Write& write = writes_[i - 1];
    if (write.packet_id == packet_id && write.beats > 0) {
      if (write.begun) {
        return false;
      }
      write.beats = 0;
      backlog_bytes_ -= write.bytes;
      remove_cancelled();
      return true;
    }
  }
  return false;
}

std::uint64_t PortSchedule::beats_until(WriteNumber write) const {
  std::uint64_t sum = 0;
  for (WriteNumber each = first_write_; each <= write; ++each) {
    sum += writes_[each - first_write_].beats;
  }
  return sum;
}

std::uint64_t PortSchedule::writes_done_by(std::uint64_t beats, std::uint64_t planned_reads) const {
  if (cycles_per_read_beat_ == 2) {
    return now_ + 2 * beats;
  }
  beats += planned_reads;
  std::uint64_t cycle = now_;
  for (const Read& read : reads_) {
    const std::uint64_t start = std::max(cycle, read.due);
    if (beats <= start - cycle) {
      break;
    }
    beats -= start - cycle;
    cycle = start + read.beats;
  }
  return cycle + beats;
}

}  // namespace docsis_vp::cm
