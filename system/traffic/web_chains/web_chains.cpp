#include "system/traffic/web_chains/web_chains.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "models/hosts/connection/exchange.h"
#include "models/hosts/draw/distributions.h"
#include "models/hosts/statistics/sample.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "system/assembly/traffic/samples.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/web/page_result.h"

namespace docsis_vp::system {

extern const TrafficKind kWebChainsKind;

namespace {

// Server 0 has the HTML file and the own objects. Link k of chain c comes from other server c + k,
// modulo their number. The HTML file is fetched first, then all own objects and the first link of
// every chain; each later link is requested when the one before it is complete. An object waits
// until one of the connections of its server is free. Connections stay open to the end of the page.
class ChainPage {
 public:
  // Connections of each server, at least one; with chains at least two servers.
  using Servers = std::vector<std::vector<hosts::Connection*>>;

  ChainPage(const FlowPlan& plan, TimePs warmup, const Servers& servers, RandomStream random,
            hosts::TimerQueue& timers, std::uint32_t owner);

  // From the opening of the first connection to the last octet, of the complete pages, in order.
  const hosts::TimeSample& load_times() const { return load_times_; }

 private:
  static constexpr std::size_t kNoChain = SIZE_MAX;

  struct Object {
    std::uint64_t bytes = 0;
    std::size_t chain = kNoChain;
  };
  // A connection and the object that it carries.
  class Slot : public hosts::ConnectionUser {
   public:
    Slot(ChainPage& page, std::size_t server, hosts::Connection& connection)
        : page_(page), server_(server), connection_(connection) {}

    bool is_idle() const { return is_open_ && !object_; }
    bool is_closed() const { return !object_ && connection_.closed(); }
    void fetch(const Object& object);
    void close();

   private:
    void on_open(hosts::Connection& connection) override;
    void on_received(hosts::Connection& connection, hosts::End at, std::uint64_t total) override;
    void on_closed(hosts::Connection& connection) override;
    void request();

    ChainPage& page_;
    const std::size_t server_;
    hosts::Connection& connection_;
    hosts::Exchange exchange_;
    std::optional<Object> object_;
    bool is_open_ = false;
  };
  struct Server {
    std::deque<Slot> slots;
    std::deque<Object> waiting;
  };
  struct Chain {
    std::unique_ptr<hosts::Timer> next;  // requests the next link
    unsigned links = 0;                  // requested
  };

  bool stopped() const { return timers_.now() >= stop_; }
  bool is_all_closed() const;
  void begin_page();
  void fetch(std::size_t server, const Object& object);
  void serve(Server& server);
  void fetch_link(std::size_t chain);
  void object_complete(std::size_t server, const Object& object);
  void page_complete();
  void connection_closed(std::size_t server);
  std::uint64_t draw_size(std::uint64_t mean_bytes);

  static constexpr std::uint32_t kRequestBytes = 350;  // as hosts::WebPageConfig

  const WebChainSettings config_;
  const TimePs stop_;    // from this time on no page starts and no failed connection is reopened
  const TimePs warmup_;  // pages started earlier do not count
  RandomStream random_;
  hosts::TimerQueue& timers_;
  hosts::Timer next_page_;
  std::vector<Chain> chains_;
  std::deque<Server> servers_;
  hosts::TimeSample load_times_;
  TimePs begun_ = 0;
  bool has_html_ = false;
  bool page_due_ = false;        // waits for connections to close
  std::uint64_t remaining_ = 0;  // objects of the page in progress, HTML file included
  std::uint64_t pages_begun_ = 0;
};

ChainPage::ChainPage(const FlowPlan& plan, TimePs warmup, const Servers& servers,
                     RandomStream random, hosts::TimerQueue& timers, std::uint32_t owner)
    : config_(settings_of<WebChainSettings>(plan.config)),
      stop_(plan.stop),
      warmup_(warmup),
      random_(random),
      timers_(timers),
      next_page_(timers, owner, [this] { begin_page(); }),
      chains_(config_.chains) {
  for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
    chains_[chain].next =
        std::make_unique<hosts::Timer>(timers, owner, [this, chain] { fetch_link(chain); });
  }
  for (const auto& connections : servers) {
    const std::size_t number = servers_.size();
    Server& server = servers_.emplace_back();
    for (hosts::Connection* connection : connections) {
      server.slots.emplace_back(*this, number, *connection);
    }
  }
  next_page_.arm(plan.start);
}

bool ChainPage::is_all_closed() const {
  return std::all_of(servers_.begin(), servers_.end(), [](const Server& server) {
    return std::all_of(server.slots.begin(), server.slots.end(),
                       [](const Slot& slot) { return slot.is_closed(); });
  });
}

void ChainPage::begin_page() {
  if (stopped() || (config_.pages && pages_begun_ >= *config_.pages)) {
    return;
  }
  if (!is_all_closed()) {
    page_due_ = true;
    return;
  }
  page_due_ = false;
  ++pages_begun_;
  begun_ = timers_.now();
  has_html_ = false;
  remaining_ =
      1 + config_.own_objects + static_cast<std::uint64_t>(config_.chains) * config_.chain_length;
  fetch(0, {config_.html_bytes, kNoChain});
}

void ChainPage::fetch(std::size_t server, const Object& object) {
  servers_[server].waiting.push_back(object);
  serve(servers_[server]);
}

// Prefers connections that are open.
void ChainPage::serve(Server& server) {
  for (const auto is_free : {&Slot::is_idle, &Slot::is_closed}) {
    for (Slot& slot : server.slots) {
      if (server.waiting.empty()) {
        return;
      }
      if ((slot.*is_free)()) {
        const Object object = server.waiting.front();
        server.waiting.pop_front();
        slot.fetch(object);
      }
    }
  }
}

void ChainPage::fetch_link(std::size_t chain) {
  const std::size_t others = servers_.size() - 1;
  const std::size_t server = 1 + (chain + chains_[chain].links) % others;
  ++chains_[chain].links;
  fetch(server, {draw_size(config_.chain_object_bytes), chain});
}

void ChainPage::object_complete(std::size_t server, const Object& object) {
  --remaining_;
  if (remaining_ == 0) {
    page_complete();
    return;
  }
  serve(servers_[server]);
  if (!has_html_) {
    has_html_ = true;
    for (unsigned i = 0; i < config_.own_objects; ++i) {
      fetch(0, {draw_size(config_.own_object_bytes), kNoChain});
    }
    for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
      chains_[chain].links = 0;
      fetch_link(chain);
    }
  } else if (object.chain != kNoChain && chains_[object.chain].links < config_.chain_length) {
    chains_[object.chain].next->arm(timers_.now() + from_ms(config_.think_ms));
  }
}

void ChainPage::page_complete() {
  const TimePs now = timers_.now();
  if (begun_ >= warmup_) {
    load_times_.add(now - begun_);
  }
  for (Server& server : servers_) {
    for (Slot& slot : server.slots) {
      slot.close();
    }
  }
  next_page_.arm(now + from_seconds(config_.pause_s));
}

void ChainPage::connection_closed(std::size_t server) {
  if (page_due_) {
    begin_page();
  } else {
    serve(servers_[server]);
  }
}

// Mean of a log-normal distribution: exp(mu + sigma^2 / 2), in natural logarithms.
std::uint64_t ChainPage::draw_size(std::uint64_t mean_bytes) {
  if (config_.log10_deviation == 0) {
    return mean_bytes;
  }
  const double deviation = config_.log10_deviation;
  const double log10_mean =
      std::log10(static_cast<double>(mean_bytes)) - deviation * deviation * std::log(10.0) / 2;
  const double size = hosts::LogNormal(log10_mean, deviation).draw(random_);
  return static_cast<std::uint64_t>(std::clamp(std::floor(size + 0.5), 1.0, 1e12));
}

void ChainPage::Slot::fetch(const Object& object) {
  object_ = object;
  if (is_open_) {
    request();
  } else {
    connection_.open(*this);
  }
}

void ChainPage::Slot::close() {
  if (is_open_) {
    is_open_ = false;
    connection_.close(hosts::End::kClient);
  }
}

void ChainPage::Slot::request() {
  exchange_.request(connection_, kRequestBytes, object_->bytes);
}

void ChainPage::Slot::on_open(hosts::Connection&) {
  is_open_ = true;
  exchange_.restart();
  request();
}

void ChainPage::Slot::on_received(hosts::Connection& connection, hosts::End at,
                                  std::uint64_t total) {
  if (exchange_.received(connection, at, total)) {
    const Object object = *object_;
    object_.reset();
    page_.object_complete(server_, object);
  }
}

void ChainPage::Slot::on_closed(hosts::Connection& connection) {
  is_open_ = false;
  if (!object_) {
    page_.connection_closed(server_);
  } else if (!page_.stopped()) {
    connection.open(*this);  // the connection failed
  }
}

void add_objects(Table<WebChainSettings>& t) {
  using Settings = WebChainSettings;
  constexpr std::uint64_t kMost = 1ULL << 40;
  t.integer("html_bytes", &Settings::html_bytes, 1, kMost)
      .unit("bytes")
      .source("cablelabs-2012: 100 kB")
      .says("Size of the HTML file, which comes from the page's own server before all objects.");
  t.integer("own_objects", &Settings::own_objects, 0, 10'000)
      .source(
          "Butkiewicz et al., IMC 2011: 57 objects in the median; Web Almanac 2019: half of "
          "the requests go to third parties")
      .says("Number of objects from the page's own server.");
  t.integer("own_object_bytes", &Settings::own_object_bytes, 1, kMost)
      .unit("bytes")
      .source("cablelabs-2012: 25 kB")
      .says("Mean size of these objects.");
  t.number("own_rtt_ms", &Settings::own_rtt_ms, 0, 10'000)
      .unit("ms")
      .source("cablelabs-2012 sec. 4.2.3")
      .says("Round-trip time of the page's own server from the CMTS.");
  t.integer("chains", &Settings::chains, 0, 1'000)
      .source("as `own_objects`")
      .says("Number of chains of objects from third parties. They begin after the HTML file.");
  t.integer("chain_length", &Settings::chain_length, 1, 1'000)
      .source("Web Almanac 2024, third parties: 3.4 in the median")
      .says(
          "Number of objects of a chain. Each is requested when the one before it is complete, "
          "from the next server of `third_party_rtts_ms`.");
  t.integer("chain_object_bytes", &Settings::chain_object_bytes, 1, kMost)
      .unit("bytes")
      .source("Butkiewicz et al., IMC 2011: 35 % of the bytes come from third parties")
      .says("Mean size of the objects of chains.");
  t.numbers("third_party_rtts_ms", &Settings::third_party_rtts_ms, 0, 10'000)
      .unit("ms")
      .source("Butkiewicz et al., IMC 2011: five servers; engineering choice of the times")
      .says("Round-trip time of each third party's server from the CMTS.");
  t.number("log10_deviation", &Settings::log10_deviation, 0, 2)
      .source("cablelabs-2012 appendix A: 0.84")
      .says(
          "Standard deviation of log10 of the sizes of objects, drawn anew for every page. 0: all "
          "have the mean size.");
}

const Table<WebChainSettings>& web_chains_table() {
  static const Table<WebChainSettings> table = [] {
    using Settings = WebChainSettings;
    Table<Settings> t("web_chains",
                      "A user who loads a page with chains of objects from third parties.");
    add_objects(t);
    t.number("think_ms", &Settings::think_ms, 0, 60'000)
        .unit("ms")
        .source("engineering choice")
        .says("Time from an object of a chain to the request of the next one.");
    t.integer("connections_per_server", &Settings::connections_per_server, 1, 100)
        .source("cablelabs-2012")
        .says("Number of connections at a time. Each carries objects in turn to the page's end.");
    t.number("pause_s", &Settings::pause_s, 0, 86'400)
        .unit("s")
        .source("cablelabs-2012")
        .says("Time from one page to the next.");
    t.integer("pages", &Settings::pages, 1, 1ULL << 40)
        .default_is("as many as fit into the run")
        .says("Number of pages.");
    return t;
  }();
  return table;
}

class WebChainsFlow : public TcpFlowUnit {
 public:
  WebChainsFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kReceiver),
        page_(plan, site.network.warmup(), servers_of(plan, site),
              RandomStream(site.seed, "flow/" + plan.name()), site.network.timers(), site.owner()) {
  }

 private:
  ChainPage::Servers servers_of(const FlowPlan& plan, const Site& site) {
    const auto& settings = settings_of<WebChainSettings>(plan.config);
    std::vector<double> rtts_ms = {settings.own_rtt_ms};
    rtts_ms.insert(rtts_ms.end(), settings.third_party_rtts_ms.begin(),
                   settings.third_party_rtts_ms.end());
    ChainPage::Servers servers;
    for (const double rtt_ms : rtts_ms) {
      servers.push_back(tcp().add(wire_of(plan, site, rtt_ms), settings.connections_per_server));
    }
    return servers;
  }
  void measure(FlowResult& result, TimePs) const override {
    result.figures.set(PageResult{seconds_of(page_.load_times())});
  }

  ChainPage page_;
};

}  // namespace

constexpr TrafficKind kWebChainsKind = [] {
  TrafficKind kind;
  kind.name = "web_chains";
  kind.uses_tcp = true;
  kind.has_one_server = false;
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_object<kWebChainsKind>(table, web_chains_table(), "The page and its servers.");
  };
  kind.has_several_connections = [](const FlowConfig&) { return true; };
  kind.make = [](const FlowPlan& plan, const Site& site) -> std::unique_ptr<FlowUnit> {
    return std::make_unique<WebChainsFlow>(plan, site);
  };
  return kind;
}();

}  // namespace docsis_vp::system
