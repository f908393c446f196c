// Serves a live page to browsers of this machine, in a thread of its own.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/live/live_content.h"

namespace docsis_vp::app {

// Listens on loopback. The simulation never waits for it, except in wait_for_followers(). At most
// kMostConnections are open at a time, each with one message on its way.
class LiveServer {
 public:
  static constexpr std::size_t kMostConnections = 32;

  // port: 0 for any that is free. page_by: makes the page for a nonce that its scripts name. The
  // content must outlive the server. Throws InputError if the port is not available.
  LiveServer(std::uint16_t port, const std::function<std::string(const std::string&)>& page_by,
             LiveContent& content);
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;
  // Ends the thread and closes the port.
  ~LiveServer();

  // Address of the page: "http://127.0.0.1:PORT/DIGITS".
  std::string url() const;
  // Returns whether a browser is connected, or has just loaded the page.
  bool is_watched() const;
  // Waits until all pages have the last event, at most `limit`. This includes a page that was just
  // loaded and has not requested events yet.
  void wait_for_followers(std::chrono::milliseconds limit);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace docsis_vp::app
