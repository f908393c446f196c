#include "app/firmware_report/known_calls.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "platform/base/errors.h"
#include "platform/base/read_file.h"

namespace docsis_vp::app {

namespace {

std::string without_suffix(const std::string& path) {
  return std::filesystem::path(path).replace_extension().lexically_normal().string();
}

}  // namespace

bool matches(const std::string& name, const std::string& pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) {
    return name == pattern;
  }
  if (name.compare(0, star, pattern, 0, star) != 0) {
    return false;
  }
  const std::string rest = pattern.substr(star + 1);
  for (std::size_t skipped = star; skipped <= name.size(); ++skipped) {
    if (matches(name.substr(skipped), rest)) {
      return true;
    }
  }
  return false;
}

bool KnownCalls::is_about(const std::string& path, const std::string& source) {
  return without_suffix(path) == without_suffix(source);
}

void KnownCalls::read(const std::string& path) {
  std::istringstream file(read_file(path));
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string what;
    if (!(words >> what)) {
      continue;
    }
    const auto reject = [&](const char* expectation) {
      throw InputError(path + ":" + std::to_string(number) + ": expected " + expectation);
    };
    const auto names_into = [&words](std::vector<std::string>& names) {
      for (std::string each; words >> each;) {
        names.push_back(each);
      }
    };
    unsigned count = 0;
    std::string name;
    if (what == "calls") {
      names_into(targets_[without_suffix(path)]);
    } else if (what == "pointers") {
      if (!(words >> name)) {
        reject("pointers FUNCTION NAME...");
      }
      names_into(pointers_[name]);
    } else if (what == "frame") {
      if (!(words >> name >> count)) {
        reject("frame FUNCTION BYTES");
      }
      frame_bytes_[name] = count;
    } else if (what == "stack") {
      names_into(own_stacks_);
    } else if (what == "recursion") {
      if (!(words >> name >> count) || count == 0) {
        reject("recursion FUNCTION FRAMES");
      }
      recursion_[name] = count;
    } else if (what == "nesting") {
      if (!(words >> count) || count == 0) {
        reject("nesting HANDLERS");
      }
      nesting_ = std::max(nesting(), count);
    } else {
      reject("calls, frame, nesting, pointers, recursion or stack");
    }
  }
}

const std::vector<std::string>* KnownCalls::targets_in(const std::string& source) const {
  const auto found = targets_.find(without_suffix(source));
  return found == targets_.end() ? nullptr : &found->second;
}

const std::vector<std::string>* KnownCalls::targets_of(const std::string& function) const {
  const auto found = pointers_.find(function);
  return found == pointers_.end() ? nullptr : &found->second;
}

std::optional<unsigned> KnownCalls::frame_bytes_of(const std::string& function) const {
  const auto found = frame_bytes_.find(function);
  return found == frame_bytes_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<unsigned> KnownCalls::frames_of(const std::string& function) const {
  const auto found = recursion_.find(function);
  return found == recursion_.end() ? std::nullopt : std::optional(found->second);
}

bool KnownCalls::has_own_stack(const std::string& function) const {
  return std::find(own_stacks_.begin(), own_stacks_.end(), function) != own_stacks_.end();
}

}  // namespace docsis_vp::app
