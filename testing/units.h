// Defines literals for times: 16_ms, 1.5_s, 250_us.
#pragma once

#include <systemc>

namespace docsis_vp::testing {

inline sc_core::sc_time operator""_s(unsigned long long value) {
  return {static_cast<double>(value), sc_core::SC_SEC};
}
inline sc_core::sc_time operator""_s(long double value) {
  return {static_cast<double>(value), sc_core::SC_SEC};
}
inline sc_core::sc_time operator""_ms(unsigned long long value) {
  return {static_cast<double>(value), sc_core::SC_MS};
}
inline sc_core::sc_time operator""_ms(long double value) {
  return {static_cast<double>(value), sc_core::SC_MS};
}
inline sc_core::sc_time operator""_us(unsigned long long value) {
  return {static_cast<double>(value), sc_core::SC_US};
}
inline sc_core::sc_time operator""_us(long double value) {
  return {static_cast<double>(value), sc_core::SC_US};
}

}  // namespace docsis_vp::testing
