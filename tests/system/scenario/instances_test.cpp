// One entry for many modems, and what refers to them.
#include "system/scenario/derive/instances.h"

#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::instances_test {
namespace {

using ::testing::ElementsAre;

constexpr const char* kMany = R"({
  "modems": [{"name": "cm", "count": 3, "plant_delay_us": 40, "plant_delay_step_us": 5},
             {"name": "solo"}],
  "service_flows": [
    {"name": "us", "modem": "cm", "max_sustained_rate_mbps": 3},
    {"name": "voice", "modem": "cm", "max_sustained_rate_mbps": 0.5},
    {"name": "only", "modem": "solo", "max_sustained_rate_mbps": 3},
    {"name": "down", "modem": "cm", "direction": "downstream", "max_sustained_rate_mbps": 30},
    {"name": "extra", "modem": "cm1", "max_sustained_rate_mbps": 1}],
  "classifiers": [{"service_flow": "extra", "dscp": 46}, {"service_flow": "voice", "protocol": 17}],
  "flows": [
    {"name": "call", "modem": "cm", "kind": "voip", "service_flow": "voice"},
    {"name": "web", "modem": "cm", "kind": "tcp", "count": 2, "direction": "downstream",
     "service_flow": "down", "return_service_flow": "voice"},
    {"name": "talk", "modem": "cm1", "kind": "voip", "group": "calls"}],
  "events": [{"time_s": 1, "kind": "lose_map", "modem": "cm"}]})";

template <class T, class Text>
std::vector<std::string> texts(const std::vector<T>& list, Text text) {
  std::vector<std::string> made;
  for (const T& element : list) {
    made.push_back(text(element));
  }
  return made;
}

Scenario many() {
  return modem_by_modem(load_scenario_text(kMany, "x").scenario);
}

TEST(ModemByModem, NumbersModemsAndPutsThemAtTheirDistance) {
  const Scenario all = many();
  EXPECT_THAT(texts(all.modems, [](const ModemConfig& m) { return m.name; }),
              ElementsAre("cm0", "cm1", "cm2", "solo"));
  EXPECT_THAT(texts(all.modems, [](const ModemConfig& m) { return m.family; }),
              ElementsAre("cm", "cm", "cm", ""));
  EXPECT_EQ(all.modems[2].plant_delay_us, 50);
  EXPECT_EQ(all.modems[3].plant_delay_us, 40);
}

TEST(ModemByModem, GroupsServiceFlowsByModem) {
  EXPECT_THAT(texts(many().service_flows, [](const auto& f) { return f.modem + "/" + f.name; }),
              ElementsAre("cm0/us", "cm0/voice", "cm0/down", "cm1/us", "cm1/voice", "cm1/down",
                          "cm1/extra", "cm2/us", "cm2/voice", "cm2/down", "solo/only"));
}

// A pair of service flows has a host of its own, which classifiers made for it know by its address.
TEST(ModemByModem, MakesClassifiersForTrafficThatNamesItsServiceFlow) {
  EXPECT_THAT(
      texts(many().classifiers,
            [](const ClassifierConfig& c) {
              return c.modem + "/" + c.service_flow + " " + std::to_string(c.priority) + " " +
                     c.source + c.destination;
            }),
      ElementsAre("cm0/voice 0 ", "cm0/voice 255 192.168.100.11", "cm0/voice 255 192.168.100.12",
                  "cm0/down 255 192.168.100.12", "cm1/extra 0 ", "cm1/voice 0 ",
                  "cm1/voice 255 10.0.1.11", "cm1/voice 255 10.0.1.12", "cm1/down 255 10.0.1.12",
                  "cm2/voice 0 ", "cm2/voice 255 10.0.2.11", "cm2/voice 255 10.0.2.12",
                  "cm2/down 255 10.0.2.12"));
}

TEST(ModemByModem, NamesTrafficAfterItsModemAndGroupsItByItsName) {
  EXPECT_THAT(
      texts(many().flows, [](const FlowConfig& f) { return f.name + " " + f.group.value_or("-"); }),
      ElementsAre("cm0-call call", "cm0-web web", "cm1-call call", "cm1-web web", "talk calls",
                  "cm2-call call", "cm2-web web"));
}

// Twice two flows and one, behind three modems.
TEST(ModemByModem, GivesTheNextRoundTripToTheNextFlowOnFromModemToModem) {
  const Scenario all =
      modem_by_modem(load_scenario_text(kMany, "x",
                                        {"",
                                         {"flows.web.rtt_ms=[10, 20, 30]", "flows.call.rtt_ms=5",
                                          "flows.call.rtt_step_ms=100", "flows.talk.rtt_ms=7"}})
                         .scenario);
  std::vector<double> times;
  for (const FlowConfig& flow : all.flows) {
    for (const FlowInstance& instance : instances_of(flow)) {
      times.push_back(instance.rtt_ms);
    }
  }
  EXPECT_THAT(times, ElementsAre(5, 10, 20, 105, 30, 10, 7, 205, 20, 30));
}

TEST(ModemByModem, RepeatsEvents) {
  EXPECT_THAT(texts(many().events, [](const EventConfig& e) { return e.modem; }),
              ElementsAre("cm0", "cm1", "cm2"));
}

TEST(ModemByModem, LeavesOneModemAsItIs) {
  const Scenario scenario = load_scenario("scenarios/traffic/mix.json").scenario;
  const Scenario all = modem_by_modem(scenario);
  EXPECT_EQ(effective_configuration(all), effective_configuration(scenario));
}

TEST(ModemByModem, ErrorsNameFileLineKeyAndExpectation) {
  const struct {
    const char* set;
    const char* expected;
  } cases[] = {
      {"modems.solo.name=cm1", "modems[1].name: makes a second modem \"cm1\""},
      {"modems.cm.plant_delay_step_us=500",
       "modems[0].plant_delay_step_us: puts the last modem 1040 us away, expected 1000 at most"},
      {"modems.cm.channels=us7",
       "modems[0].channels[0]: the link has no channel \"us7\", did you mean \"us0\"?"},
      {"service_flows.us.modem=cn",
       "service_flows[0].modem: there is no modem \"cn\", did you mean \"cm\"?"},
      {"service_flows.us.modem=cm3",
       "service_flows[0].modem: there is no modem \"cm3\", did you mean \"cm\"?"},
      {"service_flows.only.modem=cm",
       "modems[1]: the modem \"solo\" has 0 upstream service flows, expected 1 to 48"},
      {"service_flows.us.channels=[\"us0\", \"us0\"]",
       "service_flows[0].channels[1]: the channel \"us0\" is named twice"},
      {"service_flows.down.channels=us0", "service_flows[3].channels: applies only upstream"},
      {"classifiers.0.service_flow=extr",
       "classifiers[0].service_flow: there is no service flow \"extr\", did you mean \"extra\"?"},
      {"flows.call.service_flow=down",
       "flows[0].service_flow: the service flow \"down\" goes the other way"},
      {"flows.talk.service_flow=only",
       "flows[2].service_flow: the modem \"cm1\" has no service flow \"only\", known are us, "
       "voice, "
       "down, extra"},
      {"flows.call.lan_address=10.0.0.1",
       "flows[0].lan_address: cannot be combined with service_flow, which gives the host its own "
       "address"},
      {"flows.talk.lan_address=2001:db8::1",
       "flows[2].lan_address: expected the IP version of wan_address"},
      {"flows.call.rtt_ms=[1, 2, 3, 4]",
       "flows[0].rtt_ms: expected no more times than there are flows, 3"},
      {"flows.talk.wan_address=www",
       "flows[2].wan_address: expected an IPv4 or IPv6 address, got \"www\""},
  };
  for (const auto& c : cases) {
    try {
      load_scenario_text(kMany, "x", {"", {c.set}});
      ADD_FAILURE() << c.set;
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.substr(text.find(": ") + 2), c.expected) << text;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::system::instances_test
