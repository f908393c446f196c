// Carries packets between the two ends of a transfer as the path of a case would.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tests/external/tcp_lab/cases.h"
#include "tests/external/tcp_lab/linux/transfer.h"
#include "tests/external/tcp_lab/linux/wire.h"
#include "tests/external/tcp_lab/path/observer.h"

namespace docsis_vp::tcp_lab {

class Relay {
 public:
  Relay(const Case& c, LinuxTransfer& transfer, Observer& observer);

  // Until the case's time is over. Throws std::runtime_error if no data comes for seconds.
  void run();
  const Lateness& lateness() const { return lateness_; }

 private:
  struct Flying {
    TimeNs due;
    std::vector<std::uint8_t> bytes;
  };

  void carry_what_is_due(TimeNs now);
  void collect(TimeNs now);
  void collect_from_sender(TimeNs now);
  void collect_from_receiver(TimeNs now);
  void deliver_to_receiver(const Flying& packet);
  void deliver_to_sender(const Flying& packet);
  std::optional<TimeNs> next_due() const;

  const Case& case_;
  LinuxTransfer& transfer_;
  Observer& observer_;
  Bottleneck bottleneck_;
  std::deque<Flying> to_receiver_;
  std::deque<Flying> to_sender_;
  std::vector<std::uint8_t> buffer_;
  TimeNs latest_ = 0;
  std::uint32_t first_sequence_ = 0;  // of the first data octet
  Lateness lateness_;
};

}  // namespace docsis_vp::tcp_lab
