// Lists the defaults of scenarios, for the page.
#pragma once

#include <string>

namespace docsis_vp::app {

// Returns the tree of all keys as JSON. A key with a fixed default is {"is": value}, one whose
// default follows from others {"by": "rule"}, one that must be given {}. An object, or the objects
// of an array, is {"of": {key: ...}}.
std::string defaults_json();

}  // namespace docsis_vp::app
