// Declares the configuration of a user who loads one web page repeatedly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/web_page/web_page_config.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// A user who loads the same page repeatedly.
struct WebSettings {
  hosts::ObjectSizes sizes = hosts::ObjectSizes::kFixed;
  std::uint64_t html_bytes = 102'400;
  std::uint64_t object_bytes = 25'600;
  std::uint64_t page_bytes = 7'000'000;
  unsigned objects_per_server = 25;
  std::vector<double> server_rtts_ms = {20, 30, 50, 100};
  unsigned connections_per_server = 6;
  bool persistent = true;
  bool redraw = false;
  hosts::PageStart measured_from = hosts::PageStart::kFirstRequest;
  double pause_s = 5;
  std::optional<std::uint64_t> pages;
};

// Checks combinations. Throws ConfigError below the pointer.
void check_web(const WebSettings& web, const std::string& pointer);

const Table<WebSettings>& web_table();

}  // namespace docsis_vp::system
