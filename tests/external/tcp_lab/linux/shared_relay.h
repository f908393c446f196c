// Carries the packets of several transfers through one bottleneck.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "tests/external/tcp_lab/linux/transfer.h"
#include "tests/external/tcp_lab/linux/wire.h"
#include "tests/external/tcp_lab/shared/shared_case.h"
#include "tests/external/tcp_lab/shared/shared_observer.h"

namespace docsis_vp::tcp_lab {

class SharedRelay {
 public:
  // One transfer for each of the case's controls.
  SharedRelay(const SharedCase& c, const std::vector<std::unique_ptr<LinuxTransfer>>& transfers,
              SharedObserver& observer);

  // Begins the transfers and carries their packets until the case's time is over.
  void run();
  const Lateness& lateness() const { return lateness_; }

 private:
  struct Flying {
    TimeNs due;
    std::size_t flow;
    std::vector<std::uint8_t> bytes;
  };

  void carry_what_is_due(TimeNs now);
  void collect_from_sender(std::size_t flow, TimeNs now);
  void collect_from_receiver(std::size_t flow, TimeNs now);
  void deliver_to_sender(const Flying& packet);
  TimeNs next_due() const;
  TimeNs since_begin(TimeNs at) const { return at - begin_; }

  const SharedCase& case_;
  const std::vector<std::unique_ptr<LinuxTransfer>>& transfers_;
  SharedObserver& observer_;
  Bottleneck bottleneck_;
  std::deque<Flying> to_receiver_;
  std::deque<Flying> to_sender_;
  std::vector<std::uint8_t> buffer_;
  TimeNs begin_ = 0;
  TimeNs latest_ = 0;
  std::size_t first_read_ = 0;  // the transfer whose devices are read first in this turn
  std::vector<std::uint32_t> first_sequence_;  // by flow, of the first data octet
  Lateness lateness_;
};

}  // namespace docsis_vp::tcp_lab
