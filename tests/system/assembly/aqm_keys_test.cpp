// Tests every key of `aqm` for every algorithm in the registry that has it: accepted as written,
// limited to its range, refused where it has no meaning.
#include <gmock/gmock.h>

#include <cmath>

#include "platform/base/errors.h"
#include "system/assembly/configure/configure_aqm.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/complete/complete_aqm.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::aqm_keys_test {
namespace {

using ::testing::HasSubstr;

struct Place {
  std::string algorithm;
  const char* direction;
};
void PrintTo(const Place& place, std::ostream* to) {
  *to << place.algorithm << " " << place.direction;
}

std::vector<Place> places() {
  std::vector<Place> all;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    if (((*law)->places & AQM_IN_HARDWARE) != 0) all.push_back({(*law)->name, "upstream"});
    if (((*law)->places & AQM_AT_CMTS) != 0) all.push_back({(*law)->name, "downstream"});
  }
  for (const queue::Manager& manager : queue::managers()) {
    all.push_back({std::string(manager.name), "upstream"});
    all.push_back({std::string(manager.name), "downstream"});
  }
  return all;
}

class AqmKeys : public testing::TestWithParam<Place> {
 protected:
  // The service flow with keys of its `aqm` behind the algorithm, as in `, "target_ms": 5`.
  ServiceFlowConfig load(const std::string& keys) const {
    const std::string aqm = "{\"algorithm\": \"" + GetParam().algorithm + "\"" + keys + "}";
    const std::string upstream =
        GetParam().direction == std::string("upstream") ? "" : R"({"name": "us0", "modem": "cm0",
                                          "max_sustained_rate_mbps": 10, "aqm": "none"},)";
    return load_scenario_text(R"({"modems": [{"name": "cm0"}], "service_flows": [)" + upstream +
                                  R"({"name": "it", "modem": "cm0", "direction": ")" +
                                  GetParam().direction +
                                  R"(", "max_sustained_rate_mbps": 10, "aqm": )" + aqm + "}]}",
                              "test")
        .scenario.service_flows.back();
  }
  std::string refusal(const std::string& key, const std::string& value) const {
    try {
      load(written(key, value));
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  }
  static std::string written(const std::string& key, const std::string& value) {
    return ", \"" + key + "\": " + value;
  }
  const aqm_algorithm& law() const { return load("").aqm.law(); }
  const queue::Manager* manager() const { return queue::find_manager(GetParam().algorithm); }
};

std::string shown(const aqm_option& option, double raw) {
  return json_number(raw / std::pow(10.0, option.decimals));
}
std::string quoted(const char* text) {
  return std::string("\"") + text + "\"";
}

// Downstream there are no grants. CoDel-DT alone asks for nothing else of the future than when a
// packet leaves, which is known where the rate is constant.
bool is_for_elsewhere(const char* choice, const Place& place) {
  const std::string name = choice;
  const bool is_downstream = place.direction == std::string("downstream");
  return (name == "omniscient" && !(is_downstream && place.algorithm == "codel_dt")) ||
         (is_downstream && (name == "rate_tracking" || name == "combined"));
}

TEST_P(AqmKeys, DefaultsAreThoseOfTheAlgorithm) {
  const ServiceFlowConfig flow = load("");
  const queue::LawConfig config = law_of(flow);
  EXPECT_EQ(config.options, queue::default_options(manager(), law()));
  const std::uint32_t target_us =
      manager() != nullptr && manager()->target_us != 0 ? manager()->target_us : law().target_us;
  EXPECT_EQ(config.settings.latency_target_us, target_us);
  EXPECT_EQ(config.settings.msr_bytes_per_s, 1'250'000U);
}

TEST_P(AqmKeys, OptionsReachTheLawAsTheyAreWritten) {
  for (std::uint32_t i = 0; law().options[i].name != nullptr; ++i) {
    const aqm_option& option = law().options[i];
    const auto value_of = [&](const std::string& value) {
      return law_of(load(written(option.name, value))).options.at(i);
    };
    switch (option.kind) {
      case AQM_NUMBER:
        for (const std::uint32_t raw : {option.low, option.high, option.initial}) {
          EXPECT_EQ(value_of(shown(option, raw)), raw) << option.name;
        }
        break;
      case AQM_SWITCH:
        EXPECT_EQ(value_of("true"), 1U) << option.name;
        EXPECT_EQ(value_of("false"), 0U) << option.name;
        break;
      case AQM_CHOICE:
        for (std::uint32_t choice = 0; option.choices[choice] != nullptr; ++choice) {
          if (!is_for_elsewhere(option.choices[choice], GetParam())) {
            EXPECT_EQ(value_of(quoted(option.choices[choice])), choice) << option.name;
          }
        }
        break;
    }
  }
}

TEST_P(AqmKeys, OptionsOutOfRangeAreRefused) {
  for (const aqm_option* option = law().options; option->name != nullptr; ++option) {
    const std::string key = option->name;
    const auto expect_refused = [&](const std::string& value) {
      EXPECT_THAT(refusal(key, value), HasSubstr("aqm." + key + ": ")) << value;
    };
    switch (option->kind) {
      case AQM_NUMBER:
        expect_refused(shown(*option, option->high + 1.0));
        expect_refused(shown(*option, option->low - 1.0));
        expect_refused("\"1\"");
        break;
      case AQM_SWITCH:
        expect_refused("1");
        break;
      case AQM_CHOICE:
        expect_refused("\"nonsense\"");
        for (const char* const* choice = option->choices; *choice != nullptr; ++choice) {
          if (is_for_elsewhere(*choice, GetParam())) {
            expect_refused(quoted(*choice));
          }
        }
        break;
    }
  }
}

TEST_P(AqmKeys, OptionsOfOtherAlgorithmsAreRefused) {
  for (const aqm_algorithm* const* other = aqm_algorithms; *other != nullptr; ++other) {
    for (const aqm_option* option = (*other)->options; option->name != nullptr; ++option) {
      bool has_it = false;
      for (const aqm_option* own = law().options; own->name != nullptr; ++own) {
        has_it = has_it || own->name == std::string(option->name);
      }
      const std::string value = option->kind == AQM_SWITCH   ? "true"
                                : option->kind == AQM_CHOICE ? quoted(option->choices[0])
                                                             : shown(*option, option->initial);
      EXPECT_EQ(refusal(option->name, value)
                        .find("the algorithm " + GetParam().algorithm + " has no such parameter") ==
                    std::string::npos,
                has_it)
          << option->name;
    }
  }
}

TEST_P(AqmKeys, KeysOfSeveralQueuesAreTheManagers) {
  const bool several = manager() != nullptr;
  const struct {
    const char* key;
    std::optional<unsigned> AqmConfig::*member;
    unsigned low;
    unsigned high;
  } keys[] = {{"queues", &AqmConfig::queues, 1, 65'536},
              {"quantum_bytes", &AqmConfig::quantum_bytes, 64, 1'000'000},
              {"queue_share", &AqmConfig::queue_share, 0, 65'536},
              {"perturbation", &AqmConfig::perturbation, 0, UINT32_MAX}};
  for (const auto& [key, member, low, high] : keys) {
    for (const unsigned value : {low, high}) {
      if (several) {
        EXPECT_EQ(load(written(key, std::to_string(value))).aqm.*member, value) << key;
      } else {
        EXPECT_THAT(refusal(key, std::to_string(value)), HasSubstr("has no such parameter")) << key;
      }
    }
    EXPECT_THAT(refusal(key, std::to_string(std::uint64_t{high} + 1)), HasSubstr("expected"))
        << key;
    EXPECT_THAT(refusal(key, "-1"), HasSubstr("expected")) << key;
  }
}

TEST_P(AqmKeys, TheHashedHeadersAreTheManagers) {
  if (manager() != nullptr) {
    EXPECT_EQ(load("").aqm.hash, std::nullopt);
    EXPECT_EQ(load(written("hash", "\"three_tuple\"")).aqm.hash, queue::HashedHeaders::kThreeTuple);
    EXPECT_EQ(load(written("hash", "\"inner\"")).aqm.hash, queue::HashedHeaders::kInner);
  } else {
    EXPECT_THAT(refusal("hash", "\"inner\""), HasSubstr("has no such parameter"));
  }
  EXPECT_THAT(refusal("hash", "\"outer\""), HasSubstr("aqm.hash: expected"));
}

TEST_P(AqmKeys, ATargetIsForThoseThatHaveOne) {
  const bool has_one = law().target_us != 0 || (manager() != nullptr && manager()->target_us != 0);
  if (has_one) {
    EXPECT_EQ(law_of(load(written("target_ms", "7.125"))).settings.latency_target_us, 7'125U);
    EXPECT_THAT(refusal("target_ms", "0"), HasSubstr("aqm.target_ms: expected"));
    EXPECT_THAT(refusal("target_ms", "10001"), HasSubstr("aqm.target_ms: expected"));
  } else {
    EXPECT_THAT(refusal("target_ms", "5"), HasSubstr("has no such parameter"));
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, AqmKeys, testing::ValuesIn(places()), [](const auto& of) {
  return of.param.algorithm + "_" + of.param.direction;
});

// Returns the queue's limits: bytes, packets or time at the sustained rate.
queue::LawConfig buffer(const std::string& keys) {
  return law_of(load_scenario_text(
                    R"({"modems": [{"name": "cm0"}], "service_flows": [{"name": "us0",
                        "modem": "cm0", "max_sustained_rate_mbps": 5, "aqm": "none")" +
                        keys + "}]}",
                    "test")
                    .scenario.service_flows.at(0));
}

TEST(BufferKeys, SizeTheQueue) {
  EXPECT_EQ(buffer("").settings.buffer_bytes, 156'250U);  // 250 ms at 5 Mbit/s
  EXPECT_EQ(buffer("").settings.buffer_packets, 0U);
  EXPECT_EQ(buffer(R"(, "buffer_ms": 50)").settings.buffer_bytes, 31'250U);
  EXPECT_EQ(buffer(R"(, "buffer_bytes": 40000)").settings.buffer_bytes, 40'000U);
  EXPECT_EQ(buffer(R"(, "buffer_packets": 21)").settings.buffer_packets, 21U);
  EXPECT_EQ(buffer(R"(, "buffer_packets": 21, "drop_tail": "ns2")").settings.buffer_packets, 20U);
  EXPECT_THROW(buffer(R"(, "buffer_ms": 50, "buffer_bytes": 40000)"), InputError);
  EXPECT_THROW(buffer(R"(, "buffer_ms": 1)"), InputError);  // less than a frame
}

TEST(SharedQueueKeys, SizeTheQueueOfAllModems) {
  const auto shared = [](const std::string& keys) {
    return shared_downstream_queue(
        load_scenario_text(R"({"modems": [{"name": "cm0"}], "rf": {"downstream_mbps": 38,
                               "downstream_queue": {)" +
                               keys + R"(}}, "service_flows": [{"name": "us0", "modem": "cm0",
                               "max_sustained_rate_mbps": 5}]})",
                           "test")
            .scenario);
  };
  const queue::DisciplineConfig dt20 = shared(R"("buffer_packets": 65)");
  EXPECT_EQ(dt20.law.algorithm, "none");
  EXPECT_EQ(dt20.law.settings.buffer_packets, 65U);
  EXPECT_EQ(dt20.law.settings.buffer_bytes, 65U * 1522);
  EXPECT_EQ(dt20.law.settings.msr_bytes_per_s, 4'750'000U);
  const queue::DisciplineConfig drr =
      shared(R"("buffer_bytes": 100000, "aqm": {"algorithm": "drr", "queues": 16})");
  EXPECT_EQ(drr.multi.queues, 16U);
  EXPECT_EQ(drr.multi.queue_share, 10U);
  EXPECT_THROW(shared(R"("buffer_packets": 0)"), InputError);
}

}  // namespace
}  // namespace docsis_vp::system::aqm_keys_test
