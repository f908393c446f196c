// A user who loads the same web page again and again.
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
#include "platform/base/random.h"

namespace docsis_vp::hosts {

// Where the load time of a page begins; it ends with the last octet of the last object.
enum class PageStart : std::uint8_t {
  kFirstRequest,  // the GET of the HTML file leaves: White and Padden 2012
  kConnect,       // the connection for it is opened: White and Rice 2014
};

// Defaults are those of White and Padden 2012, sec. 4.2.3.
struct WebPageConfig {
  PageConfig page;
  std::uint32_t request_bytes = 350;    // of each GET, TCP payload, > 0; the studies do not say
  unsigned connections_per_server = 6;  // that carry objects at one time, >= 1
  // True: a connection stays for the next object of its server. False: one connection per object.
  bool persistent = true;
  PageStart measured_from = PageStart::kFirstRequest;
  TimePs pause = 5 * kPsPerSecond;     // from the last object to the next page, >= 0
  std::optional<std::uint64_t> pages;  // so many at most
  TimePs start = 0;
  TimePs stop = kNever;  // from this time on no page is begun, no failed connection opened anew
  TimePs warmup = 0;     // pages begun before this time do not count
};

// A page is the HTML file, over a connection of its own, then the objects of all servers at once:
// each server gets connections_per_server connections, and each asks for the server's next object
// as soon as the last one is complete. All connections close at the end of the page.
class WebPage : public ConnectionUser {
 public:
  // The connections of each server, in the order of use: at least connections_per_server of them.
  // Without persistent connections more of them let an object start while the connection before
  // still says goodbye.
  using Servers = std::vector<std::vector<Connection*>>;

  // html: a connection to the first server. random: a stream of its own, for the sizes. Throws
  // ConfigError.
  WebPage(const WebPageConfig& config, Connection& html, const Servers& servers,
          RandomStream random, TimerQueue& timers, std::uint32_t owner);

  // Of the pages that are complete, in order.
  const TimeSample& load_times() const { return load_times_; }
  std::uint64_t pages_begun() const { return pages_begun_; }
  // Of the page that is loading.
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
  Connection& html_;
  RandomStream random_;
  TimerQueue& timers_;
  Timer next_page_;
  Exchange html_exchange_;
  std::vector<std::unique_ptr<ServerFetcher>> fetchers_;  // by server
  PageLayout layout_;
  TimeSample load_times_;
  TimePs begun_ = 0;  // what counts as the beginning of this page
  bool first_request_sent_ = false;
  bool has_html_ = true;
  bool page_due_ = false;  // but the connection of the HTML file is not closed yet
  unsigned servers_loading_ = 0;
  std::uint64_t pages_begun_ = 0;
};

}  // namespace docsis_vp::hosts
