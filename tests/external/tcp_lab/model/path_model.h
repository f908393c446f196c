// The path of a case in simulated time: what the relay does to the kernel's packets, for the
// model's.
#pragma once

#include <deque>
#include <utility>

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/packet.h"
#include "tests/external/tcp_lab/cases.h"
#include "tests/external/tcp_lab/path/bottleneck.h"
#include "tests/external/tcp_lab/path/observer.h"

namespace docsis_vp::tcp_lab {

// A clock that run() moves from one thing that happens to the next.
class SimulatedClock : public hosts::TimerQueue {
 public:
  TimePs now() const override { return now_; }
  TimePs wake_time() const { return wake_; }
  void move_to(TimePs at) { now_ = at; }
  void run_timers();

 private:
  void wake_at(TimePs at) override { wake_ = at; }

  TimePs now_ = 0;
  TimePs wake_ = kNever;
};

class PathModel {
 public:
  PathModel(const Case& c, SimulatedClock& clock, Observer& observer);

  PacketSink& from_sender() { return from_sender_; }
  PacketSink& from_receiver() { return from_receiver_; }
  void connect(PacketSink& sender, PacketSink& receiver);

  TimePs next_due() const;
  // Delivers the packet that is due now. True if it went to the sender.
  bool deliver_next();

 private:
  struct Flying {
    TimePs due;
    PacketHandle packet;
  };
  using Action = void (PathModel::*)(PacketHandle);
  // A member function as a sink.
  class Inlet : public PacketSink {
   public:
    Inlet(PathModel& path, Action action) : path_(path), action_(action) {}
    void push(PacketHandle packet) override { (path_.*action_)(std::move(packet)); }

   private:
    PathModel& path_;
    const Action action_;
  };

  void take_from_sender(PacketHandle packet);
  void take_from_receiver(PacketHandle packet);
  TimeNs now_ns() const { return clock_.now() / kPsPerNs; }

  const Case& case_;
  SimulatedClock& clock_;
  Observer& observer_;
  Bottleneck bottleneck_;
  Inlet from_sender_{*this, &PathModel::take_from_sender};
  Inlet from_receiver_{*this, &PathModel::take_from_receiver};
  PacketSink* sender_ = nullptr;
  PacketSink* receiver_ = nullptr;
  std::deque<Flying> to_receiver_;
  std::deque<Flying> to_sender_;
};

}  // namespace docsis_vp::tcp_lab
