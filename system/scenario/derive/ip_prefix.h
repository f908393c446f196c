// Parses IP addresses and prefixes.
#pragma once

#include <optional>
#include <string>

#include "models/hosts/trace_source/frame_filter.h"

namespace docsis_vp::system {

// Accepts "10.0.0.1", "10.0.0.0/8", "2001:db8::/32"; otherwise the result is empty.
std::optional<hosts::IpPrefix> parse_prefix(const std::string& text);

}  // namespace docsis_vp::system
