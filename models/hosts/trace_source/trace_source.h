// Replays the packets of a capture.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "models/hosts/trace_source/capture_clock.h"
#include "models/hosts/trace_source/chosen_frames.h"
#include "models/hosts/trace_source/flow_index.h"
#include "platform/base/packet.h"
#include "platform/base/time.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::hosts {

struct TraceSourceConfig {
  std::string file;      // pcap or pcapng, of a link type that frame_headers.h knows
  FrameFilter filter;    // what is replayed of it
  TimePs start = 0;      // when the first packet leaves
  TimePs stop = kNever;  // from this time on none does
  // Times between packets are divided by this; > 0. 2 offers twice the rate of the capture.
  double speed = 1;
  // Before `speed`: see CaptureClock.
  std::optional<TimePs> max_gap = {};
  // Starts over at the end, a mean time between packets after the last one. Without effect on a
  // capture in which no time passes.
  bool loop = false;
  // Rate of the Ethernet line that frames enter first. Each is handed over so much earlier that its
  // last octet leaves at its time, if the line is free; not before `start`. 0: at its time.
  std::uint64_t line_bps = 0;
  std::uint16_t lan_port = FlowKey::kNoLanPort;  // that of all packets
};

// A packet leaves as much later than `start` as it was captured later than the first one that
// passes the filter; one that was captured before its predecessor in the file leaves with that.
// Its size is that of the original frame, DA..CRC, not what was captured of it. It is not
// a closed loop: the senders of the capture do not learn what happens to their packets here. Of a
// file that ends within a packet, what is before it is replayed.
// Elaboration reads the whole file once, so that a damaged one is an InputError before anything
// runs and its flows are in the table before anything looks; memory does not grow with the file.
class TraceSource : public sc_core::sc_module {
 public:
  // The flows of the capture are added to `table` as "<flow_name>/0", "<flow_name>/1", ...
  TraceSource(const sc_core::sc_module_name& name, const TraceSourceConfig& config,
              const std::string& flow_name, FlowTable& table, PacketPool& pool, PacketSink& sink);

  const std::vector<FlowId>& flows() const { return index_.ids(); }
  // Of the capture, after the filter.
  std::uint64_t captured_packets() const { return captured_packets_; }
  TimePs captured_duration() const { return captured_duration_; }  // first packet to last

  std::uint64_t sent_packets() const { return sent_packets_; }
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  struct Upcoming {
    TimePs since_first = 0;  // in the capture, gaps cut
    std::size_t flow = 0;    // position in flows()
    std::uint32_t size_bytes = 0;
    Ecn ecn = Ecn::kNotEct;
  };

  void start_of_simulation() override;
  void survey();
  bool read_chosen();
  bool read_next_or_loop();
  void rewind();
  TimePs departure() const;
  TimePs hand_over() const;
  void schedule();
  void send_due();
  void send();

  const TraceSourceConfig config_;
  ChosenFrames frames_;
  CaptureClock clock_;
  FlowIndex index_;
  PacketPool& pool_;
  PacketSink& sink_;
  std::uint64_t captured_packets_ = 0;
  TimePs captured_duration_ = 0;
  TimePs round_start_ = 0;
  Upcoming upcoming_;
  std::vector<std::uint64_t> next_sequence_;  // by position in flows()
  std::uint64_t sent_packets_ = 0;
  std::uint64_t sent_bytes_ = 0;
  platform::Alarm next_;
};

}  // namespace docsis_vp::hosts
