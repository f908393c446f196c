// A peer that says what a test tells it to, when it tells it to, to one real endpoint; what the
// endpoint answers is noted in words:
//   "100 1:1461"                      at 100 ms, data octets 1 to 1460
//   "100 1:1461 fin"                  and FIN, which counts as one octet more
//   "140.25 ack 2921 sack 4381:5841"  an acknowledgment without data
//   "0 syn", "0 syn ack 1"            with ece, cwr, ect0, ect1 where set
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "models/hosts/tcp/congestion/reno.h"
#include "models/hosts/tcp/tcp_endpoint.h"
#include "tests/models/hosts/tcp/tcp_pair.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts {

// Plain RFCs: 1000 octets in a segment, no timestamps, acknowledgments at once, two segments first.
inline TcpConfig plain_config() {
  TcpConfig config;
  config.mss_bytes = 1000;
  config.timestamps = false;
  config.ack_every = 1;
  config.initial_window = InitialWindow::kSegments;
  config.initial_window_segments = 2;
  config.min_rto = 200 * kPsPerMs;
  config.receive_buffer_bytes = 60'000;
  return config;
}

class Script : private PacketSink {
 public:
  using Lines = std::vector<std::string>;
  using Blocks = std::vector<SackBlock>;

  explicit Script(const TcpConfig& config,
                  std::unique_ptr<CongestionControl> congestion = std::make_unique<Reno>())
      : endpoint(config, {timers, pool, *this, 1}, std::move(congestion), user) {
    user.close_after_peer = false;
  }

  // The endpoint connects at 0; the peer agrees to everything, or to `offer`, 100 ms later.
  void establish(std::uint64_t window = 1'000'000, std::uint8_t offer = 0xFF,
                 std::uint8_t ecn = kTcpEce) {
    endpoint.connect();
    run_to(100);
    TcpHeader header = blank(kTcpSyn | kTcpAck | (syn_.flags & kTcpEce ? ecn : 0));
    header.syn_offer = offer & syn_.syn_offer;
    header.syn_mss_bytes = 1460;
    header.acknowledgment = 1;
    header.window_bytes = std::min<std::uint64_t>(window, 65'535);
    inject(header);
    peer_next = 1;
    peer_ack = 1;
    peer_window = window;
    if (window > 65'535) acknowledge(1);
    lines.clear();
  }
  // The peer connects at 0 and completes the handshake 100 ms later.
  void accept() {
    endpoint.listen();
    TcpHeader header = blank(kTcpSyn | kTcpEce | kTcpCwr);
    header.syn_offer = 0xFF & ~kTcpOfferAccurateEcn;
    header.syn_mss_bytes = 1000;
    header.connection = 1;
    header.window_bytes = 65'535;
    inject(header);
    run_to(100);
    peer_next = 1;
    acknowledge(1);
    lines.clear();
  }

  void run_to(double ms) { timers.run_to(static_cast<TimePs>(ms * static_cast<double>(kPsPerMs))); }

  // At the current time. Acknowledges what the peer got, with SACK blocks.
  void acknowledge(std::uint64_t acknowledgment, const Blocks& blocks = {},
                   std::uint8_t flags = 0) {
    peer_ack = acknowledgment;
    TcpHeader header = blank(static_cast<std::uint8_t>(kTcpAck | flags));
    header.sequence = peer_next;
    add_blocks(header, blocks);
    inject(header);
  }
  // Data of the peer.
  void data(std::uint64_t sequence, std::uint32_t bytes, std::uint8_t flags = 0,
            Ecn ecn = Ecn::kNotEct) {
    TcpHeader header = blank(static_cast<std::uint8_t>(kTcpAck | flags));
    header.sequence = sequence;
    header.payload_bytes = bytes;
    inject(header, ecn);
  }
  void inject(const TcpHeader& header, Ecn ecn = Ecn::kNotEct) {
    PacketHandle packet = pool.take();
    packet->tcp = header;
    packet->ecn = ecn;
    packet->created = timers.now();
    endpoint.push(std::move(packet));
  }
  TcpHeader blank(std::uint8_t flags) const {
    TcpHeader header = {};
    header.flags = flags;
    header.connection = connection;
    header.acknowledgment = peer_ack;
    header.window_bytes = peer_window;
    header.timestamp = timers.now();
    header.timestamp_echo = timestamp_to_echo;
    header.one_way_delay = kNever;
    return header;
  }

  // Everything the endpoint sent since the last look.
  void expect(const Lines& expected) {
    EXPECT_EQ(lines, expected) << "at " << to_ms(timers.now()) << " ms";
    lines.clear();
  }

  PacketPool pool;
  ManualTimerQueue timers;
  NotingUser user;
  TcpEndpoint endpoint;
  Lines lines;
  std::vector<std::uint32_t> sizes;  // Ethernet, of all packets
  TcpHeader last = {};               // the last one sent
  std::uint32_t connection = 1;
  std::uint64_t peer_next = 0;
  std::uint64_t peer_ack = 0;
  std::uint64_t peer_window = 60'000;
  TimePs timestamp_to_echo = kNever;

 private:
  void push(PacketHandle packet) override {
    last = packet->tcp;
    if ((last.flags & kTcpSyn) != 0) syn_ = last;
    sizes.push_back(packet->size_bytes);
    lines.push_back(describe(*packet));
  }
  static void add_blocks(TcpHeader& header, const Blocks& blocks) {
    header.sack_count = static_cast<std::uint8_t>(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) header.sack[i] = blocks[i];
  }
  std::string describe(const Packet& packet) const {
    const TcpHeader& tcp = packet.tcp;
    std::ostringstream text;
    text << to_ms(timers.now());
    if ((tcp.flags & kTcpSyn) != 0) text << " syn";
    if ((tcp.flags & kTcpRst) != 0) text << " rst";
    const bool fin = (tcp.flags & kTcpFin) != 0;
    if (tcp.payload_bytes > 0 || fin) {
      text << ' ' << tcp.sequence << ':' << tcp.sequence + tcp.payload_bytes << (fin ? " fin" : "");
    } else if ((tcp.flags & kTcpAck) != 0 && (tcp.flags & kTcpRst) == 0) {
      text << " ack " << tcp.acknowledgment;
    }
    for (unsigned i = 0; i < tcp.sack_count; ++i) {
      text << (i == 0 ? " sack " : " ") << tcp.sack[i].begin << ':' << tcp.sack[i].end;
    }
    text << ((tcp.flags & kTcpEce) != 0 ? " ece" : "")
         << ((tcp.flags & kTcpCwr) != 0 ? " cwr" : "");
    text << (packet.ecn == Ecn::kEct0 ? " ect0" : packet.ecn == Ecn::kEct1 ? " ect1" : "");
    return text.str();
  }

  TcpHeader syn_ = {};
};

}  // namespace docsis_vp::hosts
