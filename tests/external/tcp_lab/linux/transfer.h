// A bulk transfer between two namespaces by the kernel's own TCP.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <future>
#include <map>
#include <string>
#include <thread>

#include "tests/external/tcp_lab/linux/host.h"
#include "tests/external/tcp_lab/shared/shared_observer.h"

namespace docsis_vp::tcp_lab {

struct SenderState {
  std::uint32_t cwnd_segments;
  std::uint32_t min_rtt_us;
  bool ssthresh_is_finite;  // the first slow start has an end
};

// So large that neither the receive window nor the sending program ever limits. The kernel doubles
// them. While a larger receive window is still opening, Linux acknowledges every segment, so the
// receiver's is not much larger than it must be.
struct TransferBuffers {
  int send_bytes = 16 << 20;
  int receive_bytes = 1 << 20;
};

// Sends as fast as the window permits, from begin() until destruction. The packets wait in the
// devices for a relay.
class LinuxTransfer {
 public:
  explicit LinuxTransfer(const std::string& congestion_control,
                         const TransferBuffers& buffers = {});
  ~LinuxTransfer();
  LinuxTransfer(const LinuxTransfer&) = delete;
  LinuxTransfer& operator=(const LinuxTransfer&) = delete;

  // Opens the connection. Once.
  void begin();

  int sender_device() const { return sender_device_.get(); }
  int receiver_device() const { return receiver_device_.get(); }
  SenderState sender_state() const;
  // Gains of a sender that uses BBR.
  BbrGains bbr_gains() const;
  // Settings on which the measurement depends: kernel, sysctls.
  const std::map<std::string, std::string>& facts() const { return facts_; }

 private:
  void open_receiver();
  void open_sender(const std::string& congestion_control);
  void receive();
  void send();

  const TransferBuffers buffers_;
  Descriptor receiver_device_;
  Descriptor sender_device_;
  Descriptor listener_;
  Descriptor sender_;
  std::atomic<int> accepted_{-1};
  std::map<std::string, std::string> facts_;
  std::promise<bool> go_;  // false: the transfer is given up
  bool begun_ = false;
  std::thread receiver_thread_;
  std::thread sender_thread_;
};

}  // namespace docsis_vp::tcp_lab
