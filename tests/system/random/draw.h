// Random choices of a scenario, and the JSON they are put into.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::system {

using Object = boost::json::object;
using Array = boost::json::array;

// Each part of a scenario draws from a stream of its own, so that one that learns to draw more
// leaves the others as they are.
class Draw {
 public:
  Draw(std::uint64_t seed, const std::string& part) : random_(seed, "random scenario/" + part) {}

  // low..high
  unsigned number(unsigned low, unsigned high) {
    return low + static_cast<unsigned>(random_.below(high - low + 1U));
  }
  bool one_in(unsigned n) { return number(1, n) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> list) {
    return list.begin()[number(0, static_cast<unsigned>(list.size()) - 1)];
  }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[number(0, static_cast<unsigned>(list.size()) - 1)];
  }
  // At least one of prefix0, prefix1, ...
  Array some_of(const std::string& prefix, unsigned names) {
    Array list;
    const unsigned sure = number(0, names - 1);
    for (unsigned i = 0; i < names; ++i) {
      if (i == sure || one_in(2)) {
        list.emplace_back(prefix + std::to_string(i));
      }
    }
    return list;
  }

 private:
  RandomStream random_;
};

inline double mbps(unsigned kbps) {
  return kbps / 1000.0;
}

}  // namespace docsis_vp::system
