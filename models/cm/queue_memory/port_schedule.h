// Who uses the queue memory's port, and when: cycles are reserved, never ticked.
#pragma once

#include <cstdint>
#include <vector>

namespace docsis_vp::cm {

struct PortConfig {
  std::uint32_t bytes_per_cycle = 8;        // width of the port; 1..1024 [engineering choice]
  std::uint32_t efficiency_permille = 600;  // what DRAM pages and turn-arounds leave; 1..1000
  // A read takes every second beat, so that writes that come meanwhile neither wait nor slow a
  // burst whose ready time is promised. Without it a read takes every beat and writes wait.
  bool writes_alternate_with_reads = true;
};

// Cycles are those of the memory's clock. Calls come in order of time.
class PortSchedule {
 public:
  // Throws ConfigError for values out of range.
  explicit PortSchedule(const PortConfig& config);

  // Cycles that so many bytes occupy the port alone.
  std::uint64_t write_cycles(std::uint64_t bytes) const;
  std::uint64_t read_cycles(std::uint64_t bytes) const;

  // The first cycle at or after `earliest` from which the port can serve a read without a break.
  std::uint64_t find_read(std::uint64_t earliest, std::uint64_t bytes) const;
  // Reserves what find_read returned.
  void reserve_read(std::uint64_t start, std::uint64_t bytes);

  // The cycle at which the last write queued so far ends. A read starts no earlier.
  std::uint64_t writes_until() const { return writes_until_; }

  // Queues a write at cycle `now`; returns the cycle at which its last byte is stored.
  std::uint64_t write(std::uint64_t now, std::uint64_t bytes);

 private:
  struct Interval {
    std::uint64_t start;
    std::uint64_t end;
  };

  void forget_before(std::uint64_t cycle);

  PortConfig config_;
  std::uint64_t scale_;             // bytes per cycle x 1000
  std::vector<Interval> reads_;     // disjoint, in order
  std::uint64_t writes_until_ = 0;  // end of the last write
};

}  // namespace docsis_vp::cm
