// Keeps a FIFO of records of departed packets, for firmware whose law watches departures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/queue/ring.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

struct DepartureRecord {
  unsigned flow = 0;
  std::uint32_t size_bytes = 0;
  Ecn ecn = Ecn::kNotEct;
  std::uint32_t tick = 0;  // number of AQM engine ticks before the departure
  TimePs accepted = 0;
  TimePs left = 0;
  std::uint32_t behind_bytes = 0;  // bytes left in its queue
  std::uint32_t behind_packets = 0;
};

// A record that finds the log full is lost: the law does not learn of that departure.
class DepartureLog {
 public:
  explicit DepartureLog(std::uint32_t capacity) : capacity_(capacity) {}

  void add(const DepartureRecord& record) {
    if (records_.size() < capacity_) {
      records_.push_back(record);
    } else {
      ++lost_;
    }
  }
  void take() {
    if (!records_.empty()) {
      records_.pop_front();
    }
  }
  // Null if the log is empty.
  const DepartureRecord* oldest() const { return records_.empty() ? nullptr : &records_.front(); }
  bool half_full() const { return 2 * records_.size() >= capacity_; }
  std::uint64_t lost() const { return lost_; }

 private:
  std::uint32_t capacity_;
  queue::Ring<DepartureRecord> records_;
  std::uint64_t lost_ = 0;
};

}  // namespace docsis_vp::cm
