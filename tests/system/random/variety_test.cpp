// Two hundred random scenarios leave nothing out.
#include <gmock/gmock.h>

#include <set>
#include <string>

#include "models/aqm/registry.h"
#include "models/queue/managers.h"
#include "tests/system/random/draw.h"
#include "tests/system/random/random_system.h"

namespace docsis_vp::system::variety_test {
namespace {

using ::testing::IsSupersetOf;
using ::testing::UnorderedElementsAreArray;
using Names = std::set<std::string>;

std::string text_of(const Object& object, const char* key, const char* usual) {
  return object.contains(key) ? std::string(object.at(key).as_string()) : usual;
}

class Variety : public ::testing::Test {
 protected:
  Variety() {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const Object scenario = boost::json::parse(random_system(seed)).as_object();
      profiles_.insert(text_of(scenario.at("rf").as_object(), "profile", ""));
      for (const auto& modem : scenario.at("modems").as_array()) {
        if (modem.as_object().contains("firmware")) {
          firmware_.insert(text_of(modem.as_object(), "firmware", ""));
        }
        hops_.insert(modem.as_object().contains("lan") ? "wifi" : "ethernet");
        placements_.insert(text_of(modem.as_object(), "control_law", "hardware") + "/" +
                           text_of(modem.as_object(), "drop", "hardware"));
      }
      for (const auto& flow : scenario.at("service_flows").as_array()) add(flow.as_object());
      for (const auto& flow : scenario.at("flows").as_array()) {
        kinds_.insert(text_of(flow.as_object(), "kind", "udp"));
      }
      for (const auto& event : scenario.at("events").as_array()) {
        events_.insert(text_of(event.as_object(), "kind", ""));
      }
    }
  }

  void add(const Object& service_flow) {
    const std::string algorithm(service_flow.at("aqm").at("algorithm").as_string());
    if (service_flow.contains("scheduling")) {
      up_.insert(algorithm);
      types_.insert(text_of(service_flow.at("scheduling").as_object(), "type", ""));
    } else {
      down_.insert(algorithm);
    }
  }

  static Names laws(unsigned place) {
    Names names{"none"};
    for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
      if (((*law)->places & place) != 0) names.insert((*law)->name);
    }
    for (const queue::Manager& manager : queue::managers()) {
      names.insert(std::string(manager.name));
    }
    return names;
  }

  Names profiles_, placements_, up_, down_, types_, kinds_, events_, firmware_, hops_;
};

TEST_F(Variety, OfLawsManagersAndPlacements) {
  EXPECT_THAT(up_, UnorderedElementsAreArray(laws(AQM_IN_HARDWARE)));
  EXPECT_THAT(down_, UnorderedElementsAreArray(laws(AQM_AT_CMTS)));
  EXPECT_THAT(placements_, UnorderedElementsAreArray(
                               {"hardware/hardware", "firmware/hardware", "firmware/firmware"}));
  EXPECT_THAT(firmware_, UnorderedElementsAreArray({"mixed", "dual_queue"}));
}

TEST_F(Variety, OfLinksSchedulingTrafficAndEvents) {
  EXPECT_THAT(profiles_, UnorderedElementsAreArray({"docsis30", "docsis31", "cablelabs-2012"}));
  EXPECT_THAT(hops_, UnorderedElementsAreArray({"ethernet", "wifi"}));
  EXPECT_THAT(types_,
              UnorderedElementsAreArray({"best_effort", "nrtps", "rtps", "ugs_ad", "ugs", "pgs"}));
  EXPECT_THAT(kinds_, UnorderedElementsAreArray({"udp", "trace", "voip", "tcp", "web", "web_users",
                                                 "wrt", "has", "ledbat", "game"}));
  EXPECT_THAT(events_,
              IsSupersetOf({"lose_map", "lose_request", "lose_burst", "lose_packet", "delay_map",
                            "miss_grant", "change_transmit_channels", "change_profile",
                            "change_data_profile", "force_interrupt", "stall_bus", "reset_cpu"}));
}

}  // namespace
}  // namespace docsis_vp::system::variety_test
