#include "system/assembly/instruments/cpu_recordings.h"

#include <algorithm>

#include "platform/base/errors.h"
#include "platform/base/printable.h"
#include "platform/observe/commit_log.h"
#include "system/assembly/instruments/call_order.h"
#include "system/json/writer.h"
#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

using platform::TraceFilter;

constexpr std::size_t kShown = 10;

bool parse_range(const std::string& text, TraceFilter::Range& range) {
  try {
    std::size_t used = 0;
    const unsigned long long first = std::stoull(text, &used, 0);
    if (used >= text.size() || text[used] != ':') {
      return false;
    }
    const std::string rest = text.substr(used + 1);
    const unsigned long long bytes = std::stoull(rest, &used, 0);
    if (used != rest.size() || bytes == 0 || first > UINT32_MAX || bytes - 1 > UINT32_MAX - first) {
      return false;
    }
    range = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + bytes - 1)};
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

TraceFilter filter_of(const TraceOptions& options, const platform::ElfImage& image) {
  TraceFilter filter;
  filter.from = options.from;
  filter.to = options.to;
  for (const std::string& place : options.places) {
    TraceFilter::Range range{};
    if (parse_range(place, range)) {
      filter.ranges.push_back(range);
    } else if (image.symbol(place) != nullptr) {
      filter.functions.push_back(place);
    } else {
      throw InputError("--trace-filter " + place +
                       ": neither ADDRESS:BYTES, such as 0x100:0x40, nor a function of " +
                       image.name());
    }
  }
  return filter;
}

}  // namespace

void CpuRecordings::commit_log(const std::string& option, const std::string& cpu,
                               std::ostream& to) {
  require_before_first_run("commit_log()");
  const FoundHart found = find_hart(modems_, option, cpu);
  logs_.push_back(std::make_unique<platform::CommitLog>(to, found.number));
  found.hart().observe(*logs_.back());
}

void CpuRecordings::trace(const std::string& option, const std::string& cpu, std::ostream& to,
                          const TraceOptions& options) {
  require_before_first_run("trace()");
  const FoundHart found = find_hart(modems_, option, cpu);
  const ControlCpu& soc = *found.unit.cpu();
  logs_.push_back(std::make_unique<platform::InstructionTrace>(
      to, soc.label_of(found.number), soc.image(), filter_of(options, soc.image())));
  platform::CpuObserver& trace = *logs_.back();
  // Outside its time range the trace costs nothing.
  platform::Cpu& hart = found.hart();
  if (options.from == 0) {
    hart.observe(trace);
  } else {
    found.unit.act_at(options.from, [&hart, &trace] { hart.observe(trace); });
  }
  if (options.to != kNever) {
    found.unit.act_at(options.to, [&hart, &trace] { hart.unobserve(trace); });
  }
}

CpuRecordings::Profiled& CpuRecordings::profiled(const FoundHart& cpu) {
  const auto known = std::find_if(profiles_.begin(), profiles_.end(), [&cpu](const Profiled& each) {
    return each.unit == &cpu.unit && each.hart == cpu.number;
  });
  if (known != profiles_.end()) {
    return *known;
  }
  auto profile = std::make_unique<platform::CallProfile>(cpu.unit.cpu()->image());
  cpu.hart().observe(*profile);
  return profiles_.emplace_back(Profiled{&cpu.unit, cpu.number, std::move(profile), nullptr});
}

void CpuRecordings::callgrind(const std::string& option, const std::string& cpu, std::ostream& to) {
  require_before_first_run("callgrind()");
  profiled(find_hart(modems_, option, cpu)).to = &to;
}

void CpuRecordings::profile(const std::string& option, const std::string& cpu) {
  require_before_first_run("profile()");
  shown_ = profiled(find_hart(modems_, option, cpu)).profile.get();
}

void CpuRecordings::coverage(const std::string& option, const std::string& cpu, std::ostream& to) {
  require_before_first_run("coverage()");
  const FoundHart found = find_hart(modems_, option, cpu);
  covered_.push_back({std::make_unique<platform::LineCoverage>(found.unit.cpu()->image()), &to});
  found.hart().observe(*covered_.back().coverage);
}

void CpuRecordings::finish() {
  for (Profiled& each : profiles_) {
    each.profile->finish();
    if (each.to != nullptr) {
      each.profile->write_callgrind(*each.to, each.unit->cpu()->image().name());
    }
  }
  for (Covered& each : covered_) {
    each.coverage->write(*each.to);
  }
}

const CpuRecordings::Profiled* CpuRecordings::shown() const {
  const auto found = std::find_if(profiles_.begin(), profiles_.end(), [this](const Profiled& each) {
    return each.profile.get() == shown_;
  });
  return found != profiles_.end() ? &*found : nullptr;
}

std::string CpuRecordings::profile_json() const {
  const Profiled* const found = shown();
  if (found == nullptr) {
    return {};
  }
  std::string text = R"({"cpu":)" + json_string(found->unit->cpu()->label_of(found->hart)) +
                     R"(,"cycles":)" + std::to_string(found->profile->total().cycles) +
                     R"(,"functions":[)";
  const char* separator = "";
  for (const auto& function : found->profile->flat()) {
    text += separator + (R"({"name":)" + json_string(printable(function.name))) + R"(,"cycles":)" +
            std::to_string(function.self.cycles) + R"(,"instructions":)" +
            std::to_string(function.self.instructions) + R"(,"calls":)" +
            std::to_string(function.calls) + "}";
    separator = ",";
  }
  return text + "]}";
}

std::string CpuRecordings::flat_profile() const {
  const Profiled* const shown = this->shown();
  if (shown == nullptr) {
    return {};
  }
  const platform::RunCost& total = shown->profile->total();
  std::string text = "\nFirmware of " + shown->unit->cpu()->label_of(shown->hart) +
                     ", cycles by function\n" +
                     format("  %14s %6s %14s %10s\n", "cycles", "%", "instructions", "calls");
  const auto functions = shown->profile->flat();
  for (std::size_t i = 0; i < std::min(kShown, functions.size()); ++i) {
    const auto& function = functions[i];
    const double part = total.cycles == 0 ? 0
                                          : 100 * static_cast<double>(function.self.cycles) /
                                                static_cast<double>(total.cycles);
    text += format(
        "  %14llu %6.2f %14llu %10llu  %s\n", static_cast<unsigned long long>(function.self.cycles),
        part, static_cast<unsigned long long>(function.self.instructions),
        static_cast<unsigned long long>(function.calls), printable(function.name).c_str());
  }
  return text;
}

}  // namespace docsis_vp::system
