#include "tests/system/random/random_system.h"

#include <utility>

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"
#include "tests/system/random/random_aggregates.h"
#include "tests/system/random/random_events.h"
#include "tests/system/random/random_link.h"
#include "tests/system/random/random_modem.h"
#include "tests/system/random/random_traffic.h"

namespace docsis_vp::system {

namespace {

void append(Array& list, Array more) {
  for (boost::json::value& element : more) {
    list.push_back(std::move(element));
  }
}

}  // namespace

std::string random_system(std::uint64_t seed) {
  Outline outline;
  outline.seed = seed;
  outline_link(outline);
  outline_modems(outline);
  Array modems;
  Array services;
  Array classifiers;
  Array traffic;
  Array aggregates;
  for (const ModemOutline& modem : outline.modems) {
    modems.push_back(random_modem(outline, modem));
    append(services, random_services(outline, modem));
    append(classifiers, random_classifiers(outline, modem));
    append(traffic, random_traffic(outline, modem));
    RandomAggregates own = random_aggregates(outline, modem);
    append(services, std::move(own.service_flows));
    append(aggregates, std::move(own.aggregates));
    append(traffic, std::move(own.traffic));
  }
  return boost::json::serialize(Object{{"name", "random"},
                                       {"duration_s", kRandomDurationS},
                                       {"seed", seed},
                                       {"rf", random_link(outline)},
                                       {"modems", modems},
                                       {"service_flows", services},
                                       {"aggregate_service_flows", aggregates},
                                       {"classifiers", classifiers},
                                       {"flows", traffic},
                                       {"events", random_events(outline)}});
}

}  // namespace docsis_vp::system
