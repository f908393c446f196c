#include "models/cmts/max_min_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace docsis_vp::cmts {
namespace {

// Rates that differ by less than this part of all capacities are equal.
constexpr double kTolerance = 1e-9;
constexpr std::size_t kNowhere = ~std::size_t{0};

std::uint64_t bit_of(std::size_t group) {
  return std::uint64_t{1} << group;
}

}  // namespace

MaxMinPlan::MaxMinPlan(std::vector<std::uint64_t> sets, std::size_t groups)
    : sets_(std::move(sets)),
      groups_(groups),
      fixed_(sets_.size()),
      risers_(sets_.size()),
      loads_(sets_.size()),
      wanted_(sets_.size()),
      reached_from_(sets_.size()),
      used_(groups),
      entered_from_(groups),
      flow_(sets_.size() * groups) {}

void MaxMinPlan::solve(const std::vector<double>& capacities, const std::vector<Demand>& demands) {
  capacities_ = capacities;
  closed_ = 0;
  tolerance_ = kTolerance * std::accumulate(capacities.begin(), capacities.end(), 0.0);
  const std::size_t slots = demands.size();
  rates_.assign(slots, 0);
  floors_.assign(slots, 0);
  weights_.resize(slots);
  most_.resize(slots);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    weights_[slot] = demands[slot].reserved;
    most_[slot] = std::min(demands[slot].reserved, demands[slot].most);
  }
  rise(demands);
  floors_ = rates_;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    weights_[slot] = demands[slot].weight;
    most_[slot] = demands[slot].most;
  }
  rise(demands);
  stop_risers(demands);
  balance();
}

void MaxMinPlan::rise(const std::vector<Demand>& demands) {
  for (unsigned level = kLevels; level-- > 0;) {
    if (start_risers(demands, level)) {
      raise_together();
    }
  }
}

// False: no rate of this level can rise.
bool MaxMinPlan::start_risers(const std::vector<Demand>& demands, unsigned level) {
  std::fill(fixed_.begin(), fixed_.end(), 0);
  for (std::vector<Riser>& risers : risers_) risers.clear();
  bool any = false;
  for (std::size_t slot = 0; slot < demands.size(); ++slot) {
    const unsigned set = demands[slot].set;
    if (demands[slot].level == level && most_[slot] > rates_[slot] && is_open(set)) {
      any = true;
      risers_[set].push_back({(most_[slot] - floors_[slot]) / weights_[slot], slot});
    } else {
      fixed_[set] += rates_[slot];
    }
  }
  if (!any) return false;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    add_loads(set);
  }
  return true;
}

void MaxMinPlan::stop_risers(const std::vector<Demand>& demands) {
  std::fill(fixed_.begin(), fixed_.end(), 0);
  for (std::size_t slot = 0; slot < demands.size(); ++slot) {
    fixed_[demands[slot].set] += rates_[slot];
  }
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    risers_[set].clear();
    add_loads(set);
  }
}

void MaxMinPlan::add_loads(std::size_t set) {
  std::vector<Riser>& risers = risers_[set];
  std::vector<Load>& loads = loads_[set];
  std::sort(risers.begin(), risers.end(), [](const Riser& a, const Riser& b) {
    return a.full_at != b.full_at ? a.full_at < b.full_at : a.slot < b.slot;
  });
  loads.assign(risers.size() + 1, {});
  double full = fixed_[set];
  for (const Riser& riser : risers) full += most_[riser.slot];
  if (risers.empty()) {
    loads.front().fixed = full;
    return;
  }
  // From the last to the first, so that slopes are sums of positive numbers.
  double rising = 0;
  double slope = 0;
  for (std::size_t i = risers.size(); i-- > 0;) {
    rising += floors_[risers[i].slot];
    slope += weights_[risers[i].slot];
    loads[i] = {rising, slope};
  }
  double below = fixed_[set];
  for (std::size_t i = 0; i <= risers.size(); ++i) {
    loads[i].fixed += below;
    below += i < risers.size() ? most_[risers[i].slot] : 0;
  }
}

// Raises all until each has its most or is stopped by full groups.
void MaxMinPlan::raise_together() {
  const std::uint64_t all = groups_ >= 64 ? ~std::uint64_t{0} : bit_of(groups_) - 1;
  for (;;) {
    const double top = highest_full_at();
    if (top < 0) return;
    std::uint64_t cut = all & ~closed_;
    double water = water_that_fills(cut);
    if (water >= top) {
      water = top;
      cut = 0;
    }
    for (;;) {
      want(water);
      const std::uint64_t full = route(1);
      if (full == 0) break;
      const double lower = water_that_fills(full);
      cut = full;
      if (lower >= water) break;
      water = lower;
    }
    if (cut == 0) {
      fix_risers(all, water);
      return;
    }
    fix_risers(cut, water);
    close(cut);
  }
}

// Below 0: nothing rises.
double MaxMinPlan::highest_full_at() const {
  double highest = -1;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (is_open(set) && !risers_[set].empty()) {
      highest = std::max(highest, risers_[set].back().full_at);
    }
  }
  return highest;
}

void MaxMinPlan::fix_risers(std::uint64_t cut, double water) {
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (!lies_in(set, cut)) continue;
    for (const Riser& riser : risers_[set]) {
      rates_[riser.slot] = riser.full_at <= water
                               ? most_[riser.slot]
                               : floors_[riser.slot] + water * weights_[riser.slot];
    }
  }
}

MaxMinPlan::Load MaxMinPlan::load_of(std::size_t set, double water) const {
  const std::vector<Riser>& risers = risers_[set];
  const auto first =
      std::upper_bound(risers.begin(), risers.end(), water,
                       [](double at, const Riser& riser) { return at < riser.full_at; });
  return loads_[set][static_cast<std::size_t>(first - risers.begin())];
}

MaxMinPlan::Load MaxMinPlan::load_in(std::uint64_t cut, double water) const {
  Load sum;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (!lies_in(set, cut)) continue;
    const Load load = load_of(set, water);
    sum.fixed += load.fixed;
    sum.slope += load.slope;
  }
  return sum;
}

// The load is concave in the water level, so that Newton's method rises to the solution in as many
// steps as the load has pieces.
double MaxMinPlan::water_that_fills(std::uint64_t cut) const {
  const double capacity = capacity_of(cut);
  double water = 0;
  for (;;) {
    const Load load = load_in(cut, water);
    if (load.slope <= 0) return std::numeric_limits<double>::infinity();
    const double next = std::max(0.0, (capacity - load.fixed) / load.slope);
    if (next <= water) return water;
    water = next;
    if (load_in(cut, water).slope == load.slope) return water;
  }
}

double MaxMinPlan::capacity_of(std::uint64_t cut) const {
  double sum = 0;
  for (std::size_t group = 0; group < groups_; ++group) {
    sum += (cut & bit_of(group)) != 0 ? capacities_[group] : 0;
  }
  return sum;
}

void MaxMinPlan::want(double water) {
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    const Load load = load_of(set, water);
    wanted_[set] = load.fixed + (load.slope > 0 ? load.slope * water : 0);
  }
}

// Routes what the open sets want through this part of each open group. Returns groups that cannot
// carry what lies in them; 0: all is routed.
std::uint64_t MaxMinPlan::route(double part) {
  scale_down(part);
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    while (is_open(set) && missing(set) > tolerance_) {
      const std::uint64_t cut = augment(set, part);
      if (cut != 0) return cut;
    }
  }
  return 0;
}

double MaxMinPlan::missing(std::size_t set) const {
  const auto row = flow_.begin() + static_cast<std::ptrdiff_t>(set * groups_);
  return wanted_[set] - std::accumulate(row, row + static_cast<std::ptrdiff_t>(groups_), 0.0);
}

// Keeps as much of the former flow as fits.
void MaxMinPlan::scale_down(double part) {
  std::fill(used_.begin(), used_.end(), 0);
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (!is_open(set)) continue;
    double* const row = &flow_[set * groups_];
    const double sum = std::accumulate(row, row + groups_, 0.0);
    const double times = sum > wanted_[set] ? wanted_[set] / sum : 1;
    for (std::size_t group = 0; group < groups_; ++group) {
      row[group] *= times;
      used_[group] += row[group];
    }
  }
  for (std::size_t group = 0; group < groups_; ++group) {
    const double room = part * capacities_[group];
    if ((closed_ & bit_of(group)) != 0 || used_[group] <= room) continue;
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      if (is_open(set)) flow_[set * groups_ + group] *= room / used_[group];
    }
    used_[group] = room;
  }
}

// Finds a way for more of this set's traffic. Returns 0, or the groups that are full if there is
// no way.
std::uint64_t MaxMinPlan::augment(std::size_t from, double part) {
  std::fill(reached_from_.begin(), reached_from_.end(), kNowhere);
  search_.assign(1, from);
  std::uint64_t entered = 0;
  for (std::size_t at = 0; at < search_.size(); ++at) {
    const std::size_t set = search_[at];
    for (std::size_t group = 0; group < groups_; ++group) {
      if ((sets_[set] & ~closed_ & ~entered & bit_of(group)) == 0) continue;
      entered |= bit_of(group);
      entered_from_[group] = set;
      if (part * capacities_[group] - used_[group] > tolerance_) {
        push(from, group, part);
        return 0;
      }
      for (std::size_t other = 0; other < sets_.size(); ++other) {
        if (other == from || reached_from_[other] != kNowhere || !is_open(other) ||
            flow_[other * groups_ + group] <= tolerance_) {
          continue;
        }
        reached_from_[other] = group;
        search_.push_back(other);
      }
    }
  }
  return entered;
}

// Moves as much as possible along the way that a search has found.
void MaxMinPlan::push(std::size_t from, std::size_t to_group, double part) {
  double amount = std::min(missing(from), part * capacities_[to_group] - used_[to_group]);
  for (std::size_t set = entered_from_[to_group]; set != from;) {
    const std::size_t group = reached_from_[set];
    amount = std::min(amount, flow_[set * groups_ + group]);
    set = entered_from_[group];
  }
  used_[to_group] += amount;
  std::size_t group = to_group;
  for (;;) {
    const std::size_t set = entered_from_[group];
    flow_[set * groups_ + group] += amount;
    if (set == from) return;
    group = reached_from_[set];
    flow_[set * groups_ + group] -= amount;
  }
}

// The cut's groups carry what lies in them, and nothing else.
void MaxMinPlan::close(std::uint64_t cut) {
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (!is_open(set) || lies_in(set, cut)) continue;
    for (std::size_t group = 0; group < groups_; ++group) {
      if ((cut & bit_of(group)) != 0) flow_[set * groups_ + group] = 0;
    }
  }
  closed_ |= cut;
}

// Divides what has its rates among the groups that are left.
void MaxMinPlan::balance() {
  const std::uint64_t all = groups_ >= 64 ? ~std::uint64_t{0} : bit_of(groups_) - 1;
  while (closed_ != all) {
    std::uint64_t cut = all & ~closed_;
    const auto part_of = [this](std::uint64_t groups) {
      return load_in(groups, 0).fixed / capacity_of(groups);
    };
    double part = part_of(cut);
    if (part <= 0) return;
    for (;;) {
      want(0);
      const std::uint64_t full = route(part);
      if (full == 0) break;
      const double higher = part_of(full);
      cut = full;
      if (higher <= part) break;
      part = higher;
    }
    close(cut);
  }
}

}  // namespace docsis_vp::cmts
