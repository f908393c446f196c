#include "system/scenario/fields/flow/web.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint64_t kMostBytes = 1ULL << 40;

template <PageSizes kSizes>
bool has_sizes(const WebSettings& web) {
  return web.sizes == kSizes;
}

void add_page_sizes(Table<WebSettings>& t) {
  t.choice<PageSizes>("sizes", &WebSettings::sizes,
                      {{"fixed", PageSizes::kFixed},
                       {"appendix_a", PageSizes::kAppendixA},
                       {"lognormal", PageSizes::kLogNormal}})
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
            "sizes `fixed`", has_sizes<PageSizes::kFixed>);
  t.only_if(t.integer("page_bytes", &WebSettings::page_bytes, 1'000, kMostBytes)
                .unit("bytes")
                .source("cablelabs-2014: 7 MB")
                .says("Size of HTML file and objects together."),
            "sizes `lognormal`", has_sizes<PageSizes::kLogNormal>);
  t.integer("objects_per_server", &WebSettings::objects_per_server, 1, 10'000)
      .source("cablelabs-2012")
      .says("Number of objects per server; 25 with `appendix_a`.");
  t.only_if(t.boolean("redraw", &WebSettings::redraw)
                .says("true: new sizes for every page. false: one page for the whole run."),
            "sizes `lognormal`", has_sizes<PageSizes::kLogNormal>);
}

}  // namespace

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
    t.choice<PageClock>(
         "measured_from", &WebSettings::measured_from,
         {{"first_request", PageClock::kFirstRequest}, {"connect", PageClock::kConnect}})
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

const Table<WebUserSettings>& web_user_table() {
  static const Table<WebUserSettings> table = [] {
    constexpr double kSteepest = 100;
    const auto shape = [](Field& field, const char* of) {
      field.source("clemson-2015 sec. 3.1.3").says(of);
    };
    Table<WebUserSettings> t("web_users",
                             "A user of the web whose pages, objects and pauses follow Pareto "
                             "distributions.");
    const auto mean = [](Field& field, const char* of) -> Field& {
      return field.source("clemson-2015 sec. 3.1.3").says(of);
    };
    mean(t.number("page_gap_s", &WebUserSettings::page_gap_s, 0.001, 86'400),
         "Mean time from the end of a page to the next.")
        .unit("s");
    shape(t.number("page_gap_shape", &WebUserSettings::page_gap_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    mean(t.number("objects_per_page", &WebUserSettings::objects_per_page, 1, 10'000),
         "Mean number of objects, before rounding up per page as in ns-2: 4 become about 4.4.");
    shape(t.number("objects_shape", &WebUserSettings::objects_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    mean(t.number("object_gap_s", &WebUserSettings::object_gap_s, 0.001, 86'400),
         "Mean time between two requests of a page.")
        .unit("s");
    shape(t.number("object_gap_shape", &WebUserSettings::object_gap_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    mean(t.number("object_bytes", &WebUserSettings::object_bytes, 1, 1e12),
         "Mean size of an object, before rounding up to whole bytes.")
        .unit("bytes");
    shape(t.number("object_shape", &WebUserSettings::object_shape, 1.01, kSteepest),
          "Its Pareto shape.");
    t.numbers("server_rtts_ms", &WebUserSettings::server_rtts_ms, 0, 10'000)
        .unit("ms")
        .source("clemson-2015 sec. 4.3")
        .says("Round-trip time of each server; every object comes from a random server.");
    t.integer("connections_per_server", &WebUserSettings::connections_per_server, 1, 100)
        .source("engineering choice")
        .says("Number of connections at a time; an object waits for a free one.");
    return t;
  }();
  return table;
}

const Table<WrtSettings>& wrt_table() {
  static const Table<WrtSettings> table = [] {
    Table<WrtSettings> t("wrt", "A probe that fetches one object repeatedly: web response time.");
    t.integer("object_bytes", &WrtSettings::object_bytes, 1, kMostBytes)
        .unit("bytes")
        .source("clemson-2015 sec. 4.3")
        .says("Size of the object.");
    t.number("think_s", &WrtSettings::think_s, 0, 86'400)
        .unit("s")
        .source("clemson-2015 sec. 4.3")
        .says("Time from the last octet to the next request.");
    t.boolean("persistent", &WrtSettings::persistent)
        .source("engineering choice")
        .says("true: one connection for all fetches. false: a new connection for each.");
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
