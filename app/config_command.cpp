#include <unistd.h>

#include <iostream>
#include <string_view>

#include "app/options.h"
#include "app/output_files.h"
#include "platform/base/errors.h"
#include "system/config_file/config_json.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kConfigUsage =
    "docsis-vp config encode FILE.json [-o FILE.cfg] [--key SECRET]\n"
    "       docsis-vp config decode FILE.cfg [-o FILE.json] [--key SECRET] [--ignore-mic]";

void write_out(const std::optional<std::string>& path, std::string_view text) {
  if (!path) {
    std::cout << text << std::flush;
    return;
  }
  system::ResultFile file(*path);
  file.stream() << text;
  file.commit();
}

std::optional<std::string> text(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? std::nullopt
                                 : std::optional<std::string>(values[name].as<std::string>());
}

}  // namespace

int config_command(const Arguments& arguments) {
  po::options_description options("options");
  options.add_options()  //
      ("output,o", po::value<std::string>()->value_name("FILE"),
       "write to this file instead of the terminal")  //
      ("key", po::value<std::string>()->value_name("SECRET"),
       "shared secret of the CMTS MIC: encode adds it, decode checks it")  //
      ("ignore-mic", "decode a file whose MICs are wrong, missing or do not cover all of it");
  po::variables_map values;
  if (parse_options(arguments, kConfigUsage, options, {"action", "file"}, values)) {
    return kDone;
  }
  reject_empty_values(values, {"output"});
  const std::string action = text(values, "action").value_or("");
  const std::optional<std::string> file = text(values, "file");
  const std::optional<std::string> output = text(values, "output");
  if ((action != "encode" && action != "decode") || !file) {
    throw InputError("expected \"encode\" or \"decode\" and a file, see docsis-vp config --help");
  }
  if (output) {
    OutputFiles({{"the file to " + action, *file}}).add("-o", *output);
  }
  if (action == "decode") {
    write_out(output, system::decode_config_file(*file, text(values, "key"),
                                                 values.count("ignore-mic") != 0));
    return kDone;
  }
  if (!output && isatty(STDOUT_FILENO) != 0) {
    throw InputError("a configuration file is binary: give it a name with -o FILE.cfg");
  }
  const auto octets = system::encode_config_file(*file, text(values, "key"));
  write_out(output, std::string(octets.begin(), octets.end()));
  return kDone;
}

}  // namespace docsis_vp::app
