#include "app/firmware_report/stack_bound.h"

#include <algorithm>

#include "app/firmware_report/call_graph.h"

namespace docsis_vp::app {

namespace {

// Stack use below a function, the function included.
struct Depth {
  enum class State { kUnseen, kOpen, kDone };
  State state = State::kUnseen;
  std::uint32_t bytes = 0;
  std::optional<std::size_t> next;     // the deepest call
  std::vector<std::string> unbounded;  // of all reached functions
  bool enables_interrupts = false;     // of any reached function
};

class StackSearch {
 public:
  explicit StackSearch(const CallGraph& graph) : graph_(graph), depths_(graph.functions.size()) {}

  const Depth& below(std::size_t index) {
    Depth& depth = depths_[index];
    if (depth.state != Depth::State::kUnseen) {
      return depth;
    }
    depth.state = Depth::State::kOpen;
    open_.push_back(index);
    const GraphFunction& function = graph_.functions[index];
    depth.unbounded = function.unbounded;
    depth.enables_interrupts = function.enables_interrupts;
    std::uint32_t deepest = 0;
    for (const std::size_t called : function.calls) {
      if (depths_[called].state == Depth::State::kOpen) {
        recurse(depth, index, called);
      } else if (!graph_.functions[called].begins_stack) {
        deepest = std::max(deepest, add(depth, called, deepest));
      }
    }
    depth.bytes = function.frames * function.frame_bytes + deepest;
    open_.pop_back();
    depth.state = Depth::State::kDone;
    return depth;
  }

  StackRoot root(StackRoot::Kind kind, std::size_t index) {
    const Depth& depth = below(index);
    StackRoot root{kind, graph_.functions[index].name, {}, {}};
    if (depth.unbounded.empty()) {
      root.bytes = depth.bytes;
      for (std::optional<std::size_t> at = index; at; at = depths_[*at].next) {
        const GraphFunction& function = graph_.functions[*at];
        root.deepest.push_back({function.name, function.frames * function.frame_bytes});
      }
    }
    return root;
  }

 private:
  std::uint32_t add(Depth& depth, std::size_t called, std::uint32_t deepest) {
    const Depth& below_it = below(called);
    depth.unbounded.insert(depth.unbounded.end(), below_it.unbounded.begin(),
                           below_it.unbounded.end());
    depth.enables_interrupts = depth.enables_interrupts || below_it.enables_interrupts;
    if (below_it.bytes > deepest) {
      depth.next = called;
    }
    return below_it.bytes;
  }

  void recurse(Depth& depth, std::size_t index, std::size_t called) {
    if (called == index && graph_.functions[index].frames > 1) {
      return;
    }
    std::string circle;
    for (auto each = std::find(open_.begin(), open_.end(), called); each != open_.end(); ++each) {
      circle += graph_.functions[*each].name;
      circle += " -> ";
    }
    depth.unbounded.push_back("recursion: " + circle + graph_.functions[called].name);
  }

  const CallGraph& graph_;
  std::vector<Depth> depths_;
  std::vector<std::size_t> open_;
};

void add_reasons(StackBound& bound, const std::vector<std::string>& reasons) {
  for (const std::string& reason : reasons) {
    if (std::find(bound.unbounded.begin(), bound.unbounded.end(), reason) ==
        bound.unbounded.end()) {
      bound.unbounded.push_back(reason);
    }
  }
}

StackRoot::Kind kind_of(const GraphFunction& function, bool is_entry, const KnownCalls& known) {
  return is_entry                             ? StackRoot::Kind::kProgram
         : function.returns_from_trap         ? StackRoot::Kind::kInterrupt
         : known.has_own_stack(function.name) ? StackRoot::Kind::kOwnStack
                                              : StackRoot::Kind::kAnew;
}

// The program and handlers on top of it, or the code that restarted the stack.
std::uint32_t total(const StackBound& bound) {
  std::uint32_t program = 0;
  std::uint32_t handler = 0;
  std::uint32_t anew = 0;
  for (const StackRoot& root : bound.roots) {
    const std::uint32_t bytes = root.bytes.value_or(0);
    switch (root.kind) {
      case StackRoot::Kind::kProgram:
        program = bytes;
        break;
      case StackRoot::Kind::kInterrupt:
        handler = std::max(handler, bytes);
        break;
      case StackRoot::Kind::kAnew:
        anew = std::max(anew, bytes);
        break;
      case StackRoot::Kind::kOwnStack:
        break;
    }
  }
  return std::max(program + bound.nesting * handler, anew);
}

}  // namespace

StackBound stack_bound(const LinkedImage& image, const std::vector<CompiledFunction>& compiled,
                       const KnownCalls& known) {
  const CallGraph graph = call_graph(image, compiled, known);
  StackSearch search(graph);
  StackBound bound;
  bound.nesting = known.nesting();
  for (const auto& [address, index] : graph.by_address) {
    const GraphFunction& function = graph.functions[index];
    const bool is_entry = address == image.entry();
    if (!is_entry && !function.returns_from_trap && !function.begins_stack &&
        !known.has_own_stack(function.name)) {
      continue;
    }
    const StackRoot::Kind kind = kind_of(function, is_entry, known);
    bound.roots.push_back(search.root(kind, index));
    const Depth& below = search.below(index);
    add_reasons(bound, below.unbounded);
    if (kind == StackRoot::Kind::kInterrupt && below.enables_interrupts &&
        !known.nesting_is_known()) {
      add_reasons(bound,
                  {"handler " + function.name + " enables interrupts, but no nesting is declared"});
    }
  }
  std::stable_sort(bound.roots.begin(), bound.roots.end(),
                   [](const StackRoot& a, const StackRoot& b) { return a.kind < b.kind; });
  if (bound.unbounded.empty()) {
    bound.bytes = total(bound);
  }
  return bound;
}

}  // namespace docsis_vp::app
