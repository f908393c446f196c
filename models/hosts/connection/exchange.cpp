#include "models/hosts/connection/exchange.h"

namespace docsis_vp::hosts {

void Exchange::request(Connection& connection, std::uint64_t request_bytes,
                       std::uint64_t response_bytes) {
  state_ = State::kRequesting;
  response_bytes_ = response_bytes;
  at_server_ += request_bytes;
  at_client_ += response_bytes;
  connection.write(End::kClient, request_bytes);
}

bool Exchange::received(Connection& connection, End at, std::uint64_t total) {
  if (state_ == State::kRequesting && at == End::kServer && total >= at_server_) {
    state_ = State::kResponding;
    connection.write(End::kServer, response_bytes_);
    return false;
  }
  if (state_ == State::kResponding && at == End::kClient && total >= at_client_) {
    state_ = State::kIdle;
    return true;
  }
  return false;
}

}  // namespace docsis_vp::hosts
