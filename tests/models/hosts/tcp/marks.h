// A congestion control for tests of the sending half.
#pragma once

#include <vector>

#include "models/hosts/tcp/congestion/reno.h"

namespace docsis_vp::hosts {

// Takes marks itself, notes them, and paces.
class Marks : public Reno {
 public:
  void on_ack(const AckSample& ack) override { marked.push_back(ack.marked_bytes); }
  bool reads_marks() const override { return true; }
  std::uint64_t pacing_bytes_per_s() const override { return pace; }
  std::vector<std::uint64_t> marked;
  std::uint64_t pace = 0;
};

}  // namespace docsis_vp::hosts
