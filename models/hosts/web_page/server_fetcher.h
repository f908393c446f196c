// Fetches a list of objects from one server over several connections.
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
    unsigned parallel = 1;   // connections at one time
    bool persistent = true;  // a connection carries one object after another
    TimePs stop = kNever;    // from this time on no failed connection is opened anew
  };

  // complete: called once per fetch(), when the last object is there.
  ServerFetcher(const Config& config, const std::vector<Connection*>& connections,
                TimerQueue& timers, std::function<void()> complete);

  // Only when nothing is being fetched; at least one object. Sizes are TCP payload and stay where
  // they are until the last one is complete. Opens as many connections as there is work for; one
  // that is not closed yet from the last time is used when it is. If a connection fails, its object
  // is fetched anew; once stopped, it is lost, and nothing is complete any more.
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
  const std::vector<std::uint64_t>* sizes_ = nullptr;  // null: nothing is being fetched
  std::size_t next_ = 0;                               // object that no slot fetches yet
  std::size_t completed_ = 0;                          // objects
  unsigned active_ = 0;                                // slots
};

}  // namespace docsis_vp::hosts
