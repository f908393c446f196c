#include "app/live/http.h"

#include <gmock/gmock.h>

namespace docsis_vp::app::http_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

const LivePlaces kPlaces = {8080, "/secret"};

LiveAnswer answer_for(const std::string& request, const std::string& headers) {
  return answer_to(request + "\r\n" + headers + "\r\n", kPlaces);
}

TEST(LiveHttp, AnswersGetForItsTwoPlaces) {
  const std::string host = "Host: 127.0.0.1:8080\r\n";
  EXPECT_EQ(answer_for("GET /secret HTTP/1.1", host), LiveAnswer::kPage);
  EXPECT_EQ(answer_for("GET /secret HTTP/1.0", host), LiveAnswer::kPage);
  EXPECT_EQ(answer_for("GET /secret/events HTTP/1.1", "Accept: */*\r\nhOsT:LocalHost:8080 \r\n"),
            LiveAnswer::kEvents);
  for (const char* path :
       {"/", "/secret/", "/secre", "/secret?", "/SECRET", "/secret/events/", "//secret",
        "/secret/../secret", "http://127.0.0.1:8080/secret", "*", "/%73ecret", ""}) {
    EXPECT_NE(answer_for("GET " + std::string(path) + " HTTP/1.1", host), LiveAnswer::kPage)
        << path;
    EXPECT_NE(answer_for("GET " + std::string(path) + " HTTP/1.1", host), LiveAnswer::kEvents)
        << path;
  }
}

TEST(LiveHttp, RefusesEveryOtherMethod) {
  for (const char* method : {"POST", "HEAD", "OPTIONS", "PUT", "get", "CONNECT"}) {
    EXPECT_EQ(answer_for(method + std::string(" /secret HTTP/1.1"), "Host: localhost:8080\r\n"),
              LiveAnswer::kMethodNotAllowed)
        << method;
  }
}

// A name of another site may lead to this machine; the browser then believes it talks to that site.
TEST(LiveHttp, RefusesOtherHosts) {
  for (const char* host :
       {"evil.example:8080", "evil.example", "127.0.0.1", "localhost", "127.0.0.1:8081",
        "127.0.0.1:8080.evil.example", "127.0.0.1.evil.example:8080", "[::1]:8080", "0.0.0.0:8080",
        "", "127.0.0.1:08080", "user@127.0.0.1:8080"}) {
    EXPECT_EQ(answer_for("GET /secret HTTP/1.1", "Host: " + std::string(host) + "\r\n"),
              LiveAnswer::kOtherHost)
        << host;
  }
  EXPECT_EQ(answer_to("GET /s HTTP/1.1\r\nHost: localhost\r\n\r\n", {80, "/s"}), LiveAnswer::kPage)
      << "the port of HTTP is not written";
}

TEST(LiveHttp, RefusesWhatIsNoRequest) {
  const std::string host = "Host: 127.0.0.1:8080\r\n";
  EXPECT_EQ(answer_for("GET /secret HTTP/1.1", ""), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET /secret HTTP/1.1", host + host), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET /secret HTTP/1.1", host + " folded\r\n"), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET /secret HTTP/1.1", host + "no colon\r\n"), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET /secret HTTP/1.1", "Host : 127.0.0.1:8080\r\n"),
            LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET /secret HTTP/2.0", host), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET /secret", host), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_for("GET  /secret HTTP/1.1", host), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_to("", kPlaces), LiveAnswer::kBadRequest);
  EXPECT_EQ(answer_to("\r\n\r\n", kPlaces), LiveAnswer::kBadRequest);
}

TEST(LiveHttp, AnswersForbidScriptsOfOthersAndCopies) {
  const std::string head = page_head(7, "abc");
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head, HasSubstr("Content-Length: 7\r\n"));
  EXPECT_THAT(head, HasSubstr("default-src 'none'; script-src 'nonce-abc';"));
  EXPECT_THAT(head, HasSubstr("Cache-Control: no-store\r\n"));
  EXPECT_THAT(error_answer(LiveAnswer::kMethodNotAllowed), HasSubstr("Allow: GET\r\n"));
  EXPECT_THAT(error_answer(LiveAnswer::kOtherHost), StartsWith("HTTP/1.1 403 Forbidden\r\n"));
}

TEST(LiveHttp, TextsThatNobodyCanGuessDiffer) {
  EXPECT_THAT(random_token(), MatchesRegex("[0-9a-f]{32}"));
  EXPECT_NE(random_token(), random_token());
}

}  // namespace
}  // namespace docsis_vp::app::http_test
