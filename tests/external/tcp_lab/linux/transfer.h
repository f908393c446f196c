// A bulk transfer between two namespaces by the kernel's own TCP.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <thread>

#include "tests/external/tcp_lab/linux/host.h"

namespace docsis_vp::tcp_lab {

struct SenderState {
  std::uint32_t cwnd_segments;
  std::uint32_t min_rtt_us;
};

// Sends as fast as the window lets it, from construction until destruction. The packets wait in
// the devices for somebody who carries them.
class LinuxTransfer {
 public:
  explicit LinuxTransfer(const std::string& congestion_control);
  ~LinuxTransfer();
  LinuxTransfer(const LinuxTransfer&) = delete;
  LinuxTransfer& operator=(const LinuxTransfer&) = delete;

  int sender_device() const { return sender_device_.get(); }
  int receiver_device() const { return receiver_device_.get(); }
  SenderState sender_state() const;
  // Settings that decide what was measured: kernel, sysctls.
  const std::map<std::string, std::string>& facts() const { return facts_; }

 private:
  void open_receiver();
  void open_sender(const std::string& congestion_control);
  void receive();
  void send() const;

  Descriptor receiver_device_;
  Descriptor sender_device_;
  Descriptor listener_;
  Descriptor sender_;
  std::atomic<int> accepted_{-1};
  std::map<std::string, std::string> facts_;
  std::thread receiver_thread_;
  std::thread sender_thread_;
};

}  // namespace docsis_vp::tcp_lab
