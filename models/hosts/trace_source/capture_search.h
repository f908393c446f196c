// Whether a capture has anything to replay, before a source is made of it.
#pragma once

#include <string>

#include "models/hosts/trace_source/frame_filter.h"

namespace docsis_vp::hosts {

// Reads no further than to the first packet that the filter accepts. Throws InputError for a file
// that is no capture, or damaged up to there.
bool has_packet(const std::string& file, const FrameFilter& filter);

}  // namespace docsis_vp::hosts
