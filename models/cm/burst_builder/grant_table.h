// Holds the grants whose bursts are not yet built, in order of start and channel.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>

#include "models/cm/map_parser/map_sink.h"
#include "platform/base/time.h"

namespace docsis_vp::cm {

class GrantTable {
 public:
  struct Entry {
    Grant grant;
    TimePs window_opens = 0;  // earliest start of the build
  };

  explicit GrantTable(std::size_t capacity) : capacity_(capacity) {}

  // Returns false if the table is full or the grant overlaps another of its channel.
  bool add(const Entry& entry);

  bool empty() const { return entries_.empty(); }
  // Time at which the first window opens; kNever if the table is empty.
  TimePs next_window() const;
  // Removes the first grant, by start and channel, whose window is open. Returns false if there is
  // none.
  bool take_open(TimePs now, Grant& grant);

 private:
  std::size_t capacity_;
  boost::container::small_vector<Entry, 2> entries_;
};

}  // namespace docsis_vp::cm
