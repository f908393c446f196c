#include "system/traffic/web/web_settings.h"

#include <string>

#include "platform/base/errors.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint64_t kMostBytes = 1ULL << 40;

template <hosts::ObjectSizes kSizes>
bool has_object_sizes(const WebSettings& web) {
  return web.sizes == kSizes;
}

void add_page_sizes(Table<WebSettings>& t) {
  t.choice<hosts::ObjectSizes>("sizes", &WebSettings::sizes,
                               {{"fixed", hosts::ObjectSizes::kFixed},
                                {"appendix_a", hosts::ObjectSizes::kAppendixA},
                                {"lognormal", hosts::ObjectSizes::kLogNormal}})
      .source("cablelabs-2012 sec. 4.2.3 and appendix A; cablelabs-2014")
      .says(
          "Sizes of the objects: one size, the 100 sizes of the study's appendix, or sizes "
          "drawn from a log-normal distribution and scaled to `page_bytes`.");
  t.integer("html_bytes", &WebSettings::html_bytes, 1, kMostBytes)
      .unit("bytes")
      .source("cablelabs-2012: 100 kB")
      .says("Size of the HTML file, which comes from the first server before all objects.");
  t.only_if(t.integer("object_bytes", &WebSettings::object_bytes, 1, kMostBytes)
                .unit("bytes")
                .source("cablelabs-2012: 25 kB")
                .says("Size of each object."),
            "sizes `fixed`", has_object_sizes<hosts::ObjectSizes::kFixed>);
  t.only_if(t.integer("page_bytes", &WebSettings::page_bytes, 1'000, kMostBytes)
                .unit("bytes")
                .source("cablelabs-2014: 7 MB")
                .says("Size of HTML file and objects together."),
            "sizes `lognormal`", has_object_sizes<hosts::ObjectSizes::kLogNormal>);
  t.integer("objects_per_server", &WebSettings::objects_per_server, 1, 10'000)
      .source("cablelabs-2012")
      .says("Number of objects per server; 25 with `appendix_a`.");
  t.only_if(t.boolean("redraw", &WebSettings::redraw)
                .says("true: new sizes for every page. false: one page for the whole run."),
            "sizes `lognormal`", has_object_sizes<hosts::ObjectSizes::kLogNormal>);
}

}  // namespace

void check_web(const WebSettings& web, const std::string& pointer) {
  constexpr std::size_t kServersOfAppendixA = 4;
  constexpr unsigned kObjectsOfAppendixA = 25;
  if (web.sizes == hosts::ObjectSizes::kAppendixA &&
      (web.server_rtts_ms.size() != kServersOfAppendixA ||
       web.objects_per_server != kObjectsOfAppendixA)) {
    throw ConfigError(pointer + "/sizes", "appendix_a has 25 objects on each of 4 servers");
  }
  if (web.sizes == hosts::ObjectSizes::kLogNormal && web.page_bytes <= web.html_bytes) {
    throw ConfigError(pointer + "/page_bytes", "expected more than html_bytes");
  }
}

const Table<WebSettings>& web_table() {
  static const Table<WebSettings> table = [] {
    Table<WebSettings> t("web", "A user who loads the same web page repeatedly.");
    add_page_sizes(t);
    t.numbers("server_rtts_ms", &WebSettings::server_rtts_ms, 0, 10'000)
        .unit("ms")
        .source("cablelabs-2012 sec. 4.2.3")
        .says("Round-trip time of each server from the CMTS.");
    t.integer("connections_per_server", &WebSettings::connections_per_server, 1, 100)
        .source("cablelabs-2012")
        .says("Number of connections that carry objects at a time.");
    t.boolean("persistent", &WebSettings::persistent)
        .source("engineering choice")
        .says(
            "true: a connection carries several objects in turn. false: one object per "
            "connection.");
    t.choice<hosts::PageStart>("measured_from", &WebSettings::measured_from,
                               {{"first_request", hosts::PageStart::kFirstRequest},
                                {"connect", hosts::PageStart::kConnect}})
        .source("cablelabs-2012; cablelabs-2014: connect")
        .says("Begin of the load time; it ends with the last octet of the last object.");
    t.number("pause_s", &WebSettings::pause_s, 0, 86'400)
        .unit("s")
        .source("cablelabs-2012")
        .says("Time from one page to the next.");
    t.integer("pages", &WebSettings::pages, 1, 1ULL << 40)
        .default_is("as many as fit into the run")
        .says("Number of pages.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
