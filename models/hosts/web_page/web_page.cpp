#include "models/hosts/web_page/web_page.h"

#include "platform/base/errors.h"

namespace docsis_vp::hosts {

namespace {

const WebPageConfig& checked(const WebPageConfig& config, const WebPage::Servers& servers) {
  check(config.page, static_cast<unsigned>(servers.size()));
  if (config.request_bytes == 0) throw ConfigError("/request_bytes", "must be positive");
  if (config.connections_per_server == 0) {
    throw ConfigError("/connections_per_server", "at least one");
  }
  for (const auto& connections : servers) {
    if (connections.size() < config.connections_per_server) {
      throw ConfigError("/connections_per_server", "more than there are connections");
    }
  }
  if (config.pause_s < 0) throw ConfigError("/pause_s", "must not be negative");
  return config;
}

}  // namespace

WebPage::WebPage(const WebPageConfig& config, Connection& html, const Servers& servers,
                 RandomStream random, TimerQueue& timers, std::uint32_t owner)
    : config_(checked(config, servers)),
      pause_(from_seconds(config.pause_s)),
      html_(html),
      random_(random),
      timers_(timers),
      next_page_(timers, owner, [this] { begin_page(); }),
      layout_(lay_out_page(config.page, static_cast<unsigned>(servers.size()), random_)) {
  const ServerFetcher::Config fetching = {config_.request_bytes, config_.connections_per_server,
                                          config_.persistent, config_.stop};
  for (const auto& connections : servers) {
    fetchers_.push_back(std::make_unique<ServerFetcher>(fetching, connections, timers,
                                                        [this] { server_complete(); }));
  }
  next_page_.arm(config_.start);
}

void WebPage::begin_page() {
  if (stopped() || (config_.pages && pages_begun_ >= *config_.pages)) {
    return;
  }
  if (!html_.closed()) {
    page_due_ = true;
    return;
  }
  if (config_.page.redraw && pages_begun_ > 0) {
    layout_ = lay_out_page(config_.page, static_cast<unsigned>(fetchers_.size()), random_);
  }
  ++pages_begun_;
  begun_ = timers_.now();
  has_html_ = false;
  first_request_sent_ = false;
  html_.open(*this);
}

void WebPage::on_open(Connection& connection) {
  if (config_.measured_from == PageStart::kFirstRequest && !first_request_sent_) {
    begun_ = timers_.now();
  }
  first_request_sent_ = true;
  html_exchange_.restart();
  html_exchange_.request(connection, config_.request_bytes, config_.page.html_bytes);
}

void WebPage::on_received(Connection& connection, End at, std::uint64_t total) {
  if (html_exchange_.received(connection, at, total)) {
    has_html_ = true;
    connection.close(End::kClient);
    fetch_objects();
  }
}

void WebPage::on_closed(Connection& connection) {
  if (!has_html_) {
    if (!stopped()) connection.open(*this);  // the connection failed
  } else if (page_due_) {
    page_due_ = false;
    begin_page();
  }
}

void WebPage::fetch_objects() {
  servers_loading_ = static_cast<unsigned>(fetchers_.size());
  for (std::size_t server = 0; server < fetchers_.size(); ++server) {
    fetchers_[server]->fetch(layout_[server]);
  }
}

void WebPage::server_complete() {
  --servers_loading_;
  if (servers_loading_ > 0) {
    return;
  }
  const TimePs now = timers_.now();
  if (begun_ >= config_.warmup) {
    load_times_.add(now - begun_);
  }
  next_page_.arm(now + pause_);
}

}  // namespace docsis_vp::hosts
