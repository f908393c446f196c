// Creates an object on demand that all its users share. It lives as long as one of them.
#pragma once

#include <memory>

namespace docsis_vp {

// Returns the current T. The first call creates it by `make`, which returns a std::shared_ptr<T>.
// There is one object per pair of T and Make, so call this for a T in one place only.
template <typename T, typename Make>
std::shared_ptr<T> shared_one(const Make& make) {
  static std::weak_ptr<T> current;
  std::shared_ptr<T> one = current.lock();
  if (!one) {
    one = make();
    current = one;
  }
  return one;
}

template <typename T>
std::shared_ptr<T> shared_one() {
  return shared_one<T>([] { return std::make_shared<T>(); });
}

}  // namespace docsis_vp
