#include "models/hosts/tcp/congestion/dctcp.h"

namespace docsis_vp::hosts {

Dctcp::Dctcp(const DctcpConfig& config)
    : Reno(config.growth), config_(config), marks_(config.gain, config.initial_alpha) {}

void Dctcp::start(const CongestionStart& start) {
  Reno::start(start);
  marks_ = MarkFraction(config_.gain, config_.initial_alpha);
  rounds_ = RoundCounter();
  nxt_ = reduced_until_ = 0;
}

// RFC 8257 sec. 3.3.
void Dctcp::on_ack(const AckSample& ack) {
  nxt_ = ack.nxt;
  marks_.add(ack.delivered_bytes, ack.marked_bytes);
  if (rounds_.on_ack(ack.una, ack.nxt)) marks_.end_round();
  if (ack.marked_bytes != 0 && !ack.in_recovery && ack.una > reduced_until_) {
    reduce_to(static_cast<std::uint64_t>(static_cast<double>(cwnd()) * (1 - alpha() / 2)));
    reduced_until_ = ack.nxt;
    return;
  }
  Reno::on_ack(ack);
}

void Dctcp::on_congestion(const CongestionSample& sample) {
  Reno::on_congestion(sample);
  reduced_until_ = nxt_;  // a loss and a mark of one window count as one congestion
}

// A mark on a retransmission must not lower ssthresh a second time, RFC 3168 sec. 6.1.2.
void Dctcp::on_timeout(const CongestionSample& sample, bool first) {
  Reno::on_timeout(sample, first);
  reduced_until_ = nxt_;
}

}  // namespace docsis_vp::hosts
