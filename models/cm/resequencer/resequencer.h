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

  struct Held {
    std::uint16_t sequence = 0;
    TimePs arrived = 0;
    PacketHandle packet;
  };
  // What comes under one DSID.
  struct Stream {
    bool sequence_change = false;
    std::uint16_t next = 0;
    std::uint32_t ahead = 0;  // a bit for each channel that has brought one beyond `next`
    std::array<std::uint16_t, kMaxChannels> last{};  // by channel
    std::vector<Held> held;                          // in order of their numbers
  };

  void receive_sequenced(const docsis::DsService& service, docsis::DownstreamFrame frame);
  Stream& stream_of(std::uint32_t dsid);
  void restart(Stream& stream, const docsis::DsService& service);
  void hold(Stream& stream, std::uint16_t sequence, PacketHandle packet);
  void pass_all(Stream& stream);
  void pass_run(Stream& stream);
  void forget_who_is_behind(Stream& stream);
  void give_up_before(Stream& stream, std::uint16_t sequence, bool early);
  void give_up_outage(Stream& stream, std::uint16_t sequence);
  void give_up_what_cannot_come(Stream& stream);
  void give_up_what_is_overdue();
  void pass(Held& held);
  void schedule();

  ResequencerConfig config_;
  std::uint32_t listens_ = 0;  // a bit for each channel
  platform::InstantSequencer& sequencer_;
  PacketSink& sink_;
  platform::InstantSequencer::TaskId overdue_task_;
  TimePs overdue_at_ = kNever;                    // when it is to run
  std::vector<std::unique_ptr<Stream>> streams_;  // by DSID, as they appear
  Counters counters_;
};

}  // namespace docsis_vp::cm
