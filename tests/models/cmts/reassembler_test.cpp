#include "models/cmts/reassembler.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>

#include "models/docsis/mac_header.h"
#include "platform/base/random.h"

namespace docsis_vp::cmts::reassembler_test {
namespace {

class Sink : public PacketSink {
 public:
  void push(PacketHandle packet) override {
    sequences.push_back(packet->sequence);
    bytes += packet->size_bytes;
    ecn = packet->ecn;
  }
  std::vector<std::uint64_t> sequences;
  std::uint64_t bytes = 0;
  Ecn ecn = Ecn::kNotEct;  // of the last
};

struct Segment {
  docsis::SegmentHeader header;
  docsis::UpstreamBurst burst;
};

// Cuts packets into segments as a modem does, byte by byte through a plain model: 6 octets of
// header, then the packet.
class Cutter {
 public:
  void add(std::uint64_t sequence, std::uint32_t bytes) {
    PacketHandle packet = pool_.take();
    packet->sequence = sequence;
    packet->size_bytes = bytes;
    Frame frame;
    docsis::append_packet_header(frame.header, bytes);
    frame.packet = std::move(packet);
    frames_.push_back(std::move(frame));
  }
  bool empty() const { return frames_.empty(); }

  // payload: bytes behind the segment header; what is too many is padding.
  Segment cut(std::uint32_t payload) {
    Segment segment;
    segment.header.sequence = next_sequence_;
    next_sequence_ = static_cast<std::uint16_t>((next_sequence_ + 1) % docsis::kSegmentSequences);
    std::vector<std::uint8_t> octets;
    docsis::BurstRun run;
    run.octets = docsis::kSegmentHeaderBytes;
    std::uint32_t used = 0;
    while (used < payload && !frames_.empty()) {
      Frame& frame = frames_.front();
      if (frame.header_sent == 0 && !segment.header.pointer_valid) {
        segment.header.pointer_valid = true;
        segment.header.pointer = static_cast<std::uint16_t>(used);
      }
      while (used < payload && frame.header_sent < frame.header.size()) {
        octets.push_back(frame.header[frame.header_sent++]);
        ++run.octets;
        ++used;
      }
      const std::uint32_t left = frame.packet->size_bytes - frame.sent;
      const std::uint32_t now = std::min(left, payload - used);
      if (now == 0) break;
      run.frame_offset = frame.sent;
      run.frame_bytes = now;
      run.packet_id = frame.packet->id;
      used += now;
      frame.sent += now;
      if (frame.sent == frame.packet->size_bytes) {
        run.packet = std::move(frame.packet);
        frames_.pop_front();
      }
      segment.burst.runs.push_back(std::move(run));
      run = {};
    }
    if (used < payload) {
      octets.push_back(docsis::kPaddingOctet);
      ++run.octets;
    }
    if (run.octets > 0) segment.burst.runs.push_back(std::move(run));
    docsis::append_segment_header(segment.burst.octets, segment.header);
    segment.burst.octets.insert(segment.burst.octets.end(), octets.begin(), octets.end());
    return segment;
  }
  std::size_t packets_out() const { return pool_.in_use(); }

 private:
  struct Frame {
    std::vector<std::uint8_t> header;
    std::size_t header_sent = 0;
    std::uint32_t sent = 0;
    PacketHandle packet;
  };
  PacketPool pool_;
  std::deque<Frame> frames_;
  std::uint16_t next_sequence_ = 0;
};

void accept(Reassembler& reassembler, Segment segment, TimePs now = 0) {
  reassembler.accept(segment.header, std::move(segment.burst), now);
}

TEST(Reassembler, PutsAnyCutTogether) {
  RandomStream random(1, "test/cuts");
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(0, sink);
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < 3'000; ++i) {
    const auto bytes = static_cast<std::uint32_t>(random.between(64, 1518));
    total += bytes;
    cutter.add(i, bytes);
  }
  while (!cutter.empty()) {
    const bool tiny = random.below(3) == 0;
    accept(reassembler, cutter.cut(static_cast<std::uint32_t>(tiny ? random.between(1, 9)
                                                                   : random.between(40, 5'000))));
  }
  ASSERT_EQ(sink.sequences.size(), 3'000U);
  EXPECT_TRUE(std::is_sorted(sink.sequences.begin(), sink.sequences.end()));
  EXPECT_EQ(sink.bytes, total);
  EXPECT_EQ(reassembler.counters().desyncs, 0U);
  EXPECT_EQ(reassembler.counters().missing_segments, 0U);
  EXPECT_EQ(cutter.packets_out(), 0U);
}

TEST(Reassembler, ALostSegmentKillsTheFramesThatTouchIt) {
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(0, sink);
  for (std::uint64_t i = 0; i < 6; ++i) cutter.add(i, 94);  // frames of 100 bytes
  accept(reassembler, cutter.cut(150));                     // 0, half of 1
  {
    const Segment lost = cutter.cut(200);  // rest of 1, 2, half of 3
    EXPECT_TRUE(lost.header.pointer_valid);
  }
  accept(reassembler, cutter.cut(100));  // rest of 3, half of 4
  accept(reassembler, cutter.cut(150));  // rest of 4, 5
  EXPECT_EQ(sink.sequences, (std::vector<std::uint64_t>{0, 4, 5}));
  EXPECT_EQ(reassembler.counters().missing_segments, 1U);
  EXPECT_EQ(reassembler.counters().lost_packets, 1U);  // 3; 1 and 2 ended in the lost segment
  EXPECT_EQ(reassembler.counters().lost_bytes, 94U);
}

TEST(Reassembler, AfterALossSegmentsWithoutAPointerAreSkipped) {
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(0, sink);
  cutter.add(0, 494);
  cutter.add(1, 94);
  cutter.cut(100);
  accept(reassembler, cutter.cut(100));
  accept(reassembler, cutter.cut(350));
  EXPECT_EQ(reassembler.counters().lost_packets, 1U);
  accept(reassembler, cutter.cut(100));
  EXPECT_EQ(sink.sequences, (std::vector<std::uint64_t>{1}));
}

TEST(Reassembler, ChannelsMayReorder) {
  RandomStream random(1, "test/reorder");
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(kPsPerMs, sink);
  for (std::uint64_t i = 0; i < 20'000; ++i) cutter.add(i, 300);
  while (!cutter.empty()) {
    std::vector<Segment> lot;
    for (int i = 0; i < 5; ++i) lot.push_back(cutter.cut(700));
    for (std::size_t i = lot.size(); i > 1; --i) std::swap(lot[i - 1], lot[random.below(i)]);
    for (Segment& segment : lot) accept(reassembler, std::move(segment));
  }
  ASSERT_EQ(sink.sequences.size(), 20'000U);  // the sequence number wrapped
  EXPECT_TRUE(std::is_sorted(sink.sequences.begin(), sink.sequences.end()));
  EXPECT_EQ(reassembler.deadline(), kNever);
}

TEST(Reassembler, GivesUpOnAMissingSegmentInTime) {
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(kPsPerMs, sink);
  for (std::uint64_t i = 0; i < 4; ++i) cutter.add(i, 94);
  cutter.cut(100);
  accept(reassembler, cutter.cut(100), 5);
  accept(reassembler, cutter.cut(100), 7);
  EXPECT_EQ(reassembler.deadline(), kPsPerMs + 5);
  reassembler.give_up(kPsPerMs + 4);
  EXPECT_TRUE(sink.sequences.empty());
  reassembler.give_up(kPsPerMs + 5);
  EXPECT_EQ(sink.sequences, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(reassembler.counters().missing_segments, 1U);
}

TEST(Reassembler, StaleSegmentsAreCountedAndTheirPacketsLost) {
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(0, sink);
  for (std::uint64_t i = 0; i < 3; ++i) cutter.add(i, 94);
  Segment early = cutter.cut(100);
  accept(reassembler, cutter.cut(100));
  accept(reassembler, std::move(early));
  EXPECT_EQ(reassembler.counters().stale_segments, 1U);
  EXPECT_EQ(reassembler.counters().lost_packets, 1U);
  EXPECT_EQ(sink.sequences, (std::vector<std::uint64_t>{1}));
}

TEST(Reassembler, GoesOnAfterAnOutageOfAnyLength) {
  for (const TimePs reorder_wait : {TimePs{0}, kPsPerMs}) {
    for (const unsigned length : {1U, 100U, 4'000U, 4'093U, 4'094U, 4'095U, 4'096U, 4'097U, 6'000U,
                                  8'189U, 8'190U, 8'191U}) {
      Cutter cutter;
      Sink sink;
      Reassembler reassembler(reorder_wait, sink);
      for (std::uint64_t i = 0; i < length + 5; ++i) cutter.add(i, 94);
      accept(reassembler, cutter.cut(100), 0);
      for (unsigned i = 0; i < length; ++i) cutter.cut(100);
      const TimePs later = kPsPerMs + 1;
      accept(reassembler, cutter.cut(100), later);
      accept(reassembler, cutter.cut(100), later);
      Segment early = cutter.cut(100);
      accept(reassembler, cutter.cut(100), later);
      // Where no channel overtakes another, a late segment is stale.
      if (reorder_wait > 0) accept(reassembler, std::move(early), later);
      reassembler.give_up(later + reorder_wait);
      std::vector<std::uint64_t> wanted = {0, length + 1, length + 2, length + 3, length + 4};
      if (reorder_wait == 0) wanted.erase(wanted.begin() + 3);
      EXPECT_EQ(sink.sequences, wanted) << length;
      EXPECT_EQ(reassembler.counters().missing_segments, length + (reorder_wait == 0 ? 1 : 0));
      EXPECT_EQ(reassembler.counters().stale_segments, 0U);
    }
  }
}

TEST(Reassembler, SkipsFramesThatAreNoPackets) {
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(0, sink);
  cutter.add(0, 94);
  Segment segment = cutter.cut(100);
  // A management frame of 20 octets of payload before the packet.
  std::vector<std::uint8_t> frame;
  docsis::append_header(frame, docsis::kManagementControl, {}, 20);
  frame.resize(26);
  auto& octets = segment.burst.octets;
  octets.insert(octets.begin() + 8, frame.begin(), frame.end());
  segment.burst.runs[0].octets += 26;
  accept(reassembler, std::move(segment));
  EXPECT_EQ(reassembler.counters().other_frames, 1U);
  EXPECT_EQ(sink.sequences.size(), 1U);
}

// Octets damaged behind a valid segment header: no packet is invented, none is forgotten.
TEST(Reassembler, HostileSegmentsLoseButKeepTheBooks) {
  RandomStream random(1, "test/hostile");
  Cutter cutter;
  Sink sink;
  Reassembler reassembler(0, sink);
  const std::uint64_t packets = 5'000;
  for (std::uint64_t i = 0; i < packets; ++i) cutter.add(i, 200);
  while (!cutter.empty()) {
    Segment segment = cutter.cut(static_cast<std::uint32_t>(random.between(20, 900)));
    auto& octets = segment.burst.octets;
    switch (random.below(8)) {
      case 0:
        octets[random.below(octets.size())] ^= 0x21;
        break;
      case 1:
        octets.resize(8 + random.below(octets.size() - 7));
        break;
      case 2:
        segment.header.pointer = static_cast<std::uint16_t>(random.below(1 << 14));
        break;
      case 3:
        segment.burst.runs[0].octets = random.next_u32();
        break;
      case 4:
        segment.burst.runs.back().frame_offset ^= 4;
        break;
      default:
        break;
    }
    accept(reassembler, std::move(segment));
  }
  const auto& counters = reassembler.counters();
  EXPECT_EQ(counters.packets + counters.lost_packets, packets);
  EXPECT_EQ(sink.sequences.size(), counters.packets);
  EXPECT_TRUE(std::is_sorted(sink.sequences.begin(), sink.sequences.end()));
  EXPECT_GT(counters.desyncs, 100U);
  EXPECT_GT(counters.packets, packets / 4);
}

// An ARP frame has no such octet.
TEST(Reassembler, OverwritesTheTosOctetOfIpAlone) {
  for (const bool is_ip : {true, false}) {
    FlowTable flows;
    FlowKey key;
    key.ip_version = is_ip ? 4 : 0;
    flows.add("x", key);
    Sink sink;
    Cutter cutter;
    Reassembler reassembler(0, sink);
    reassembler.overwrite_tos({0xFC, 0x03}, &flows);
    cutter.add(0, 200);
    Segment segment = cutter.cut(1000);
    reassembler.accept(segment.header, std::move(segment.burst), 0);
    ASSERT_EQ(sink.sequences.size(), 1U);
    EXPECT_EQ(sink.ecn, is_ip ? Ecn::kCe : Ecn::kNotEct);
  }
}

}  // namespace
}  // namespace docsis_vp::cmts::reassembler_test
