// sc_time_stamp() in what the platform calls of a program's own.
#include <gmock/gmock.h>

#include <functional>
#include <sstream>
#include <string>

#include "platform/bus/register_file.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/interventions.h"
#include "system/assembly/modem/events.h"
#include "system/assembly/system.h"
#include "system/extension/hardware_block.h"
#include "tests/system/extension/in_child.h"

namespace docsis_vp::system::present_test {
namespace {

using sc_core::SC_MS;
using sc_core::sc_time;
using sc_core::SC_US;
using ::testing::HasSubstr;

TimePs stamp() {
  return platform::to_ps(sc_core::sc_time_stamp());
}

// A block with a task and an event, which note when they are called.
struct Noter : sc_core::sc_module, HardwareBlock {
  SC_HAS_PROCESS(Noter);
  Noter(const sc_core::sc_module_name& name, const BlockSite& site, std::ostream& to)
      : sc_module(name), sequencer(site.modem.sequencer()), log(to) {
    SC_METHOD(fired);
    sensitive << event;
    dont_initialize();
    task = sequencer.add(cm::kObserve, 9, [this] {
      log << "task " << stamp() << '\n';
      event.notify(10, SC_US);
    });
    sequencer.post_at(task, 7'003'100'000);
  }
  tlm::tlm_base_target_socket_b<32>& socket() override { return registers.socket; }
  void reset(TimePs at) override { log << "reset " << stamp() << " told " << at << '\n'; }
  void fired() { log << "event " << stamp() << '\n'; }

  platform::InstantSequencer& sequencer;
  platform::InstantSequencer::TaskId task{};
  std::ostream& log;
  sc_core::sc_event event;
  platform::RegisterFile registers{"registers"};
};

std::string scenario(const std::string& cpu, const std::string& more = {}) {
  return R"({"duration_s": 0.05, "modems": [{"name": "cm0", "control_law": "firmware",
    "firmware": "docsis_pie", "cpu": {)" +
         cpu + "}" + more + R"(}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
      {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "up", "modem": "cm0", "rate_mbps": 12},
      {"name": "down", "modem": "cm0", "direction": "downstream", "rate_mbps": 12}],
    "events": [{"time_s": 0.0204, "kind": "reset_cpu", "modem": "cm0"}]})";
}

constexpr const char* kQuanta[] = {"0.001", "1", "10", "1000"};

TEST(Present, IsTheKernelsInABlocksTasksEventsAndReset) {
  const auto run = [](const std::string& quantum) {
    return in_child([&] {
      std::ostringstream log;
      BlockKind kind;
      kind.make = [&log](const BlockSite& site) {
        return std::make_unique<Noter>(site.name.c_str(), site, log);
      };
      System system(load_scenario_text(
          scenario("\"quantum_us\": " + quantum,
                   R"(, "blocks": [{"name": "n", "kind": "noter", "address": "0x20300000"}])"),
          "scenario", {}, Extensions().add_block("noter", kind)));
      system.run();
      return log.str();
    });
  };
  for (const char* quantum : kQuanta) {
    EXPECT_EQ(run(quantum),
              "task 7003100000\nevent 7013100000\nreset 20400000000 told 20400000000\n");
  }
}

// A task that a program adds to a modem of a system without blocks.
TEST(Present, IsTheKernelsInTasksAddedToAModem) {
  System system(load_scenario_text(scenario(""), "scenario"));
  TimePs seen = 0;
  platform::InstantSequencer& sequencer = system.modem(0).sequencer();
  const auto task = sequencer.add(cm::kObserve, 9, [&] { seen = stamp(); });
  sequencer.post_at(task, 7'003'100'000);
  system.run();
  EXPECT_EQ(seen, 7'003'100'000);
}

struct Listener : sc_core::sc_module {
  SC_HAS_PROCESS(Listener);
  explicit Listener(std::ostream& to) : sc_module(sc_core::sc_module_name("listener")), log(to) {
    SC_METHOD(fired);
    sensitive << event;
    dont_initialize();
  }
  void fired() { log << "event " << stamp() << '\n'; }
  std::ostream& log;
  sc_core::sc_event event;
};

TEST(Present, IsTheKernelsInActionsAndProgress) {
  System system(load_scenario_text(scenario(""), "scenario"));
  std::ostringstream log;
  Listener listener(log);
  system.on_progress([&](double) {
    EXPECT_EQ(stamp(), platform::now_ps());
    EXPECT_EQ(stamp() % (10 * kPsPerMs), 0);
    return true;
  });
  system.interventions().at(sc_time(3.1, SC_MS), [&] {
    log << "action " << stamp() << '\n';
    listener.event.notify(10, SC_US);
    system.interventions().at(sc_time(4.2, SC_MS), [&] { log << "next " << stamp() << '\n'; });
  });
  system.run();
  EXPECT_EQ(log.str(), "action 3100000000\nevent 3110000000\nnext 4200000000\n");
}

struct Watcher : EventObserver {
  void see(TimePs at, bool may_be_later = false) {
    ++seen;
    wrong += stamp() == at || (may_be_later && stamp() < at) ? 0 : 1;
    wrong += stamp() == platform::now_ps() ? 0 : 1;
  }
  void enqueued(const PacketEvent& event) override { see(event.at); }
  void marked(const PacketEvent& event) override { see(event.at); }
  void dropped(const PacketEvent& event, DropCause) override { see(event.at); }
  void departed(const PacketEvent& event) override { see(event.at, true); }
  void delivered(const PacketEvent& event) override { see(event.at); }
  void granted(const GrantEvent& event) override { see(event.at); }
  void accessed(const RegisterEvent& event) override {
    see(event.access.at);
    ++accesses;
  }
  unsigned seen = 0;
  unsigned accesses = 0;
  unsigned wrong = 0;
};

TEST(Present, IsTheKernelsInObserversAndChangesNoResult) {
  const auto run = [](const std::string& quantum, unsigned events) {
    return in_child([&] {
      System system(load_scenario_text(scenario("\"quantum_us\": " + quantum), "scenario"));
      Watcher watcher;
      if (events != 0) {
        system.subscribe(watcher, events);
      }
      system.run();
      const Results results = system.results();
      std::ostringstream text;
      text << (watcher.seen > 50 || events == 0) << (watcher.accesses > 5 || (events & 4) == 0)
           << watcher.wrong << ' ' << results.cpus[0].instructions << ' '
           << results.cpus[0].cycles_busy;
      for (const ServiceFlowResult& flow : results.service_flows) {
        text << ' ' << flow.drop_digest << ' ' << flow.sent.packets;
      }
      return text.str();
    });
  };
  const std::string expected = run("10", 0);
  EXPECT_THAT(expected, HasSubstr("110 "));
  for (const char* quantum : kQuanta) {
    for (const unsigned events : {kPacketEvents | kGrantEvents | kRegisterEvents, 0U}) {
      EXPECT_EQ(run(quantum, events), expected) << quantum << ' ' << events;
    }
  }
  EXPECT_EQ(run("1000", kPacketEvents), expected);
}

TEST(Present, IsTheKernelsInShownBurstsAndPackets) {
  System system(load_scenario_text(scenario(""), "scenario"));
  unsigned shown = 0;
  const auto look = [&shown] {
    ++shown;
    EXPECT_EQ(stamp(), platform::now_ps());
  };
  system.on_burst([&](const docsis::UpstreamBurst&) { look(); });
  system.on_packet([&](unsigned, const docsis::DownstreamFrame&) { look(); });
  system.on_wan_arrival([&](const Packet&) { look(); });
  system.run();
  EXPECT_GT(shown, 50U);
}

}  // namespace
}  // namespace docsis_vp::system::present_test
