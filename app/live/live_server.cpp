#include "app/live/live_server.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "app/live/http.h"
#include "platform/base/no_signals.h"
#include "platform/debug/loopback_port.h"

namespace docsis_vp::app {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using HostClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

// Time between two checks for new content.
constexpr milliseconds kLookEvery(100);
// For a request to arrive, and for a browser to close after its answer.
constexpr milliseconds kPatience(5'000);
// From a page to its request for events.
constexpr milliseconds kPageToEvents(1'000);

}  // namespace

class LiveServer::Loop {
 public:
  Loop(std::uint16_t port, const std::function<std::string(const std::string&)>& page_by,
       LiveContent& content)
      : content_(content), acceptor_(context_), timer_(context_) {
    platform::listen_on_loopback(acceptor_, port);
    places_ = {acceptor_.local_endpoint().port(), "/" + random_token()};
    const std::string nonce = random_token();
    const std::string page = page_by(nonce);
    page_ = page_head(page.size(), nonce) + page;
    accept();
    look();
    const NoSignals no_signals;
    thread_ = std::thread([this] { context_.run(); });
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    context_.stop();
    thread_.join();
  }

  const LivePlaces& places() const { return places_; }
  bool is_watched() const { return is_watched_; }

  void wait_for_followers(milliseconds limit) {
    asio::post(context_, [this] { look_now(); });
    std::unique_lock lock(mutex_);
    all_know_.wait_for(lock, limit, [this] { return is_done_; });
  }

 private:
  // One request and its answer, or a stream of events.
  struct Connection {
    explicit Connection(tcp::socket one) : socket(std::move(one)) {}

    tcp::socket socket;
    std::array<char, 2048> received = {};
    std::string head;
    std::string out;  // on its way
    bool answered = false;
    bool follows = false;  // gets events
    bool writes = false;
    bool ended = false;  // to be removed
    LiveContent::Seen seen;
    HostClock::time_point give_up = HostClock::now() + kPatience;
  };
  using Shared = std::shared_ptr<Connection>;

  void accept() {
    acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
      if (error) {
        accepts_ = false;  // too many open files: look() tries again
        return;
      }
      if (connections_.size() < kMostConnections) {
        is_watched_ = true;
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        connections_.push_back(std::make_shared<Connection>(std::move(socket)));
        receive(connections_.back());
      }
      accept();
    });
    accepts_ = true;
  }

  // Reads the request, and later notices the end of the connection.
  void receive(const Shared& one) {
    one->socket.async_read_some(asio::buffer(one->received),
                                [this, one](const error_code& error, std::size_t count) {
                                  if (error) {
                                    one->ended = true;
                                    return;
                                  }
                                  if (!one->answered) {
                                    one->head.append(one->received.data(), count);
                                    if (one->head.find("\r\n\r\n") != std::string::npos) {
                                      answer(one, answer_to(one->head, places_));
                                    } else if (one->head.size() > kMostOctetsOfHead) {
                                      answer(one, LiveAnswer::kHeadTooLarge);
                                    }
                                  }
                                  receive(one);
                                });
  }

  void answer(const Shared& one, LiveAnswer answer) {
    one->answered = true;
    one->give_up = HostClock::now() + kPatience;
    if (answer == LiveAnswer::kEvents) {
      one->follows = true;
      page_asks_until_ = {};
      send(one, events_head());
      return;
    }
    if (answer == LiveAnswer::kPage) {
      page_asks_until_ = HostClock::now() + kPageToEvents;
    }
    send(one, answer == LiveAnswer::kPage ? page_ : error_answer(answer));
  }

  void send(const Shared& one, std::string text) {
    one->out = std::move(text);
    one->writes = true;
    asio::async_write(one->socket, asio::buffer(one->out),
                      [this, one](const error_code& error, std::size_t /*count*/) {
                        one->writes = false;
                        one->out = std::string();
                        if (error) {
                          one->ended = true;
                        } else if (!one->follows || one->seen.end) {
                          look_now();
                          // The browser closes after it has read all.
                          error_code ignored;
                          one->socket.shutdown(tcp::socket::shutdown_send, ignored);
                        }
                      });
  }

  void look() {
    const HostClock::time_point begin = HostClock::now();
    content_.read();
    bool all_know = content_.has_ended() && begin > page_asks_until_;
    for (const Shared& one : connections_) {
      if (!one->follows || one->ended) {
        one->ended = one->ended || begin > one->give_up;
        continue;
      }
      if (!one->writes && !one->seen.end) {
        std::string events = content_.events_since(one->seen);
        if (!events.empty()) {
          send(one, std::move(events));
        }
      }
      all_know = all_know && one->seen.end && !one->writes;
    }
    remove_ended();
    is_watched_ = !connections_.empty() || begin <= page_asks_until_;
    if (!accepts_) {
      accept();
    }
    if (all_know) {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
      all_know_.notify_all();
    }
    // Looks take a fifth of this thread's time at most, apart from writing.
    const auto taken = HostClock::now() - begin;
    timer_.expires_after(std::max<HostClock::duration>(kLookEvery, 4 * taken));
    timer_.async_wait([this](const error_code&) { look(); });
  }

  // Its handler looks, too, when the wait is cancelled.
  void look_now() { timer_.cancel(); }

  void remove_ended() {
    const auto ended = [](const Shared& one) {
      if (one->ended) {
        error_code ignored;
        one->socket.close(ignored);
      }
      return one->ended;
    };
    connections_.erase(std::remove_if(connections_.begin(), connections_.end(), ended),
                       connections_.end());
  }

  LiveContent& content_;
  asio::io_context context_;
  tcp::acceptor acceptor_;
  asio::steady_timer timer_;
  LivePlaces places_;
  std::string page_;  // with its head
  std::vector<Shared> connections_;
  bool accepts_ = false;
  HostClock::time_point page_asks_until_;
  std::atomic<bool> is_watched_{false};
  std::mutex mutex_;
  std::condition_variable all_know_;
  bool is_done_ = false;
  std::thread thread_;
};

LiveServer::LiveServer(std::uint16_t port,
                       const std::function<std::string(const std::string&)>& page_by,
                       LiveContent& content)
    : loop_(std::make_unique<Loop>(port, page_by, content)) {}

LiveServer::~LiveServer() = default;

std::string LiveServer::url() const {
  return "http://127.0.0.1:" + std::to_string(loop_->places().port) + loop_->places().path;
}

bool LiveServer::is_watched() const {
  return loop_->is_watched();
}

void LiveServer::wait_for_followers(milliseconds limit) {
  loop_->wait_for_followers(limit);
}

}  // namespace docsis_vp::app
