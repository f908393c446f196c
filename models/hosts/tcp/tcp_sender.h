// Implements the sending half of an endpoint: transmission, and recovery from losses.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/delivery_rate.h"
#include "models/hosts/tcp/pacer.h"
#include "models/hosts/tcp/rate_halving.h"
#include "models/hosts/tcp/rate_reduction.h"
#include "models/hosts/tcp/rtt_estimator.h"
#include "models/hosts/tcp/scoreboard.h"
#include "models/hosts/tcp/tcp_config.h"
#include "models/hosts/tcp/tcp_options.h"
#include "models/hosts/tcp/tcp_output.h"
#include "models/hosts/tcp/tcp_statistics.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/flow.h"
#include "platform/base/tcp_header.h"

namespace docsis_vp::hosts {

class HostFlows;

class TcpSender {
 public:
  TcpSender(const TcpConfig& config, const TcpWiring& wiring, CongestionControl& congestion,
            TcpOutput& output, TcpStatistics& statistics);

  // Starts a new connection without data.
  void open();
  // The handshake is complete. rtt: its round trip, kNever if SYN or SYN-ACK was sent twice.
  void start(const TcpOptions& agreed, std::uint64_t peer_window_bytes, TimePs rtt, bool syn_lost);
  // Cancels all timers.
  void stop();

  void write(std::uint64_t bytes);
  void end_writing_at(std::uint64_t sequence) { write_end_ = sequence; }
  void finish() { fin_wanted_ = true; }
  // Sends all that may be sent now.
  void send();

  // Takes the acknowledgment of a segment. empty: the segment has neither text nor FIN. Returns the
  // RTT sample, or kNever.
  TimePs take_acknowledgment(const TcpHeader& header, bool empty);

  std::uint64_t una() const { return board_.una(); }
  std::uint64_t nxt() const { return board_.nxt(); }
  std::uint64_t write_end() const { return write_end_; }
  bool fin_wanted() const { return fin_wanted_; }
  bool fin_acknowledged() const { return fin_wanted_ && una() > write_end_; }
  std::uint64_t acked_bytes() const { return una() - 1 - (fin_acknowledged() ? 1 : 0); }
  std::uint64_t flight_bytes() const;
  const RttEstimator& rtt() const { return rtt_; }
  RttEstimator& rtt() { return rtt_; }

 private:
  enum class Phase : std::uint8_t {
    kOpen,
    kRecovery,  // fast recovery, until recover_ is acknowledged
    kLoss,      // after a timeout, until recover_ is acknowledged
  };

  // Acknowledgments
  TimePs take_rtt(const TcpHeader& header, const Scoreboard::AckSummary& summary, TimePs now);
  void update_window(const TcpHeader& header);
  void recover_by_sack(Scoreboard::AckSummary& summary, TimePs now);
  void recover_by_order(Scoreboard::AckSummary& summary, TimePs now);
  void reduce_by_order(TimePs now);
  void finish_by_order(TimePs now);
  void recover_by_counting(const Scoreboard::AckSummary& summary, bool duplicate, TimePs now);
  bool sees_loss(const Scoreboard::AckSummary& summary);
  void lose_by_time(Scoreboard::AckSummary& summary, TimePs now);
  void reorder_time_out();
  void enter_recovery(TimePs now);
  void leave_recovery(TimePs now);
  void take_marks(const TcpHeader& header, const Scoreboard::AckSummary& summary,
                  AckSample& sample);
  bool cwnd_limited(std::uint64_t flight_bytes) const;
  RateSample rate_sample(const Scoreboard::AckSummary& summary, std::uint64_t lost_before,
                         TimePs now);

  // Sending
  std::uint64_t window_bytes() const;
  struct NewSegment {
    std::uint32_t length;  // in sequence space; 0: nothing to send
    bool fin;
  };
  bool retransmit_next(std::uint64_t room, bool lost_only);
  bool send_new(std::uint64_t room, TimePs now);
  bool rescue(std::uint64_t room);
  bool waits_for_repair();
  NewSegment next_new() const;
  void retransmit(std::uint64_t number, bool high_rxt);
  void restart_after_idle(TimePs now);
  bool held_by_pacing(TimePs now);
  bool held_by_host_queue();
  std::uint64_t host_queue_limit_bytes() const;
  void sent(std::uint64_t number, bool idle, TimePs now);

  // The timer serves retransmissions, or window probes if nothing is in flight.
  void arm_timer(TimePs now) { timer_.arm(now + rtt_.timeout()); }
  void time_out();
  bool waits_for_window() const;

  const TcpConfig& config_;
  TimerQueue& timers_;
  HostFlows* const host_queue_;  // null: none
  const FlowId flow_;
  CongestionControl& congestion_;
  TcpOutput& output_;
  TcpStatistics& statistics_;
  RttEstimator rtt_;
  Timer timer_;
  Timer pacing_timer_;
  Timer reorder_timer_;  // RACK's
  Scoreboard board_;
  RateReduction reduction_;
  DeliveryRate rates_;  // used by rate-based algorithms only
  Pacer pacer_;
  RateHalving halving_;  // used with by_order_ only

  bool running_ = false;
  bool sack_ = false;
  bool by_time_ = false;     // RACK
  bool by_order_ = false;    // forward acknowledgments
  bool rate_based_ = false;  // congestion control is rate-based
  std::uint32_t mss_ = 0;
  TcpEcn ecn_ = TcpEcn::kOff;
  std::uint64_t initial_window_ = 0;

  std::uint64_t write_end_ = 1;  // one past the last written octet
  bool fin_wanted_ = false;
  std::uint64_t peer_edge_ = 0;  // right edge of the peer's window
  std::uint64_t peer_window_ = 0;
  std::uint64_t largest_window_ = 0;

  Phase phase_ = Phase::kOpen;
  unsigned dup_acks_ = 0;
  std::uint64_t recover_ = 0;          // RecoveryPoint + 1
  std::uint64_t rescue_from_ = 0;      // RescueRxt + 1
  std::uint64_t limited_bytes_ = 0;    // sent by limited transmit
  std::uint64_t inflated_window_ = 0;  // RFC 6582's cwnd
  bool partial_seen_ = false;
  bool fast_retransmit_ =
      false;  // recovery has begun: retransmit the first segment regardless of the window
  std::uint64_t timed_out_una_ = 0;  // una() at the last retransmission by the timer

  bool cwr_waits_ = false;
  std::uint64_t ecn_recover_ = 0;  // SND.NXT at the last reduction
  std::uint32_t ce_packets_ = 0;   // as last reported
  std::uint64_t ce_bytes_ = 0;

  TimePs last_sent_ = 0;           // last transmission of data
  std::uint64_t paced_until_ = 0;  // nxt() when pacing last held data back
};

}  // namespace docsis_vp::hosts
