#include "system/traffic/web/web_settings.h"

#include <string>

#include "platform/base/errors.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint64_t kMostBytes = 1ULL << 40;

template <hosts::ObjectSizes kSizes>
bool has_object_sizes(const hosts::PageConfig& page) {
  return page.sizes == kSizes;
}

Table<hosts::PageConfig> page_keys() {
  using hosts::PageConfig;
  Table<PageConfig> t("page", "The page.");
  t.choice<hosts::ObjectSizes>("sizes", &PageConfig::sizes,
                               {{"fixed", hosts::ObjectSizes::kFixed},
                                {"appendix_a", hosts::ObjectSizes::kAppendixA},
                                {"lognormal", hosts::ObjectSizes::kLogNormal}})
      .source("cablelabs-2012 sec. 4.2.3 and appendix A; cablelabs-2014")
      .says(
          "Sizes of the objects: one size, the 100 sizes of the study's appendix, or sizes "
          "drawn from a log-normal distribution and scaled to `page_bytes`.");
  t.integer("html_bytes", &PageConfig::html_bytes, 1, kMostBytes)
      .unit("bytes")
      .source("cablelabs-2012: 100 kB")
      .says("Size of the HTML file, which comes from the first server before all objects.");
  t.only_if(t.integer("object_bytes", &PageConfig::object_bytes, 1, kMostBytes)
                .unit("bytes")
                .source("cablelabs-2012: 25 kB")
                .says("Size of each object."),
            "sizes `fixed`", has_object_sizes<hosts::ObjectSizes::kFixed>);
  t.only_if(t.integer("page_bytes", &PageConfig::page_bytes, 1'000, kMostBytes)
                .unit("bytes")
                .source("cablelabs-2014: 7 MB")
                .says("Size of HTML file and objects together."),
            "sizes `lognormal`", has_object_sizes<hosts::ObjectSizes::kLogNormal>);
  t.integer("objects_per_server", &PageConfig::objects_per_server, 1, 10'000)
      .source("cablelabs-2012")
      .says("Number of objects per server; 25 with `appendix_a`.");
  t.only_if(t.boolean("redraw", &PageConfig::redraw)
                .says("true: new sizes for every page. false: one page for the whole run."),
            "sizes `lognormal`", has_object_sizes<hosts::ObjectSizes::kLogNormal>);
  return t;
}

Table<hosts::WebPageConfig> layout_keys() {
  Table<hosts::WebPageConfig> t("layout", "The page of a user.");
  t.part(&hosts::WebPageConfig::page, page_keys());
  return t;
}

Table<hosts::WebPageConfig> loading_keys() {
  using hosts::WebPageConfig;
  Table<WebPageConfig> t("user", "The user.");
  t.integer("connections_per_server", &WebPageConfig::connections_per_server, 1, 100)
      .source("cablelabs-2012")
      .says("Number of connections that carry objects at a time.");
  t.boolean("persistent", &WebPageConfig::persistent)
      .source("engineering choice")
      .says(
          "true: a connection carries several objects in turn. false: one object per "
          "connection.");
  t.choice<hosts::PageStart>("measured_from", &WebPageConfig::measured_from,
                             {{"first_request", hosts::PageStart::kFirstRequest},
                              {"connect", hosts::PageStart::kConnect}})
      .source("cablelabs-2012; cablelabs-2014: connect")
      .says("Begin of the load time; it ends with the last octet of the last object.");
  t.number("pause_s", &WebPageConfig::pause_s, 0, 86'400)
      .unit("s")
      .source("cablelabs-2012")
      .says("Time from one page to the next.");
  t.integer("pages", &WebPageConfig::pages, 1, 1ULL << 40)
      .default_is("as many as fit into the run")
      .says("Number of pages.");
  return t;
}

}  // namespace

void check_web(const WebSettings& web, const std::string& pointer) {
  const hosts::PageConfig& page = web.user.page;
  constexpr std::size_t kServersOfAppendixA = 4;
  constexpr unsigned kObjectsOfAppendixA = 25;
  if (page.sizes == hosts::ObjectSizes::kAppendixA &&
      (web.server_rtts_ms.size() != kServersOfAppendixA ||
       page.objects_per_server != kObjectsOfAppendixA)) {
    throw ConfigError(pointer + "/sizes", "appendix_a has 25 objects on each of 4 servers");
  }
  if (page.sizes == hosts::ObjectSizes::kLogNormal && page.page_bytes <= page.html_bytes) {
    throw ConfigError(pointer + "/page_bytes", "expected more than html_bytes");
  }
}

const Table<WebSettings>& web_table() {
  static const Table<WebSettings> table = [] {
    Table<WebSettings> t("web", "A user who loads the same web page repeatedly.");
    t.part(&WebSettings::user, layout_keys());
    t.numbers("server_rtts_ms", &WebSettings::server_rtts_ms, 0, 10'000)
        .unit("ms")
        .source("cablelabs-2012 sec. 4.2.3")
        .says("Round-trip time of each server from the CMTS.");
    t.part(&WebSettings::user, loading_keys());
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
