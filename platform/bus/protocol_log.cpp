#include "platform/bus/protocol_log.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace docsis_vp::platform {

namespace {

ProtocolLog* current_log = nullptr;

// Seconds with as many decimals as the time has: "0.0000125 s".
std::string seconds(TimePs at) {
  char text[48];
  std::snprintf(text, sizeof text, "%lld.%012lld", static_cast<long long>(at / kPsPerSecond),
                static_cast<long long>(at % kPsPerSecond));
  std::string shown = text;
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.back() == '.') {
    shown.pop_back();
  }
  return shown + " s";
}

}  // namespace

const char* clause_of(ProtocolRule rule) {
  switch (rule) {
    case ProtocolRule::kDataPointer:
      return "14.11 e";
    case ProtocolRule::kDataLength:
      return "14.12 d";
    case ProtocolRule::kByteEnables:
      return "14.13";
    case ProtocolRule::kByteEnableLength:
      return "14.14 f";
    case ProtocolRule::kStreamingWidth:
      return "14.15 f";
    case ProtocolRule::kDmiHint:
      return "14.16";
    case ProtocolRule::kResponseBefore:
      return "14.17 e";
    case ProtocolRule::kOption:
      return "14.8 g";
    case ProtocolRule::kNoResponse:
      return "14.17";
    case ProtocolRule::kResponseTurnedOk:
    case ProtocolRule::kModified:
      return "14.7";
    case ProtocolRule::kExtensionLeft:
    case ProtocolRule::kManagerLeft:
      return "14.5 aa";
    case ProtocolRule::kReleased:
      return "14.5";
    case ProtocolRule::kDelay:
      return "11.1.3";
    case ProtocolRule::kTimeBackwards:
      return "15.2.7 c";
    case ProtocolRule::kMethodProcess:
      return "11.1.1.4 b";
    case ProtocolRule::kReused:
      return "14.5 x";
    case ProtocolRule::kMixed:
      return "15.2.10 c";
    case ProtocolRule::kNoManager:
      return "14.5 i";
    case ProtocolRule::kNoReference:
      return "14.5 t";
    case ProtocolRule::kWrongPath:
      return "15.2.3 c";
    case ProtocolRule::kPhaseOrder:
      return "15.2.4";
    case ProtocolRule::kRequestExclusion:
      return "15.2.6 e";
    case ProtocolRule::kResponseExclusion:
      return "15.2.6 f";
    case ProtocolRule::kAcceptedModified:
    case ProtocolRule::kTransportWaits:
      return "11.1.2";
    case ProtocolRule::kGrantRequest:
    case ProtocolRule::kGrant:
      return "11.2.5";
    case ProtocolRule::kGrantWaits:
      return "11.2";
    case ProtocolRule::kInvalidation:
    case ProtocolRule::kGrantInInvalidation:
      return "11.2.6";
    case ProtocolRule::kDebugRequest:
      return "11.3.4 l";
    case ProtocolRule::kDebugCount:
      return "11.3.4 s";
    case ProtocolRule::kDebugModified:
    case ProtocolRule::kDebugWaits:
      break;
  }
  return "11.3";
}

std::string to_line(const ProtocolViolation& violation) {
  std::string line = seconds(violation.first) + ", " + violation.socket + ": " + violation.text +
                     " (IEEE 1666-2011, " + clause_of(violation.rule) + ")";
  if (violation.count > 1) {
    line += ", " + std::to_string(violation.count) + " times";
  }
  return line;
}

ProtocolLog::ProtocolLog() {
  if (current_log != nullptr) {
    throw std::logic_error("a second ProtocolLog: one is in use");
  }
  current_log = this;
}

ProtocolLog::~ProtocolLog() {
  current_log = nullptr;
}

ProtocolLog* ProtocolLog::current() {
  return current_log;
}

void ProtocolLog::note(ProtocolRule rule, const std::string& socket, const std::string& text,
                       TimePs at) {
  const auto known = std::find_if(violations_.begin(), violations_.end(), [&](const auto& other) {
    return other.rule == rule && other.socket == socket;
  });
  if (known == violations_.end()) {
    violations_.push_back({rule, socket, text, at, 1});
  } else {
    ++known->count;
  }
}

ProtocolLog::Passage::Passage(ProtocolLog& log, const tlm::tlm_generic_payload& transaction)
    : log_(log), transaction_(&transaction) {
  ++log_.under_way_[transaction_].calls;
}

ProtocolLog::Passage::~Passage() {
  const auto own = log_.under_way_.find(transaction_);
  if (--own->second.calls == 0) {
    log_.under_way_.erase(own);
  }
}

bool ProtocolLog::Passage::claim(ProtocolRule rule) {
  std::bitset<kProtocolRules>& claimed = log_.under_way_[transaction_].claimed;
  const bool is_first = !claimed.test(static_cast<std::size_t>(rule));
  claimed.set(static_cast<std::size_t>(rule));
  return is_first;
}

tlm::tlm_response_status ProtocolLog::Passage::inner_response() const {
  return log_.under_way_.at(transaction_).inner_response;
}

void ProtocolLog::Passage::set_inner_response(tlm::tlm_response_status response) {
  log_.under_way_[transaction_].inner_response = response;
}

}  // namespace docsis_vp::platform
