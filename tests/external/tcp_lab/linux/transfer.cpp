#include "tests/external/tcp_lab/linux/transfer.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/utsname.h>

#include <functional>
#include <future>
#include <vector>

#include "tests/external/tcp_lab/cases.h"

namespace docsis_vp::tcp_lab {
namespace {

constexpr const char* kSenderAddress = "10.90.0.1";
constexpr const char* kReceiverAddress = "10.90.0.2";
constexpr std::uint16_t kPort = 5201;
constexpr int kSenderPriority = 10;

const std::vector<std::pair<std::string, std::string>> kSysctls = {
    {"tcp_no_metrics_save", "1"},
    {"tcp_ecn", "0"},
};
// As the kernel has them.
const std::vector<std::string> kRecorded = {
    "tcp_recovery",   "tcp_early_retrans", "tcp_frto",         "tcp_sack",
    "tcp_timestamps", "tcp_reordering",    "tcp_comp_sack_nr", "tcp_min_rtt_wlen"};

sockaddr_in address_of(const char* host) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(kPort);
  address.sin_addr.s_addr = inet_addr(host);
  return address;
}

Descriptor open_socket() {
  return Descriptor(checked(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP), "socket"));
}

void set_option(const Descriptor& socket, int level, int option, int value) {
  checked(setsockopt(socket.get(), level, option, &value, sizeof value), "setsockopt");
}

// Runs prepare, then work, in a new thread. Returns after prepare, with its exception.
std::thread start(std::function<void()> prepare, std::function<void()> work) {
  std::promise<void> prepared;
  std::future<void> outcome = prepared.get_future();
  std::thread thread([prepare = std::move(prepare), work = std::move(work),
                      prepared = std::move(prepared)]() mutable {
    try {
      prepare();
    } catch (...) {
      prepared.set_exception(std::current_exception());
      return;
    }
    run_in_real_time(kSenderPriority);
    prepared.set_value();
    work();
  });
  try {
    outcome.get();
  } catch (...) {
    thread.join();
    throw;
  }
  return thread;
}

}  // namespace

LinuxTransfer::LinuxTransfer(const std::string& congestion_control, const TransferBuffers& buffers)
    : buffers_(buffers) {
  receiver_thread_ = start([this] { open_receiver(); }, [this] { receive(); });
  try {
    sender_thread_ = start([&, this] { open_sender(congestion_control); }, [this] { send(); });
  } catch (...) {
    shutdown(listener_.get(), SHUT_RDWR);
    receiver_thread_.join();
    throw;
  }
}

LinuxTransfer::~LinuxTransfer() {
  if (!begun_) go_.set_value(false);
  shutdown(sender_.get(), SHUT_RDWR);
  shutdown(listener_.get(), SHUT_RDWR);
  if (accepted_ >= 0) shutdown(accepted_, SHUT_RDWR);
  sender_thread_.join();
  receiver_thread_.join();
}

void LinuxTransfer::begin() {
  begun_ = true;
  go_.set_value(true);
}

SenderState LinuxTransfer::sender_state() const {
  tcp_info info{};
  socklen_t size = sizeof info;
  checked(getsockopt(sender_.get(), IPPROTO_TCP, TCP_INFO, &info, &size), "TCP_INFO");
  constexpr std::uint32_t kInfinite = 0x7fffffff;  // TCP_INFINITE_SSTHRESH
  return {info.tcpi_snd_cwnd, info.tcpi_min_rtt, info.tcpi_snd_ssthresh < kInfinite};
}

BbrGains LinuxTransfer::bbr_gains() const {
  tcp_cc_info info{};
  socklen_t size = sizeof info;
  checked(getsockopt(sender_.get(), IPPROTO_TCP, TCP_CC_INFO, &info, &size), "TCP_CC_INFO");
  return {info.bbr.bbr_pacing_gain, info.bbr.bbr_cwnd_gain};
}

void LinuxTransfer::open_receiver() {
  receiver_device_ = enter_namespace(std::string(kReceiverAddress) + "/30", kSysctls);
  listener_ = open_socket();
  set_option(listener_, SOL_SOCKET, SO_RCVBUFFORCE, buffers_.receive_bytes);
  const sockaddr_in address = address_of(kReceiverAddress);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets take addresses
  checked(bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
          "bind");
  checked(listen(listener_.get(), 1), "listen");
}

void LinuxTransfer::open_sender(const std::string& congestion_control) {
  sender_device_ = enter_namespace(std::string(kSenderAddress) + "/30", kSysctls);
  utsname system{};
  checked(uname(&system), "uname");
  facts_["kernel"] = system.release;
  for (const std::string& name : kRecorded) facts_[name] = read_sysctl(name);
  sender_ = open_socket();
  set_option(sender_, SOL_SOCKET, SO_SNDBUFFORCE, buffers_.send_bytes);
  checked(setsockopt(sender_.get(), IPPROTO_TCP, TCP_CONGESTION, congestion_control.data(),
                     static_cast<socklen_t>(congestion_control.size())),
          "TCP_CONGESTION " + congestion_control);
}

void LinuxTransfer::receive() {
  const Descriptor socket(accept(listener_.get(), nullptr, nullptr));
  accepted_ = socket.get();
  std::vector<char> nowhere(1 << 16);
  // MSG_TRUNC discards without copying.
  while (recv(socket.get(), nowhere.data(), nowhere.size(), MSG_TRUNC) > 0) {
  }
  accepted_ = -1;
}

void LinuxTransfer::send() {
  if (!go_.get_future().get()) return;
  const sockaddr_in address = address_of(kReceiverAddress);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets take addresses
  if (connect(sender_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return;
  }
  // Whole segments, so that none is short.
  const std::vector<char> data(kSegmentBytes * 64);
  while (::send(sender_.get(), data.data(), data.size(), MSG_NOSIGNAL) > 0) {
  }
}

}  // namespace docsis_vp::tcp_lab
