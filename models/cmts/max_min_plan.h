// Plans how the traffic of all downstream slots divides among groups of channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace docsis_vp::cmts {

// Computes weighted max-min rates, and a division of the traffic among groups that allows them.
//
// Rates can be carried if no set of groups has to carry more than its capacity for slots that may
// use only these groups (Hall's condition). So the rates of slots rise together until such a set is
// full. A maximum flow from sets of slots to groups finds this set as a cut. The full groups and
// their slots are then complete, and the other rates rise further. First come the reserved rates,
// by level and in proportion to themselves, then all slots, by level and in proportion to their
// weights. Groups that do not fill are loaded evenly: the highest load is as low as possible, then
// the next one.
//
// The plan only adds, multiplies, divides and compares doubles, so that the result is the same on
// every machine.
class MaxMinPlan {
 public:
  struct Demand {  // of a slot
    unsigned set = 0;
    unsigned level = 0;
    double weight = 1;
    double reserved = 0;  // bit/s
    double most = std::numeric_limits<double>::infinity();
  };

  static constexpr unsigned kLevels = 8;

  // sets: the groups that each set of slots may use, one bit for each group.
  MaxMinPlan(std::vector<std::uint64_t> sets, std::size_t groups);

  // capacities: bit/s of each group.
  void solve(const std::vector<double>& capacities, const std::vector<Demand>& demands);

  // Rates of the last solution, in bit/s: of a slot, and of all slots of a set in a group.
  double rate(std::size_t slot) const { return rates_[slot]; }
  double rate(std::size_t set, std::size_t group) const { return flow_[set * groups_ + group]; }

 private:
  // A slot whose rate rises with the water level.
  struct Riser {
    double full_at = 0;  // the water level at which it has its most
    std::size_t slot = 0;
  };
  // Load of a set at a water level: fixed + slope * water.
  struct Load {
    double fixed = 0;
    double slope = 0;
  };

  void rise(const std::vector<Demand>& demands);
  bool start_risers(const std::vector<Demand>& demands, unsigned level);
  void stop_risers(const std::vector<Demand>& demands);
  void add_loads(std::size_t set);
  void raise_together();
  double highest_full_at() const;
  void fix_risers(std::uint64_t cut, double water);
  void balance();
  Load load_of(std::size_t set, double water) const;
  Load load_in(std::uint64_t cut, double water) const;
  double water_that_fills(std::uint64_t cut) const;
  double capacity_of(std::uint64_t cut) const;
  bool is_open(std::size_t set) const { return (sets_[set] & ~closed_) != 0; }
  bool lies_in(std::size_t set, std::uint64_t cut) const {
    return is_open(set) && (sets_[set] & ~(closed_ | cut)) == 0;
  }
  void want(double water);
  std::uint64_t route(double part);
  void scale_down(double part);
  double missing(std::size_t set) const;
  std::uint64_t augment(std::size_t from, double part);
  void push(std::size_t from, std::size_t to_group, double part);
  void close(std::uint64_t cut);

  std::vector<std::uint64_t> sets_;
  std::size_t groups_;
  std::uint64_t closed_ = 0;  // groups that are complete
  double tolerance_ = 0;      // bit/s
  std::vector<double> capacities_;
  // By slot.
  std::vector<double> rates_;
  std::vector<double> floors_;  // rates before the water rises
  std::vector<double> weights_;
  std::vector<double> most_;
  // By set.
  std::vector<double> fixed_;               // sum of the rates that do not rise
  std::vector<std::vector<Riser>> risers_;  // in the order of full_at
  std::vector<std::vector<Load>> loads_;    // by the number of risers that are full
  std::vector<double> wanted_;
  std::vector<std::size_t> reached_from_;  // the group from which a search reached the set
  // By group.
  std::vector<double> used_;
  std::vector<std::size_t> entered_from_;  // the set from which a search reached the group
  std::vector<double> flow_;               // by set and group
  std::vector<std::size_t> search_;        // sets that a search has reached
};

}  // namespace docsis_vp::cmts
