// Algorithms, hosts and blocks from outside, at work in a system.
#include <gmock/gmock.h>

#include <stdexcept>
#include <utility>

#include "models/aqm/registry.h"
#include "platform/bus/register_file.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/system.h"
#include "system/extension/hardware_block.h"
#include "system/extension/host.h"
#include "tests/system/extension/in_child.h"

namespace docsis_vp::system::plugged_test {
namespace {

using sc_core::SC_MS;
using sc_core::sc_time;

// Both directions, twice what fits.
std::string overload(const std::string& up, const std::string& down,
                     const std::string& modem = {}) {
  return R"({"duration_s": 1.5, "stats": {"warmup_s": 0.1}, "modems": [{"name": "cm0")" + modem +
         R"(}], "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10, "aqm": )" +
         up + R"(},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 10, "aqm": )" +
         down + R"(}], "flows": [
    {"name": "up", "modem": "cm0", "rate_mbps": 20, "jitter_percent": 20},
    {"name": "down", "modem": "cm0", "direction": "downstream", "rate_mbps": 20, "jitter_percent": 20}]})";
}

// Fate of the packets, exact to the bit.
std::string fate(const std::string& scenario, const Extensions& extensions = {}) {
  System system(load_scenario_text(scenario, "scenario", {}, extensions));
  system.run();
  std::string text;
  for (const ServiceFlowResult& flow : system.results().service_flows) {
    text += flow.name + " " + flow.drop_digest + " " + std::to_string(flow.sent.packets) + " " +
            std::to_string(flow.aqm_drops.packets) + " " +
            std::to_string(flow.buffer_drops.packets) + "\n";
  }
  return text;
}

// A row of the registry under another name decides as the registry's own: nothing in between knows
// it by name.
TEST(CustomLaw, DecidesAsTheSameLawOfTheRegistry) {
  for (const char* name : {"docsis_pie", "codel", "red"}) {
    aqm_algorithm twin = *aqm_find(name);
    twin.name = "twin";
    twin.id = queue::kFirstCustomId;
    const std::string own = std::string("\"") + name + "\"";
    const std::string built_in = in_child([&] { return fate(overload(own, own)); });
    const std::string custom = in_child([&] {
      return fate(overload("\"custom:twin\"", "\"custom:twin\""), Extensions().add_law(twin));
    });
    EXPECT_EQ(custom, built_in) << name;
    EXPECT_THAT(built_in, ::testing::HasSubstr("us0"));
  }
}

// Counts its updates and departures; drops nothing but what does not fit.
struct Clockwork {
  struct Params {
    std::uint32_t limit_bytes;
  };
  static const char* configure(Params& params, const aqm_config& config, const std::uint32_t*) {
    params.limit_bytes = config.buffer_bytes;
    return nullptr;
  }
  aqm_verdict enqueue(const Params& params, const aqm_queue& queue, const aqm_packet& packet,
                      std::uint32_t) {
    return aqm_is_full(&queue, &packet, params.limit_bytes, 0) != 0 ? AQM_DROP_FULL : AQM_ACCEPT;
  }
  void departed(const Params&, const aqm_queue&, const aqm_packet& packet, std::uint32_t) {
    words.measured += packet.size_bytes;
  }
  void update(const Params&, const aqm_queue& queue, std::uint32_t) {
    ++words.status;
    words.qdelay_old_us = queue.bytes;
  }
  static std::uint32_t update_interval_us(const Params&) { return 10'000; }
  std::uint32_t queue_delay_us(const Params&, const aqm_queue& queue) const { return queue.bytes; }

  aqm_law words{};
};

TEST(CustomLaw, OfAClassIsUpdatedAndToldOfDepartures) {
  System system(load_scenario_text(overload("\"custom:clockwork\"", "\"none\""), "scenario", {},
                                   Extensions().add_law<Clockwork>("clockwork")));
  system.run_for(sc_time(200, SC_MS));
  const cm::AqmEngine& engine = std::as_const(system).modem(0).aqm();
  EXPECT_NEAR(engine.computed_flow(0).law().status, 20, 1);
  EXPECT_EQ(engine.computed_flow(0).update_interval(), 10 * kPsPerMs);
  EXPECT_GT(engine.computed_flow(0).law().measured, 150'000U);
  EXPECT_FALSE(system.results().area.front().hardware.blocks.empty());
}

// Answers each packet by a shorter one.
class Echo : public Host {
 public:
  explicit Echo(HostSite& site) : site_(site), next_(site.timer([this] { send(); })) {
    next_->arm(site.start());
  }
  void arrived(Way way, const Packet& packet) override {
    if (way == Way::kForward) {
      site_.send(Way::kBack, packet.size_bytes / 2);
      return;
    }
    ++answers_;
    bytes_ = packet.size_bytes;
  }
  std::vector<std::pair<std::string, double>> measures(TimePs) const override {
    return {{"answers", answers_}, {"bytes", bytes_}, {"refused", refused_}};
  }

 private:
  void send() {
    try {
      site_.send(Way::kForward, static_cast<std::uint32_t>(site_.parameters().number("bytes")));
    } catch (const std::invalid_argument&) {
      ++refused_;
    }
    next_->arm(site_.now() + 10 * kPsPerMs);
  }

  HostSite& site_;
  std::unique_ptr<hosts::Timer> next_;
  double answers_ = 0;
  double bytes_ = 0;
  double refused_ = 0;
};

Extensions echo() {
  return Extensions().add_host(
      "echo", {[](HostSite& site) { return std::make_unique<Echo>(site); }, {{"bytes", 400.0}}});
}

std::string with_echo(const std::string& more) {
  return R"({"duration_s": 1, "stats": {"warmup_s": 0.1}, "modems": [{"name": "cm0"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "e", "kind": "custom", "host": "echo", "modem": "cm0")" +
         more + "}]}";
}

TEST(CustomHost, TalksBothWaysAndMeasures) {
  for (const char* direction : {"upstream", "downstream"}) {
    const std::string measures = in_child([direction] {
      System system(load_scenario_text(
          with_echo(R"(, "rtt_ms": 10, "start_s": 0.205, "direction": ")" + std::string(direction) +
                    R"(", "parameters": {"bytes": 600})"),
          "scenario", {}, echo()));
      system.run();
      const FlowResult flow = system.results().flows.front();
      const bool in_json = system.results().json().find("\"measures\"") != std::string::npos;
      return flow.kind + " " + std::to_string(flow.sent_packets) + " " +
             std::to_string(flow.measures[0].second > 70) + " " +
             std::to_string(flow.measures[1].second == 300) + " " + std::to_string(in_json) + " " +
             std::to_string(system.packets_alive() < 10);
    });
    EXPECT_EQ(measures, "custom 80 1 1 1 1") << direction;
  }
}

TEST(CustomHost, MaySendOnlyWhatIsAFrame) {
  System system(
      load_scenario_text(with_echo(R"(, "parameters": {"bytes": 63})"), "scenario", {}, echo()));
  system.run_for(sc_time(15, SC_MS));
  const FlowResult flow = system.results().flows.front();
  EXPECT_EQ(flow.measures[2].second, 2);
  EXPECT_EQ(flow.sent_packets, 0U);
}

// A register that adds what is written to it, and raises its interrupt above a limit.
class Adder : public sc_core::sc_module, public HardwareBlock {
 public:
  Adder(const sc_core::sc_module_name& name, const BlockSite& site)
      : sc_module(name), registers_("registers"), interrupt_(site.interrupt) {
    registers_.add(
        0, [this](TimePs) { return sum_; },
        [this, limit = site.parameters.number("limit")](std::uint32_t value, TimePs at) {
          sum_ += value;
          interrupt_(sum_ > limit, at);
        });
  }
  tlm::tlm_base_target_socket_b<32>& socket() override { return registers_.socket; }
  void reset(TimePs) override { sum_ = 0; }

 private:
  platform::RegisterFile registers_;
  platform::InterruptLine interrupt_;
  std::uint32_t sum_ = 0;
};

TEST(CustomBlock, HasRegistersAnInterruptAndGates) {
  BlockKind kind;
  kind.make = [](const BlockSite& site) {
    return std::make_unique<Adder>(site.name.c_str(), site);
  };
  kind.parameters = {{"limit", 10.0}};
  kind.inventory = [](const Parameters&) {
    return area::Block{"adder", "adds"}.add(area::adder(32), "a word");
  };
  System system(load_scenario_text(
      overload("\"docsis_pie\"", "\"none\"",
               R"(, "control_law": "firmware", "firmware": "docsis_pie", "blocks": [
      {"name": "sum", "kind": "adder", "address": "0x20300000", "interrupt": 9}])"),
      "scenario", {}, Extensions().add_block("adder", kind)));
  system.run_for(sc_time(5, SC_MS));
  FirmwareView firmware = system.firmware();
  platform::Plic& plic = system.modem_units()[0]->cpu()->plic();
  firmware.set_word_at(0x20300000, 7);
  EXPECT_EQ(plic.levels() & (1U << 9), 0U);
  firmware.set_word_at(0x20300000, 7);
  EXPECT_EQ(firmware.word_at(0x20300000), 14U);
  EXPECT_NE(plic.levels() & (1U << 9), 0U);
  EXPECT_THROW(firmware.word_at(0x20301000), InputError);
  system.modem_units()[0]->cpu()->reset(5 * kPsPerMs);
  EXPECT_EQ(firmware.word_at(0x20300000), 0U);
  EXPECT_THAT(system.results().json(), ::testing::HasSubstr("\"sum\""));
}

}  // namespace
}  // namespace docsis_vp::system::plugged_test
