#include "app/live/live_page.h"

#include <algorithm>

#include "app/report/page.h"
#include "platform/base/errors.h"
#include "system/json/writer.h"

namespace docsis_vp::app {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kUpdateEvery(50);
constexpr milliseconds kLongestGoodbye(2'000);
// Results so far cost time in the simulation: a twentieth of it at most while a page follows, else
// one in two hundred, for a page that comes while a debugger holds the run.
constexpr int kShareIfWatched = 20;
constexpr int kShareForNobody = 200;
constexpr milliseconds kResultsEvery(500);
constexpr milliseconds kResultsForNobodyEvery(5'000);

}  // namespace

LivePage::LivePage(std::uint16_t port, std::string folder)
    : folder_(std::move(folder)),
      server_(
          port, [](const std::string& nonce) { return live_page(nonce); }, content_) {}

LivePage::~LivePage() {
  if (!ended_) {
    end("stopped", "", "null");
  }
}

void LivePage::update(double simulated_s, double duration_s,
                      const std::function<std::string()>& results) {
  const HostClock::time_point now = HostClock::now();
  if (now < next_update_) {
    return;
  }
  next_update_ = now + kUpdateEvery;
  // Without a viewer results are made rarely; a viewer who comes gets new ones at once.
  if (now >= next_results_ || (server_.is_watched() && now >= next_results_if_watched_)) {
    content_.set_results(compact_json(results()));
    const auto cost = HostClock::now() - now;
    next_results_if_watched_ =
        now + std::max<HostClock::duration>(kResultsEvery, kShareIfWatched * cost);
    next_results_ =
        now + std::max<HostClock::duration>(kResultsForNobodyEvery, kShareForNobody * cost);
  }
  content_.add_rows(rows_.str());
  rows_.str("");
  content_.set_progress(R"({"simulated_s":)" + system::json_number(simulated_s) +
                        R"(,"duration_s":)" + system::json_number(duration_s) + R"(,"folder":)" +
                        compact_json(system::json_string(folder_)) + "}");
}

void LivePage::finish(const std::string& error) {
  std::string groups = "null";
  try {
    groups = server_.is_watched() ? report_data(groups_in(folder_)) : groups;
  } catch (const InputError&) {
    // The results cannot be read again as a file: the page keeps its latest content.
  }
  end(error.empty() ? "ended" : "failed", error, groups);
}

void LivePage::end(const std::string& how, const std::string& error, const std::string& groups) {
  ended_ = true;
  content_.set_end(R"({"how":)" + system::json_string(how) + R"(,"error":)" +
                   compact_json(system::json_string(error)) + R"(,"groups":)" + groups + "}");
  server_.wait_for_followers(kLongestGoodbye);
}

}  // namespace docsis_vp::app
