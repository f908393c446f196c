// Names the tables of keys (table.h) for headers that only declare one beside its structure.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace docsis_vp::system {

struct Place;

// JSON pointer ("/service_flows/0/name") -> where the value was written.
using PlaceTable = std::map<std::string, Place>;

class ObjectTable;
template <class T>
class Table;

// A value of an enumeration, by the name that users write.
template <class E>
struct Choice {
  std::string_view name;
  E value;
};

}  // namespace docsis_vp::system
