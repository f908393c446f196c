#include "app/live/http.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "platform/base/errors.h"

namespace docsis_vp::app {

namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr const char* kSafeHeaders =
    "Cache-Control: no-store\r\n"
    "Connection: close\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Content-Type-Options: nosniff\r\n";

std::vector<std::string_view> lines_of(std::string_view head) {
  std::vector<std::string_view> lines;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find(kLineEnd), head.size());
    if (end == 0) {
      break;
    }
    lines.push_back(head.substr(0, end));
    head.remove_prefix(std::min(head.size(), end + kLineEnd.size()));
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t end = line.find(' '); end != std::string_view::npos; end = line.find(' ')) {
    words.push_back(line.substr(0, end));
    line.remove_prefix(end + 1);
  }
  words.push_back(line);
  return words;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

// Returns the Host header in lower case; none if it is missing, repeated, or a line is malformed.
std::optional<std::string> host_of(const std::vector<std::string_view>& lines) {
  std::optional<std::string> host;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(':');
    const std::string_view name = lines[i].substr(0, std::min(colon, lines[i].size()));
    if (colon == std::string_view::npos || name.empty() || trimmed(name) != name) {
      return {};
    }
    if (lower(name) == "host") {
      if (host) {
        return {};
      }
      host = lower(trimmed(lines[i].substr(colon + 1)));
    }
  }
  return host;
}

bool is_this_machine(const std::string& host, std::uint16_t port) {
  const std::string number = ":" + std::to_string(port);
  constexpr std::uint16_t kPortOfHttp = 80;
  for (const std::string name : {"127.0.0.1", "localhost"}) {
    if (host == name + number || (host == name && port == kPortOfHttp)) {
      return true;
    }
  }
  return false;
}

const char* status_of(LiveAnswer answer) {
  switch (answer) {
    case LiveAnswer::kOtherHost:
      return "403 Forbidden";
    case LiveAnswer::kNotFound:
      return "404 Not Found";
    case LiveAnswer::kMethodNotAllowed:
      return "405 Method Not Allowed";
    case LiveAnswer::kHeadTooLarge:
      return "431 Request Header Fields Too Large";
    default:
      return "400 Bad Request";
  }
}

}  // namespace

LiveAnswer answer_to(std::string_view head, const LivePlaces& places) {
  const std::vector<std::string_view> lines = lines_of(head);
  const std::vector<std::string_view> request =
      lines.empty() ? std::vector<std::string_view>() : words_of(lines[0]);
  if (request.size() != 3 || (request[2] != "HTTP/1.1" && request[2] != "HTTP/1.0")) {
    return LiveAnswer::kBadRequest;
  }
  const std::optional<std::string> host = host_of(lines);
  if (!host) {
    return LiveAnswer::kBadRequest;
  }
  if (!is_this_machine(*host, places.port)) {
    return LiveAnswer::kOtherHost;
  }
  if (request[0] != "GET") {
    return LiveAnswer::kMethodNotAllowed;
  }
  if (request[1] == places.path) {
    return LiveAnswer::kPage;
  }
  return request[1] == places.path + "/events" ? LiveAnswer::kEvents : LiveAnswer::kNotFound;
}

std::string page_head(std::size_t octets, const std::string& nonce) {
  return "HTTP/1.1 200 OK\r\n"
         "Content-Type: text/html; charset=utf-8\r\n"
         "Content-Length: " +
         std::to_string(octets) +
         "\r\n"
         "Content-Security-Policy: default-src 'none'; script-src 'nonce-" +
         nonce +
         "'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'\r\n" +
         kSafeHeaders + "\r\n";
}

std::string events_head() {
  return std::string("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n") + kSafeHeaders +
         "\r\n";
}

std::string error_answer(LiveAnswer answer) {
  const std::string status = status_of(answer);
  const std::string text = status + "\n";
  return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " +
         std::to_string(text.size()) + "\r\n" +
         (answer == LiveAnswer::kMethodNotAllowed ? "Allow: GET\r\n" : "") + kSafeHeaders + "\r\n" +
         text;
}

std::string random_token() {
  std::array<unsigned char, 16> octets = {};
  if (::getentropy(octets.data(), octets.size()) != 0) {
    throw InputError("the system has no random numbers");
  }
  std::string text;
  for (const unsigned char octet : octets) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text += kDigits[octet >> 4];
    text += kDigits[octet & 15];
  }
  return text;
}

}  // namespace docsis_vp::app
