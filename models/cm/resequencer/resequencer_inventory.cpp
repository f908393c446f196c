#include "models/cm/resequencer/resequencer_inventory.h"

#include <utility>

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kDsid = 20;
constexpr std::uint32_t kSequence = 16;
constexpr std::uint32_t kWaited = 15;  // microseconds, up to 18 ms plus one resolution step

// Streams that the block is built for.
std::uint32_t streams_of(const ResequencerConfig& config) {
  return config.flows > docsis::kFirstDsids ? docsis::kMaxDownstreamFlows : docsis::kFirstDsids;
}

// MULPI 6.2: the MAC header with its check sequence and the extended header; the frame's CRC.
Block headers(unsigned channels, std::uint32_t streams) {
  Block block{"headers", "MAC header and extended header of what a channel brings", channels};
  block.add(hold(32), "octets at hand");
  block.add(counter(kPacketLengthBits), "octets left");
  block.add(reset_register(16), "header check sequence");
  block.add(crc(kHcsOnes, 8), "header check sequence, an octet a clock");
  block.add(reset_register(32), "CRC of the frame");
  block.add(crc(kCrc32Ones, 8), "CRC of the frame, an octet a clock");
  block.add(is_constant(16), "header intact");
  block.add(is_constant(32), "frame intact");
  block.add(hold(kDsid + kSequence + 1), "DSID, sequence number, sequence change");
  block.add(subtractor(kDsid), "which of the modem's DSIDs");
  block.add(is_constant(kDsid - bits_for(docsis::kFirstDsids - 1)), "none of them");
  if (streams > docsis::kFirstDsids) {
    block.add(subtractor(kDsid), "which of its further DSIDs");
    block.add(is_constant(kDsid - bits_for(docsis::kFurtherDsids - 1)), "none of these");
  }
  block.add(control(10, 12), "header, extended header, packet, drop");
  return block;
}

Block sequencing(unsigned channels, std::uint64_t streams) {
  Block block{"sequencing", "MULPI 8.2.3: which packet is next, and which never comes"};
  block.add_state("streams", streams, 1 + kSequence + channels + 2 * kSequence,
                  "sequence change, next number, channels heard, numbers that may come late");
  block.add_state("lasts", streams * channels, kSequence, "last number of each channel");
  block.add(2, subtractor(kSequence), "distance from the next number, of this packet or a channel");
  block.add(2, less(kSequence), "among the numbers that may come late");
  block.add(incrementer(kSequence), "the next number");
  block.add(mux(kSequence, 3), "next number: as it was, one more, given up to here");
  block.add(counter(bits_for(channels)), "the channel that is looked at");
  block.add(and_gates(channels), "channels that have not passed the missing one");
  block.add(is_constant(channels), "none");
  block.add(control(10, 14), "in order, hold, late, run, give up");
  return block;
}

Block waiting(const InventoryWidths& widths, std::uint32_t streams) {
  constexpr std::uint32_t kSlot = bits_for(kHeldDownstreamPackets - 1);
  Block block{"waiting", "packets that wait for others; their octets lie off die"};
  block.add(Memory{"held", kHeldDownstreamPackets,
                   widths.address + kPacketLengthBits + kSequence + kWaited + kSlot, 2, 1,
                   "where it lies, length, number, when it came, the next one"});
  block.add_state("lists", streams, kSlot + 1, "first of each stream");
  block.add(hold(2 * (kSlot + 1)), "free ones: first and last");
  block.add(subtractor(kSequence), "place among those that wait");
  block.add(subtractor(kWaited), "how long the first has waited");
  block.add(less(kWaited), "too long");
  block.add(counter(kWaited), "microseconds");
  block.add(control(8, 10), "insert, take, free");
  return block;
}

}  // namespace

Block downstream_inventory(const ResequencerConfig& config, const InventoryWidths& widths) {
  const auto channels = static_cast<unsigned>(config.channels.size());
  constexpr unsigned kCounters = 6;  // Resequencer::Counters
  Block block{"downstream", "what comes from the CMTS, towards the LAN"};
  const std::uint32_t streams = streams_of(config);
  block.add(headers(channels, streams));
  if (channels > 1) {
    block.add(sequencing(channels, streams));
    block.add(waiting(widths, streams));
  }
  block.add(counters_inventory(kCounters, "of packets in and out of order, late, missing"));
  return block;
}

}  // namespace docsis_vp::cm
