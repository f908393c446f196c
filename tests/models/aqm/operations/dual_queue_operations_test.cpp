// The cost that models/aqm/dual_queue declares is that of its code.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "models/aqm/dual_queue/dual_queue.h"
#include "models/aqm/dual_queue/dual_queue_cost.h"
#include "platform/base/random.h"
#include "tests/models/aqm/operations/counted_dual_queue.h"
#include "tests/models/aqm/operations/tally.h"

namespace docsis_vp::aqm::dual_queue_operations_test {
namespace {

// additions, multiplications, divisions, comparisons, words read, words written
using Counts = std::array<std::uint32_t, 6>;

struct Worst {
  Counts arrive_ll{}, arrive_classic{}, update{}, align{};
};

void raise(Counts& worst, const char* what) {
  const Tally& t = tally();
  const Counts counts = {t.additions,   t.multiplications, t.divisions,
                         t.comparisons, t.words_read,      t.words_written};
  EXPECT_EQ(t.random_words, 0U) << what;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    worst[i] = std::max(worst[i], counts[i]);
  }
}

class Pair {
 public:
  explicit Pair(const dual_queue_config& config) {
    EXPECT_EQ(dual_queue_params_init(&params_, &config), nullptr);
    dual_queue_state_init(&native_);
    counted_ = native_;
  }

  void run(Worst& worst, std::uint64_t seed, int packets) {
    RandomStream random(seed, "test/dual_queue_operations");
    dual_queue_packet packet{1'000'000, 0, 0, 0};
    aqm_queue queue{};
    for (int i = 0; i < packets; ++i) {
      packet.now_ns += random.below(300'000);
      packet.flow = random.below(1 << 12);
      packet.size_bytes = static_cast<std::uint32_t>(random.between(64, 1'522));
      packet.ecn = static_cast<std::uint8_t>(random.below(4));
      queue.bytes = static_cast<std::uint32_t>(random.below(random.below(2) == 0 ? 4'000 : 60'000));
      begin();
      const unsigned verdict = counted_arrive_ll(&counted_, &params_, &queue, &packet);
      raise(worst.arrive_ll, "arrive_ll");
      ASSERT_EQ(verdict, dual_queue_arrive_ll(&native_, &params_, &queue, &packet).verdict);
      const std::uint32_t draw = random.next_u32();
      queue.bytes *= 10;
      begin();
      const unsigned classic = counted_arrive_classic(&counted_, &params_, &queue, &packet, draw);
      raise(worst.arrive_classic, "arrive_classic");
      ASSERT_EQ(classic,
                dual_queue_arrive_classic(&native_, &params_, &queue, &packet, draw).verdict);
      if (i % 40 == 0) {
        control(worst, queue, random);
      }
      ASSERT_EQ(octets(native_), octets(counted_)) << "packet " << i;
    }
  }

 private:
  static std::string_view octets(const dual_queue_state& state) {
    return {reinterpret_cast<const char*>(&state), sizeof state};
  }
  void begin() {
    tally() = {};
    memory().watch({reinterpret_cast<const unsigned char*>(&counted_), sizeof counted_},
                   {reinterpret_cast<const unsigned char*>(&params_), sizeof params_});
  }
  void control(Worst& worst, const aqm_queue& queue, RandomStream& random) {
    begin();
    counted_update(&counted_, &params_, &queue);
    raise(worst.update, "update");
    dual_queue_update(&native_, &params_, &queue);
    const auto loop = static_cast<std::uint32_t>(random.below(3'000'000));
    dual_queue_sample_loop(&counted_, &params_, loop);
    dual_queue_sample_loop(&native_, &params_, loop);
    const auto bytes = static_cast<std::uint32_t>(random.below(60'000));
    begin();
    counted_align(&counted_, &params_, bytes);
    raise(worst.align, "align");
    dual_queue_align(&native_, &params_, bytes);
  }

  dual_queue_params params_{};
  dual_queue_state native_{};
  dual_queue_state counted_{};
};

constexpr const char* kNames[] = {"additions",   "multiplications", "divisions",
                                  "comparisons", "words read",      "words written"};

void expect(const Counts& stated, const Counts& counted, const std::string& function) {
  for (std::size_t i = 0; i < counted.size(); ++i) {
    EXPECT_GE(stated[i], counted[i]) << function << ", " << kNames[i];
    EXPECT_LE(stated[i], counted[i] + counted[i] / 10) << function << ", " << kNames[i];
  }
}

Counts counts_of(const aqm_operations& declared) {
  return {declared.additions,   declared.multiplications, declared.divisions,
          declared.comparisons, declared.words_read,      declared.words_written};
}

// The page of costs and the law's README have these.
TEST(DualQueueCost, IsWhatItDeclares) {
  Worst worst;
  std::uint64_t seed = 0;
  for (const std::uint64_t amsr : {5'000'000U, 20'000'000U, 50'000'000U, 1'000'000'000U}) {
    for (const std::uint32_t estimate : {DUAL_QUEUE_DELAY_L, DUAL_QUEUE_DELAY_V}) {
      for (const std::uint32_t variant : {0U, 1U}) {
        dual_queue_config config = dual_queue_config_absent();
        config.amsr_bits_per_s = amsr;
        config.msr_l_bits_per_s = amsr / 2;
        config.msr_c_bits_per_s = amsr / 2;
        config.estimate = estimate;
        config.classic_buffer_bytes = 400'000;
        config.protect = 1 - variant;
        config.ect1_in_classic = variant;
        Pair(config).run(worst, ++seed, 3'000);
      }
    }
  }
  const dual_queue_cost cost = dual_queue_cost_of();
  expect(counts_of(cost.low_latency), worst.arrive_ll, "dual_queue_arrive_ll");
  expect(counts_of(cost.classic), worst.arrive_classic, "dual_queue_arrive_classic");
  expect(counts_of(cost.update), worst.update, "dual_queue_update");
  expect(counts_of(cost.align), worst.align, "dual_queue_align");
}

}  // namespace
}  // namespace docsis_vp::aqm::dual_queue_operations_test
