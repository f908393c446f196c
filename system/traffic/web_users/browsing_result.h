// Results of a user of the web.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::system {

// Counts objects and pages completed after the warm-up.
struct BrowsingResult {
  std::uint64_t pages = 0;
  std::uint64_t objects = 0;
  std::uint64_t object_bytes = 0;

  static BrowsingResult together(const std::vector<const BrowsingResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    using This = BrowsingResult;
    table.object("browsing", "Pages of a web user that were complete after the warm-up.");
    table.field("pages", &This::pages, "pages", "Complete pages.");
    table.field("objects", &This::objects, "objects", "Complete objects.");
    table.field("object_bytes", &This::object_bytes, "bytes", "Bytes of complete objects.");
  }
};

}  // namespace docsis_vp::system
