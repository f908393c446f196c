// Declares the files in page/ and the charting library as compiled in (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace docsis_vp::app {

extern const std::string_view kPageMarkup;
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;
// Additional parts of the page of a run in progress.
extern const std::string_view kLiveStyle;
extern const std::string_view kLiveScript;

}  // namespace docsis_vp::app
