// What all objects of a simulation have one of, as long as one of them lives.
#pragma once

#include <memory>

namespace docsis_vp {

// The one there is; made by whoever asks first. make: returns a std::shared_ptr<T>. Ask for a T in
// one place only.
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
