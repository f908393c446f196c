// Models the coaxial plant: frames and bursts arrive after a delay.
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

// Each modem has one delay for both directions. The plant itself loses and reorders nothing.
// Downstream: a frame is delivered when it arrives. A frame that a modem need not receive
// immediately is stored, once for all modems at the same distance. Upstream: the CMTS gets a burst
// when it is sent, with its arrival time.
class RfPlant : public sc_core::sc_module, public docsis::DownstreamTransmitter {
 public:
  // delays: one way, by modem.
  RfPlant(const sc_core::sc_module_name& name, const std::vector<TimePs>& delays);

  // Call both functions before the simulation starts.
  void connect(docsis::UpstreamReceiver& cmts) { cmts_ = &cmts; }
  void connect(unsigned modem, docsis::DownstreamReceiver& receiver);
  // The modem's upstream end.
  docsis::UpstreamTransmitter& upstream(unsigned modem) { return drops_[modem]; }

  // DownstreamTransmitter
  void broadcast(unsigned downstream_channel, docsis::ManagementOctets frame,
                 TimePs departed) override;
  void send(unsigned modem, docsis::DownstreamFrame frame, TimePs departed) override;

 private:
  struct Arrival {
    TimePs at = 0;
    unsigned place = 0;              // index of the channel, or of the modem
    docsis::ManagementOctets frame;  // or
    docsis::DownstreamFrame packet;
  };
  // Cable to one modem.
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
    unsigned place = 0;  // index among the listeners of its ring
  };
  // Filter of the broadcast frames that a modem must receive immediately. Each frame tests all
  // listeners. They are contiguous in memory, so a frame touches no other memory of modems that
  // need not receive it.
  struct Listener {
    // True if the modem must receive the frame immediately, given that it takes stored frames
    // itself.
    bool must_deliver(const docsis::ManagementFrame& frame) const;

    docsis::FrameListener* taker = nullptr;  // null: each frame is delivered to the receiver
    docsis::DownstreamReceiver* receiver = nullptr;
    docsis::SidRange sids;
    TimePs acknowledged_beyond = docsis::kEveryMap;
    std::uint64_t next = 0;  // number of the next frame to take
  };
  // Modems at the same distance, which receive every frame at the same time.
  struct Ring {
    Ring(RfPlant& plant, TimePs delay);
    void add(Arrival&& arrival);
    void deliver();
    void deliver_to_all(const Arrival& arrival);
    void forget_taken();
    // Returns the frames that the listener has not taken yet.
    docsis::FrameKeeper::Frames waiting_for(const Listener& listener) const;

    RfPlant& plant;
    const TimePs delay;
    std::vector<Listener> listeners;
    std::vector<docsis::FrameKeeper::Kept> kept;  // frames from number first_kept on
    std::uint64_t first_kept = 0;
    queue::Ring<Arrival> arrivals;
    platform::Alarm due;
  };

  unsigned ring_at(TimePs delay);  // returns its index; creates the ring if needed

  std::vector<Drop> drops_;
  std::vector<std::unique_ptr<Ring>> rings_;
  docsis::UpstreamReceiver* cmts_ = nullptr;
};

}  // namespace docsis_vp::system
