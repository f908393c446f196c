// Declares the configuration of users who browse the web.
#pragma once

#include <vector>

#include "models/hosts/web_user/web_user_config.h"

namespace docsis_vp::system {

// A user whose pages, objects and pauses are heavy-tailed, and the servers.
struct WebUserSettings {
  hosts::WebUserConfig user;
  std::vector<double> server_rtts_ms = {30, 40, 50, 60, 70};
  unsigned connections_per_server = 6;
};

}  // namespace docsis_vp::system
