#include "platform/trace/change_log.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ostream>

namespace docsis_vp::platform {

namespace {

bool matches(const char* pattern, const char* name) {
  if (*pattern == 0) {
    return *name == 0;
  }
  if (*pattern == '*') {
    return matches(pattern + 1, name) || (*name != 0 && matches(pattern, name + 1));
  }
  return *name != 0 && (*pattern == '?' || *pattern == *name) && matches(pattern + 1, name + 1);
}

// Encodes a number by printable characters as digits.
std::string identifier(std::uint32_t number) {
  constexpr std::uint32_t kFirst = '!', kCount = '~' - '!' + 1;
  std::string text;
  do {
    text += static_cast<char>(kFirst + number % kCount);
    number /= kCount;
  } while (number != 0);
  return text;
}

std::string binary(std::uint64_t value) {
  std::string digits;
  for (int bit = 63; bit >= 0; --bit) {
    const bool one = (value >> bit & 1) != 0;
    if (one || !digits.empty() || bit == 0) {
      digits += one ? '1' : '0';
    }
  }
  return digits;
}

double real_of(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::vector<std::string> scopes_of(const std::string& name) {
  std::vector<std::string> scopes;
  std::size_t from = 0;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', from)) {
    scopes.push_back(name.substr(from, dot - from));
    from = dot + 1;
  }
  return scopes;
}

}  // namespace

ChangeLog::ChangeLog(std::ostream& to, std::vector<std::string> patterns)
    : to_(to), patterns_(std::move(patterns)), texts_(1) {}

ChangeLog::Signal ChangeLog::add_number(const std::string& name, unsigned bits) {
  return add_signal({name, Kind::kNumber, bits});
}
ChangeLog::Signal ChangeLog::add_real(const std::string& name) {
  return add_signal({name, Kind::kReal, 64});
}
ChangeLog::Signal ChangeLog::add_text(const std::string& name) {
  return add_signal({name, Kind::kText, 1});
}

ChangeLog::Signal ChangeLog::add_signal(Described signal) {
  const bool wanted =
      patterns_.empty() ||
      std::any_of(patterns_.begin(), patterns_.end(), [&signal](const std::string& pattern) {
        return matches(pattern.c_str(), signal.name.c_str());
      });
  if (!wanted) {
    return kUnwanted;
  }
  signals_.push_back(std::move(signal));
  return static_cast<Signal>(signals_.size() - 1);
}

void ChangeLog::set_real(Signal signal, TimePs at, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  add(signal, at, bits);
}

void ChangeLog::set_text(Signal signal, TimePs at, const std::string& value) {
  if (signal == kUnwanted) {
    return;
  }
  const auto [place, is_new] = text_numbers_.try_emplace(value, texts_.size());
  if (is_new) {
    texts_.push_back(value);
    std::replace(texts_.back().begin(), texts_.back().end(), ' ', '_');
  }
  add(signal, at, place->second);
}

void ChangeLog::write_before(TimePs time) {
  if (!header_written_) {
    write_header();
  }
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const Change& a, const Change& b) { return a.at < b.at; });
  std::size_t next = 0;
  while (next < changes_.size() && changes_[next].at < time) {
    const std::size_t from = next;
    while (next < changes_.size() && changes_[next].at == changes_[from].at) {
      ++next;
    }
    write_instant(from, next);
  }
  changes_.erase(changes_.begin(), changes_.begin() + static_cast<std::ptrdiff_t>(next));
}

void ChangeLog::finish(TimePs end) {
  write_before(end + 1);
  to_ << '#' << end << '\n';
}

void ChangeLog::write_header() {
  header_written_ = true;
  to_ << "$comment docsis-vp $end\n$timescale 1 ps $end\n";
  std::vector<std::string> open;
  std::vector<Signal> order;
  for (Signal signal = 0; signal < signals_.size(); ++signal) {
    order.push_back(signal);
  }
  std::stable_sort(order.begin(), order.end(), [this](Signal a, Signal b) {
    return scopes_of(signals_[a].name) < scopes_of(signals_[b].name);
  });
  for (const Signal signal : order) {
    const Described& described = signals_[signal];
    const std::vector<std::string> scopes = scopes_of(described.name);
    const auto common = std::mismatch(open.begin(), open.end(), scopes.begin(), scopes.end());
    for (auto scope = common.first; scope != open.end(); ++scope) {
      to_ << "$upscope $end\n";
    }
    for (auto scope = common.second; scope != scopes.end(); ++scope) {
      to_ << "$scope module " << *scope << " $end\n";
    }
    open = scopes;
    constexpr const char* kTypes[] = {"wire", "real", "string"};
    to_ << "$var " << kTypes[static_cast<int>(described.kind)] << ' ' << described.bits << ' '
        << identifier(signal) << ' ' << described.name.substr(described.name.rfind('.') + 1)
        << " $end\n";
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    to_ << "$upscope $end\n";
  }
  to_ << "$enddefinitions $end\n#0\n$dumpvars\n";
  for (Signal signal = 0; signal < signals_.size(); ++signal) {
    write_value(signal);
  }
  to_ << "$end\n";
}

// Writes the changes of one time in the order of the calls.
void ChangeLog::write_instant(std::size_t from, std::size_t to) {
  std::map<Signal, std::uint64_t> last;
  for (std::size_t i = from; i < to; ++i) {
    last[changes_[i].signal] = changes_[i].value;
  }
  bool time_written = false;
  for (const auto& [signal, value] : last) {
    if (signals_[signal].value == value) {
      continue;
    }
    if (!time_written) {
      to_ << '#' << changes_[from].at << '\n';
      time_written = true;
    }
    signals_[signal].value = value;
    write_value(signal);
  }
}

void ChangeLog::write_value(Signal signal) {
  const Described& described = signals_[signal];
  switch (described.kind) {
    case Kind::kReal: {
      char text[40];
      std::snprintf(text, sizeof text, "r%.9g ", real_of(described.value));
      to_ << text;
      break;
    }
    case Kind::kText:
      to_ << 's' << texts_[described.value] << ' ';
      break;
    case Kind::kNumber:
      if (described.bits == 1) {
        to_ << (described.value != 0 ? '1' : '0');
      } else {
        to_ << 'b' << binary(described.value) << ' ';
      }
  }
  to_ << identifier(signal) << '\n';
}

}  // namespace docsis_vp::platform
