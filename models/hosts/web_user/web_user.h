// Models a web user with heavy-tailed pages, objects and pauses.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/draw/distributions.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "models/hosts/web_user/web_user_config.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

// Each object comes from a random server over a new connection. The objects of a page load in
// parallel while the server has a free connection; otherwise an object waits for the first one that
// closes. The draws do not depend on the network: the same stream gives the same pages.
class WebUser {
 public:
  // Connections to each server: at least one server with one connection.
  using Servers = std::vector<std::vector<Connection*>>;

  // random: a separate stream. Throws ConfigError.
  WebUser(const WebUserConfig& config, const Servers& servers, RandomStream random,
          TimerQueue& timers, std::uint32_t owner);

  std::uint64_t pages() const { return pages_; }      // complete
  std::uint64_t objects() const { return objects_; }  // complete
  std::uint64_t bytes() const { return bytes_; }      // octets of those objects

 private:
  struct Server;
  class Slot : public ConnectionUser {
   public:
    Slot(WebUser& user, Server& server, Connection& connection)
        : user_(user), server_(server), connection_(connection) {}
    bool free() const { return !active_ && connection_.closed(); }
    void fetch(std::uint64_t bytes);

   private:
    void on_open(Connection& connection) override;
    void on_received(Connection& connection, End at, std::uint64_t total) override;
    void on_closed(Connection& connection) override;

    WebUser& user_;
    Server& server_;
    Connection& connection_;
    Exchange exchange_;
    std::uint64_t bytes_ = 0;  // of the object
    bool active_ = false;
  };
  struct Server {
    std::deque<Slot> slots;
    std::deque<std::uint64_t> waiting;  // sizes of objects
  };

  bool stopped() const { return timers_.now() >= config_.stop; }
  void begin_page();
  void next_object();
  void serve(Server& server);
  void object_complete(std::uint64_t bytes);
  TimePs draw_gap(const Pareto& gap, double mean);
  std::uint64_t draw_whole(const Pareto& value, double mean);

  const WebUserConfig config_;
  const Pareto page_gap_;
  const Pareto objects_per_page_;
  const Pareto object_gap_;
  const Pareto object_bytes_;
  RandomStream random_;
  TimerQueue& timers_;
  std::deque<Server> servers_;
  Timer timer_;                   // for the next page, or the next object of this page
  std::uint64_t to_request_ = 0;  // objects of this page
  std::uint64_t to_complete_ = 0;
  std::uint64_t pages_ = 0;
  std::uint64_t objects_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace docsis_vp::hosts
