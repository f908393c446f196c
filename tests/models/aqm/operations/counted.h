// Integers that count the operations on them. They replace uint32_t and similar types in the laws'
// sources, so that the sources count their own operations: see law.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "tests/models/aqm/operations/tally.h"

namespace docsis_vp::aqm {

template <class T>
class Counted {
  template <class I>
  using IfIndex = std::enable_if_t<std::is_same_v<I, std::ptrdiff_t>, int>;
  template <class E>
  using IfEnum = std::enable_if_t<std::is_enum_v<E>, int>;
  template <class P>
  using IfPlain = std::enable_if_t<std::is_arithmetic_v<P> || std::is_enum_v<P>, int>;

 public:
  Counted() = default;
  Counted(const Counted& other) : value_(other.read()) {}
  template <class U>
  Counted(const Counted<U>& other) : value_(static_cast<T>(other.read())) {}
  template <class P, IfPlain<P> = 0>
  Counted(P plain) : value_(static_cast<T>(plain)) {}
  Counted& operator=(const Counted& other) { return set(other.read()); }

  explicit operator bool() const {
    ++tally().comparisons;
    return read() != 0;
  }
  template <class I, IfIndex<I> = 0>
  operator I() const {
    return static_cast<I>(read());
  }
  template <class E, IfEnum<E> = 0>
  explicit operator E() const {
    return static_cast<E>(read());
  }

  T read() const {
    if constexpr (sizeof(T) == 2) {
      ++tally().words_read;  // tables alone are of these
    } else {
      memory().read(this, sizeof(T));
    }
    return value_;
  }

  template <class U>
  Counted& operator+=(const U& other) {
    return *this = *this + other;
  }
  template <class U>
  Counted& operator-=(const U& other) {
    return *this = *this - other;
  }
  template <class U>
  Counted& operator*=(const U& other) {
    return *this = *this * other;
  }
  template <class U>
  Counted& operator/=(const U& other) {
    return *this = *this / other;
  }
  template <class U>
  Counted& operator&=(const U& other) {
    return *this = *this & other;
  }
  template <class U>
  Counted& operator|=(const U& other) {
    return *this = *this | other;
  }
  template <class U>
  Counted& operator<<=(const U& other) {
    return *this = *this << other;
  }
  template <class U>
  Counted& operator>>=(const U& other) {
    return *this = *this >> other;
  }
  Counted& operator++() { return *this += 1; }
  Counted& operator--() { return *this -= 1; }

 private:
  Counted& set(T value) {
    memory().write(this, sizeof(T));
    value_ = value;
    return *this;
  }
  T value_;
};

template <class T>
struct IsCounted : std::false_type {};
template <class T>
struct IsCounted<Counted<T>> : std::true_type {};

template <class T>
T plain(const Counted<T>& counted) {
  return counted.read();
}
template <class T, std::enable_if_t<!IsCounted<T>::value, int> = 0>
T plain(const T& value) {
  return value;
}

template <class A, class B>
using IfEither = std::enable_if_t<(IsCounted<A>::value || IsCounted<B>::value), int>;

// A constant power of two multiplies and divides by wiring.
template <class A>
bool is_shift(const A& factor) {
  if constexpr (IsCounted<A>::value) {
    return false;
  } else {
    return factor > 0 && (factor & (factor - 1)) == 0;
  }
}

#define DOCSIS_VP_COUNTED_ARITHMETIC(op, count)   \
  template <class A, class B, IfEither<A, B> = 0> \
  auto operator op(const A& a, const B& b) {      \
    count;                                        \
    using R = decltype(plain(a) op plain(b));     \
    return Counted<R>(plain(a) op plain(b));      \
  }
DOCSIS_VP_COUNTED_ARITHMETIC(+, ++tally().additions)
DOCSIS_VP_COUNTED_ARITHMETIC(-, ++tally().additions)
DOCSIS_VP_COUNTED_ARITHMETIC(*, tally().multiplications += is_shift(a) || is_shift(b) ? 0 : 1)
DOCSIS_VP_COUNTED_ARITHMETIC(/, tally().divisions += is_shift(b) ? 0 : 1)
DOCSIS_VP_COUNTED_ARITHMETIC(%, tally().divisions += is_shift(b) ? 0 : 1)
DOCSIS_VP_COUNTED_ARITHMETIC(&, (void)0)
DOCSIS_VP_COUNTED_ARITHMETIC(|, (void)0)
DOCSIS_VP_COUNTED_ARITHMETIC(^, (void)0)
DOCSIS_VP_COUNTED_ARITHMETIC(<<, (void)0)
DOCSIS_VP_COUNTED_ARITHMETIC(>>, (void)0)
#undef DOCSIS_VP_COUNTED_ARITHMETIC

template <class T>
auto operator~(const Counted<T>& a) {
  return Counted<decltype(~plain(a))>(~plain(a));
}

// As C compares: both sides of one type.
#define DOCSIS_VP_COUNTED_COMPARISON(op)                         \
  template <class A, class B, IfEither<A, B> = 0>                \
  bool operator op(const A& a, const B& b) {                     \
    ++tally().comparisons;                                       \
    using R = decltype(true ? plain(a) + 0 : plain(b) + 0);      \
    return static_cast<R>(plain(a)) op static_cast<R>(plain(b)); \
  }
DOCSIS_VP_COUNTED_COMPARISON(==)
DOCSIS_VP_COUNTED_COMPARISON(!=)
DOCSIS_VP_COUNTED_COMPARISON(<)
DOCSIS_VP_COUNTED_COMPARISON(<=)
DOCSIS_VP_COUNTED_COMPARISON(>)
DOCSIS_VP_COUNTED_COMPARISON(>=)
#undef DOCSIS_VP_COUNTED_COMPARISON

}  // namespace docsis_vp::aqm
