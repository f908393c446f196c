// Declares the configuration of a user who loads one web page repeatedly.
#pragma once

#include <cstdint>
#include <optional>

#include "models/hosts/web_page/page_layout.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Start of a page's load time; the end is the last octet of the last object.
enum class PageStart : std::uint8_t {
  kFirstRequest,  // GET of the HTML file: White and Padden 2012
  kConnect,       // opening of its connection: White and Rice 2014
};

// Defaults are those of White and Padden 2012, sec. 4.2.3.
struct WebPageConfig {
  // A scenario's `web`.
  PageConfig page;
  unsigned connections_per_server = 6;  // simultaneous connections for objects, >= 1
  // True: a connection carries several objects of its server. False: one object.
  bool persistent = true;
  PageStart measured_from = PageStart::kFirstRequest;
  double pause_s = 5;                  // from the last object to the next page, >= 0
  std::optional<std::uint64_t> pages;  // maximum number of pages

  // Set by the owner.
  std::uint32_t request_bytes = 350;  // per GET, TCP payload, > 0; the studies give no value
  TimePs start = 0;
  TimePs stop = kNever;  // from this time on no page starts and no failed connection is reopened
  TimePs warmup = 0;     // pages started earlier do not count
};

}  // namespace docsis_vp::hosts
