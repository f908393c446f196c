// What holds for every algorithm of the registry.
#include "models/aqm/registry.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>

#include "models/aqm/tail_drop/tail_drop.h"
#include "platform/base/random.h"

namespace docsis_vp::aqm {
namespace {

struct Instance {
  alignas(8) std::array<unsigned char, AQM_PARAMS_BYTES_MAX> params{};
  alignas(8) std::array<unsigned char, AQM_STATE_BYTES_MAX> state{};
};

constexpr aqm_config kConfig{10'000, 1'250'000, 1'250'000, 312'500, 0};

Instance make_instance(const aqm_algorithm& algorithm) {
  Instance instance;
  EXPECT_STREQ(algorithm.params_init(instance.params.data(), &kConfig), nullptr) << algorithm.name;
  algorithm.state_init(instance.state.data());
  return instance;
}

template <typename Check>
void for_each_algorithm(const Check& check) {
  for (const aqm_algorithm* a = aqm_algorithms; a->name != nullptr; ++a) {
    SCOPED_TRACE(a->name);
    check(*a);
  }
}

TEST(AqmRegistry, FindsByNameOnly) {
  for_each_algorithm([](const aqm_algorithm& a) { EXPECT_EQ(aqm_find(a.name), &a); });
  for (const char* name : {"", "docsis", "docsis_pie2", "none"}) {
    EXPECT_EQ(aqm_find(name), nullptr) << name;
  }
}

TEST(AqmRegistry, IsInTheOrderOfNames) {
  for_each_algorithm([](const aqm_algorithm& a) {
    const aqm_algorithm* next = &a + 1;
    EXPECT_TRUE(next->name == nullptr || std::strcmp(a.name, next->name) < 0);
  });
}

TEST(AqmRegistry, IdentitiesAreUnique) {
  std::set<std::uint32_t> ids;
  for_each_algorithm([&](const aqm_algorithm& a) { EXPECT_TRUE(ids.insert(a.id).second); });
}

TEST(AqmRegistry, EntriesAreComplete) {
  for_each_algorithm([](const aqm_algorithm& a) {
    EXPECT_TRUE(a.params_init && a.state_init && a.enqueue && a.accumulator_q28);
    EXPECT_LE(a.params_bytes, std::uint32_t{AQM_PARAMS_BYTES_MAX});
    EXPECT_LE(a.state_bytes, std::uint32_t{AQM_STATE_BYTES_MAX});
    const bool periodic = a.update_interval_us != 0;
    EXPECT_EQ(periodic, a.update && a.queue_delay_us && a.law && a.load_law && a.commit);
  });
}

TEST(AqmRegistry, EveryAlgorithmTakesPacketsOfAnEmptyQueueAndRefusesThemWhenFull) {
  for_each_algorithm([](const aqm_algorithm& a) {
    Instance instance = make_instance(a);
    const aqm_packet packet{1'500, 0, AQM_NOT_ECT};
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
                                AQM_NOT_ECT};
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
    const aqm_packet packet{c.size, 0, AQM_NOT_ECT};
    EXPECT_EQ(tail_drop_enqueue(&state, &params, &queue, &packet, 0), c.verdict) << c.queued;
  }
}

TEST(TailDrop, AdmitsWhatFitsInPackets) {
  const tail_drop_params params{0, 21};
  tail_drop_state state{};
  aqm_queue queue{};
  const aqm_packet packet{1'500, 0, AQM_NOT_ECT};
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
}  // namespace docsis_vp::aqm
