// A browser as a live page sees it: a socket.
#pragma once

#include <cstdint>
#include <string>

namespace docsis_vp::app {

class Browser {
 public:
  // url: as the program prints it. Throws std::runtime_error if nobody listens.
  explicit Browser(const std::string& url);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  // Sends a request for the page's path and `more` behind it.
  void get(const std::string& more = {});
  void send(const std::string& octets) const;
  // Returns all that comes until this has come, or the connection or 20 seconds end.
  std::string read_until(const std::string& end);
  std::string read_all() { return read_until("never comes"); }

 private:
  std::uint16_t port_ = 0;
  std::string path_;
  int socket_ = -1;
  std::string read_;
};

// Returns the data of the last event with this name; empty without one.
std::string last_event(const std::string& stream, const std::string& name);

}  // namespace docsis_vp::app
