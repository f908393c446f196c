#include "models/hosts/tcp/tcp_receiver.h"

#include <algorithm>

namespace docsis_vp::hosts {
namespace {

constexpr std::uint64_t kLargestField = 65'535;  // of the header's window field

}  // namespace

void TcpReceiver::start(const TcpOptions& agreed) {
  agreed_ = agreed;
  segment_bytes_ = agreed.segment_bytes();
  reassembly_.start(1);
  window_shift_ = agreed.window_scaling ? shift_of_syn() : 0;
  edge_ = 1 + window_of_syn();
  last_written_ = 1;
  waiting_bytes_ = 0;
  quick_acks_ = config_.quick_acks;
  report_waits_ = has_duplicate_ = false;
  fin_ = 0;
  fin_taken_ = false;
  read_bytes_ = 0;
  timestamp_recent_ = one_way_delay_ = kNever;
  echo_ce_ = false;
  ce_packets_ = 0;
  ce_bytes_ = 0;
}

std::uint64_t TcpReceiver::window_of_syn() const {
  return std::min(config_.receive_buffer_bytes, kLargestField);
}

std::uint8_t TcpReceiver::shift_of_syn() const {
  std::uint8_t shift = 0;
  while (config_.receive_buffer_bytes >> shift > kLargestField) {
    ++shift;
  }
  return shift;
}

bool TcpReceiver::must_acknowledge_first(const Packet& packet) const {
  return agreed_.ecn == TcpEcn::kDctcp && waiting_bytes_ > 0 && packet.tcp.payload_bytes > 0 &&
         (packet.ecn == Ecn::kCe) != echo_ce_;
}

TcpReceiver::Acknowledge TcpReceiver::take(const Packet& packet, TimePs now) {
  const TcpHeader& header = packet.tcp;
  note_timestamp(header);
  const bool empty = header.payload_bytes == 0 && (header.flags & kTcpFin) == 0;
  if (empty) {
    // A window probe is below the window and answered like any segment outside it (RFC 9293 sec.
    // 3.10.7.4).
    report_waits_ = header.sequence < next();
    return report_waits_ ? Acknowledge::kNow : Acknowledge::kNot;
  }
  one_way_delay_ = now - packet.created;
  const bool echoed = echo_ce_;
  note_ecn(packet);
  const Acknowledge wanted = take_text(header);
  const bool changed = agreed_.ecn == TcpEcn::kDctcp && echoed != echo_ce_;
  return changed ? Acknowledge::kNow : wanted;
}

void TcpReceiver::note_timestamp(const TcpHeader& header) {
  // RFC 7323 sec. 4.3
  if (agreed_.timestamps && header.sequence <= last_written_ &&
      (timestamp_recent_ == kNever || header.timestamp >= timestamp_recent_)) {
    timestamp_recent_ = header.timestamp;
  }
}

void TcpReceiver::note_ecn(const Packet& packet) {
  const bool marked = packet.ecn == Ecn::kCe;
  if (marked) {
    ++statistics_.ce_segments;
    ++ce_packets_;
    ce_bytes_ += packet.tcp.payload_bytes;
  }
  if (agreed_.ecn == TcpEcn::kDctcp) {
    echo_ce_ = marked;
  } else {
    echo_ce_ = marked || (echo_ce_ && (packet.tcp.flags & kTcpCwr) == 0);
  }
}

TcpReceiver::Acknowledge TcpReceiver::take_text(const TcpHeader& header) {
  ++statistics_.received_segments;
  const std::uint64_t text_end = header.sequence + header.payload_bytes;
  std::uint64_t end = std::min(text_end, edge_);
  if ((header.flags & kTcpFin) != 0 && end == text_end) {
    fin_ = text_end;
    ++end;
  }
  if (end <= next()) {
    note_duplicate(header.sequence, end);
    return Acknowledge::kNow;
  }
  const std::uint64_t before = next();
  if (header.sequence > before) {
    if (header.sequence < end && !reassembly_.add(header.sequence, end)) {
      note_duplicate(header.sequence, end);
    }
    report_waits_ = true;
    return Acknowledge::kNow;
  }
  const bool gap = reassembly_.has_gap();
  if (gap) {
    reassembly_.add(header.sequence, end);
  } else {
    reassembly_.advance(end);
  }
  report_waits_ = gap;
  fin_taken_ = fin_ != 0 && next() > fin_;
  statistics_.delivered_bytes += next() - before - (fin_taken_ ? 1 : 0);
  const Acknowledge wanted = in_order(next() - before);
  return gap || fin_taken_ ? Acknowledge::kNow : wanted;
}

void TcpReceiver::note_duplicate(std::uint64_t begin, std::uint64_t end) {
  ++statistics_.duplicate_segments;
  duplicate_ = {begin, end};
  has_duplicate_ = config_.duplicate_sack && begin < end;
  report_waits_ = true;
}

TcpReceiver::Acknowledge TcpReceiver::in_order(std::uint64_t bytes) {
  waiting_bytes_ += bytes;
  if (quick_acks_ > 0) {
    --quick_acks_;
    return Acknowledge::kNow;
  }
  const std::uint64_t bearable = std::uint64_t{config_.ack_every - 1} * segment_bytes_;
  return waiting_bytes_ > bearable ? Acknowledge::kNow : Acknowledge::kLater;
}

// Returns the right edge of the window. It moves in steps of a segment or half the buffer (RFC 9293
// sec. 3.8.6.2.2) and never back.
std::uint64_t TcpReceiver::window_edge() const {
  const std::uint64_t used = std::min(unread_bytes(), config_.receive_buffer_bytes);
  const std::uint64_t space =
      std::min(config_.receive_buffer_bytes - used, kLargestField << window_shift_);
  const std::uint64_t edge = next() + (space >> window_shift_ << window_shift_);
  const std::uint64_t step =
      std::min<std::uint64_t>(config_.receive_buffer_bytes / 2, segment_bytes_);
  return edge >= edge_ + step ? edge : std::max(edge_, next());
}

bool TcpReceiver::read(std::uint64_t bytes) {
  read_bytes_ = std::min(read_bytes_ + bytes, delivered_bytes());
  const std::uint64_t open = edge_ > next() ? edge_ - next() : 0;
  const std::uint64_t opens = window_edge() - std::min(edge_, window_edge());
  return opens > 0 && (open < segment_bytes_ || opens >= 2 * std::uint64_t{segment_bytes_} ||
                       opens >= config_.receive_buffer_bytes / 2);
}

std::uint32_t TcpReceiver::write(TcpHeader& header, TimePs now, bool with_sack) {
  edge_ = window_edge();
  last_written_ = next();
  waiting_bytes_ = 0;
  header.flags |= kTcpAck;
  if (echo_ce_ && agreed_.ecn != TcpEcn::kAccurate && agreed_.ecn != TcpEcn::kOff) {
    header.flags |= kTcpEce;
  }
  header.acknowledgment = last_written_;
  header.window_bytes = (edge_ - last_written_) >> window_shift_ << window_shift_;
  header.window_shift = window_shift_;
  header.ce_packets = ce_packets_;
  header.ce_bytes = ce_bytes_;
  header.one_way_delay = one_way_delay_;
  std::uint32_t options = 0;
  header.timestamp = header.timestamp_echo = kNever;
  if (agreed_.timestamps) {
    header.timestamp = now;
    header.timestamp_echo = timestamp_recent_;
    options = kTimestampBytes;
  }
  report_waits_ = report_waits_ && !with_sack;
  if (with_sack && agreed_.sack && (has_duplicate_ || reassembly_.has_gap())) {
    const unsigned room = (kMaxOptionBytes - options - 4) / 8;
    unsigned count = 0;
    if (has_duplicate_) {
      header.sack[count++] = duplicate_;
      has_duplicate_ = false;
    }
    count += reassembly_.report(header.sack.data() + count, room - count);
    header.sack_count = static_cast<std::uint8_t>(count);
    options += sack_option_bytes(count);
  }
  return options;
}

}  // namespace docsis_vp::hosts
