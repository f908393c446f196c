// Declares the tables of table.h forward, for headers that declare one beside its structure.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace docsis_vp::system {

struct Place;

// Maps a JSON pointer ("/service_flows/0/name") to the place of the value.
using PlaceTable = std::map<std::string, Place>;

class ObjectTable;
template <class T>
class Table;

// A value of an enumeration, with its name in scenarios.
template <class E>
struct Choice {
  std::string_view name;
  E value;
};

// Returns the name of a value, which is one of the choices.
template <class E, std::size_t kCount>
std::string name_in(const Choice<E> (&choices)[kCount], E value) {
  std::size_t index = 0;
  while (index + 1 < kCount && choices[index].value != value) {
    ++index;
  }
  return std::string(choices[index].name);
}

}  // namespace docsis_vp::system
