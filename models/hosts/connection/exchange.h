// Sends successive requests and receives their responses over one connection.
#pragma once

#include <cstdint>

#include "models/hosts/connection/connection.h"

namespace docsis_vp::hosts {

// The server answers at the instant when the last octet of the request arrives.
class Exchange {
 public:
  // Call when the connection was opened again.
  void restart() { *this = {}; }

  // Requires !busy(). Both sizes are TCP payload, > 0.
  void request(Connection& connection, std::uint64_t request_bytes, std::uint64_t response_bytes);
  // Takes every on_received() of either end; returns true if it completes the response.
  bool received(Connection& connection, End at, std::uint64_t total);
  bool busy() const { return state_ != State::kIdle; }

 private:
  enum class State : std::uint8_t { kIdle, kRequesting, kResponding };

  State state_ = State::kIdle;
  std::uint64_t response_bytes_ = 0;
  std::uint64_t at_server_ = 0;  // octets at the server when the request is complete
  std::uint64_t at_client_ = 0;  // octets at the client when the response is complete
};

}  // namespace docsis_vp::hosts
