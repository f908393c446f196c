// Declares the configuration of a user who loads one web page repeatedly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/web_page/web_page_config.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// A user who loads the same page repeatedly, and its servers.
struct WebSettings {
  hosts::WebPageConfig user;
  std::vector<double> server_rtts_ms = {20, 30, 50, 100};
};

// Checks combinations. Throws ConfigError below the pointer.
void check_web(const WebSettings& web, const std::string& pointer);

const Table<WebSettings>& web_table();

}  // namespace docsis_vp::system
