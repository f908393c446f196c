#include "app/firmware_report/call_graph_info.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "platform/base/errors.h"
#include "platform/base/read_file.h"

namespace docsis_vp::app {

namespace {

// Value of `title: "text"`; empty if there is none.
std::string attribute(const std::string& line, const std::string& name) {
  const std::string start = name + ": \"";
  const std::size_t begin = line.find(start);
  if (begin == std::string::npos) {
    return {};
  }
  const std::size_t first = begin + start.size();
  return line.substr(first, line.find('"', first) - first);
}

bool begins(const std::string& line, const char* start) {
  return line.rfind(start, 0) == 0;
}

// Splits "name\nfile:line:column\n96 bytes (static)" at the escaped \n of a C string.
std::vector<std::string> lines_of(const std::string& label) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = label.find("\\n"); end != std::string::npos;
       end = label.find("\\n", begin)) {
    lines.push_back(label.substr(begin, end - begin));
    begin = end + 2;
  }
  lines.push_back(label.substr(begin));
  return lines;
}

// True if the linker optimized the unit. It then has no source, nor have its symbols.
bool is_of_linker(const std::string& unit) {
  return unit.find(".ltrans") != std::string::npos;
}

// The title of a static function is "path/to/file.c:name".
void set_title(CompiledFunction& function, const std::string& title) {
  const std::size_t colon = title.rfind(':');
  function.name = colon == std::string::npos ? title : title.substr(colon + 1);
  if (colon != std::string::npos && !is_of_linker(function.unit)) {
    const std::string path = title.substr(0, colon);
    function.file = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  }
}

[[noreturn]] void reject(const std::string& path, unsigned line, const char* expectation) {
  throw InputError(path + ":" + std::to_string(line) + ": expected " + expectation);
}

}  // namespace

std::string source_of(const std::string& place) {
  const std::size_t line_end = place.rfind(':');
  return line_end == std::string::npos || line_end == 0
             ? place
             : place.substr(0, place.rfind(':', line_end - 1));
}

void read_call_graph_info(const std::string& path, std::vector<CompiledFunction>& functions) {
  std::istringstream file(read_file(path));
  std::vector<std::string> titles;
  const std::size_t first = functions.size();
  std::string unit;
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (number == 1 && !begins(line, "graph:")) {
      reject(path, number, "a graph as gcc -fcallgraph-info=su writes it");
    }
    if (number == 1) {
      unit = attribute(line, "title");
    }
    if (begins(line, "node:") && line.find("shape") == std::string::npos) {
      CompiledFunction function;
      function.unit = unit;
      titles.push_back(attribute(line, "title"));
      set_title(function, titles.back());
      const std::vector<std::string> label = lines_of(attribute(line, "label"));
      const std::string& size = label.back();
      const char* const end = size.data() + size.size();
      const auto parsed = std::from_chars(size.data(), end, function.frame_bytes);
      if (label.size() < 3 || parsed.ec != std::errc()) {
        reject(path, number, "the size of a frame: compile with -fcallgraph-info=su");
      }
      function.place = label[label.size() - 2];
      function.unbounded = size.find("(dynamic)") != std::string::npos;
      functions.push_back(std::move(function));
    } else if (begins(line, "edge:") && attribute(line, "targetname") == "__indirect_call") {
      const auto caller = std::find(titles.begin(), titles.end(), attribute(line, "sourcename"));
      if (caller == titles.end()) {
        reject(path, number, "a call by a function that was named before");
      }
      functions[first + static_cast<std::size_t>(caller - titles.begin())].pointer_calls.push_back(
          attribute(line, "label"));
    }
  }
  if (number == 0) {
    reject(path, 1, "a graph as gcc -fcallgraph-info=su writes it");
  }
}

}  // namespace docsis_vp::app
