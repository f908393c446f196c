// A hart that only records the changes of its interrupt lines.
#pragma once

#include <ostream>
#include <vector>

#include "platform/base/time.h"
#include "platform/irq/interrupt_sink.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

class HartLog : public InterruptSink {
 public:
  struct Change {
    TimePs at;
    HartInterrupt line;
    bool level;

    friend bool operator==(const Change& a, const Change& b) {
      return a.at == b.at && a.line == b.line && a.level == b.level;
    }
    friend std::ostream& operator<<(std::ostream& out, const Change& change) {
      return out << "{" << change.at << " ps, line " << static_cast<unsigned>(change.line) << ", "
                 << change.level << "}";
    }
  };

  void set_interrupt(HartInterrupt line, bool level, const sc_core::sc_time& delay) override {
    changes.push_back({now_ps() + to_ps(delay), line, level});
  }

  std::vector<Change> changes;
};

}  // namespace docsis_vp::platform
