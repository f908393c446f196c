#include "models/hosts/web_page/page_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/hosts/draw/distributions.h"
#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

constexpr std::size_t kAppendixServers = 4;
constexpr std::size_t kAppendixObjects = 25;  // per server

// White and Padden 2012, appendix A, by server.
constexpr std::array<std::array<std::uint64_t, kAppendixObjects>, kAppendixServers> kAppendixA = {
    {{2997,  3225, 7679,  22,  4742, 1763, 224, 401, 1299, 11,  1859, 533, 7432,
      49238, 1685, 23627, 860, 79,   2591, 39,  734, 8342, 459, 233,  1077},
     {5009, 1643, 1048, 510, 6679, 769, 961,   132,  457,  3175, 5744, 2548, 2527,
      420,  235,  256,  175, 1961, 235, 10030, 3098, 6201, 740,  901,  5229},
     {7105, 6683, 1017, 116, 190, 2424, 22,     828, 91289, 91,  797, 4892, 297,
      1652, 547,  6169, 781, 276, 774,  147107, 182, 249,   449, 51,  2278},
     {355,  3815, 9498, 645,  544,  2931, 12393, 85,    12229, 826, 28522, 1595, 41,
      4019, 1062, 2457, 1144, 1127, 2662, 8649,  51108, 2511,  186, 4380,  3518}}};

PageLayout draw_layout(const PageConfig& config, unsigned servers, RandomStream& random) {
  const LogNormal sizes(config.log10_mean, config.log10_deviation);
  std::vector<std::vector<double>> drawn(servers, std::vector<double>(config.objects_per_server));
  double sum = 0;
  for (auto& server : drawn) {
    for (double& size : server) {
      size = sizes.draw(random);
      sum += size;
    }
  }
  const double scale = static_cast<double>(config.page_bytes - config.html_bytes) / sum;
  PageLayout layout(servers);
  for (unsigned server = 0; server < servers; ++server) {
    for (const double size : drawn[server]) {
      const auto rounded = static_cast<std::uint64_t>(std::floor(size * scale + 0.5));
      layout[server].push_back(std::max<std::uint64_t>(1, rounded));
    }
  }
  return layout;
}

void require_page(bool holds, const char* pointer, const char* expectation) {
  if (!holds) {
    throw ConfigError(pointer, expectation);
  }
}

}  // namespace

PageLayout lay_out_page(const PageConfig& config, unsigned servers, RandomStream& random) {
  switch (config.sizes) {
    case ObjectSizes::kAppendixA: {
      PageLayout layout;
      for (const auto& server : kAppendixA) {
        layout.emplace_back(server.begin(), server.end());
      }
      return layout;
    }
    case ObjectSizes::kLogNormal:
      return draw_layout(config, servers, random);
    case ObjectSizes::kFixed:
      break;
  }
  return PageLayout(servers,
                    std::vector<std::uint64_t>(config.objects_per_server, config.object_bytes));
}

void check(const PageConfig& config, unsigned servers) {
  require_page(servers >= 1, "/servers", "at least one");
  require_page(config.html_bytes > 0, "/html_bytes", "must be positive");
  require_page(config.objects_per_server >= 1, "/objects_per_server", "at least one");
  const bool is_appendix = config.sizes == ObjectSizes::kAppendixA;
  require_page(!is_appendix ||
                   (servers == kAppendixServers && config.objects_per_server == kAppendixObjects),
               "/sizes", "the page of appendix A comes from 4 servers, 25 objects each");
  require_page(config.object_bytes > 0, "/object_bytes", "must be positive");
  require_page(config.log10_deviation >= 0, "/log10_deviation", "must not be negative");
  require_page(config.sizes != ObjectSizes::kLogNormal || config.page_bytes > config.html_bytes,
               "/page_bytes", "must be more than the HTML file");
}

}  // namespace docsis_vp::hosts
