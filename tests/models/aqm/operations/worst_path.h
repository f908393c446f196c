// Looks for the calls of a law that cost most: random configurations, queues and times at their
// extremes, from the initial state on, and again from every state in which a call set a record.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "models/aqm/registry.h"
#include "platform/base/random.h"
#include "tests/models/aqm/operations/counted_law.h"

namespace docsis_vp::aqm {

enum Function : std::uint8_t { kEnqueue, kDequeue, kDeparted, kUpdate, kFunctions };

// The members of aqm_operations, in their order.
enum { kOperationKinds = 7 };
using Counts = std::array<std::uint32_t, kOperationKinds>;

struct WorstPath {
  std::array<Counts, kFunctions> counts{};  // the most of each kind that any one call did
  std::uint64_t calls = 0;
  std::uint64_t differences = 0;  // calls that did not end as the native law's
};

enum class SearchedOptions : std::uint8_t { kAny, kUsual };

class WorstPathSearch {
 public:
  WorstPathSearch(const aqm_algorithm& law, std::uint64_t seed,
                  SearchedOptions options = SearchedOptions::kAny)
      : law_(law),
        options_(options),
        counted_(law.name),
        random_(seed, "test/operations/" + std::string(law.name)) {}

  WorstPath run(int episodes);

 private:
  template <std::size_t N>
  struct alignas(std::uint64_t) Block : std::array<unsigned char, N> {};
  using State = Block<AQM_STATE_BYTES_MAX>;

  struct Scene {
    Block<AQM_PARAMS_BYTES_MAX> params{};
    State state{};
    std::uint32_t now_us = 0;
    std::uint32_t usual_us = 1;     // how time goes by here, most often
    std::uint32_t usual_bytes = 0;  // and how long the queue is
  };
  struct Call {
    Function function;
    aqm_queue queue;
    aqm_packet packet;
    std::uint32_t random;
  };

  Scene new_scene();
  Call new_call();
  aqm_queue new_queue();
  std::uint32_t any_size();
  bool perform(const Call& call);
  int perform_natively(const Call& call, State& state) const;
  bool minds_random(const Call& call, const State& before) const;
  bool sets_record(Function function, const Counts& counts);
  template <class T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[random_.below(of.size())];
  }

  const aqm_algorithm& law_;
  const SearchedOptions options_;
  CountedLaw counted_;
  RandomStream random_;
  Scene scene_;
  std::vector<Scene> records_;
  WorstPath worst_;
};

inline WorstPath WorstPathSearch::run(int episodes) {
  constexpr int kCalls = 120;
  for (int episode = 0; episode < episodes; ++episode) {
    scene_ = records_.empty() || random_.below(2) == 0 ? new_scene()
                                                       : records_[random_.below(records_.size())];
    for (int i = 0; i < kCalls; ++i) {
      const Scene before = scene_;
      if (perform(new_call())) {
        records_.push_back(before);
      }
    }
  }
  return worst_;
}

inline WorstPathSearch::Scene WorstPathSearch::new_scene() {
  Scene scene;
  while (true) {
    std::array<std::uint32_t, AQM_OPTIONS_MAX> options{};
    aqm_initial_options(law_.options, options.data());
    for (std::size_t i = 0; options_ == SearchedOptions::kAny && law_.options[i].name != nullptr;
         ++i) {
      const aqm_option& o = law_.options[i];
      if (o.kind != AQM_NUMBER) {
        options[i] = static_cast<std::uint32_t>(random_.between(o.low, o.high));
      } else if (random_.below(4) == 0) {
        options[i] = pick({o.low, o.high});
      }
    }
    const std::uint32_t rate = pick({1'000U, 1'250U, 1'250'000U, 125'000'000U, 1'250'000'000U});
    const aqm_config config{law_.target_us == 0 ? 0 : pick({1'000U, law_.target_us, 1'000'000U}),
                            pick({0U, rate, 2'000'000'000U}), pick({0U, rate}),
                            pick({0U, 20'000U, 312'500U, UINT32_MAX}), pick({0U, 100U})};
    if (law_.params_init(scene.params.data(), &config, options.data()) == nullptr) {
      break;
    }
  }
  law_.state_init(scene.state.data());
  scene.now_us = random_.next_u32();
  scene.usual_us = pick({1U, 100U, 10'000U, 1'000'000U});
  scene.usual_bytes = pick({0U, 15'000U, 150'000U, 3'000'000U});
  return scene;
}

// Draws a number of any magnitude.
inline std::uint32_t WorstPathSearch::any_size() {
  return random_.next_u32() >> random_.below(32);
}

inline aqm_queue WorstPathSearch::new_queue() {
  aqm_queue queue{};
  const auto usual =
      static_cast<std::uint32_t>(random_.below(2 * std::uint64_t{scene_.usual_bytes} + 1));
  queue.bytes = random_.below(8) == 0 ? any_size() : usual;
  queue.packets = (queue.bytes + 63) / pick({64U, 1'514U});
  if (random_.below(4) == 0) {
    queue.ce_bytes = queue.bytes / 2;
    queue.ce_packets = queue.packets / 2;
  }
  queue.full = random_.below(64) == 0;
  queue.msr_tokens = any_size();
  queue.granted_bytes = any_size();
  queue.acked_request_bytes = any_size();
  queue.drained_maps = static_cast<std::uint32_t>(random_.below(2));
  queue.predicted_delay_us = any_size();
  queue.predicted_bytes = any_size();
  return queue;
}

inline WorstPathSearch::Call WorstPathSearch::new_call() {
  Function function = kEnqueue;
  do {
    function = static_cast<Function>(random_.below(kFunctions));
  } while ((function == kDequeue && law_.dequeue == nullptr) ||
           (function == kDeparted && law_.departed == nullptr) ||
           (function == kUpdate && law_.update == nullptr));
  scene_.now_us +=
      random_.below(8) == 0
          ? any_size() >> 2
          : static_cast<std::uint32_t>(random_.below(2 * std::uint64_t{scene_.usual_us}));
  const std::uint32_t age_us = random_.below(4) == 0 ? 0 : any_size() >> 1;
  const auto size = static_cast<std::uint32_t>(random_.between(64, 2'000));
  const aqm_packet packet{size, scene_.now_us - (function == kEnqueue ? 0 : age_us),
                          static_cast<std::uint8_t>(random_.below(4)),
                          law_.reads_flow_hash != 0 ? pick({1U, 0x10001U, random_.next_u32()}) : 0};
  return {function, new_queue(), packet, pick({0U, UINT32_MAX, random_.next_u32()})};
}

inline int WorstPathSearch::perform_natively(const Call& call, State& state) const {
  const void* params = scene_.params.data();
  switch (call.function) {
    case kEnqueue:
      return law_.enqueue(state.data(), params, &call.queue, &call.packet, call.random);
    case kDequeue:
      return law_.dequeue(state.data(), params, &call.queue, &call.packet, scene_.now_us);
    case kDeparted:
      law_.departed(state.data(), params, &call.queue, &call.packet, scene_.now_us);
      return 0;
    default:
      law_.update(state.data(), params, &call.queue, scene_.now_us);
      return 0;
  }
}

inline bool WorstPathSearch::minds_random(const Call& call, const State& before) const {
  Call one = call;
  Call other = call;
  one.random = 0;
  other.random = UINT32_MAX;
  State state_of_one = before;
  State state_of_other = before;
  return perform_natively(one, state_of_one) != perform_natively(other, state_of_other) ||
         state_of_one != state_of_other;
}

// Performs it both ways; whether it cost more of anything than all before.
inline bool WorstPathSearch::perform(const Call& call) {
  const State before = scene_.state;
  State native = before;
  const int expected = perform_natively(call, native);
  const void* params = scene_.params.data();
  void* state = scene_.state.data();
  tally() = {};
  memory().watch({scene_.state.data(), law_.state_bytes},
                 {scene_.params.data(), law_.params_bytes});
  int verdict = 0;
  switch (call.function) {
    case kEnqueue:
      verdict = counted_.enqueue(state, params, &call.queue, &call.packet, call.random);
      break;
    case kDequeue:
      verdict = counted_.dequeue(state, params, &call.queue, &call.packet, scene_.now_us);
      break;
    case kDeparted:
      counted_.departed(state, params, &call.queue, &call.packet, scene_.now_us);
      break;
    default:
      counted_.update(state, params, &call.queue, scene_.now_us);
  }
  const Tally done = tally();
  memory().watch({}, {});
  ++worst_.calls;
  worst_.differences += verdict != expected || scene_.state != native ? 1 : 0;
  const bool random = call.function == kEnqueue && minds_random(call, before);
  return sets_record(call.function,
                     {done.additions, done.multiplications, done.divisions, done.comparisons,
                      done.words_read, done.words_written, random ? 1U : 0U});
}

inline bool WorstPathSearch::sets_record(Function function, const Counts& counts) {
  Counts& most = worst_.counts[function];
  bool record = false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    record = record || counts[i] > most[i];
    most[i] = std::max(most[i], counts[i]);
  }
  return record;
}

}  // namespace docsis_vp::aqm
