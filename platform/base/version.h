// Declares the version and commit of this build.
#pragma once

#include <string_view>

namespace docsis_vp {

// Returns "0.1.0+g<12 hex digits of the commit>", followed by ".modified" if the tree differs from
// that commit. A build outside the project's repository returns only "0.1.0".
std::string_view version();

}  // namespace docsis_vp
