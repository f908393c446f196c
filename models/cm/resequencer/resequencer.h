// Restores the order of packets from bonded downstream channels (MULPIv3.1 8.2.3).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "models/cm/resequencer/resequencer_config.h"
#include "models/docsis/ds_header.h"
#include "models/docsis/rf.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

// A packet without a sequence number passes immediately. A packet with the next number passes, and
// the waiting packets that follow it directly also pass. The resequencer gives a missing number up
// when a later packet has waited for `wait`. It gives the number up earlier if every channel has
// brought a later packet, because packets do not overtake each other on a channel.
//
// Numbers have 16 bits. A number stands for the value nearest to the newest one (RFC 1982). If that
// value is impossible, it stands for the value of the next cycle of 65 536: numbers of one channel
// only rise, and none repeats. Channels may therefore differ by half a cycle, and an outage may
// span 65 535 numbers between two packets of a channel. A longer outage counts modulo 65 536.
class Resequencer : public sc_core::sc_module {
 public:
  struct Counters {
    std::uint64_t sequenced = 0;      // packets that carry a number
    std::uint64_t out_of_order = 0;   // packets that waited for others
    std::uint64_t missing = 0;        // numbers given up
    std::uint64_t missing_early = 0;  // part of missing: before `wait` had passed
    std::uint64_t late = 0;           // packets that came after their number was given up, or twice
    std::uint64_t foreign = 0;        // packets of another modem's DSID
    std::uint64_t malformed = 0;      // headers that do not parse
    Histogram skew_ps;                // waiting times of packets that were out of order
  };

  // Throws ConfigError.
  Resequencer(const sc_core::sc_module_name& name, const ResequencerConfig& config,
              platform::InstantSequencer& sequencer, PacketSink& sink);

  void receive(docsis::DownstreamFrame frame);

  const Counters& counters() const { return counters_; }
  // Number of packets that wait for others.
  std::size_t held() const;

 private:
  static constexpr unsigned kMaxChannels = 32;

  using Number = std::int64_t;  // a sequence number plus 65 536 for each cycle before it
  struct Held {
    Number number = 0;
    TimePs arrived = 0;
    PacketHandle packet;
  };
  // Receive state of one DSID.
  struct Stream {
    Stream() { last.fill(-1); }
    bool sequence_change = false;
    Number next = 0;
    Number newest = -1;
    std::array<Number, kMaxChannels> last;  // by channel: its last number
    // Range of the numbers that were given up after the wait and may still come.
    Number gap_first = 0;
    Number gap_end = 0;
    std::vector<Held> held;  // in order of their numbers
  };

  void receive_sequenced(std::uint32_t flow, const docsis::DsService& service,
                         docsis::DownstreamFrame frame);
  Stream& stream_of(std::uint32_t flow);
  void restart(Stream& stream, const docsis::DsService& service);
  static Number unwrap(const Stream& stream, unsigned channel, std::uint16_t sequence);
  // The lowest of all channels' last numbers: no number up to it can still come.
  Number passed_by_all(const Stream& stream) const;
  void hold(Stream& stream, Number number, PacketHandle packet);
  void pass_run(Stream& stream);
  void give_up_before(Stream& stream, Number number, bool early);
  void give_up_unreachable(Stream& stream);
  void give_up_overdue();
  void pass(Held& held);
  void schedule();

  ResequencerConfig config_;
  platform::InstantSequencer& sequencer_;
  PacketSink& sink_;
  platform::InstantSequencer::TaskId overdue_task_;
  TimePs overdue_at_ = kNever;                    // time for which the task is posted
  std::vector<std::unique_ptr<Stream>> streams_;  // by DSID, in the order of appearance
  Counters counters_;
};

}  // namespace docsis_vp::cm
