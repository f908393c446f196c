// Declares bursts and frames on the RF interface between modems and the CMTS, and the interfaces
// that carry them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/ds_header.h"
#include "models/docsis/management_octets.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"

namespace docsis_vp::docsis {

// A part of a burst: octets with content, then bytes of an Ethernet frame whose content is not
// modelled. Either part may be empty.
struct BurstRun {
  std::uint32_t octets = 0;        // number of UpstreamBurst::octets in this run
  std::uint32_t frame_offset = 0;  // first byte of the frame's part
  std::uint32_t frame_bytes = 0;   // its length
  std::uint64_t packet_id = 0;     // packet of these bytes
  PacketHandle packet;             // the packet itself, in the run with its last byte
};

// One transmission of a modem: a request frame or a segment. `octets` are the specified ones
// (segment header, MAC headers, request frames, padding) in order of transmission. The first run of
// a segment begins with its segment header. A frame's MAC header is in the octets before the
// frame's bytes. Padding comes last.
struct UpstreamBurst {
  unsigned channel = 0;  // index, not the channel ID
  unsigned modem = 0;    // index of the sender
  std::uint16_t sid = 0;
  std::uint8_t iuc = 0;
  Minislot first_minislot = 0;  // of the granted interval
  // start of the first and end of the last symbol at the modem's RF port
  TimePs start = 0;
  TimePs end = 0;
  TimePs arrival = 0;  // arrival of the last symbol at the CMTS; the plant sets it
  std::vector<std::uint8_t> octets;
  std::vector<BurstRun> runs;  // empty: octets only
  std::uint32_t size_bytes = 0;
  TimePs ready = 0;  // time when the modem had all of it; unknown for a request
};

// Upstream direction, sender's side. transmit() is called at any time up to burst.start, or 1 ps
// later if the modem held its request engine back at the instant of a latch. A burst is large, so
// it is passed by reference and moved once, by its last receiver.
class UpstreamTransmitter {
 public:
  virtual ~UpstreamTransmitter() = default;
  virtual void transmit(UpstreamBurst&& burst) = 0;
};
// Upstream direction, receiver's side. receive() is called at a burst's transmission or later, in
// any order. The receiver must not act on the burst before its arrival.
class UpstreamReceiver {
 public:
  virtual ~UpstreamReceiver() = default;
  virtual void receive(UpstreamBurst&& burst) = 0;
};

// A packet on a downstream channel. Its MAC header is present as octets if the modem must read it;
// else it is the plain header.
struct DownstreamFrame {
  DownstreamFrame() = default;
  DownstreamFrame(unsigned on, PacketHandle content) : channel(on), packet(std::move(content)) {}

  unsigned channel = 0;           // index
  unsigned service_flow = 0;      // index among the modem's downstream flows
  std::uint8_t header_bytes = 0;  // 0: plain
  SequencedHeader header{};
  PacketHandle packet;
};

// Stores management frames for a modem, so that the modem need not be called for each.
class FrameKeeper {
 public:
  struct Kept {
    TimePs arrived = 0;
    ManagementOctets frame;
  };
  // The frames are valid until the next one arrives.
  struct Frames {
    const Kept* begin() const { return first; }
    const Kept* end() const { return last; }

    const Kept* first = nullptr;
    const Kept* last = nullptr;
  };

  virtual ~FrameKeeper() = default;
  // Sets which frames must be reported to the listener on arrival: frames that may concern these
  // SIDs, and MAPs that acknowledge something beyond this time (kEveryMap: all MAPs, the initial
  // state). Returns true if such a frame has arrived and was not taken.
  virtual bool subscribe(SidRange sids, TimePs acknowledged_beyond) = 0;
  // Takes the frames that arrived before `end`, oldest first.
  virtual Frames take(TimePs end) = 0;
  // Stops storing: later frames are delivered as they arrive. Afterwards nothing is left to take.
  virtual void release() = 0;
};

// Receives a call when a frame arrives that the receiver subscribed to, or when many frames are
// stored. The keeper stores every frame.
class FrameListener {
 public:
  virtual ~FrameListener() = default;
  virtual void frames_wait() = 0;
};

// Downstream direction, receiver's side. Called when the last octet has arrived at the modem. A
// management frame is one whole MAC frame, header and CRC included, shared by all receivers.
class DownstreamReceiver {
 public:
  virtual ~DownstreamReceiver() = default;
  virtual void receive_management(unsigned downstream_channel, ManagementOctets frame) = 0;
  virtual void receive_packet(DownstreamFrame frame) = 0;

  // Called before the simulation starts. The receiver may take its management frames from the
  // keeper, which must outlive it, instead of receiving a call for each. It then returns the
  // listener for the frames of FrameKeeper::subscribe(), otherwise null.
  virtual FrameListener* take_from(FrameKeeper&) { return nullptr; }
  // Returns to a call for each frame from now on, including the frames of the present instant.
  virtual void leave_keeper() {}
};

// Downstream direction, sender's side. `departed` is the time when the last octet leaves the CMTS,
// interleaver included. It is the present or later, and for each channel not earlier than in the
// previous call.
class DownstreamTransmitter {
 public:
  virtual ~DownstreamTransmitter() = default;
  virtual void broadcast(unsigned downstream_channel, ManagementOctets frame, TimePs departed) = 0;
  virtual void send(unsigned modem, DownstreamFrame frame, TimePs departed) = 0;
};

}  // namespace docsis_vp::docsis
