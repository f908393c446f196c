// Runs senders of unlimited data over one bottleneck, with the usual endpoints.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "models/hosts/tcp/congestion/registry.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts {

// A queue served at a constant rate, then a constant delay. Packets leave by their flow.
class Bottleneck : public PacketSink {
 public:
  struct Config {
    std::uint64_t bits_per_s = 0;  // 0: no queue
    TimePs delay = 0;              // behind the queue
    std::size_t limit_packets = 1'000'000;
    std::size_t mark_packets = 1'000'000;  // CE for what finds so many packets or more: a step
  };
  using Loses = std::function<bool(const Packet&)>;

  Bottleneck(TimerQueue& timers, const Config& config)
      : timers_(timers), config_(config), timer_(timers, 0, [this] { deliver(); }) {}

  void connect(FlowId flow, PacketSink& to) {
    if (sinks_.size() <= flow) sinks_.resize(flow + 1);
    sinks_[flow] = &to;
  }
  void lose(Loses loses) { loses_ = std::move(loses); }

  void push(PacketHandle packet) override {
    const TimePs now = timers_.now();
    while (!departures_.empty() && departures_.front() <= now) departures_.pop_front();
    if (departures_.size() >= config_.limit_packets || (loses_ && loses_(*packet))) {
      ++lost;
      return;
    }
    if (departures_.size() >= config_.mark_packets && packet->ecn != Ecn::kNotEct) {
      packet->ecn = Ecn::kCe;
      ++marked;
    }
    ++carried;
    TimePs departure = now;
    if (config_.bits_per_s != 0) {
      const TimePs start = departures_.empty() ? now : departures_.back();
      departure =
          start + static_cast<TimePs>(packet->size_bytes * 8 * kPsPerSecond / config_.bits_per_s);
      departures_.push_back(departure);
    }
    waited += departure - now;
    passing_.emplace_back(departure + config_.delay, std::move(packet));
    if (!timer_.armed()) timer_.arm(passing_.front().first);
  }

  std::size_t queued_packets() const { return departures_.size(); }

  std::uint64_t carried = 0;
  std::uint64_t lost = 0;
  std::uint64_t marked = 0;
  TimePs waited = 0;  // by all packets together, their own transmission included

 private:
  void deliver() {
    while (!passing_.empty() && passing_.front().first <= timers_.now()) {
      PacketHandle packet = std::move(passing_.front().second);
      passing_.pop_front();
      PacketSink& sink = *sinks_[packet->flow];
      sink.push(std::move(packet));
    }
    if (!passing_.empty()) timer_.arm(passing_.front().first);
  }

  TimerQueue& timers_;
  const Config config_;
  Loses loses_;
  std::vector<PacketSink*> sinks_;
  std::deque<TimePs> departures_;
  std::deque<std::pair<TimePs, PacketHandle>> passing_;
  Timer timer_;
};

class ClosedLoop {
 public:
  explicit ClosedLoop(const Bottleneck::Config& bottleneck) : forward(timers, bottleneck) {}

  // A sender from `start` on, whose acknowledgments take `back` to return.
  void add(const CongestionConfig& congestion, const TcpConfig& tcp, TimePs back,
           TimePs start = 0) {
    flows_.push_back(std::make_unique<Flow>(*this, congestion, tcp, back, start));
  }

  void run_to(TimePs at) { timers.run_to(at); }

  const TcpEndpoint& sender(std::size_t flow) const { return flows_[flow]->client; }
  std::uint64_t delivered_bytes(std::size_t flow) const {
    return flows_[flow]->server.delivered_bytes();
  }

  ManualTimerQueue timers;
  PacketPool pool;
  Bottleneck forward;

 private:
  struct Flow {
    Flow(ClosedLoop& loop, const CongestionConfig& congestion, const TcpConfig& tcp,
         TimePs back_delay, TimePs start)
        : data(static_cast<FlowId>(2 * loop.flows_.size() + 1)),
          back(loop.timers, {0, back_delay}),
          client(tcp, {loop.timers, loop.pool, loop.forward, data},
                 make_congestion_control(congestion), user),
          server(tcp, {loop.timers, loop.pool, back, data + 1},
                 make_congestion_control(CongestionConfig()), user),
          starter(loop.timers, data, [this] {
            client.connect();
            client.write_unlimited();
          }) {
      loop.forward.connect(data, server);
      back.connect(data + 1, client);
      server.listen();
      starter.arm(start);
    }

    const FlowId data;
    TcpUser user;
    Bottleneck back;
    TcpEndpoint client;
    TcpEndpoint server;
    Timer starter;
  };

  std::vector<std::unique_ptr<Flow>> flows_;
};

}  // namespace docsis_vp::hosts
