#include "platform/debug/loopback_port.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

void listen_on_loopback(tcp::acceptor& acceptor, std::uint16_t port) {
  const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
  error_code error;
  acceptor.open(here.protocol(), error);
  if (!error) {
    // Allows a port that a previous run has just left.
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  }
  if (!error) {
    acceptor.bind(here, error);
  }
  if (!error) {
    acceptor.listen(tcp::acceptor::max_listen_connections, error);
  }
  if (!error) {
    acceptor.non_blocking(true, error);
  }
  if (error) {
    throw InputError("cannot listen at port " + std::to_string(port) +
                     " of 127.0.0.1: " + error.message());
  }
}

LoopbackPort::LoopbackPort(std::uint16_t port) : acceptor_(context_) {
  listen_on_loopback(acceptor_, port);
}

std::uint16_t LoopbackPort::number() const {
  return acceptor_.local_endpoint().port();
}

bool LoopbackPort::accept() {
  if (connected()) {
    return false;
  }
  tcp::socket connection(context_);
  error_code error;
  acceptor_.accept(connection, error);
  if (error) {
    return false;
  }
  // Replies are small, and the debugger waits for them.
  connection.set_option(tcp::no_delay(true), error);
  connection_ = std::move(connection);
  return true;
}

std::string LoopbackPort::receive() {
  if (!connected()) {
    return {};
  }
  error_code error;
  connection_->non_blocking(true, error);
  char octets[4096];
  const std::size_t count = connection_->read_some(asio::buffer(octets), error);
  if (error && error != asio::error::would_block) {
    close();
  }
  return {octets, count};
}

void LoopbackPort::wait(std::chrono::milliseconds limit) {
  context_.restart();
  const auto done = [this](const error_code&) { context_.stop(); };
  if (connected()) {
    connection_->async_wait(tcp::socket::wait_read, done);
  } else {
    acceptor_.async_wait(tcp::acceptor::wait_read, done);
  }
  context_.run_for(limit);
  error_code ignored;
  connected() ? connection_->cancel(ignored) : acceptor_.cancel(ignored);
  context_.restart();
  context_.poll();
}

void LoopbackPort::send(std::string_view octets) {
  if (!connected() || octets.empty()) {
    return;
  }
  error_code error;
  connection_->non_blocking(false, error);
  asio::write(*connection_, asio::buffer(octets.data(), octets.size()), error);
  if (error) {
    close();
  }
}

void LoopbackPort::close() {
  connection_.reset();
}

void LoopbackPort::close_after_peer(std::chrono::milliseconds limit) {
  if (connected()) {
    error_code ignored;
    connection_->shutdown(tcp::socket::shutdown_send, ignored);
  }
  const auto end = std::chrono::steady_clock::now() + limit;
  while (connected()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      close();
    } else {
      wait(left);
      receive();
    }
  }
}

}  // namespace docsis_vp::platform
