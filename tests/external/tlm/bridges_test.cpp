// Blocks that pass on what reaches them: to another block, to RAM, to an approximately timed memory
// inside; and initiators below the top of a block.
#include <gmock/gmock.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include "rig.h"

namespace docsis_vp::tlm_cases {
namespace {

using namespace sc_core;  // NOLINT(google-build-using-namespace)
using namespace tlm;      // NOLINT(google-build-using-namespace)

constexpr unsigned kSlowLoads = 4, kPollRam = 6, kTimedLoads = 19, kAlias = 21;

// A system whose blocks are of a class of the test's.
template <typename B>
std::unique_ptr<vp::System> system_with(unsigned test, const Options& options,
                                        std::vector<B*>& blocks) {
  vp::BlockKind kind;
  kind.size_bytes = 0x2000;
  kind.make = [&blocks](const vp::BlockSite& site) {
    auto block = std::make_unique<B>(site.name.c_str(), site);
    blocks.push_back(block.get());
    return block;
  };
  auto system = std::make_unique<vp::System>(vp::load_scenario_text(
      scenario_text(options), "case", {}, vp::Extensions().add_block("blk", kind)));
  system->firmware().set_word("test_case", test);
  return system;
}

// b0 passes the CPU's own transaction on to b1, and takes 100 us more.
struct Bridge : sc_module, vp::HardwareBlock {
  Bridge(const sc_module_name& name, const vp::BlockSite& site)
      : sc_module(name), is_far(site.name == "b1"), out("out") {
    in.register_b_transport(this, &Bridge::b_transport);
    out.bind(site.bus);
  }
  tlm_base_target_socket_b<32>& socket() override { return in; }
  void b_transport(tlm_generic_payload& transaction, sc_time& delay) {
    ++accesses;
    const sc_dt::uint64 address = transaction.get_address();
    if (is_far) {
      if (transaction.is_read()) {
        std::memcpy(transaction.get_data_ptr(), &accesses, sizeof accesses);
      }
      transaction.set_response_status(TLM_OK_RESPONSE);
      wait(delay + sc_time(3, SC_US));
    } else {
      transaction.set_address(0x20300000 + address);
      out->b_transport(transaction, delay);
      transaction.set_address(address);
      wait(delay + sc_time(100, SC_US));
    }
    delay = SC_ZERO_TIME;
  }

  const bool is_far;
  tlm_utils::simple_target_socket<Bridge> in{"in"};
  tlm_utils::simple_initiator_socket<Bridge> out;
  std::uint32_t accesses = 0;
};

// Returns cycles and loads.
std::string run_bridge(const std::string& more) {
  return with_every_quantum([&more](const Options& quantum) {
    Options options = quantum;
    options.blocks = with_blocks({{"b0", "0x20200000"}, {"b1", "0x20300000"}}).blocks;
    options.more = more;
    std::vector<Bridge*> blocks;
    const auto system = system_with(kSlowLoads, options, blocks);
    system->run_for(sc_time(5, SC_MS));
    EXPECT_EQ(system->firmware().word("finished"), 1U) << system->outcome().cause();
    EXPECT_EQ(system->firmware().word("faults"), 0U);
    expect(near_to(system->firmware().word("result", 16), 10'300, 20), "both waits are the CPU's");
    return std::to_string(blocks[0]->accesses) + " " + std::to_string(blocks[1]->accesses);
  });
}

TEST(Bridges, ToABlockThatWaits) {
  EXPECT_EQ(run_bridge(""), "3 3");
}

TEST(Bridges, AreResetAmidTheInnerWait) {
  EXPECT_EQ(run_bridge(reset_at("0.000021")), "4 4");
}

TEST(Bridges, AreResetAmidTheOuterWait) {
  EXPECT_EQ(run_bridge(reset_at("0.00005")), "4 4");
  EXPECT_EQ(run_bridge(reset_at("0.00015")), "5 5");
}

// Shows a page of RAM at 0x1000, with grants and their ends.
struct Alias : sc_module, vp::HardwareBlock {
  Alias(const sc_module_name& name, const vp::BlockSite& site) : sc_module(name) {
    in.register_b_transport(this, &Alias::b_transport);
    in.register_get_direct_mem_ptr(this, &Alias::get_direct_mem_ptr);
    in.register_transport_dbg(this, &Alias::transport_dbg);
    out.register_invalidate_direct_mem_ptr(this, &Alias::invalidate_direct_mem_ptr);
    out.bind(site.bus);
  }
  tlm_base_target_socket_b<32>& socket() override { return in; }
  template <typename Call>
  auto there(tlm_generic_payload& transaction, Call call) {
    const sc_dt::uint64 address = transaction.get_address();
    transaction.set_address(page + address - 0x1000);
    const auto result = call();
    transaction.set_address(address);
    return result;
  }
  void b_transport(tlm_generic_payload& transaction, sc_time& delay) {
    there(transaction, [&] { return out->b_transport(transaction, delay), 0; });
    transaction.set_dmi_allowed(transaction.is_dmi_allowed() && grants);
  }
  bool get_direct_mem_ptr(tlm_generic_payload& transaction, tlm_dmi& dmi) {
    if (!there(transaction, [&] { return out->get_direct_mem_ptr(transaction, dmi); })) {
      return false;
    }
    dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (page - dmi.get_start_address()));
    dmi.set_start_address(0x1000);
    dmi.set_end_address(0x1fff);
    return true;
  }
  unsigned transport_dbg(tlm_generic_payload& transaction) {
    return there(transaction, [&] { return out->transport_dbg(transaction); });
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
    if (last >= page && first <= page + 0xfff) {
      in->invalidate_direct_mem_ptr(0x1000, 0x1fff);
    }
  }

  tlm_utils::passthrough_target_socket<Alias> in{"in"};
  tlm_utils::simple_initiator_socket<Alias> out{"out"};
  sc_dt::uint64 page = kRam;
  bool grants = true;
};

TEST(Bridges, ShowCodeInRamUnderAnotherAddress) {
  for (const bool grants : {true, false}) {
    const std::string seen = with_every_quantum([grants](const Options& options) {
      std::vector<Alias*> blocks;
      const auto system = system_with(kAlias, options, blocks);
      blocks[0]->page = system->firmware().address_of("code_ram") & ~0xfffU;
      blocks[0]->grants = grants;
      system->run_for(sc_time(1, SC_MS));
      return results(*system, 4);
    });
    EXPECT_EQ(seen, "1 2 3 4") << grants;
  }
}

struct Mark : tlm_extension<Mark> {
  explicit Mark(int number) : value(number) {}
  tlm_extension_base* clone() const override { return new Mark(value); }
  void copy_from(const tlm_extension_base& from) override {
    value = static_cast<const Mark&>(from).value;
  }
  int value;
};

struct Pool : tlm_mm_interface {
  tlm_generic_payload* take() {
    ++used;
    auto* const payload = new tlm_generic_payload(this);
    payload->acquire();
    return payload;
  }
  void free(tlm_generic_payload* payload) override {
    --used;
    payload->reset();
    delete payload;
  }
  int used = 0;
};

// Four phases: a request is answered after 1500 ns, and the answer lies 500 ns ahead.
struct TimedMemory : sc_module {
  explicit TimedMemory(const sc_module_name& name)
      : sc_module(name), queue(this, &TimedMemory::at) {
    in.register_nb_transport_fw(this, &TimedMemory::forward);
  }
  tlm_sync_enum forward(tlm_generic_payload& transaction, tlm_phase& phase, sc_time& delay) {
    if (phase == BEGIN_REQ) {
      transaction.acquire();
    }
    queue.notify(transaction, phase, delay);
    return TLM_ACCEPTED;
  }
  void at(tlm_generic_payload& transaction, const tlm_phase& phase) {
    tlm_phase next = END_REQ;
    sc_time delay;
    if (phase == BEGIN_REQ) {
      Mark* mark = nullptr;
      transaction.get_extension(mark);
      marks += mark != nullptr ? mark->value : 0;
      in->nb_transport_bw(transaction, next, delay);
      queue.notify(transaction, BEGIN_RESP, sc_time(1500, SC_NS));
    } else if (phase == BEGIN_RESP) {
      const auto value = static_cast<std::uint32_t>(transaction.get_address() + 7);
      std::memcpy(transaction.get_data_ptr(), &value, sizeof value);
      transaction.set_response_status(TLM_OK_RESPONSE);
      next = BEGIN_RESP;
      delay = sc_time(500, SC_NS);
      in->nb_transport_bw(transaction, next, delay);
    } else {
      transaction.release();
    }
  }
  tlm_utils::simple_target_socket<TimedMemory> in{"in"};
  tlm_utils::peq_with_cb_and_phase<TimedMemory> queue;
  int marks = 0;
};

// Marks the CPU's transaction, sends a copy of it by phases, and copies the answer back.
struct Converter : sc_module, vp::HardwareBlock {
  Converter(const sc_module_name& name, const vp::BlockSite&) : sc_module(name) {
    in.register_b_transport(this, &Converter::b_transport);
    out.register_nb_transport_bw(this, &Converter::backward);
    out.bind(memory.in);
  }
  tlm_base_target_socket_b<32>& socket() override { return in; }
  tlm_sync_enum backward(tlm_generic_payload&, tlm_phase& phase, sc_time& delay) {
    if (phase == BEGIN_RESP) {
      answered.notify(delay);
    }
    return TLM_ACCEPTED;
  }
  void b_transport(tlm_generic_payload& transaction, sc_time& delay) {
    Mark mark(1);
    transaction.set_extension(&mark);
    tlm_generic_payload* const copy = pool.take();
    unsigned char bytes[4];
    copy->set_data_ptr(bytes);
    copy->set_data_length(sizeof bytes);
    copy->deep_copy_from(transaction);
    transaction.clear_extension(&mark);
    copy->set_auto_extension(new Mark(10));
    tlm_phase phase = BEGIN_REQ;
    out->nb_transport_fw(*copy, phase, delay);
    wait(answered);
    phase = END_RESP;
    delay = SC_ZERO_TIME;
    out->nb_transport_fw(*copy, phase, delay);
    transaction.update_original_from(*copy);
    copy->release();
  }
  tlm_utils::simple_target_socket<Converter> in{"in"};
  tlm_utils::simple_initiator_socket<Converter> out{"out"};
  TimedMemory memory{"memory"};
  Pool pool;
  sc_event answered;
};

TEST(Bridges, ConvertToPhasesWithExtensions) {
  const auto run = [](const std::string& more) {
    return with_every_quantum([&more](const Options& quantum) {
      Options options = quantum;
      options.more = more;
      std::vector<Converter*> blocks;
      const auto system = system_with(kTimedLoads, options, blocks);
      system->check_tlm();
      system->run_for(sc_time(1, SC_MS));
      EXPECT_EQ(blocks[0]->pool.used, 0);
      EXPECT_THAT(system->tlm_violation_lines(), ::testing::IsEmpty());
      for (unsigned i = 0; i < 8; ++i) {
        EXPECT_EQ(system->firmware().word("result", 8 * i), 0x20 + 4 * (i & 3) + 7);
        expect(near_to(system->firmware().word("result", 8 * i + 4), 207, 10), "2 us each");
      }
      return std::to_string(blocks[0]->memory.marks);
    });
  };
  EXPECT_EQ(run(""), "80");
  EXPECT_GT(std::stoi(run(reset_at("0.0000205"))), 80) << "loads before the reset";
}

// An initiator two modules below the block, which is bound from socket to socket.
struct Leaf : sc_module {
  SC_HAS_PROCESS(Leaf);
  explicit Leaf(const sc_module_name& name) : sc_module(name) {
    in.bind(inner);
    inner.register_b_transport(this, &Leaf::b_transport);
    SC_THREAD(run);
  }
  void b_transport(tlm_generic_payload& transaction, sc_time&) {
    transaction.set_response_status(TLM_OK_RESPONSE);
  }
  void run() {
    wait(300, SC_US);
    tlm_generic_payload* const payload = pool.take();
    std::uint32_t value = 9;
    payload->set_command(TLM_WRITE_COMMAND);
    payload->set_address(target);
    payload->set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload->set_data_length(sizeof value);
    payload->set_streaming_width(sizeof value);
    tlm_phase phase = BEGIN_REQ;
    sc_time delay;
    EXPECT_EQ(out->nb_transport_fw(*payload, phase, delay), TLM_COMPLETED);
    EXPECT_TRUE(payload->is_response_ok());
    payload->release();
    tlm_generic_payload request;
    request.set_address(target);
    tlm_dmi dmi;
    EXPECT_TRUE(out->get_direct_mem_ptr(request, dmi));
  }
  tlm_target_socket<32> in{"in"};
  tlm_utils::simple_target_socket<Leaf> inner{"inner"};
  tlm_utils::simple_initiator_socket<Leaf> out{"out"};
  Pool pool;
  sc_dt::uint64 target = 0;
};

struct Middle : sc_module {
  explicit Middle(const sc_module_name& name) : sc_module(name) {
    in.bind(leaf.in);
    leaf.out.bind(out);
  }
  tlm_target_socket<32> in{"in"};
  tlm_initiator_socket<32> out{"out"};
  Leaf leaf{"leaf"};
};

struct Top : sc_module, vp::HardwareBlock {
  Top(const sc_module_name& name, const vp::BlockSite& site) : sc_module(name) {
    in.bind(middle.in);
    middle.out.bind(out);
    out.bind(site.bus);
  }
  tlm_base_target_socket_b<32>& socket() override { return in; }
  tlm_target_socket<32> in{"in"};
  tlm_initiator_socket<32> out{"out"};
  Middle middle{"middle"};
};

TEST(Bridges, OfSocketsBelowTheBlock) {
  const std::string seen = with_every_quantum([](const Options& options) {
    std::vector<Top*> blocks;
    const auto system = system_with(kPollRam, options, blocks);
    system->check_tlm();
    blocks[0]->middle.leaf.target = system->firmware().address_of("mailbox");
    system->run_for(sc_time(1, SC_MS));
    EXPECT_THAT(system->tlm_violation_lines(), ::testing::IsEmpty());
    const auto transfers = system->results().cpus.at(0).block_transfers;
    EXPECT_EQ(transfers.size(), 1U);
    EXPECT_EQ(transfers.at(0).writes, 1U);
    expect(near_to(system->firmware().word("result"), 30'000, 30), "seen at 300 us");
    return results(*system, 2);
  });
  EXPECT_EQ(seen.substr(seen.size() - 2), " 9");
}

}  // namespace
}  // namespace docsis_vp::tlm_cases
