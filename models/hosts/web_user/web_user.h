// A user of the web whose pages, objects and pauses are heavy-tailed.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/draw/distributions.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

// Mean and shape of a Pareto distribution; its least value is mean (shape - 1) / shape.
struct ParetoConfig {
  double mean = 1;   // > 0
  double shape = 2;  // > 1
};

// Defaults are those of Hong, Martin and Westall 2015, sec. 3.1.3, after the traffic generator of
// Feldmann et al. 1999 in ns-2. Its units are taken to be seconds and octets (20 kB = 20 000).
struct WebUserConfig {
  ParetoConfig page_gap_s = {5, 2};           // from the last octet of a page to the next page
  ParetoConfig objects_per_page = {4, 1.2};   // rounded up to a whole number
  ParetoConfig object_gap_s = {0.5, 1.5};     // from one object's request to that of the next
  ParetoConfig object_bytes = {20'000, 1.5};  // TCP payload, rounded up
  std::uint32_t request_bytes = 350;          // of a GET, TCP payload, > 0
  // The largest value that any of the four takes, as a multiple of its mean: the tails are so heavy
  // that one draw in millions would fill a run. > 1.
  double most = 1e6;
  TimePs start = 0;
  TimePs stop = kNever;  // from this time on nothing is drawn, no failed connection opened anew
  TimePs warmup = 0;     // what is complete before this time does not count
};

// Every object comes from a server drawn at random, over a new connection. Objects of a page do not
// wait for each other, as long as the server drawn has a connection to spare; if it has none, the
// object waits for the first that closes. What is drawn does not depend on the network: with the
// same stream the user asks for the same pages, whatever carries them.
class WebUser {
 public:
  // Connections to each server: at least one server, and one connection to each.
  using Servers = std::vector<std::vector<Connection*>>;

  // random: a stream of its own. Throws ConfigError.
  WebUser(const WebUserConfig& config, const Servers& servers, RandomStream random,
          TimerQueue& timers, std::uint32_t owner);

  std::uint64_t pages() const { return pages_; }      // complete
  std::uint64_t objects() const { return objects_; }  // complete
  std::uint64_t bytes() const { return bytes_; }      // of these

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
  Timer timer_;                   // the next page, or the next object of this one
  std::uint64_t to_request_ = 0;  // objects of this page
  std::uint64_t to_complete_ = 0;
  std::uint64_t pages_ = 0;
  std::uint64_t objects_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace docsis_vp::hosts
