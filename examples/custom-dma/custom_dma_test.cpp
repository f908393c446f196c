// An external DMA engine with firmware that uses it.
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "dma.h"
#include "firmware/dma.h"
#include "system/assembly/modem/events.h"
#include "system/extension/extensions.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

using namespace docsis_vp::testing;  // NOLINT(google-build-using-namespace)

namespace {

constexpr std::uint32_t kHeaderBytes = 64;
// Engine cycles at 100 MHz: a descriptor, a header read with the bus's one wait state, a header
// written, a status.
constexpr std::uint32_t kCyclesPerHeader = 4 + (16 + 1) + 16 + 1;

class CustomDma : public SystemTest {
 protected:
  void build_with(std::uint32_t headers, std::vector<std::string> sets = {}) {
    sets.insert(sets.begin(), "modems.cm0.firmware=" FIRMWARE);
    build(SCENARIO, {{}, sets},
          docsis_vp::system::Extensions().add_block("dma", Dma::block_kind()));
    system().firmware().set_word("headers", headers);
  }
  std::uint32_t word(const char* variable) { return system().firmware().word(variable); }
  std::uint32_t reg(std::uint32_t offset) { return system().firmware().word_at(DMA_BASE + offset); }
};

TEST_F(CustomDma, CopiesHeadersAndTellsOnce) {
  build_with(8);
  run();
  EXPECT_EQ(word("finished"), 1U);
  EXPECT_EQ(word("mismatches"), 0U);
  EXPECT_EQ(word("interrupts"), 1U);
  EXPECT_EQ(reg(DMA_TAIL), 8U);
  EXPECT_EQ(reg(DMA_STATUS), 0U);
}

TEST_F(CustomDma, TakesACycleForEachWordEachWay) {
  build_with(5);
  run();
  EXPECT_EQ(reg(DMA_BUSY_CYCLES), 5 * kCyclesPerHeader);
}

// The log of RAM shows the engine's transactions by their length, each at its instant.
TEST_F(CustomDma, ActsAtTheInstantOfTheDoorbell) {
  struct : docsis_vp::system::EventObserver {
    void accessed(const docsis_vp::system::RegisterEvent& event) override {
      if (event.access.range.name == "dma" && event.access.is_write &&
          event.access.offset == DMA_HEAD) {
        rung = event.access.at;
      }
    }
    docsis_vp::TimePs rung = 0;
  } observer;
  std::ostringstream log;
  build_with(2);
  system().subscribe(observer, docsis_vp::system::kRegisterEvents);
  system().log_transactions("ram", log);
  run();
  std::vector<docsis_vp::TimePs> descriptors;
  std::istringstream lines(log.str());
  for (std::string line; std::getline(lines, line);) {
    const std::string data = line.substr(0, line.rfind(",TLM_OK_RESPONSE"));
    if (line.find(",read,") != std::string::npos && data.size() - data.rfind(",0x") == 3 + 32) {
      descriptors.push_back(std::stoll(line));
    }
  }
  ASSERT_EQ(descriptors.size(), 2U);
  EXPECT_EQ(descriptors[0], observer.rung);
  EXPECT_EQ(descriptors[1], observer.rung + docsis_vp::TimePs{kCyclesPerHeader} * 10'000);
}

TEST_F(CustomDma, CountsItsTransfersInResults) {
  build_with(8);
  run();
  const auto transfers = results().cpus.at(0).block_transfers.at(0);
  EXPECT_EQ(transfers.block, "dma");
  EXPECT_EQ(transfers.reads, 16U);
  EXPECT_EQ(transfers.bytes_read, 8 * (sizeof(dma_descriptor) + kHeaderBytes));
  EXPECT_EQ(transfers.writes, 16U);
  EXPECT_EQ(transfers.bytes_written, 8 * (4 + kHeaderBytes));
  EXPECT_EQ(transfers.refused, 0U);
}

TEST_F(CustomDma, StartsAnewWithTheCpu) {
  build_with(32, {R"(events=[{"time_s": 0.0002, "kind": "reset_cpu", "modem": "cm0"}])"});
  run();
  EXPECT_EQ(word("finished"), 1U);
  EXPECT_EQ(word("mismatches"), 0U);
  EXPECT_EQ(word("interrupts"), 1U);
}

// The figures of docs/codesign.md, placements C and D: cycles in which the CPU is awake.
struct Cost {
  std::uint32_t headers;
  std::uint32_t by_cpu;
  std::uint32_t by_engine;
};
class Saving : public CustomDma, public ::testing::WithParamInterface<Cost> {};

TEST_P(Saving, IsInTheCyclesOfTheCpu) {
  const Cost cost = GetParam();
  build_with(cost.headers);
  run();
  ASSERT_EQ(word("mismatches"), 0U);
  std::printf("%u headers: %u cycles by the CPU, %u with the DMA engine\n", cost.headers,
              word("cpu_cycles"), word("dma_cycles"));
  EXPECT_EQ(word("cpu_cycles"), cost.by_cpu);
  EXPECT_EQ(word("dma_cycles"), cost.by_engine);
}
constexpr Cost kCosts[] = {{1, 188, 154},  {2, 369, 171},   {4, 731, 205},
                           {8, 1455, 273}, {16, 2903, 409}, {32, 5799, 681}};
INSTANTIATE_TEST_SUITE_P(Headers, Saving, ::testing::ValuesIn(kCosts));

// The quantum changes the host's speed only.
class Quantum : public CustomDma, public ::testing::WithParamInterface<const char*> {};

TEST_P(Quantum, ChangesNoCycle) {
  build_with(8, {std::string("modems.cm0.cpu.quantum_us=") + GetParam()});
  run();
  EXPECT_EQ(word("mismatches"), 0U);
  EXPECT_EQ(word("cpu_cycles"), 1455U);
  EXPECT_EQ(word("dma_cycles"), 273U);
}
INSTANTIATE_TEST_SUITE_P(Microseconds, Quantum, ::testing::Values("0.001", "1", "10", "1000"));

}  // namespace
