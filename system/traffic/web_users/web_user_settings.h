// Declares the configuration of users of the web.
#pragma once

#include <vector>

namespace docsis_vp::system {

// A user whose pages, objects and pauses are heavy-tailed.
struct WebUserSettings {
  double page_gap_s = 5;
  double page_gap_shape = 2;
  double objects_per_page = 4;
  double objects_shape = 1.2;
  double object_gap_s = 0.5;
  double object_gap_shape = 1.5;
  double object_bytes = 20'000;
  double object_shape = 1.5;
  std::vector<double> server_rtts_ms = {30, 40, 50, 60, 70};
  unsigned connections_per_server = 6;
};

}  // namespace docsis_vp::system
