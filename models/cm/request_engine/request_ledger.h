// Counts a service flow's requested and granted bytes, in bytes of MAC frames.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cm {

// Each eligible byte is requested once. A request asks for max(0, E - O - G). E: eligible bytes; O:
// bytes in requests that the CMTS may still answer; G: bytes granted and not yet pulled. A request
// is removed if its ACK time has passed without a grant or a pending grant, so its bytes are
// requested again. This covers the loss of any message: request, MAP or grant.
class RequestLedger {
 public:
  std::uint64_t outstanding() const { return outstanding_; }  // O
  std::uint64_t granted() const { return granted_; }          // G
  std::uint64_t unasked(std::uint64_t eligible) const {
    return eligible > outstanding_ + granted_ ? eligible - outstanding_ - granted_ : 0;
  }

  // sent: time of the first minislot of the burst that carries the request.
  void request(std::uint64_t bytes, TimePs sent) {
    requests_.push_back({sent, bytes});
    outstanding_ += bytes;
  }
  // A grant answers the oldest requests first.
  void grant(std::uint64_t payload) {
    granted_ += payload;
    granted_total_ += payload;
    outstanding_ -= std::min(payload, outstanding_);
    std::size_t answered = 0;
    while (answered < requests_.size() && payload >= requests_[answered].bytes) {
      payload -= requests_[answered++].bytes;
    }
    requests_.erase(requests_.begin(), requests_.begin() + static_cast<std::ptrdiff_t>(answered));
    if (!requests_.empty()) {
      requests_.front().bytes -= payload;
    }
  }
  // Call it when a grant was pulled, missed or late: its payload is no longer promised.
  void release_grant(std::uint64_t payload) { granted_ -= payload; }
  // Call it when the CMTS has seen every request sent before `ack_time` and holds none of them.
  void forget(TimePs ack_time) {
    const auto kept = std::remove_if(requests_.begin(), requests_.end(), [&](const Request& r) {
      const bool seen = r.sent < ack_time;
      outstanding_ -= seen ? r.bytes : 0;
      return seen;
    });
    requests_.erase(kept, requests_.end());
  }

  // Returns the part of O sent before `ack_time`, which the CMTS has seen and still holds.
  std::uint64_t acknowledged(TimePs ack_time) const {
    std::uint64_t bytes = 0;
    for (const Request& request : requests_) {
      bytes += request.sent < ack_time ? request.bytes : 0;
    }
    return bytes;
  }
  // Returns the time at which the oldest request in O was sent; kNever if O is empty.
  TimePs oldest_sent() const {
    TimePs oldest = kNever;
    for (const Request& request : requests_) {
      oldest = std::min(oldest, request.sent);
    }
    return oldest;
  }
  // Calls `visit` with the time and the bytes of each request in O, oldest first.
  template <class Visit>
  void for_each_outstanding(Visit visit) const {
    for (const Request& request : requests_) {
      visit(request.sent, request.bytes);
    }
  }
  // Payload of all grants so far.
  std::uint64_t granted_total() const { return granted_total_; }

 private:
  struct Request {
    TimePs sent = 0;
    std::uint64_t bytes = 0;
  };
  std::uint64_t outstanding_ = 0;
  std::uint64_t granted_ = 0;
  std::uint64_t granted_total_ = 0;
  std::vector<Request> requests_;  // oldest first; only a few
};

}  // namespace docsis_vp::cm
