// Replays the packets of a capture as a traffic source.
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
  std::string file;      // pcap or pcapng with a link type of frame_headers.h
  FrameFilter filter;    // selects the replayed packets
  TimePs start = 0;      // departure of the first packet
  TimePs stop = kNever;  // from this time on no packet departs
  // Times between packets are divided by this; > 0. 2 offers twice the rate of the capture.
  double speed = 1;
  // Applied before `speed`; see CaptureClock.
  std::optional<TimePs> max_gap = {};
  // Restarts at the end, one mean interval after the last packet. No effect if all packets have the
  // same time.
  bool loop = false;
  // Rate of the Ethernet line that frames enter first. Each frame is pushed early enough that its
  // last octet leaves at its time, if the line is free, but not before `start`. 0: pushed at its
  // time.
  std::uint64_t line_bps = 0;
  std::uint16_t lan_port = FlowKey::kNoLanPort;  // LAN port of all packets
};

// A packet departs after `start` with its distance in the capture to the first accepted packet. A
// packet with an earlier time than its predecessor in the file departs together with it. Its size
// is that of the original frame, DA..CRC, not the captured length. The load is open-loop: the
// senders of the capture do not react to losses here. If the file ends within a packet, the packets
// before it are replayed.
//
// Elaboration reads the whole file once: a damaged file is an InputError before the run, and the
// flows are in the table early. Memory use is independent of the file's size.
class TraceSource : public sc_core::sc_module {
 public:
  // The capture's flows are added to `table` as "<flow_name>/0", "<flow_name>/1", ...
  TraceSource(const sc_core::sc_module_name& name, const TraceSourceConfig& config,
              const std::string& flow_name, FlowTable& table, PacketPool& pool, PacketSink& sink);

  const std::vector<FlowId>& flows() const { return index_.ids(); }
  // Packets and duration of the capture, after the filter.
  std::uint64_t captured_packets() const { return captured_packets_; }
  TimePs captured_duration() const { return captured_duration_; }  // first packet to last

  std::uint64_t sent_packets() const { return sent_packets_; }
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  struct Upcoming {
    TimePs since_first = 0;  // capture time with gaps cut
    std::size_t flow = 0;    // index into flows()
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
  std::vector<std::uint64_t> next_sequence_;  // by index into flows()
  std::uint64_t sent_packets_ = 0;
  std::uint64_t sent_bytes_ = 0;
  platform::Alarm next_;
};

}  // namespace docsis_vp::hosts
