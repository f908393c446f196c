// Host time of TCP alone per data packet: two endpoints, or many pairs, over an ideal path without
// a kernel. It covers sender, receiver, acknowledgments and timers. The window is fixed at 10000
// segments for all flows together. User CPU time, best of five.
//
// tcp_bench [CASE]: runs one case once, for profilers. With --host-instructions each case runs once
// more under valgrind's callgrind, which gives the instructions per data packet.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "platform/base/random.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

// libsystemc needs one even in a program without simulation.
int sc_main(int, char**) {
  return 0;
}

namespace docsis_vp::hosts {
namespace {

constexpr std::uint64_t kWindowSegments = 10'000;
constexpr TimePs kOneWay = 10 * kPsPerMs;

class FixedWindow : public CongestionControl {
 public:
  explicit FixedWindow(std::uint64_t segments) : segments_(segments) {}
  void start(const CongestionStart& start) override { cwnd_ = segments_ * start.mss_bytes; }
  void on_ack(const AckSample&) override {}
  void on_congestion(const CongestionSample&) override {}
  void on_timeout(const CongestionSample&, bool) override {}

 private:
  const std::uint64_t segments_;
};

// One direction of the path: fixed delay, endpoints by flow, losses by count.
class Path : public PacketSink {
 public:
  Path(const TimerQueue& timers, std::function<bool()> loses)
      : timers_(timers), loses_(std::move(loses)), ring_(32'768) {}

  void push(PacketHandle packet) override {
    if (packet->tcp.payload_bytes > 0 && loses_ && loses_()) {
      return;
    }
    if (end_ - begin_ == ring_.size()) {
      std::abort();
    }
    Passing& passing = ring_[end_++ % ring_.size()];
    passing.packet = std::move(packet);
    passing.at = timers_.now() + kOneWay;
  }
  TimePs next() const { return begin_ == end_ ? kNever : ring_[begin_ % ring_.size()].at; }
  PacketHandle pop() { return std::move(ring_[begin_++ % ring_.size()].packet); }

 private:
  struct Passing {
    PacketHandle packet;
    TimePs at = 0;
  };
  const TimerQueue& timers_;
  const std::function<bool()> loses_;
  std::vector<Passing> ring_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

struct Case {
  const char* name;
  unsigned flows;
  unsigned lost_per_mille;
  unsigned burst;  // consecutive losses, every 50000 packets
};

constexpr std::array<Case, 5> kCases = {{{"one-flow", 1, 0, 0},
                                         {"one-percent-lost", 1, 10, 0},
                                         {"burst-of-500", 1, 0, 500},
                                         {"200-flows", 200, 0, 0},
                                         {"200-flows-one-percent-lost", 200, 10, 0}}};

double cpu_ns() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) * 1e9 +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e3;
}

class Bench {
 public:
  explicit Bench(const Case& what) : what_(what), random_(1, "losses") {
    TcpConfig config;
    config.receive_buffer_bytes = 64 * 1024 * 1024;
    config.keep_sack_on_timeout = true;  // a timeout does not resend the whole window
    config.idle_restart = IdleRestart::kOff;
    for (unsigned flow = 0; flow < what.flows; ++flow) {
      const auto window = [&what] {
        return std::make_unique<FixedWindow>(kWindowSegments / what.flows);
      };
      clients_.push_back(std::make_unique<TcpEndpoint>(config, TcpWiring{timers_, pool_, up_, flow},
                                                       window(), user_));
      servers_.push_back(std::make_unique<TcpEndpoint>(
          config, TcpWiring{timers_, pool_, down_, flow}, window(), user_));
      servers_.back()->listen();
      timers_.run_to(timers_.now() + 7 * kPsPerUs);
      clients_.back()->connect();
      clients_.back()->write_unlimited();
    }
    run(5 * kWindowSegments);  // lets all containers grow to their final sizes
  }

  // Runs until that many more data packets were sent.
  void run(std::uint64_t packets) {
    const std::uint64_t end = sent() + packets;
    while (sent_ < end) {
      for (unsigned i = 0; i < 1'000; ++i) step();
      sent();
    }
  }
  std::uint64_t sent() {
    sent_ = 0;
    for (const auto& client : clients_) sent_ += client->statistics().data_segments;
    return sent_;
  }
  std::uint64_t delivered_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& server : servers_) bytes += server->delivered_bytes();
    return bytes;
  }

 private:
  void step() {
    const TimePs up = up_.next();
    const TimePs down = down_.next();
    const TimePs at = std::min(up, down);
    timers_.run_to(std::min(at, timers_.next()));
    if (timers_.now() < at) return;
    PacketHandle packet = up <= down ? up_.pop() : down_.pop();
    (up <= down ? servers_ : clients_)[packet->flow]->push(std::move(packet));
  }
  bool loses() {
    ++counted_;
    if (what_.burst > 0) return counted_ % 50'000 < what_.burst;
    return random_.below(1'000) < what_.lost_per_mille;
  }

  const Case what_;
  RandomStream random_;
  std::uint64_t counted_ = 0;
  std::uint64_t sent_ = 0;
  PacketPool pool_;
  ManualTimerQueue timers_;
  TcpUser user_;
  Path up_{timers_, what_.burst > 0 || what_.lost_per_mille > 0
                        ? std::function<bool()>([this] { return loses(); })
                        : nullptr};
  Path down_{timers_, nullptr};
  std::vector<std::unique_ptr<TcpEndpoint>> clients_;
  std::vector<std::unique_ptr<TcpEndpoint>> servers_;
};

// callgrind counts the whole program, so the difference of two lengths is used.
double instructions(const std::string& program, const Case& what, std::uint64_t packets) {
  const std::string file = "tcp_bench.callgrind";
  const std::string command = "valgrind --tool=callgrind --callgrind-out-file=" + file + " " +
                              program + " " + what.name + " " + std::to_string(packets) +
                              " >/dev/null 2>&1";
  if (std::system(command.c_str()) != 0) return 0;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "r"), std::fclose);
  double total = 0;
  std::array<char, 256> line{};
  while (in && std::fgets(line.data(), line.size(), in.get()) != nullptr) {
    if (std::sscanf(line.data(), "summary: %lf", &total) == 1) break;
  }
  std::remove(file.c_str());
  return total;
}

int run(int argc, char** argv) {
  constexpr std::uint64_t kPackets = 1'000'000;
  const bool count = argc > 1 && std::strcmp(argv[1], "--host-instructions") == 0;
  for (const Case& what : kCases) {
    if (argc > 1 && !count) {
      if (std::strcmp(argv[1], what.name) == 0) {
        Bench(what).run(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : kPackets);
        return 0;
      }
      continue;
    }
    Bench bench(what);
    double best = 1e300;
    for (int round = 0; round < 5; ++round) {
      const std::uint64_t before = bench.sent();
      const double start = cpu_ns();
      bench.run(kPackets);
      best = std::min(best, (cpu_ns() - start) / static_cast<double>(bench.sent() - before));
    }
    std::printf("%-28s %6.1f ns per data packet", what.name, best);
    if (count) {
      const double more =
          instructions(argv[0], what, 150'000) - instructions(argv[0], what, 50'000);
      std::printf(", %6.0f instructions", more / 100'000);
    }
    std::printf("; %.1f %% of what was sent arrived new\n",
                100.0 * static_cast<double>(bench.delivered_bytes()) / 1448 /
                    static_cast<double>(bench.sent()));
  }
  return argc > 1 && !count ? 2 : 0;
}

}  // namespace
}  // namespace docsis_vp::hosts

int main(int argc, char** argv) {
  return docsis_vp::hosts::run(argc, argv);
}
