// Blocks that reach their modem's bus by initiator sockets of their own.
#include "system/assembly/cpu/block_port.h"

#include <gmock/gmock.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "platform/bus/register_file.h"
#include "platform/debug/hex.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/instruments/gdb_bench.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/system.h"
#include "system/extension/extensions.h"
#include "system/results/summary.h"
#include "tests/platform/debug/rsp_client.h"

namespace docsis_vp::system::block_port_test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint32_t kScratch = 0x8002'0000;  // RAM that the image leaves alone

// Two initiator sockets, or none; its thread does what a test says.
class Master : public sc_core::sc_module, public HardwareBlock {
 public:
  SC_HAS_PROCESS(Master);
  Master(const sc_core::sc_module_name& name, const BlockSite& site, bool bound)
      : sc_module(name), registers_("registers") {
    registers_.add(0, [](TimePs) { return 7U; });
    if (bound) {
      first = std::make_unique<Socket>("first");
      second = std::make_unique<Socket>("second");
      first->bind(site.bus);
      second->bind(site.bus);
      first->register_invalidate_direct_mem_ptr(this, &Master::invalidate);
      SC_THREAD(run);
    }
  }
  tlm::tlm_base_target_socket_b<32>& socket() override { return registers_.socket; }

  tlm::tlm_response_status send(tlm::tlm_command command, std::uint64_t address,
                                std::string& bytes) {
    tlm::tlm_generic_payload transaction;
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(bytes.data()));
    transaction.set_data_length(static_cast<unsigned>(bytes.size()));
    transaction.set_streaming_width(static_cast<unsigned>(bytes.size()));
    sc_core::sc_time delay;
    (*first)->b_transport(transaction, delay);
    sc_core::wait(delay);
    return transaction.get_response_status();
  }

  using Socket = tlm_utils::simple_initiator_socket<Master, 32>;
  std::unique_ptr<Socket> first;
  std::unique_ptr<Socket> second;
  std::function<void()> body;
  unsigned invalidations = 0;

 private:
  void run() {
    if (body) {
      body();
    }
  }
  void invalidate(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) { ++invalidations; }

  platform::RegisterFile registers_;
};

class BlockPortTest : public ::testing::Test {
 protected:
  void build(bool bound) {
    BlockKind kind;
    kind.make = [this, bound](const BlockSite& site) {
      auto made = std::make_unique<Master>(site.name.c_str(), site, bound);
      master = made.get();
      return made;
    };
    system = std::make_unique<System>(load_scenario_text(R"({
      "name": "port", "duration_s": 0.01,
      "modems": [{"name": "cm0", "control_law": "firmware", "firmware": "docsis_pie",
        "blocks": [{"name": "dma", "kind": "master", "address": "0x20300000"}]}],
      "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
      "flows": [{"name": "a", "modem": "cm0", "rate_mbps": 1, "packets": 1}]})",
                                                         "scenario", {},
                                                         Extensions().add_block("master", kind)));
  }
  BlockTransfers transfers() { return system->results().cpus.at(0).block_transfers.at(0); }

  // Runs with a debugger that sends these packets; returns the answers.
  std::vector<std::string> debug(const std::vector<std::string>& packets) {
    const std::uint16_t port = system->serve_gdb({});
    std::vector<std::string> answers;
    std::thread client([&] {
      platform::testing::RspClient debugger(port);
      for (const std::string& packet : packets) {
        answers.push_back(debugger.ask(packet));
      }
      said = debugger.said;
    });
    system->run();
    system->finish_gdb(0);
    client.join();
    return answers;
  }

  Master* master = nullptr;
  std::unique_ptr<System> system;
  std::string said;  // to the debugger
};

TEST_F(BlockPortTest, CarriesTransactionsAndCountsThem) {
  std::ostringstream log;
  build(true);
  system->log_transactions("ram", log);
  std::string read(12, '\0');
  tlm::tlm_response_status refused = tlm::TLM_INCOMPLETE_RESPONSE;
  std::uint32_t own = 0;
  master->body = [&] {
    sc_core::wait(1, sc_core::SC_MS);
    std::string text = "from the DMA";
    master->send(tlm::TLM_WRITE_COMMAND, kScratch, text);
    master->send(tlm::TLM_READ_COMMAND, kScratch, read);
    std::string word(4, '\0');
    refused = master->send(tlm::TLM_READ_COMMAND, 0x6000'0000, word);
    master->send(tlm::TLM_IGNORE_COMMAND, kScratch, word);
    master->send(tlm::TLM_READ_COMMAND, 0x2030'0000, word);
    own = static_cast<unsigned char>(word[0]);
  };
  system->run_for(sc_core::sc_time(2, sc_core::SC_MS));
  EXPECT_EQ(read, "from the DMA");
  EXPECT_EQ(refused, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(own, 7U) << "it may read its own registers";
  EXPECT_EQ(system->firmware().word_at(kScratch + 8), 0x414d4420U);
  const BlockTransfers counted = transfers();
  EXPECT_EQ(counted.block, "dma");
  EXPECT_EQ(counted.writes, 1U);
  EXPECT_EQ(counted.bytes_written, 12U);
  EXPECT_EQ(counted.reads, 2U);
  EXPECT_EQ(counted.bytes_read, 16U);
  EXPECT_EQ(counted.refused, 1U);
  EXPECT_THAT(log.str(), HasSubstr("1000000000,write,0x80020000,0x414d4420656874206d6f7266,"
                                   "TLM_OK_RESPONSE,"));
  EXPECT_THAT(system->results().json(), HasSubstr(R"("block_transfers")"));
  EXPECT_THAT(summary(system->results(), system->scenario()),
              ContainsRegex("\n +dma +16 bytes read and 12 written over the bus, 1 refused\n"));
}

TEST_F(BlockPortTest, GrantsDirectAccessAndTellsOfItsEnd) {
  build(true);
  unsigned char* pointer = nullptr;
  unsigned debugged = 0;
  master->body = [&] {
    tlm::tlm_generic_payload transaction;
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(kScratch);
    tlm::tlm_dmi dmi;
    if ((*master->second)->get_direct_mem_ptr(transaction, dmi)) {
      pointer = dmi.get_dmi_ptr() + (kScratch - dmi.get_start_address());
      *pointer = 0x5a;
    }
    unsigned char byte = 0;
    transaction.set_command(tlm::TLM_READ_COMMAND);
    transaction.set_data_ptr(&byte);
    transaction.set_data_length(1);
    debugged = (*master->second)->transport_dbg(transaction) == 1 ? byte : 0;
  };
  system->run_for(sc_core::sc_time(1, sc_core::SC_MS));
  ASSERT_NE(pointer, nullptr);
  EXPECT_EQ(debugged, 0x5aU);
  EXPECT_EQ(system->firmware().word_at(kScratch), 0x5aU);
  const unsigned before = master->invalidations;
  system->firmware().set_word_at(kScratch, 1);
  EXPECT_EQ(master->invalidations, before + 1);
  EXPECT_EQ(transfers().writes, 0U) << "host pointers are not counted";
}

TEST_F(BlockPortTest, ABlockWithoutAnInitiatorHasNoLineInResults) {
  build(false);
  system->run_for(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_TRUE(system->results().cpus.at(0).block_transfers.empty());
  EXPECT_THAT(system->results().json(), Not(HasSubstr("block_transfers")));
}

// The block writes outside the watched word, reads it, writes it, and asks for a host pointer.
TEST_F(BlockPortTest, AWatchpointStopsWhereABlockWrites) {
  build(true);
  bool is_granted = true;
  master->body = [&] {
    sc_core::wait(1, sc_core::SC_MS);
    std::string word = "1234";
    master->send(tlm::TLM_WRITE_COMMAND, kScratch + 4, word);
    master->send(tlm::TLM_READ_COMMAND, kScratch, word);
    sc_core::wait(1, sc_core::SC_MS);
    std::string text = "from the DMA";
    master->send(tlm::TLM_WRITE_COMMAND, kScratch - 8, text);
    tlm::tlm_generic_payload transaction;
    transaction.set_address(kScratch);
    tlm::tlm_dmi dmi;
    is_granted = (*master->second)->get_direct_mem_ptr(transaction, dmi);
  };
  const std::vector<std::string> answers =
      debug({"?", "Z2,80020000,4", "vCont;c", "m80020000,4", "qRcmd,74696d65", "z2,80020000,4",
             "Z4,2030000,4", "vCont;c"});
  ASSERT_EQ(answers.size(), 8U);
  EXPECT_THAT(answers[2], HasSubstr("watch:80020000;"));
  EXPECT_EQ(answers[3], platform::hex_of(" DMA").substr(0, 8));
  EXPECT_THAT(platform::octets_of_hex(answers[4]).value_or(""), HasSubstr("0.002"));
  EXPECT_EQ(answers[7], "W00");
  EXPECT_THAT(said, HasSubstr("block dma wrote 12 bytes at 0x8001fff8"));
  EXPECT_FALSE(is_granted) << "a host pointer would hide writes";
}

// A watchpoint of reads lets the write at 1 ms pass, and one of accesses stops at the next write.
TEST_F(BlockPortTest, WatchpointsOfReadsAndOfAccessesStopWhereABlockTouchesThem) {
  build(true);
  master->body = [&] {
    std::string word = "1234";
    for (const auto command :
         {tlm::TLM_WRITE_COMMAND, tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      sc_core::wait(1, sc_core::SC_MS);
      master->send(command, kScratch, word);
    }
  };
  const std::vector<std::string> answers =
      debug({"?", "Z3,80020000,4", "vCont;c", "qRcmd,74696d65", "z3,80020000,4", "Z4,80020002,1",
             "vCont;c", "qRcmd,74696d65", "z4,80020002,1", "vCont;c"});
  ASSERT_EQ(answers.size(), 10U);
  const auto text = [&](unsigned i) { return platform::octets_of_hex(answers[i]).value_or(""); };
  EXPECT_THAT(answers[2], HasSubstr("rwatch:80020000;"));
  EXPECT_THAT(text(3), HasSubstr("0.002"));
  EXPECT_THAT(answers[6], HasSubstr("awatch:80020002;"));
  EXPECT_THAT(text(7), HasSubstr("0.003"));
  EXPECT_EQ(answers[9], "W00");
  EXPECT_THAT(said, HasSubstr("block dma read 4 bytes at 0x80020000"));
}

TEST_F(BlockPortTest, WavesShowItsAccesses) {
  std::ostringstream waves;
  build(true);
  system->write_waves(waves, {"cm0.dma.*"});
  master->body = [&] {
    sc_core::wait(1, sc_core::SC_MS);
    std::string text = "from the DMA";
    master->send(tlm::TLM_WRITE_COMMAND, kScratch, text);
    sc_core::wait(1, sc_core::SC_US);  // a wave has one value at an instant
    master->send(tlm::TLM_READ_COMMAND, kScratch + 4, text);
  };
  system->run();
  system->finish_waves();
  EXPECT_THAT(waves.str(), HasSubstr("bus_writes"));
  EXPECT_THAT(waves.str(), HasSubstr("bus_reads"));
  EXPECT_THAT(waves.str(), HasSubstr("b10000000000000100000000000000000 "));
  EXPECT_THAT(waves.str(), HasSubstr("b10000000000000100000000000000100 "));
}

// Byte enables leave two runs. A refused transaction accesses nothing.
TEST_F(BlockPortTest, ObserversSeeTheBytesThatAreAccessed) {
  build(true);
  master->body = [&] {
    std::string text = "from the DMA";
    std::string enables("\xff\x00\xff\xff", 4);
    tlm::tlm_generic_payload transaction;
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(kScratch);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(text.data()));
    transaction.set_data_length(4);
    transaction.set_streaming_width(4);
    transaction.set_byte_enable_ptr(reinterpret_cast<unsigned char*>(enables.data()));
    transaction.set_byte_enable_length(4);
    sc_core::sc_time delay;
    (*master->first)->b_transport(transaction, delay);
    transaction.set_byte_enable_ptr(nullptr);
    transaction.set_address(0x6000'0000);
    (*master->first)->b_transport(transaction, delay);
  };
  std::vector<std::tuple<bool, std::uint32_t, std::uint32_t>> seen;
  system->modem_units()[0]->cpu()->blocks().observe(
      [&](const BlockAccess& access) {
        seen.emplace_back(access.is_write, access.address - kScratch, access.bytes);
      },
      false);
  system->run_for(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_THAT(seen, ::testing::ElementsAre(std::tuple(true, 0U, 1U), std::tuple(true, 2U, 2U)));
}

}  // namespace
}  // namespace docsis_vp::system::block_port_test
