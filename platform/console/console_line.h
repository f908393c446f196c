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

  // Appends octets to those that wait to be sent. Call it before the simulation starts or at the
  // present instant. Each octet arrives with its last bit.
  void type(std::string_view octets);

 private:
  void arrive();

  ConsoleInput& to_;
  const TimePs octet_time_;
  std::deque<char> waiting_;  // front: being sent
  Alarm arrival_;
};

}  // namespace docsis_vp::platform
