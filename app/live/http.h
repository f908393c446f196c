// Answers requests of browsers (HTTP/1.1, RFC 9112) for the two places of a live page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace docsis_vp::app {

// Most octets of a request's head.
constexpr std::size_t kMostOctetsOfHead = 8192;

struct LivePlaces {
  std::uint16_t port = 0;  // port on the loopback interface
  std::string path;        // "/" and random digits; its events are at path + "/events"
};

enum class LiveAnswer {
  kPage,
  kEvents,
  kBadRequest,        // 400
  kOtherHost,         // 403: another site made its name mean this machine (DNS rebinding)
  kNotFound,          // 404
  kMethodNotAllowed,  // 405: not GET
  kHeadTooLarge,      // 431
};

// Judges a request by its head: request line and header lines, up to the empty line. Its Host must
// be 127.0.0.1 or localhost, with the port.
LiveAnswer answer_to(std::string_view head, const LivePlaces& places);

// Returns status line and header lines of an answer with `octets` octets. nonce: permits only those
// scripts that name it.
std::string page_head(std::size_t octets, const std::string& nonce);
// The head of a stream of events, which ends with the connection.
std::string events_head();
// A whole answer with an error status.
std::string error_answer(LiveAnswer answer);

// Returns an unpredictable text of 32 hexadecimal digits. Throws InputError if the system has no
// random numbers.
std::string random_token();

}  // namespace docsis_vp::app
