#include "platform/cpu/profile_file.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "platform/base/errors.h"
#include "platform/cpu/isa.h"

namespace docsis_vp::platform {

namespace {

// With this limit the cycles of a block of straight-line code fit the block's 16-bit fields.
constexpr std::uint32_t kMost = 500;

constexpr std::uint32_t kMostGates = 9'999'999;

struct ProfileField {
  const char* key;
  std::uint32_t CycleProfile::*member;
  std::uint32_t least;
  std::uint32_t most = kMost;
};
constexpr ProfileField kFields[] = {
    {"alu", &CycleProfile::alu, 1},
    {"csr_read", &CycleProfile::csr_read, 1},
    {"csr_write", &CycleProfile::csr_write, 1},
    {"load", &CycleProfile::load, 1},
    {"load_use", &CycleProfile::load_use, 0},
    {"store", &CycleProfile::store, 1},
    {"word_crossing", &CycleProfile::word_crossing, 0},
    {"mul", &CycleProfile::mul, 1},
    {"mul_high", &CycleProfile::mul_high, 1},
    {"divide", &CycleProfile::divide, 1},
    {"divide_by_zero", &CycleProfile::divide_by_zero, 1},
    {"branch_not_taken", &CycleProfile::branch_not_taken, 1},
    {"branch_taken", &CycleProfile::branch_taken, 1},
    {"jump", &CycleProfile::jump, 1},
    {"misaligned_target", &CycleProfile::misaligned_target, 0},
    {"fence", &CycleProfile::fence, 1},
    {"fence_i", &CycleProfile::fence_i, 1},
    {"mret", &CycleProfile::mret, 1},
    {"wfi", &CycleProfile::wfi, 1},
    {"trap_entry", &CycleProfile::trap_entry, 1},
    {"area_ge", &CycleProfile::area_ge, 0, kMostGates},
    {"area_ge_low", &CycleProfile::area_ge_low, 0, kMostGates},
    {"area_ge_high", &CycleProfile::area_ge_high, 0, kMostGates},
};

std::string trimmed(const std::string& text) {
  constexpr const char* kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == std::string::npos ? std::string()
                                    : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::uint32_t parse_whole(const std::string& key, const std::string& value, std::uint32_t least,
                          std::uint32_t most) {
  const bool digits = !value.empty() && value.size() <= 7 &&
                      value.find_first_not_of("0123456789") == std::string::npos;
  const auto number = digits ? static_cast<std::uint32_t>(std::stoul(value)) : most + 1;
  if (number < least || number > most) {
    throw InputError(key + ": expected a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", found '" + value + "'");
  }
  return number;
}

void assign(CycleProfile& profile, const std::string& key, const std::string& value) {
  if (key == "isa") {
    parse_isa(value);
    profile.isa = value;
    return;
  }
  if (key == "instantaneous") {
    profile.instantaneous = parse_whole(key, value, 0, 1) != 0;
    return;
  }
  const auto* const field = std::find_if(std::begin(kFields), std::end(kFields),
                                         [&](const ProfileField& each) { return key == each.key; });
  if (field == std::end(kFields)) {
    std::string known = "extends, isa, instantaneous";
    for (const ProfileField& each : kFields) {
      known += std::string(", ") + each.key;
    }
    throw InputError("'" + key + "' is unknown; expected one of " + known);
  }
  profile.*field->member = parse_whole(key, value, field->least, field->most);
}

// line: without comment, not blank.
void read_line(CycleProfile& profile, std::set<std::string>& given, const std::string& line,
               const std::vector<CycleProfile>& bases) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos) {
    throw InputError("expected key = value, found '" + line + "'");
  }
  const std::string key = trimmed(line.substr(0, equals));
  const std::string value = trimmed(line.substr(equals + 1));
  if (!given.insert(key).second) {
    throw InputError("'" + key + "' is given twice");
  }
  if (key != "extends") {
    assign(profile, key, value);
  } else if (given.size() == 1) {
    const std::string name = profile.name;
    profile = find_profile(bases, value);
    profile.name = name;
  } else {
    throw InputError("'extends' comes before all other keys");
  }
}

}  // namespace

CycleProfile parse_profile(const std::string& name, const std::string& text,
                           const std::string& place, const std::vector<CycleProfile>& bases) {
  CycleProfile profile;
  profile.name = name;
  std::set<std::string> given;
  std::istringstream lines(text);
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    line = trimmed(line.substr(0, line.find('#')));
    try {
      if (!line.empty()) {
        read_line(profile, given, line, bases);
      }
    } catch (const InputError& error) {
      throw InputError(place + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return profile;
}

const CycleProfile& find_profile(const std::vector<CycleProfile>& profiles,
                                 const std::string& name) {
  std::string known;
  for (const CycleProfile& profile : profiles) {
    if (profile.name == name) {
      return profile;
    }
    known += (known.empty() ? "" : ", ") + profile.name;
  }
  throw InputError("cycle profile '" + name + "' is unknown; expected one of " + known);
}

}  // namespace docsis_vp::platform
