// Models the serial line to a console, which delivers octets at the rate of the line.
#pragma once

#include <deque>
#include <string_view>

#include "platform/base/time.h"
#include "platform/console/console.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::platform {

class ConsoleLine {
 public:
  // to: must outlive the line. octet_time: duration of an octet, start bit to stop bit.
  ConsoleLine(ConsoleInput& to, TimePs octet_time);

  // Appends octets to the ones that wait, at the present instant or before the simulation starts.
  // Each octet arrives with its last bit.
  void type(std::string_view octets);

 private:
  void arrive();

  ConsoleInput& to_;
  const TimePs octet_time_;
  std::deque<char> waiting_;  // the first one is on the line
  Alarm arrival_;
};

}  // namespace docsis_vp::platform
