// Models an application with queries and answers, like name resolution. A query without an answer
// is repeated after a timeout, and given up after some tries.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "system/extension/host.h"

class Query : public docsis_vp::system::Host {
 public:
  using HostSite = docsis_vp::system::HostSite;
  using Way = docsis_vp::system::Way;

  explicit Query(HostSite& site)
      : site_(site),
        interval_(in_ps("interval_ms")),
        timeout_(in_ps("timeout_ms")),
        next_(site.timer([this] { ask(); })),
        late_(site.timer([this] { ask_again(); })) {
    next_->arm(site.start());
  }

  static docsis_vp::system::HostKind kind() {
    return {[](HostSite& site) { return std::make_unique<Query>(site); },
            {{"interval_ms", 20.0, 1, 10'000},
             {"timeout_ms", 100.0, 1, 10'000},
             {"tries", 3.0, 1, 10},
             {"answer_bytes", 512.0, 64, 1518}}};
  }

  // Queries go forward, answers back. The server is the end where a query arrives.
  void arrived(Way way, const docsis_vp::Packet& packet) override {
    if (way == Way::kForward) {
      answers_[site_.send(Way::kBack, number("answer_bytes"))] = packet.sequence;
      return;
    }
    const auto query = answers_.find(packet.sequence);
    if (open_ && query->second == asked_as_) {
      open_ = false;
      late_->cancel();
      ++answered_;
      longest_ = std::max(longest_, site_.now() - asked_at_);
    }
    answers_.erase(query);
  }

  std::vector<std::pair<std::string, double>> measures(docsis_vp::TimePs) const override {
    return {{"asked", asked_},
            {"answered", answered_},
            {"given_up", given_up_},
            {"longest_ms", static_cast<double>(longest_) / docsis_vp::kPsPerMs}};
  }

 private:
  static constexpr std::uint32_t kQueryBytes = 90;

  std::uint32_t number(const char* name) const {
    return static_cast<std::uint32_t>(site_.parameters().number(name));
  }
  docsis_vp::TimePs in_ps(const char* name) const {
    return static_cast<docsis_vp::TimePs>(site_.parameters().number(name) * docsis_vp::kPsPerMs);
  }

  void ask() {
    if (site_.now() >= site_.stop()) {
      return;
    }
    if (open_) {
      ++given_up_;
    }
    open_ = true;
    tries_ = 0;
    asked_at_ = site_.now();
    ++asked_;
    send();
    next_->arm(site_.now() + interval_);
  }
  void ask_again() {
    if (open_ && tries_ < number("tries")) {
      send();
    } else if (open_) {
      open_ = false;
      ++given_up_;
    }
  }
  void send() {
    ++tries_;
    asked_as_ = site_.send(Way::kForward, kQueryBytes);
    late_->arm(site_.now() + timeout_);
  }

  HostSite& site_;
  const docsis_vp::TimePs interval_;
  const docsis_vp::TimePs timeout_;
  std::unique_ptr<docsis_vp::hosts::Timer> next_;
  std::unique_ptr<docsis_vp::hosts::Timer> late_;
  std::map<std::uint64_t, std::uint64_t> answers_;  // in transit: answer -> its query
  bool open_ = false;
  std::uint64_t asked_as_ = 0;
  std::uint32_t tries_ = 0;
  docsis_vp::TimePs asked_at_ = 0;
  docsis_vp::TimePs longest_ = 0;
  double asked_ = 0;
  double answered_ = 0;
  double given_up_ = 0;
};
