// Creates an AQM registry row from an algorithm written as a C++ class.
//
//   struct Gate {
//     struct Params { std::uint32_t limit_packets; };
//     static const char* configure(Params& params, const aqm_config& config,
//                                  const std::uint32_t* options);
//     aqm_verdict enqueue(const Params&, const aqm_queue&, const aqm_packet&, std::uint32_t
//     random);
//   };
//   aqm_algorithm gate = docsis_vp::queue::algorithm_of<Gate>("gate");
//
// An object is the state of one queue. Its bytes are copied, so it must not own other memory. These
// functions are optional:
//     aqm_verdict dequeue(const Params&, const aqm_queue&, const aqm_packet&, std::uint32_t
//     now_us); void departed(const Params&, const aqm_queue&, const aqm_packet&, std::uint32_t
//     now_us);
//     void clamp_times(const Params&, std::uint32_t now_us);
// A periodic law has all of the following, and `aqm_law words` as its first member:
//     void update(const Params&, const aqm_queue&, std::uint32_t now_us);
//     static std::uint32_t update_interval_us(const Params&);
// std::uint32_t queue_delay_us(const Params&, const aqm_queue&) const; models/aqm/aqm.h and
// models/aqm/registry.h document when each is called and its arguments. A static member `aqm_option
// options[]` that ends with AQM_OPTIONS_END describes the algorithm's parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "models/aqm/registry.h"

namespace docsis_vp::queue {

// First identity for algorithms outside the registry.
constexpr std::uint32_t kFirstCustomId = 0x80;

namespace law_class {

template <class Law>
using Params = typename Law::Params;

template <class Law, class = void>
struct JudgesHead : std::false_type {};
template <class Law>
struct JudgesHead<Law, std::void_t<decltype(&Law::dequeue)>> : std::true_type {};

template <class Law, class = void>
struct WatchesDepartures : std::false_type {};
template <class Law>
struct WatchesDepartures<Law, std::void_t<decltype(&Law::departed)>> : std::true_type {};

template <class Law, class = void>
struct KeepsTimes : std::false_type {};
template <class Law>
struct KeepsTimes<Law, std::void_t<decltype(&Law::clamp_times)>> : std::true_type {};

template <class Law, class = void>
struct IsPeriodic : std::false_type {};
template <class Law>
struct IsPeriodic<Law, std::void_t<decltype(&Law::update)>> : std::true_type {};

template <class Law, class = void>
struct HasOptions : std::false_type {};
template <class Law>
struct HasOptions<Law, std::void_t<decltype(&Law::options)>> : std::true_type {};

template <class Law>
Law& state_of(void* state) {
  return *static_cast<Law*>(state);
}
template <class Law>
const Params<Law>& params_of(const void* params) {
  return *static_cast<const Params<Law>*>(params);
}

template <class Law>
void add_periodic(aqm_algorithm& algorithm) {
  static_assert(std::is_standard_layout_v<Law> && offsetof(Law, words) == 0 &&
                    std::is_same_v<decltype(Law::words), aqm_law>,
                "the first member of a periodic law is `aqm_law words`");
  algorithm.update = [](void* state, const void* params, const aqm_queue* queue,
                        std::uint32_t now_us) {
    state_of<Law>(state).update(params_of<Law>(params), *queue, now_us);
  };
  algorithm.update_interval_us = [](const void* params) -> std::uint32_t {
    return Law::update_interval_us(params_of<Law>(params));
  };
  algorithm.queue_delay_us = [](const void* state, const void* params,
                                const aqm_queue* queue) -> std::uint32_t {
    return static_cast<const Law*>(state)->queue_delay_us(params_of<Law>(params), *queue);
  };
}

}  // namespace law_class

// Returns a registry row. The algorithm runs in the modem's hardware and at the CMTS, unless
// `places` gives other blocks. The caller may set other fields of the row: title, source,
// target_us, cost. `name` must outlive it.
template <class Law>
aqm_algorithm algorithm_of(const char* name, std::uint32_t id = kFirstCustomId,
                           std::uint32_t places = AQM_IN_HARDWARE | AQM_AT_CMTS) {
  using namespace law_class;
  static_assert(std::is_trivially_copyable_v<Law> && std::is_trivially_copyable_v<Params<Law>>,
                "the state of a law and its parameters are copied byte by byte");
  static_assert(
      sizeof(Law) <= AQM_REGISTER_BYTES_MAX && sizeof(Params<Law>) <= AQM_PARAMS_BYTES_MAX,
      "models/aqm/registry.h says how large state and parameters may be");
  static_assert(
      alignof(Law) <= alignof(std::uint64_t) && alignof(Params<Law>) <= alignof(std::uint64_t),
      "blocks are aligned for uint64_t");
  static const aqm_option no_options[] = {AQM_OPTIONS_END};
  aqm_algorithm algorithm{};
  algorithm.name = name;
  algorithm.id = id;
  algorithm.title = name;
  algorithm.source = "";
  algorithm.places = places;
  algorithm.params_bytes = sizeof(Params<Law>);
  algorithm.state_bytes = sizeof(Law);
  algorithm.options = no_options;
  if constexpr (HasOptions<Law>::value) {
    algorithm.options = Law::options;
  }
  algorithm.params_init = [](void* params, const aqm_config* config,
                             const std::uint32_t* options) -> const char* {
    return Law::configure(*new (params) Params<Law>(), *config, options);
  };
  algorithm.state_init = [](void* state) { new (state) Law(); };
  algorithm.enqueue = [](void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, std::uint32_t random) -> aqm_verdict {
    return state_of<Law>(state).enqueue(params_of<Law>(params), *queue, *packet, random);
  };
  if constexpr (JudgesHead<Law>::value) {
    algorithm.dequeue = [](void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, std::uint32_t now_us) -> aqm_verdict {
      return state_of<Law>(state).dequeue(params_of<Law>(params), *queue, *packet, now_us);
    };
  }
  if constexpr (WatchesDepartures<Law>::value) {
    algorithm.departed = [](void* state, const void* params, const aqm_queue* queue,
                            const aqm_packet* packet, std::uint32_t now_us) {
      state_of<Law>(state).departed(params_of<Law>(params), *queue, *packet, now_us);
    };
  }
  if constexpr (KeepsTimes<Law>::value) {
    algorithm.clamp_times = [](void* state, const void* params, std::uint32_t now_us) {
      state_of<Law>(state).clamp_times(params_of<Law>(params), now_us);
    };
  }
  if constexpr (IsPeriodic<Law>::value) {
    add_periodic<Law>(algorithm);
  }
  return algorithm;
}

}  // namespace docsis_vp::queue
