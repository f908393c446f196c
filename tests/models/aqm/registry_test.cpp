// Properties of every algorithm of the registry.
#include "models/aqm/registry.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <string>

#include "models/aqm/tail_drop/tail_drop.h"
#include "platform/base/random.h"

namespace docsis_vp::aqm::registry_test {
namespace {

struct Instance {
  alignas(8) std::array<unsigned char, AQM_PARAMS_BYTES_MAX> params{};
  alignas(8) std::array<unsigned char, AQM_STATE_BYTES_MAX> state{};
};

constexpr aqm_config kConfig{10'000, 1'250'000, 1'250'000, 312'500, 0};

Instance make_instance(const aqm_algorithm& algorithm) {
  Instance instance;
  EXPECT_STREQ(algorithm.params_init(instance.params.data(), &kConfig, nullptr), nullptr)
      << algorithm.name;
  algorithm.state_init(instance.state.data());
  return instance;
}

template <typename Check>
void for_each_algorithm(const Check& check) {
  for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
    SCOPED_TRACE((*a)->name);
    check(**a);
  }
}

TEST(AqmRegistry, FindsByNameOnly) {
  for_each_algorithm([](const aqm_algorithm& a) { EXPECT_EQ(aqm_find(a.name), &a); });
  for (const char* name : {"", "docsis", "docsis_pie2", "none"}) {
    EXPECT_EQ(aqm_find(name), nullptr) << name;
  }
}

TEST(AqmRegistry, IsInTheOrderOfNames) {
  const char* last = "";
  for_each_algorithm([&](const aqm_algorithm& a) {
    EXPECT_LT(std::strcmp(last, a.name), 0);
    last = a.name;
  });
}

TEST(AqmRegistry, IdentitiesAreUnique) {
  std::set<std::uint32_t> ids;
  for_each_algorithm([&](const aqm_algorithm& a) { EXPECT_TRUE(ids.insert(a.id).second); });
}

// A link of 1 MB/s takes a packet of 1000 bytes each millisecond from a queue that is never short.
TEST(AqmRegistry, MeasuredDepartureRateIsThatOfTheLink) {
  std::set<std::string> measuring;
  for_each_algorithm([&measuring](const aqm_algorithm& a) {
    if (a.departure_rate == nullptr || a.departed == nullptr) {
      return;
    }
    Instance instance = make_instance(a);
    const auto rate = [&] {
      return a.departure_rate(instance.state.data(), instance.state.data(), instance.params.data());
    };
    EXPECT_EQ(rate(), 0U) << "nothing has left yet";
    aqm_queue queue{};
    queue.bytes = 100'000;
    for (std::uint32_t now_us = 1'000; now_us <= 1'000'000; now_us += 1'000) {
      const aqm_packet packet{1'000, now_us, AQM_NOT_ECT, 0};
      a.departed(instance.state.data(), instance.params.data(), &queue, &packet, now_us);
    }
    if (rate() != 0) {
      EXPECT_NEAR(rate(), 1'000'000, 100'000) << "a measurement may count one packet more";
      measuring.insert(a.name);
    }
  });
  EXPECT_EQ(measuring, (std::set<std::string>{"codel_dt", "pie_draft", "pie_linux_2014"}));
}

TEST(AqmRegistry, EntriesAreComplete) {
  for_each_algorithm([](const aqm_algorithm& a) {
    EXPECT_TRUE(a.title && a.source && a.options && a.params_init && a.state_init && a.enqueue);
    EXPECT_LE(a.params_bytes, std::uint32_t{AQM_PARAMS_BYTES_MAX});
    EXPECT_LE(a.state_bytes - a.table_bytes, std::uint32_t{AQM_REGISTER_BYTES_MAX});
    EXPECT_LE(a.table_bytes, std::uint32_t{AQM_TABLE_BYTES_MAX});
    EXPECT_TRUE(a.table_bytes == 0 || a.reads_flow_hash != 0);
    // The registers of the ingress hold and of the verdict port do not show a flow hash.
    EXPECT_TRUE(a.reads_flow_hash == 0 || (a.places & AQM_DROP_IN_FIRMWARE) == 0);
    EXPECT_EQ(a.update != nullptr, a.update_interval_us != nullptr);
    EXPECT_EQ(a.update != nullptr, a.queue_delay_us != nullptr);
    EXPECT_EQ(a.update != nullptr, (a.places & AQM_LAW_IN_FIRMWARE) != 0);
    EXPECT_NE(a.places, 0U);
    EXPECT_GE(a.cost.queues, 1U);
  });
}

// The owner of a queue leaves the answers out for such a law.
TEST(AqmRegistry, ALawThatIgnoresAnswersDoesWhateverTheyAre) {
  RandomStream random(1, "answers");
  unsigned ignoring = 0;
  for_each_algorithm([&](const aqm_algorithm& a) {
    Instance told = make_instance(a);
    Instance untold = told;
    if (a.update == nullptr || a.ignores_answers == nullptr ||
        a.ignores_answers(told.params.data()) == 0) {
      return;
    }
    ++ignoring;
    for (std::uint32_t tick = 0; tick < 2'000; ++tick) {
      aqm_queue queue{};
      queue.bytes = tick % 200 < 150 ? random.next_u32() % 300'000 : 0;
      queue.packets = queue.bytes / 1'000;
      queue.msr_tokens = random.next_u32() % 3'000;
      a.update(untold.state.data(), untold.params.data(), &queue, tick * 16'000);
      queue.granted_bytes = random.next_u32();
      queue.acked_request_bytes = random.next_u32() % 10'000;
      queue.drained_maps = random.next_u32() % 3;
      a.update(told.state.data(), told.params.data(), &queue, tick * 16'000);
      ASSERT_EQ(told.state, untold.state) << "tick " << tick;
    }
  });
  EXPECT_GE(ignoring, 4U);
}

TEST(AqmRegistry, DocsisPieReadsAnswersWhereItTracksRates) {
  const aqm_algorithm& pie = *aqm_find("docsis_pie");
  std::array<std::uint32_t, AQM_OPTIONS_MAX> options{};
  aqm_initial_options(pie.options, options.data());
  const Instance usual = make_instance(pie);
  EXPECT_NE(pie.ignores_answers(usual.params.data()), 0);
  std::size_t predictor = 0;
  while (std::string(pie.options[predictor].name) != "predictor") {
    ++predictor;
  }
  for (std::uint32_t tracking = 1; tracking <= pie.options[predictor].high; ++tracking) {
    options[predictor] = tracking;
    Instance instance;
    ASSERT_EQ(pie.params_init(instance.params.data(), &kConfig, options.data()), nullptr);
    EXPECT_EQ(pie.ignores_answers(instance.params.data()), 0) << tracking;
  }
}

TEST(AqmRegistry, EveryOptionIsDescribedAndItsInitialValueIsInRange) {
  for_each_algorithm([](const aqm_algorithm& a) {
    EXPECT_LE(aqm_count_options(a.options), std::uint32_t{AQM_OPTIONS_MAX});
    std::set<std::string> names;
    for (const aqm_option* o = a.options; o->name != nullptr; ++o) {
      SCOPED_TRACE(o->name);
      EXPECT_TRUE(names.insert(o->name).second);
      EXPECT_TRUE(o->source_name && o->source && o->says);
      EXPECT_LE(o->low, o->initial);
      EXPECT_LE(o->initial, o->high);
      EXPECT_EQ(o->choices != nullptr, o->kind == AQM_CHOICE);
      if (o->kind == AQM_SWITCH) {
        EXPECT_EQ(o->high, 1U);
      }
      if (o->kind == AQM_CHOICE) {
        std::uint32_t count = 0;
        while (o->choices[count] != nullptr) {
          ++count;
        }
        EXPECT_EQ(o->high + 1, count);
      }
    }
  });
}

TEST(AqmRegistry, OptionsAreCheckedAgainstTheirRanges) {
  for_each_algorithm([](const aqm_algorithm& a) {
    std::array<std::uint32_t, AQM_OPTIONS_MAX> values{};
    aqm_initial_options(a.options, values.data());
    EXPECT_EQ(aqm_check_options(a.options, values.data()), nullptr);
    for (std::uint32_t i = 0; a.options[i].name != nullptr; ++i) {
      EXPECT_EQ(aqm_option_value(a.options, values.data(), i), a.options[i].initial);
      EXPECT_EQ(aqm_option_value(a.options, nullptr, i), a.options[i].initial);
      if (a.options[i].high != UINT32_MAX) {
        values[i] = a.options[i].high + 1;
        EXPECT_EQ(aqm_check_options(a.options, values.data()), &a.options[i]);
      }
      values[i] = a.options[i].initial;
    }
  });
}

// Latching and committing the law's own words separately requires this layout.
TEST(AqmRegistry, AStateWithALawBeginsWithItsWords) {
  for_each_algorithm([](const aqm_algorithm& a) {
    if (a.update == nullptr) {
      return;
    }
    Instance instance = make_instance(a);
    aqm_queue queue{};
    queue.bytes = 250'000;
    queue.packets = 170;
    a.update(instance.state.data(), instance.params.data(), &queue, 16'000);
    const auto* law = reinterpret_cast<const aqm_law*>(instance.state.data());
    EXPECT_EQ(law->qdelay_old_us,
              a.queue_delay_us(instance.state.data(), instance.params.data(), &queue));
  });
}

TEST(AqmRegistry, EveryAlgorithmTakesPacketsOfAnEmptyQueueAndRefusesThemWhenFull) {
  for_each_algorithm([](const aqm_algorithm& a) {
    Instance instance = make_instance(a);
    const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
    aqm_queue queue{};
    for (const std::uint32_t word : {0U, UINT32_MAX}) {
      EXPECT_EQ(a.enqueue(instance.state.data(), instance.params.data(), &queue, &packet, word),
                AQM_ACCEPT);
    }
    queue.bytes = 311'001;
    queue.packets = 208;
    EXPECT_EQ(a.enqueue(instance.state.data(), instance.params.data(), &queue, &packet, 0),
              AQM_DROP_FULL);
    queue = {};
    queue.full = 1;
    EXPECT_EQ(a.enqueue(instance.state.data(), instance.params.data(), &queue, &packet, 0),
              AQM_DROP_FULL);
  });
}

TEST(AqmRegistry, TheSameInputsGiveTheSameStateToTheBit) {
  for_each_algorithm([](const aqm_algorithm& a) {
    Instance one = make_instance(a);
    Instance other = make_instance(a);
    for (Instance* instance : {&one, &other}) {
      RandomStream random(7, "test/registry");
      for (std::uint32_t i = 0; i < 100'000; ++i) {
        aqm_queue queue{};
        queue.bytes = static_cast<std::uint32_t>(random.below(300'000));
        queue.msr_tokens = static_cast<std::uint32_t>(random.below(20'000));
        const aqm_packet packet{static_cast<std::uint32_t>(random.between(64, 1'522)), i,
                                AQM_NOT_ECT, 0};
        a.enqueue(instance->state.data(), instance->params.data(), &queue, &packet,
                  random.next_u32());
        if (a.update != nullptr && i % 13 == 0) {
          a.update(instance->state.data(), instance->params.data(), &queue, i * 1'000);
        }
      }
    }
    EXPECT_EQ(std::memcmp(one.state.data(), other.state.data(), a.state_bytes), 0);
  });
}

TEST(TailDrop, AdmitsWhatFitsInBytes) {
  const tail_drop_params params{10'000, 0};
  tail_drop_state state{};
  const struct {
    std::uint32_t queued, size;
    aqm_verdict verdict;
  } cases[] = {{0, 10'000, AQM_ACCEPT},
               {0, 10'001, AQM_DROP_FULL},
               {8'500, 1'500, AQM_ACCEPT},
               {8'501, 1'500, AQM_DROP_FULL},
               {UINT32_MAX, 64, AQM_DROP_FULL}};
  for (const auto& c : cases) {
    aqm_queue queue{};
    queue.bytes = c.queued;
    queue.packets = 1'000'000;
    const aqm_packet packet{c.size, 0, AQM_NOT_ECT, 0};
    EXPECT_EQ(tail_drop_enqueue(&state, &params, &queue, &packet, 0), c.verdict) << c.queued;
  }
}

TEST(TailDrop, AdmitsWhatFitsInPackets) {
  const tail_drop_params params{0, 21};
  tail_drop_state state{};
  aqm_queue queue{};
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT, 0};
  queue.bytes = UINT32_MAX;
  queue.packets = 20;
  EXPECT_EQ(tail_drop_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
  queue.packets = 21;
  EXPECT_EQ(tail_drop_enqueue(&state, &params, &queue, &packet, 0), AQM_DROP_FULL);
}

TEST(TailDrop, WantsALimit) {
  tail_drop_params params{};
  const aqm_config unlimited{};
  EXPECT_NE(tail_drop_params_init(&params, &unlimited), nullptr);
}

}  // namespace
}  // namespace docsis_vp::aqm::registry_test
