// Declares the version and commit of this build.
#pragma once

#include <string_view>

namespace docsis_vp {

// "0.1.0+g<12 hex digits of the commit>", with ".modified" where the tree differs from that
// commit; "0.1.0" alone when built outside the project's repository.
std::string_view version();

}  // namespace docsis_vp
