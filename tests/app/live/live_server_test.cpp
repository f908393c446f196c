// The server alone, with content from the test.
#include "app/live/live_server.h"

#include <gmock/gmock.h>

#include <memory>
#include <vector>

#include "platform/base/errors.h"
#include "tests/app/live/browser.h"

namespace docsis_vp::app::live_server_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using HostClock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::size_t count_of(const std::string& stream, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t at = stream.find(words); at != std::string::npos;
       at = stream.find(words, at + 1)) {
    ++count;
  }
  return count;
}

std::string page_for(const std::string& nonce) {
  return "page for " + nonce;
}

class LiveServerTest : public ::testing::Test {
 protected:
  LiveServer& server() { return *server_; }
  void stop_server() { server_.reset(); }

  LiveContent content_;

 private:
  std::unique_ptr<LiveServer> server_ = std::make_unique<LiveServer>(0, page_for, content_);
};

TEST_F(LiveServerTest, GivesThePageWithTheNonceOfItsPolicy) {
  Browser browser(server().url());
  browser.get();
  const std::string answer = browser.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  const std::size_t nonce = answer.find("'nonce-") + 7;
  EXPECT_THAT(answer, ::testing::EndsWith("\r\n\r\npage for " + answer.substr(nonce, 32)));
}

TEST_F(LiveServerTest, AClientThatComesLateGetsWhatWas) {
  content_.add_rows("time_s,modem,service_flow,flow,x\n0,cm0,us0,,1\n");
  content_.add_rows("1,cm0,us0,,2\n");
  content_.set_results("{\"old\":1}");
  content_.set_results("{\"new\":1}");
  Browser browser(server().url());
  browser.get("/events");
  const std::string stream = browser.read_until("\"new\"");
  EXPECT_THAT(stream, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_EQ(last_event(stream, "series"),
            R"({"times":[0,1],"lines":[{"modem":"cm0","service_flow":"us0","flow":"",)"
            R"("column":"x","values":[1,2]}]})");
  EXPECT_THAT(stream, Not(HasSubstr("old")));
  content_.add_rows("2,cm0,us0,,3\n");
  EXPECT_THAT(browser.read_until("[0,1,2]"), HasSubstr("[1,2,3]"));
  content_.set_end("{\"how\":\"ended\"}");
  EXPECT_EQ(last_event(browser.read_all(), "end"), "{\"how\":\"ended\"}");
}

TEST_F(LiveServerTest, DamagedRowsEndTheChartsAndNothingElse) {
  content_.add_rows("time_s,modem,service_flow,flow,x\n0,cm0,us0,,1\n");
  Browser browser(server().url());
  browser.get("/events");
  browser.read_until("series");
  content_.add_rows("what is this\n");
  content_.set_end("{}");
  EXPECT_EQ(count_of(browser.read_all(), "event: series"), 1U);
}

// The simulation hands over its content and never waits; the slow client misses what was in
// between.
TEST_F(LiveServerTest, ASlowClientHoldsNobodyUp) {
  Browser slow(server().url());
  slow.get("/events");
  Browser fast(server().url());
  fast.get("/events");
  const std::string large(16U << 20U, ' ');  // more than the buffers of two sockets
  const HostClock::time_point begin = HostClock::now();
  for (int i = 0; i < 3; ++i) {
    content_.set_results("{\"number\":" + std::to_string(i) + large + "}");
    const std::string number = "\"number\":" + std::to_string(i);
    EXPECT_THAT(fast.read_until(number).find(number), Not(std::string::npos));
  }
  EXPECT_LT(HostClock::now() - begin, seconds(15));
  content_.set_end("{}");
  const HostClock::time_point end = HostClock::now();
  server().wait_for_followers(milliseconds(300));
  EXPECT_GE(HostClock::now() - end, milliseconds(290)) << "the slow one does not have it";
  const std::string stream = slow.read_all();
  EXPECT_LE(count_of(stream, "\"number\""), 2U);
  EXPECT_EQ(last_event(stream, "end"), "{}");
}

TEST_F(LiveServerTest, TheEndWaitsForNobodyIfNobodyFollows) {
  content_.set_end("{}");
  const HostClock::time_point begin = HostClock::now();
  server().wait_for_followers(seconds(20));
  EXPECT_LT(HostClock::now() - begin, seconds(10));
}

TEST_F(LiveServerTest, TheEndWaitsForAPageThatHasJustBeenLoaded) {
  Browser page(server().url());
  page.get();
  page.read_all();
  content_.set_end("{\"how\":\"ended\"}");
  const std::string url = server().url();
  Browser events(url);
  events.get("/events");
  server().wait_for_followers(seconds(20));
  stop_server();
  EXPECT_EQ(last_event(events.read_all(), "end"), "{\"how\":\"ended\"}");
}

TEST_F(LiveServerTest, ALongHeadIsRefused) {
  Browser browser(server().url());
  browser.send("GET / HTTP/1.1\r\nX: " + std::string(9'000, 'x'));
  EXPECT_THAT(browser.read_all(), StartsWith("HTTP/1.1 431 "));
}

TEST_F(LiveServerTest, ConnectionsBeyondTheLimitAreClosed) {
  std::vector<std::unique_ptr<Browser>> browsers;
  for (std::size_t i = 0; i < LiveServer::kMostConnections; ++i) {
    browsers.push_back(std::make_unique<Browser>(server().url()));
    browsers.back()->get("/events");
    browsers.back()->read_until("\r\n\r\n");
  }
  Browser one_more(server().url());
  EXPECT_EQ(one_more.read_all(), "");
  browsers.clear();
  const HostClock::time_point patience = HostClock::now() + seconds(10);
  std::string answer;
  while (answer.empty() && HostClock::now() < patience) {
    Browser later(server().url());
    later.get();
    answer = later.read_all();
  }
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n")) << "those that left make room";
}

TEST_F(LiveServerTest, ThePortIsFreeAfterTheEnd) {
  const std::string url = server().url();
  const auto port = static_cast<std::uint16_t>(std::stoul(url.substr(url.find(':', 5) + 1)));
  Browser browser(url);
  browser.get("/events");
  browser.read_until("\r\n\r\n");
  LiveContent content;
  EXPECT_THROW(LiveServer(port, page_for, content), InputError);
  stop_server();
  LiveServer again(port, page_for, content);
  EXPECT_NE(again.url(), url) << "another path";
}

}  // namespace
}  // namespace docsis_vp::app::live_server_test
