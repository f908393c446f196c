// docsis-vp-firmware-report: writes sizes and stack bound of a firmware image into two files.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/firmware_report/footprint.h"
#include "platform/base/errors.h"
#include "platform/console/host/standard_streams.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {
namespace {

constexpr const char* kUsage =
    "usage: docsis-vp-firmware-report IMAGE.elf OUT [--optimization TEXT] [--option=TEXT]...\n"
    "                                 [--sources DIR] FILE.ci... FILE.calls...\n"
    "Writes OUT.txt and OUT.json: the ROM and RAM of the image, and a bound of its stack.\n"
    "FILE.ci: output of gcc -fcallgraph-info=su for each source.\n"
    "FILE.calls: targets of calls by pointer in the source beside it, see\n"
    "docs/firmware-guide.md; without effect if that source is not in the image.\n"
    "DIR: root folder of the shown places.\n";

constexpr std::string_view kOption = "--option=";

struct Request {
  std::vector<std::string> files;  // the image, then the output files
  std::vector<std::string> notes;
  std::vector<CompiledFunction> compiled;
  KnownCalls known;
  Footprint footprint;
};

// True if the notes apply to a compiled source, or to a header with a call by pointer.
bool is_of_use(const std::string& notes, const std::vector<CompiledFunction>& compiled) {
  return std::any_of(compiled.begin(), compiled.end(), [&notes](const CompiledFunction& function) {
    const auto calls_in = [&notes](const std::string& place) {
      return KnownCalls::is_about(notes, source_of(place));
    };
    return KnownCalls::is_about(notes, function.unit) || calls_in(function.place) ||
           std::any_of(function.pointer_calls.begin(), function.pointer_calls.end(), calls_in);
  });
}

// The linker knows sources by the paths of debug information, which may be relative to their
// folder.
void make_absolute(std::vector<CompiledFunction>& compiled, const std::string& sources) {
  const auto resolve = [&sources](std::string& place) {
    if (place.rfind("./", 0) == 0) {
      place.replace(0, 1, sources);
    }
  };
  for (CompiledFunction& function : compiled) {
    resolve(function.place);
    std::for_each(function.pointer_calls.begin(), function.pointer_calls.end(), resolve);
  }
}

Request parsed(const std::vector<std::string>& arguments) {
  Request request;
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    const bool is_option = *argument == "--optimization" || *argument == "--sources";
    const std::string suffix = std::filesystem::path(*argument).extension().string();
    if (is_option && std::next(argument) == arguments.end()) {
      throw InputError(*argument + ": expected a value");
    }
    if (is_option) {
      std::string& value =
          *argument == "--sources" ? request.footprint.sources : request.footprint.optimization;
      value = *++argument;
    } else if (argument->rfind(kOption, 0) == 0) {
      request.footprint.options.push_back(argument->substr(kOption.size()));
    } else if (suffix == ".ci") {
      read_call_graph_info(*argument, request.compiled);
    } else if (suffix == ".calls") {
      request.notes.push_back(*argument);
    } else if (argument->rfind("--", 0) == 0) {
      throw InputError("unknown option " + *argument);
    } else {
      request.files.push_back(*argument);
    }
  }
  if (request.files.size() != 2) {
    throw InputError("expected an image and a name for the output files, see --help");
  }
  make_absolute(request.compiled, request.footprint.sources);
  for (const std::string& notes : request.notes) {
    if (is_of_use(notes, request.compiled)) {
      request.known.read(notes);
    }
  }
  return request;
}

void write(const std::string& path, const std::string& text) {
  system::ResultFile file(path);
  file.stream() << text;
  file.commit();
}

void report(const std::vector<std::string>& arguments) {
  Request request = parsed(arguments);
  const LinkedImage image(request.files[0]);
  Footprint& footprint = request.footprint;
  footprint.image = std::filesystem::path(request.files[0]).filename().string();
  const auto guard = image.address_of("__stack_guard");
  const auto top = image.address_of("__stack_top");
  if (guard && top && *top >= *guard) {
    footprint.reserved_stack_bytes = *top - *guard;
  }
  footprint.stack = stack_bound(image, request.compiled, request.known);
  write(request.files[1] + ".txt", footprint_text(footprint, image));
  write(request.files[1] + ".json", footprint_json(footprint, image));
}

}  // namespace
}  // namespace docsis_vp::app

int main(int count, char** values) {
  docsis_vp::platform::open_standard_streams();
  const std::vector<std::string> arguments(values + 1, values + count);
  if (arguments == std::vector<std::string>{"--help"}) {
    std::cout << docsis_vp::app::kUsage;
    return 0;
  }
  try {
    docsis_vp::app::report(arguments);
  } catch (const docsis_vp::InputError& error) {
    std::cerr << "docsis-vp-firmware-report: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
