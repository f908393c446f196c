#include "models/cm/burst_builder/burst_builder_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr unsigned kBuilderCountersOfChannel = 7;  // burst_builder.rdl
constexpr unsigned kBuilderCountersOfFlow = 3;
constexpr std::uint32_t kBuilderMinislotBits = 32;
constexpr std::uint32_t kLengthBits = 14;    // minislots of a grant
constexpr std::uint32_t kBurstBits = 16;     // bytes of a burst
constexpr std::uint32_t kSequenceBits = 13;  // MULPI 6.3: segment header
constexpr std::uint32_t kHeaderOctets = 8;   // segment header
constexpr std::uint32_t kBitsPerByte = 8;
constexpr std::uint32_t kWordBits = 64;

// Two frames, or two bursts: one is filled while the other is sent.
std::uint64_t buffer_bytes(const docsis::ChannelParameters& channel, BuildUnitKind unit,
                           TimePs longest_burst) {
  if (channel.kind == docsis::ChannelKind::kOfdma && unit == BuildUnitKind::kFrame) {
    return 2 * std::uint64_t{channel.minislots_per_frame} * channel.bytes_per_minislot;
  }
  const docsis::ChannelGeometry geometry(channel);
  return 2 * geometry.rate_bps() / kBitsPerByte * static_cast<std::uint64_t>(longest_burst) /
         static_cast<std::uint64_t>(kPsPerSecond);
}

Block walk(const InventoryWidths& widths) {
  Block block{"gather", "which packets, or parts of them, a burst takes"};
  block.add(hold(kBurstBits), "room left of the burst");
  block.add(subtractor(kBurstBits), "room left of the burst");
  block.add(less(kBurstBits), "whether the rest of a packet fits");
  block.add(less(widths.depth), "whether it is eligible");
  block.add(mux(kBurstBits, 3), "packet, room or what is eligible: the least");
  block.add(add_subtract(widths.depth), "eligible bytes left");
  block.add(control(10, 14), "segment, header, packet, drop, padding, end");
  return block;
}

Block headers(const InventoryWidths& widths) {
  Block block{"headers", "segment header and MAC headers with their check sequences"};
  block.add(hold(kHeaderOctets * kBitsPerByte), "segment header");
  block.add(hold(6 * kBitsPerByte), "MAC header");
  block.add_state("sequences", widths.flows, kSequenceBits, "number of the next segment");
  block.add(incrementer(kSequenceBits), "number of the next segment");
  block.add(hold(kBurstBits), "pointer to the first MAC header");
  block.add(2, flip_flops(16), "HCS of both");
  block.add(2, crc(kHcsOnes, 8), "HCS of both, an octet a clock");
  block.add(shifter(kWordBits, kWordBits / kBitsPerByte), "octets behind those before them");
  block.add(control(12, 12), "octets of both headers");
  return block;
}

}  // namespace

Block burst_builder_inventory(const BurstBuilderConfig& config,
                              const std::vector<docsis::ChannelParameters>& channels,
                              TimePs longest_burst, const InventoryWidths& widths) {
  Block block{"burst_builder", "pulls granted bytes into bursts before their deadline"};
  Block grants{"grants", "grants whose bursts are still to be built, in their order by channel"};
  grants.add(Memory{"table", config.grant_table_size,
                    kBuilderMinislotBits + kLengthBits + kBurstBits + widths.flow() + 4, 2, 1,
                    "start, length, bytes, flow, interval usage code"});
  const std::uint32_t index = bits_for(config.grant_table_size - 1);
  grants.add(2 * channels.size(), counter(index), "first and last of each channel");
  grants.add(channels.size(), hold(kBuilderMinislotBits), "start of the first of each channel");
  grants.add(channels.size(), less(kBuilderMinislotBits), "whose window opens first");
  grants.add(less(kBuilderMinislotBits), "whether it begins behind the last one of its channel");
  grants.add(control(6, 8), "enter, open, take");
  block.add(std::move(grants));
  block.add(walk(widths));
  block.add(headers(widths));

  Block buffers{"buffers", "each channel's burst or frame, one filled while the other is sent"};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::uint64_t bytes = buffer_bytes(channels[i], config.build_units[i], longest_burst);
    buffers.add(Memory{channels[i].name, (bytes + 7) / 8, kWordBits, 2, 1,
                       config.build_units[i] == BuildUnitKind::kFrame
                           ? "two frames of the channel"
                           : "two bursts of a MAP interval at the channel's rate"});
    buffers.add(2, counter(bits_for(bytes / 8)), "write, read");
  }
  block.add(std::move(buffers));
  block.add(counters_inventory(std::uint64_t{widths.flows} * kBuilderCountersOfFlow +
                                   channels.size() * kBuilderCountersOfChannel,
                               "of grants and bytes"));
  return block;
}

}  // namespace docsis_vp::cm
