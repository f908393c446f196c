// The counters of the data path's blocks, as firmware reads them over the bus.
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "models/cm/burst_builder/burst_builder_register_file.h"
#include "models/cm/burst_builder/burst_builder_registers.h"
#include "models/cm/map_parser/map_parser_register_file.h"
#include "models/cm/map_parser/map_parser_registers.h"
#include "models/cm/queue_memory/queue_memory_register_file.h"
#include "models/cm/queue_memory/queue_memory_registers.h"
#include "models/cm/request_engine/request_engine_register_file.h"
#include "models/cm/request_engine/request_engine_registers.h"
#include "models/cm/shaper/shaper_register_file.h"
#include "models/cm/shaper/shaper_registers.h"
#include "tests/models/cm/support/upstream_loop.h"

namespace docsis_vp::cm::block_registers_test {
namespace {

struct Master : sc_core::sc_module {
  explicit Master(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {}

  std::uint32_t read(std::uint32_t offset) {
    std::uint32_t word = 0;
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(offset);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok()) << "offset " << offset;
    return word;
  }
  std::uint64_t read64(std::uint32_t offset) {
    const std::uint64_t low = read(offset);
    return std::uint64_t{read(offset + 4)} << 32 | low;
  }

  tlm_utils::simple_initiator_socket<Master, 32> socket;
};

struct Bench {
  Bench() {
    memory.socket.bind(memory_registers.socket());
    shaper.socket.bind(shaper_registers.socket());
    requests.socket.bind(request_registers.socket());
    builder.socket.bind(builder_registers.socket());
  }

  UpstreamLoop loop{"loop", {{{8'000'000, 3044, 0}, 0}, {{0, 3044, 0}, 0}}};
  QueueMemoryRegisterFile memory_registers{"memory_registers", loop.memory};
  ShaperRegisterFile shaper_registers{"shaper_registers", loop.shaper, 2};
  RequestEngineRegisterFile request_registers{"request_registers", loop.requests, 2};
  BurstBuilderRegisterFile builder_registers{"builder_registers", loop.builder, 1, 2};
  Master memory{"memory"};
  Master shaper{"shaper"};
  Master requests{"requests"};
  Master builder{"builder"};
};

TEST(BlockRegisters, ShowQueuesAndBuckets) {
  namespace queue_reg = queue_memory_registers;
  namespace shaper_reg = shaper_registers;
  Bench bench;
  run_until(kPsPerUs);
  for (int i = 0; i < 4; ++i) {
    bench.loop.write(1000, 0);
  }
  bench.loop.write(700, 1);
  const std::uint32_t flow1 = queue_reg::kFlowOffset + queue_reg::kFlowStride;
  EXPECT_EQ(bench.memory.read(queue_reg::kFlowCountOffset), 2U);
  EXPECT_EQ(bench.memory.read(queue_reg::kOccupiedBytesOffset), 4700U);
  EXPECT_EQ(bench.memory.read(queue_reg::kFlowOffset + queue_reg::kFlowDepthBytesOffset), 4000U);
  EXPECT_EQ(bench.memory.read(flow1 + queue_reg::kFlowDepthPacketsOffset), 1U);
  EXPECT_EQ(bench.memory.read(flow1 + queue_reg::kFlowLimitBytesOffset), UINT32_MAX);
  EXPECT_EQ(bench.memory.read(flow1 + queue_reg::kFlowLimitPacketsOffset), 300U);
  EXPECT_EQ(bench.memory.read64(flow1 + queue_reg::kFlowWrittenBytesLowOffset), 700U);
  const std::uint32_t base = shaper_reg::kFlowOffset;
  EXPECT_EQ(bench.shaper.read(base + shaper_reg::kFlowMsrTokensOffset), 0U);
  EXPECT_EQ(bench.shaper.read(base + shaper_reg::kFlowPeakTokensOffset), 1522U);
  EXPECT_EQ(bench.shaper.read(base + shaper_reg::kFlowEligibleBytesOffset), 3044U);
  EXPECT_EQ(bench.shaper.read(base + shaper_reg::kFlowUnreleasedBytesOffset), 956U);
  EXPECT_EQ(bench.shaper.read64(base + shaper_reg::kFlowReleasedBytesLowOffset), 3044U);
}

TEST(BlockRegisters, CountRequestsAndBursts) {
  namespace request_reg = request_engine_registers;
  namespace builder_reg = burst_builder_registers;
  Bench bench;
  run_until(kPsPerMs);
  bench.loop.write(1000, 1);
  const std::uint32_t flow1 = request_reg::kFlowOffset + request_reg::kFlowStride;
  run_until(kPsPerMs + kPsPerUs);
  EXPECT_EQ(bench.requests.read(flow1 + request_reg::kFlowContendingOffset), 1U);
  run_until(3 * kPsPerMs);
  EXPECT_EQ(bench.requests.read(flow1 + request_reg::kFlowOutstandingBytesOffset), 1008U);
  run_until(20 * kPsPerMs);
  EXPECT_EQ(bench.requests.read(flow1 + request_reg::kFlowContendingOffset), 0U);
  EXPECT_EQ(bench.requests.read64(flow1 + request_reg::kFlowContentionRequestsLowOffset), 1U);
  EXPECT_EQ(bench.requests.read64(flow1 + request_reg::kFlowRequestedBytesLowOffset), 1008U);
  EXPECT_EQ(bench.builder.read(builder_reg::kChannelCountOffset), 1U);
  EXPECT_EQ(
      bench.builder.read64(builder_reg::kChannelOffset + builder_reg::kChannelGrantsLowOffset), 1U);
  EXPECT_EQ(
      bench.builder.read64(builder_reg::kChannelOffset + builder_reg::kChannelUsedBytesLowOffset),
      1014U);
  EXPECT_EQ(bench.builder.read64(builder_reg::kFlowOffset + builder_reg::kFlowStride +
                                 builder_reg::kFlowSegmentsLowOffset),
            1U);
}

TEST(BlockRegisters, CountMaps) {
  namespace reg = map_parser_registers;
  platform::InstantSequencer sequencer("sequencer");
  std::vector<docsis::ChannelGeometry> channels{docsis::ChannelGeometry({})};
  MapParserConfig config;
  config.sids = {{0x100}};
  MapParser parser("parser", config, channels, sequencer, {});
  MapParserRegisterFile registers("registers", parser);
  Master master("master");
  master.socket.bind(registers.socket());
  run_until(kPsPerUs);
  docsis::Map map;
  map.channel_id = 1;
  map.ucd_count = 1;
  map.elements = {{0x100, docsis::kIucAdvancedLongData, 0}, {0, docsis::kIucNull, 10}};
  auto octets = std::make_shared<std::vector<std::uint8_t>>();
  docsis::append_map(*octets, map);
  parser.receive(octets);
  run_until(2 * kPsPerUs);
  EXPECT_EQ(master.read64(reg::kMapsLowOffset), 1U);
  EXPECT_EQ(master.read64(reg::kElementsLowOffset), 2U);
  EXPECT_EQ(master.read64(reg::kGrantsLowOffset), 1U);
  EXPECT_EQ(master.read64(reg::kBusyCyclesLowOffset), 48U);
  EXPECT_EQ(master.read64(reg::kBeyondReachLowOffset), 0U);
}

}  // namespace
}  // namespace docsis_vp::cm::block_registers_test
