// Lays out the objects of a web page and their sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::hosts {

enum class ObjectSizes : std::uint8_t {
  kFixed,      // all of one size
  kAppendixA,  // the 100 sizes of White and Padden 2012, appendix A
  kLogNormal,  // drawn and scaled to a total
};

// Defaults are those of White and Padden 2012, sec. 4.2.3. All sizes are TCP payload.
struct PageConfig {
  // HTML file, from the first server, > 0. White and Rice 2014 scale the page to 7 MB and give no
  // size for it: 1 000 000 keeps its share of the 2012 page.
  std::uint64_t html_bytes = 102'400;
  ObjectSizes sizes = ObjectSizes::kFixed;
  unsigned objects_per_server = 25;     // >= 1; 25 with kAppendixA, which has four servers
  std::uint64_t object_bytes = 25'600;  // kFixed, > 0; "25 kB" in the source
  // kLogNormal: log10 of the sizes before scaling (appendix A), and the total with the HTML file;
  // more than html_bytes. 7 MB in White and Rice 2014.
  double log10_mean = 3.34;
  double log10_deviation = 0.84;  // >= 0
  std::uint64_t page_bytes = 7'000'000;
  bool redraw = false;  // kLogNormal: new sizes for every page instead of one page for the run
};

// Object sizes of each server in fetch order.
using PageLayout = std::vector<std::vector<std::uint64_t>>;

// Draws random numbers only with kLogNormal: one word per object, server by server. A drawn object
// has at least one octet, so the total is met up to rounding.
PageLayout lay_out_page(const PageConfig& config, unsigned servers, RandomStream& random);

// Throws ConfigError for values out of range.
void check(const PageConfig& config, unsigned servers);

}  // namespace docsis_vp::hosts
