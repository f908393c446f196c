#include "app/firmware_report/call_graph.h"

#include <algorithm>
#include <utility>

#include "app/firmware_report/places.h"

namespace docsis_vp::app {

namespace {

using Names = std::map<std::pair<std::string, std::string>, const CompiledFunction*>;

// If two static functions have the same name and source name, the larger frame counts.
Names by_name(const std::vector<CompiledFunction>& compiled) {
  Names names;
  for (const CompiledFunction& function : compiled) {
    const CompiledFunction*& known = names[{function.file, function.name}];
    if (known == nullptr || known->frame_bytes < function.frame_bytes) {
      known = &function;
    }
  }
  return names;
}

class Builder {
 public:
  Builder(const LinkedImage& image, const std::vector<CompiledFunction>& compiled,
          const KnownCalls& known)
      : image_(image), names_(by_name(compiled)), known_(known) {
    for (const ImageSymbol& symbol : image.symbols()) {
      if (symbol.is_function) {
        graph_.by_address[symbol.address] = graph_.functions.size();
        graph_.functions.emplace_back().name = demangled(symbol.name);
        is_compiled_.push_back(names_.count({symbol.file, symbol.name}) != 0);
      }
    }
  }

  CallGraph build() {
    for (const ImageSymbol& symbol : image_.symbols()) {
      if (symbol.is_function) {
        describe(graph_.functions[graph_.by_address[symbol.address]], symbol);
      }
    }
    return std::move(graph_);
  }

 private:
  void describe(GraphFunction& function, const ImageSymbol& symbol) {
    const MachineCode code = machine_code(image_, symbol);
    const std::optional<unsigned> known_frame = known_.frame_bytes_of(function.name);
    function.returns_from_trap = code.returns_from_trap;
    function.enables_interrupts = code.enables_interrupts;
    function.begins_stack = code.sets_stack;
    function.frames = known_.frames_of(function.name).value_or(1);
    for (const std::uint32_t target : code.calls) {
      add_call(function, target);
    }
    const auto found = names_.find({symbol.file, symbol.name});
    if (found != names_.end()) {
      const CompiledFunction& compiled = *found->second;
      function.frame_bytes = compiled.frame_bytes;
      if (compiled.unbounded) {
        function.unbounded.push_back("frame of " + function.name +
                                     ": only the running program knows its size");
      }
      for (const std::string& place : compiled.pointer_calls) {
        add_pointer_call(function, place, known_.targets_in(source_of(place)));
      }
    } else {
      function.frame_bytes = known_frame.value_or(code.frame_bytes);
      const bool is_constructors_caller =
          symbol.address == image_.entry() && add_constructors(function);
      if (code.calls_indirectly && !is_constructors_caller) {
        add_pointer_call(function, symbol.file.empty() ? "assembly" : symbol.file,
                         known_.targets_of(function.name));
      }
      if (code.moves_stack && !known_frame) {
        function.unbounded.push_back(function.name + " moves the stack pointer to elsewhere");
      }
    }
    for (const std::uint32_t target : code.prologues) {
      add_prologue(function, target);
    }
  }

  // A prologue's stack use lasts as long as its caller runs.
  void add_prologue(GraphFunction& function, std::uint32_t target) {
    const auto found = std::find_if(image_.symbols().begin(), image_.symbols().end(),
                                    [target](const ImageSymbol& symbol) {
                                      return symbol.is_function && symbol.address == target;
                                    });
    if (found == image_.symbols().end()) {
      function.unbounded.push_back(function.name + " begins with an unknown routine");
      return;
    }
    const MachineCode code = machine_code(image_, *found);
    const std::optional<unsigned> known_frame = known_.frame_bytes_of(found->name);
    function.frame_bytes += known_frame.value_or(code.frame_bytes);
    if (code.moves_stack && !known_frame) {
      function.unbounded.push_back(found->name + " moves the stack pointer to elsewhere");
    }
  }

  void add_call(GraphFunction& function, std::uint32_t target) {
    const auto found = graph_.by_address.upper_bound(target);
    if (found == graph_.by_address.begin()) {
      return;
    }
    const std::size_t called = std::prev(found)->second;
    if (std::find(function.calls.begin(), function.calls.end(), called) == function.calls.end()) {
      function.calls.push_back(called);
    }
  }

  // patterns: declared targets; null: none declared.
  void add_pointer_call(GraphFunction& function, const std::string& place,
                        const std::vector<std::string>* patterns) {
    bool any = false;
    for (const ImageSymbol& symbol : image_.symbols()) {
      const bool is_meant =
          patterns != nullptr &&
          std::any_of(patterns->begin(), patterns->end(), [&symbol](const std::string& pattern) {
            return matches(symbol.name, pattern) || matches(demangled(symbol.name), pattern);
          });
      if (is_meant && symbol.is_function) {
        add_call(function, symbol.address);
      } else if (is_meant) {
        add_table(function, symbol);
      }
      any = any || is_meant;
    }
    if (!any) {
      function.unbounded.push_back("call by pointer in " + function.name + " at " + place +
                                   (patterns == nullptr ? ": no targets are declared"
                                                        : ": its declared targets are not linked"));
    }
  }

  // Adds the functions to which a variable's initial value points. Compiled functions only:
  // start-up code lies at small addresses that other numbers may equal.
  void add_table(GraphFunction& function, const ImageSymbol& variable) {
    const ImageSection& section = *image_.section_at(variable.address);
    const std::uint32_t first = variable.address - section.address;
    for (std::uint32_t at = first; at + 4 <= first + variable.bytes; at += 4) {
      const std::uint32_t word = image_.word_at(section.address + at).value_or(0);
      const auto found = graph_.by_address.find(word);
      if (found != graph_.by_address.end() && is_compiled_[found->second]) {
        add_call(function, word);
      }
    }
  }

  // Start-up code calls the constructors that the linker listed. Returns false if the image has no
  // such list.
  bool add_constructors(GraphFunction& function) {
    const auto first = image_.address_of("__init_array_start");
    const auto end = image_.address_of("__init_array_end");
    if (!first || !end) {
      return false;
    }
    for (std::uint32_t at = *first; at < *end; at += 4) {
      if (const auto word = image_.word_at(at)) {
        add_call(function, *word);
      }
    }
    return true;
  }

  const LinkedImage& image_;
  const Names names_;
  const KnownCalls& known_;
  CallGraph graph_;
  std::vector<bool> is_compiled_;  // by function
};

}  // namespace

CallGraph call_graph(const LinkedImage& image, const std::vector<CompiledFunction>& compiled,
                     const KnownCalls& known) {
  return Builder(image, compiled, known).build();
}

}  // namespace docsis_vp::app
