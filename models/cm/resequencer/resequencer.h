// Puts packets that came on bonded downstream channels back in order (MULPIv3.1 8.2.3).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "models/docsis/ds_header.h"
#include "models/docsis/rf.h"
#include "platform/base/histogram.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::cm {

struct ResequencerConfig {
  std::uint32_t first_dsid = 1;       // the modem's, 32 in a row
  std::vector<unsigned> channels{0};  // indices of those that it listens to, 0..31
  // How long a packet waits at most for those before it (MULPIv3.1 Annex B: 18 ms).
  TimePs wait = 18 * kPsPerMs;
  TimePs stats_from = 0;  // distributions leave out what happened before
};

// A packet whose header carries no sequence number goes on as it comes. Of the others, one that
// is next goes on, and with it those that waited for it. A missing one is given up when one behind
// it has waited long enough, or earlier, when every channel has brought a later one: on a channel
// nothing overtakes.
// Numbers have 16 bits. A number stands for the one nearest to the newest so far (RFC 1982), or for
// that of the next round if it cannot be the nearest: numbers of one channel only rise, and one
// that went on never comes again. So channels may differ by half a round, and an outage may take
// 65 535 numbers from the last to the next of a channel. A longer one counts modulo 65 536.
class Resequencer : public sc_core::sc_module {
 public:
  struct Counters {
    std::uint64_t sequenced = 0;      // packets that carry a number
    std::uint64_t out_of_order = 0;   // that had to wait for others
    std::uint64_t missing = 0;        // numbers given up
    std::uint64_t missing_early = 0;  // of these, before their time
    std::uint64_t late = 0;           // packets that came after they were given up, or twice
    std::uint64_t foreign = 0;        // packets of another modem's DSID
    std::uint64_t malformed = 0;      // headers that are none
    Histogram skew_ps;                // how long those out of order waited
  };

  // Throws ConfigError.
  Resequencer(const sc_core::sc_module_name& name, const ResequencerConfig& config,
              platform::InstantSequencer& sequencer, PacketSink& sink);

  void receive(docsis::DownstreamFrame frame);

  const Counters& counters() const { return counters_; }
  // Packets that wait for others.
  std::size_t held() const;

 private:
  static constexpr unsigned kMaxChannels = 32;

  using Number = std::int64_t;  // a sequence number with the rounds before it
  struct Held {
    Number number = 0;
    TimePs arrived = 0;
    PacketHandle packet;
  };
  // What comes under one DSID.
  struct Stream {
    Stream() { last.fill(-1); }
    bool sequence_change = false;
    Number next = 0;
    Number newest = -1;
    std::array<Number, kMaxChannels> last;  // by channel
    // Where numbers lie that were given up after the wait and may still come.
    Number gap_first = 0;
    Number gap_end = 0;
    std::vector<Held> held;  // in order of their numbers
  };

  void receive_sequenced(const docsis::DsService& service, docsis::DownstreamFrame frame);
  Stream& stream_of(std::uint32_t dsid);
  void restart(Stream& stream, const docsis::DsService& service);
  static Number unwrap(const Stream& stream, unsigned channel, std::uint16_t sequence);
  // The least of the last numbers of all channels: nothing up to it can still come.
  Number passed_by_all(const Stream& stream) const;
  void hold(Stream& stream, Number number, PacketHandle packet);
  void pass_run(Stream& stream);
  void give_up_before(Stream& stream, Number number, bool early);
  void give_up_what_cannot_come(Stream& stream);
  void give_up_what_is_overdue();
  void pass(Held& held);
  void schedule();

  ResequencerConfig config_;
  platform::InstantSequencer& sequencer_;
  PacketSink& sink_;
  platform::InstantSequencer::TaskId overdue_task_;
  TimePs overdue_at_ = kNever;                    // when it is to run
  std::vector<std::unique_ptr<Stream>> streams_;  // by DSID, as they appear
  Counters counters_;
};

}  // namespace docsis_vp::cm
