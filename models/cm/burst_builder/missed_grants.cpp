#include "models/cm/burst_builder/missed_grants.h"

namespace docsis_vp::cm {

namespace {

constexpr std::array<const char*, kMissCauses> kCauseNames = {
    "map_parsing",     "verdict",          "previous_burst", "builder",  "port_other_writes",
    "port_own_writes", "port_other_reads", "port_own_read",  "scripted",
};
constexpr std::array<const char*, kGrantFates> kFateNames = {"missed", "late", "cut_short"};

}  // namespace

const char* name_of(MissCause cause) {
  return kCauseNames[static_cast<std::size_t>(cause)];
}

const char* name_of(GrantFate fate) {
  return kFateNames[static_cast<std::size_t>(fate)];
}

MissCause main_cause(const BuildTimes& times) {
  const TimePs builder = times.wait(MissCause::kBuilder);
  const TimePs read = times.wait(MissCause::kOwnRead);
  if (builder + read > times.deadline - times.window_opens) {
    return builder >= read ? MissCause::kBuilder : MissCause::kOwnRead;
  }
  MissCause longest = MissCause::kMapParsing;
  for (const MissCause cause :
       {MissCause::kVerdict, MissCause::kPreviousBurst, MissCause::kOtherWrites,
        MissCause::kOwnWrites, MissCause::kOtherReads}) {
    longest = times.wait(cause) > times.wait(longest) ? cause : longest;
  }
  return longest;
}

void MissedGrantLog::add(const MissedGrant& grant) {
  std::uint64_t& count = fates_[static_cast<std::size_t>(grant.fate)];
  if (count < kKept) {
    kept_.push_back(grant);
  }
  ++count;
  if (grant.fate == GrantFate::kMissed) {
    ++causes_[static_cast<std::size_t>(grant.cause)];
  }
}

}  // namespace docsis_vp::cm
