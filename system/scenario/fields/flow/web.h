// Configuration of web pages, web users and the web response probe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class PageSizes { kFixed, kAppendixA, kLogNormal };
enum class PageClock { kFirstRequest, kConnect };

// A user who loads the same page repeatedly.
struct WebSettings {
  PageSizes sizes = PageSizes::kFixed;
  std::uint64_t html_bytes = 102'400;
  std::uint64_t object_bytes = 25'600;
  std::uint64_t page_bytes = 7'000'000;
  unsigned objects_per_server = 25;
  std::vector<double> server_rtts_ms = {20, 30, 50, 100};
  unsigned connections_per_server = 6;
  bool persistent = true;
  bool redraw = false;
  PageClock measured_from = PageClock::kFirstRequest;
  double pause_s = 5;
  std::optional<std::uint64_t> pages;
};

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

struct WrtSettings {
  std::uint64_t object_bytes = 20'000;
  double think_s = 10;
  bool persistent = false;
};

const Table<WebSettings>& web_table();
const Table<WebUserSettings>& web_user_table();
const Table<WrtSettings>& wrt_table();

}  // namespace docsis_vp::system
