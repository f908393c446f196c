// Segments of one service flow in any order and with any content: every packet comes out once,
// whole, or is counted lost, and none stays behind.
#include <algorithm>
#include <vector>

#include "models/cmts/reassembler.h"
#include "models/docsis/crc.h"
#include "tests/fuzz/require.h"

using docsis_vp::fuzz::require;
namespace docsis = docsis_vp::docsis;

namespace {

class CountingSink : public docsis_vp::PacketSink {
 public:
  void push(docsis_vp::PacketHandle packet) override {
    require(static_cast<bool>(packet), "a packet, not nothing");
    ++packets;
  }
  std::uint64_t packets = 0;
};

// Cuts segments out of the input: a length, a choice of stretches, then octets.
class Cutter {
 public:
  Cutter(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  bool more() const { return rest_.size >= 2; }
  docsis::UpstreamBurst next(docsis_vp::PacketPool& pool, std::uint64_t& sent) {
    const std::uint8_t length = rest_[0];
    const std::uint8_t choice = rest_[1];
    const docsis::OctetView octets = rest_.from(2).first(length);
    rest_ = rest_.from(2 + octets.size);
    docsis::UpstreamBurst burst;
    burst.octets.assign(octets.data, octets.data + octets.size);
    repair(burst.octets);
    if (choice % 4 != 0) {
      add_runs(burst, choice, pool, sent);
    }
    burst.size_bytes = static_cast<std::uint32_t>(burst.octets.size());
    return burst;
  }

 private:
  static void repair(std::vector<std::uint8_t>& octets) {
    if (octets.size() >= docsis::kSegmentHeaderBytes) {
      const std::uint16_t hcs = docsis::crc16_x25(docsis::OctetView(octets).first(6));
      octets[6] = static_cast<std::uint8_t>(hcs);
      octets[7] = static_cast<std::uint8_t>(hcs >> 8);
    }
  }
  // All octets in one run, then stretches of up to three packets.
  static void add_runs(docsis::UpstreamBurst& burst, std::uint8_t choice,
                       docsis_vp::PacketPool& pool, std::uint64_t& sent) {
    docsis::BurstRun head;
    head.octets = static_cast<std::uint32_t>(burst.octets.size());
    burst.runs.push_back(std::move(head));
    for (unsigned i = 0; i < choice % 4U; ++i) {
      docsis::BurstRun run;
      run.frame_bytes = 64 + choice;
      run.packet = pool.take();
      run.packet_id = run.packet->id;
      run.packet->size_bytes = run.frame_bytes;
      burst.runs.push_back(std::move(run));
      ++sent;
    }
  }

  docsis::OctetView rest_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr docsis_vp::TimePs kWait = 1'000;
  docsis_vp::PacketPool pool;
  CountingSink sink;
  std::uint64_t sent = 0;
  {
    docsis_vp::cmts::Reassembler reassembler(kWait, sink);
    Cutter cutter(data, size);
    docsis_vp::TimePs now = 0;
    while (cutter.more()) {
      now += kWait / 3;
      docsis::UpstreamBurst burst = cutter.next(pool, sent);
      reassembler.give_up(now);
      if (const auto header = docsis::parse_segment_header(burst.octets)) {
        reassembler.accept(*header, std::move(burst), now);
      } else {
        reassembler.discard(burst);
      }
    }
    while (reassembler.deadline() != docsis_vp::kNever) {
      now = std::max(now, reassembler.deadline());
      reassembler.give_up(now);
    }
    const auto& counters = reassembler.counters();
    require(counters.packets == sink.packets, "whole packets come out once");
    require(counters.packets + counters.lost_packets == sent, "the others are lost");
  }
  require(pool.in_use() == 0, "no packet stays behind");
  return 0;
}
