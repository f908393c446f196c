// Models a user that loads one web page repeatedly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/statistics/sample.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "models/hosts/web_page/page_layout.h"
#include "models/hosts/web_page/server_fetcher.h"
#include "models/hosts/web_page/web_page_config.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

// A page is the HTML file, over its own connection, then the objects of all servers in parallel.
// Each of a server's connections_per_server connections requests the next object as soon as its
// previous one is complete. All connections close at the end of the page.
class WebPage : public ConnectionUser {
 public:
  // Connections of each server in the order of use: at least connections_per_server. Without
  // persistent connections, additional ones let an object start while an earlier connection is
  // still closing.
  using Servers = std::vector<std::vector<Connection*>>;

  // html: a connection to the first server. random: a separate stream for the sizes. Throws
  // ConfigError.
  WebPage(const WebPageConfig& config, Connection& html, const Servers& servers,
          RandomStream random, TimerQueue& timers, std::uint32_t owner);

  // Load times of the complete pages, in order.
  const TimeSample& load_times() const { return load_times_; }
  std::uint64_t pages_begun() const { return pages_begun_; }
  // Layout of the page in progress.
  const PageLayout& layout() const { return layout_; }

 private:
  void on_open(Connection& connection) override;
  void on_received(Connection& connection, End at, std::uint64_t total) override;
  void on_closed(Connection& connection) override;

  bool stopped() const { return timers_.now() >= config_.stop; }
  void begin_page();
  void fetch_objects();
  void server_complete();

  const WebPageConfig config_;
  const TimePs pause_;
  Connection& html_;
  RandomStream random_;
  TimerQueue& timers_;
  Timer next_page_;
  Exchange html_exchange_;
  std::vector<std::unique_ptr<ServerFetcher>> fetchers_;  // by server
  PageLayout layout_;
  TimeSample load_times_;
  TimePs begun_ = 0;  // start of the current page's load time
  bool first_request_sent_ = false;
  bool has_html_ = true;
  bool page_due_ = false;  // waits for the HTML connection to close
  unsigned servers_loading_ = 0;
  std::uint64_t pages_begun_ = 0;
};

}  // namespace docsis_vp::hosts
