// Requests and responses, one after the other, over one connection.
#pragma once

#include <cstdint>

#include "models/hosts/connection/connection.h"

namespace docsis_vp::hosts {

// The server answers at the instant at which the last octet of the request arrives.
class Exchange {
 public:
  // The connection was opened anew.
  void restart() { *this = {}; }

  // Only when not busy(). Both sizes are TCP payload, > 0.
  void request(Connection& connection, std::uint64_t request_bytes, std::uint64_t response_bytes);
  // Whatever arrives at either end; true if it completes the response.
  bool received(Connection& connection, End at, std::uint64_t total);
  bool busy() const { return state_ != State::kIdle; }

 private:
  enum class State : std::uint8_t { kIdle, kRequesting, kResponding };

  State state_ = State::kIdle;
  std::uint64_t response_bytes_ = 0;
  std::uint64_t at_server_ = 0;  // octets there when the request is complete
  std::uint64_t at_client_ = 0;  // octets there when the response is complete
};

}  // namespace docsis_vp::hosts
