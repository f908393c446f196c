// What crosses the RF interface between a modem and the CMTS, and the interfaces it crosses by.
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

// A stretch of a burst: octets that a chip reads, then bytes of an Ethernet frame that nobody
// reads. Either part may be empty.
struct BurstRun {
  std::uint32_t octets = 0;        // how many of UpstreamBurst::octets come next
  std::uint32_t frame_offset = 0;  // first byte of the frame's stretch
  std::uint32_t frame_bytes = 0;   // its length
  std::uint64_t packet_id = 0;     // whose bytes they are
  PacketHandle packet;             // the packet itself, in the run that holds its last byte
};

// One transmission of a modem: a request frame, or a segment. `octets` are those of the
// specification (segment header, MAC headers, request frames, padding), in order of transmission.
// A segment's first run begins with its segment header; each frame's MAC header stands in the
// octets before the stretches of that frame; padding comes last.
struct UpstreamBurst {
  unsigned channel = 0;  // index, not the channel ID
  unsigned modem = 0;    // index of the sender
  std::uint16_t sid = 0;
  std::uint8_t iuc = 0;
  Minislot first_minislot = 0;  // of the interval that was granted
  TimePs start = 0;             // first and end of the last symbol at the modem's RF port
  TimePs end = 0;
  TimePs arrival = 0;  // of its last symbol at the CMTS, which the plant knows
  std::vector<std::uint8_t> octets;
  std::vector<BurstRun> runs;  // empty: octets only
  std::uint32_t size_bytes = 0;
  TimePs ready = 0;  // when the modem had all of it; of a request not known
};

// The upstream direction: takes a burst at any time up to burst.start (1 ps later, if the modem
// held its request engine back at the instant of a latch). A burst is large: it is passed on by
// reference and taken where it stays.
class UpstreamTransmitter {
 public:
  virtual ~UpstreamTransmitter() = default;
  virtual void transmit(UpstreamBurst&& burst) = 0;
};
// Is given a burst when it is sent, or later, and has it from its arrival on. They come in any
// order.
class UpstreamReceiver {
 public:
  virtual ~UpstreamReceiver() = default;
  virtual void receive(UpstreamBurst&& burst) = 0;
};

// A packet on a downstream channel. Its MAC header is given as octets where it says something that
// the modem has to read; else it is the plain one.
struct DownstreamFrame {
  DownstreamFrame() = default;
  DownstreamFrame(unsigned on, PacketHandle content) : channel(on), packet(std::move(content)) {}

  unsigned channel = 0;           // index
  unsigned service_flow = 0;      // of its modem's, downstream
  std::uint8_t header_bytes = 0;  // 0: plain
  SequencedHeader header{};
  PacketHandle packet;
};

// Keeps management frames for a modem, so that it need not be told of each at once.
class FrameKeeper {
 public:
  struct Kept {
    TimePs arrived = 0;
    ManagementOctets frame;
  };
  // They stay where they are until another one arrives.
  struct Frames {
    const Kept* begin() const { return first; }
    const Kept* end() const { return last; }

    const Kept* first = nullptr;
    const Kept* last = nullptr;
  };

  virtual ~FrameKeeper() = default;
  // Which frames have to be heard when they arrive: those that may say something to these SIDs, and
  // MAPs that acknowledge something beyond this time (kEveryMap: all, as in the beginning). True:
  // some such frame has arrived and was not taken.
  virtual bool hear(SidRange sids, TimePs acknowledged_beyond) = 0;
  // What arrived before `end` and was not yet taken, oldest first.
  virtual Frames take(TimePs end) = 0;
  // Keeps nothing from now on: frames are given as they arrive. Afterwards there is nothing to
  // take.
  virtual void release() = 0;
};

// Is told that a frame has to be heard.
class FrameListener {
 public:
  virtual ~FrameListener() = default;
  virtual void frames_wait() = 0;
};

// The downstream direction: called when the last octet has arrived at the modem. Management
// octets are one whole MAC frame, header and CRC included, shared by all who hear it.
class DownstreamReceiver {
 public:
  virtual ~DownstreamReceiver() = default;
  virtual void receive_management(unsigned downstream_channel, ManagementOctets frame) = 0;
  virtual void receive_packet(DownstreamFrame frame) = 0;

  // Before the simulation starts. The receiver may take its management frames from the keeper,
  // which must outlive it, instead of being given them; then it returns who is told when one has to
  // be heard.
  virtual FrameListener* take_from(FrameKeeper&) { return nullptr; }
  // Has all its frames given from now on, those of the present instant too.
  virtual void leave_keeper() {}
};

// The CMTS's end of the downstream direction. `departed` is when the last octet leaves the CMTS,
// interleaver included: now or later, and not earlier than in the call before for the same channel.
class DownstreamTransmitter {
 public:
  virtual ~DownstreamTransmitter() = default;
  virtual void broadcast(unsigned downstream_channel, ManagementOctets frame, TimePs departed) = 0;
  virtual void send(unsigned modem, DownstreamFrame frame, TimePs departed) = 0;
};

}  // namespace docsis_vp::docsis
