#include "platform/irq/external_line.h"

#include <map>
#include <memory>
#include <utility>

#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

namespace {

class LaterChanges {
 public:
  LaterChanges(std::string block, InterruptLine line)
      : block_(std::move(block)), line_(std::move(line)), due_([this] { pass_on(); }) {}

  void set(bool level, TimePs at) {
    const TimePs now = now_ps();
    if (at < now) {
      refuse(level, at, now);
    } else if (at > now) {
      changes_.emplace(at, level);
      due_.set(changes_.begin()->first);
    } else if (line_) {
      line_(level, at);
    }
  }

 private:
  void pass_on() {
    while (!changes_.empty() && changes_.begin()->first <= now_ps()) {
      const auto [at, level] = *changes_.begin();
      changes_.erase(changes_.begin());
      if (line_) {
        line_(level, at);
      }
    }
    due_.set(changes_.empty() ? kNever : changes_.begin()->first);
  }

  void refuse(bool level, TimePs at, TimePs now) const {
    const std::string text = std::string("interrupt ") + (level ? "raised" : "lowered") + " for " +
                             to_sc_time(at).to_string() +
                             ": expected a time from the present on, which is " +
                             to_sc_time(now).to_string();
    SC_REPORT_ERROR(block_.c_str(), text.c_str());
  }

  const std::string block_;
  const InterruptLine line_;
  std::multimap<TimePs, bool> changes_;
  Alarm due_;
};

}  // namespace

InterruptLine external_line(const std::string& block, InterruptLine line) {
  return [changes = std::make_shared<LaterChanges>(block, std::move(line))](bool level, TimePs at) {
    changes->set(level, at);
  };
}

}  // namespace docsis_vp::platform
