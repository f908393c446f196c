// Names the tables of keys (table.h) for headers that only declare one beside their structure.
#pragma once

#include <map>
#include <string>

namespace docsis_vp::system {

struct Place;

// JSON pointer ("/service_flows/0/name") -> where the value was written.
using PlaceTable = std::map<std::string, Place>;

class ObjectTable;
template <class T>
class Table;

}  // namespace docsis_vp::system
