// Fetches a list of objects from one server over parallel connections.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/connection/exchange.h"
#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

class ServerFetcher {
 public:
  struct Config {
    std::uint32_t request_bytes = 0;
    unsigned parallel = 1;   // simultaneous connections
    bool persistent = true;  // a connection carries several objects in sequence
    TimePs stop = kNever;    // from this time on failed connections are not reopened
  };

  // complete: called once per fetch(), after the last object.
  ServerFetcher(const Config& config, const std::vector<Connection*>& connections,
                TimerQueue& timers, std::function<void()> complete);

  // Requires that no fetch is in progress; at least one object. `sizes` are TCP payload and must
  // stay valid until the last object is complete. It opens as many connections as there are objects
  // to fetch. A connection that is still closing is used when it is closed. If a connection fails,
  // its object is fetched again; after `stop` the object is lost, and fetch() never completes.
  void fetch(const std::vector<std::uint64_t>& sizes);

 private:
  class Slot : public ConnectionUser {
   public:
    Slot(ServerFetcher& fetcher, Connection& connection)
        : fetcher_(fetcher), connection_(connection) {}

    bool free() const { return !active_ && connection_.closed(); }
    void open_for(std::size_t object);
    void go_on_with(std::size_t object);
    void release();

   private:
    void on_open(Connection& connection) override;
    void on_received(Connection& connection, End at, std::uint64_t total) override;
    void on_closed(Connection& connection) override;

    ServerFetcher& fetcher_;
    Connection& connection_;
    Exchange exchange_;
    std::size_t object_ = 0;
    bool active_ = false;  // has an object to fetch
  };

  void open_more();
  void object_complete(Slot& slot);

  const Config config_;
  TimerQueue& timers_;
  const std::function<void()> complete_;
  std::deque<Slot> slots_;
  const std::vector<std::uint64_t>* sizes_ = nullptr;  // null: no fetch in progress
  std::size_t next_ = 0;                               // first object not assigned to a slot
  std::size_t completed_ = 0;                          // number of objects
  unsigned active_ = 0;                                // number of slots
};

}  // namespace docsis_vp::hosts
