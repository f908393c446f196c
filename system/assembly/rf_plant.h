// The coaxial plant: what is sent arrives later.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "models/docsis/rf.h"
#include "models/queue/ring.h"
#include "platform/base/time.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::system {

// One delay per modem, the same both ways; nothing is lost or reordered here. Downstream, all is
// given as it arrives, but what a modem need not hear at once is kept for it, once for all that are
// as far away. Upstream, the CMTS has a burst as it is sent, and the time of its arrival.
class RfPlant : public sc_core::sc_module, public docsis::DownstreamTransmitter {
 public:
  // delays: one way, per modem.
  RfPlant(const sc_core::sc_module_name& name, const std::vector<TimePs>& delays);

  // Both before the simulation starts.
  void connect(docsis::UpstreamReceiver& cmts) { cmts_ = &cmts; }
  void connect(unsigned modem, docsis::DownstreamReceiver& receiver);
  // The modem's end of the upstream direction.
  docsis::UpstreamTransmitter& upstream(unsigned modem) { return drops_[modem]; }

  // DownstreamTransmitter.
  void broadcast(unsigned downstream_channel, docsis::ManagementOctets frame,
                 TimePs departed) override;
  void send(unsigned modem, docsis::DownstreamFrame frame, TimePs departed) override;

 private:
  struct Arrival {
    TimePs at = 0;
    unsigned place = 0;              // of the channel, or of the modem
    docsis::ManagementOctets frame;  // or
    docsis::DownstreamFrame packet;
  };
  // The cable to one modem.
  struct Drop : docsis::UpstreamTransmitter, docsis::FrameKeeper {
    void transmit(docsis::UpstreamBurst&& burst) override;
    bool subscribe(docsis::SidRange sids, TimePs acknowledged_beyond) override;
    Frames take(TimePs end) override;
    void release() override;

    RfPlant* plant = nullptr;
    unsigned modem = 0;
    TimePs delay = 0;
    docsis::DownstreamReceiver* receiver = nullptr;
    unsigned ring = 0;
    unsigned place = 0;  // among the listeners of its ring
  };
  // What of broadcast frames a modem has to be told at once. Each frame asks for all of them, one
  // behind the other, and for nothing else of who need not hear it.
  struct Listener {
    // Whether it has to hear this at once, if it takes its frames itself.
    bool must_hear(const docsis::ManagementFrame& frame) const;

    docsis::FrameListener* taker = nullptr;  // null: each frame is given to the receiver
    docsis::DownstreamReceiver* receiver = nullptr;
    docsis::SidRange sids;
    TimePs acknowledged_beyond = docsis::kEveryMap;
    std::uint64_t next = 0;  // number of the frame to be taken next
  };
  // Modems equally far away, which hear everything at the same time.
  struct Ring {
    Ring(RfPlant& plant, TimePs delay);
    void add(Arrival&& arrival);
    void deliver();
    void deliver_to_all(const Arrival& arrival);
    void forget_taken();
    // Those that a listener did not take.
    docsis::FrameKeeper::Frames waiting_for(const Listener& listener) const;

    RfPlant& plant;
    const TimePs delay;
    std::vector<Listener> listeners;
    std::vector<docsis::FrameKeeper::Kept> kept;  // the frames from this number on:
    std::uint64_t first_kept = 0;
    queue::Ring<Arrival> arrivals;
    platform::Alarm due;
  };

  unsigned ring_at(TimePs delay);  // its index; made if there is none

  std::vector<Drop> drops_;
  std::vector<std::unique_ptr<Ring>> rings_;
  docsis::UpstreamReceiver* cmts_ = nullptr;
};

}  // namespace docsis_vp::system
