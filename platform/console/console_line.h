// The line to a console: an octet after the other, as fast as the line is.
#pragma once

#include <deque>
#include <string_view>

#include "platform/base/time.h"
#include "platform/console/console.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::platform {

class ConsoleLine {
 public:
  // to: must outlive the line. octet_time: of each, start bit to stop bit.
  ConsoleLine(ConsoleInput& to, TimePs octet_time);

  // At the present instant, or before the simulation starts: sends them behind what is still to be
  // sent. Each arrives when the last of its bits does.
  void type(std::string_view octets);

 private:
  void arrive();

  ConsoleInput& to_;
  const TimePs octet_time_;
  std::deque<char> waiting_;  // the first one is on the line
  Alarm arrival_;
};

}  // namespace docsis_vp::platform
