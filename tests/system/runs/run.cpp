#include "tests/system/runs/run.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "platform/base/read_file.h"
#include "tests/app/program.h"

namespace docsis_vp::system {

namespace {

std::string results_text(const std::string& arguments) {
  const TemporaryFolder folder;
  const app::Outcome outcome =
      app::run_program("run " + arguments + " --quiet -o " + folder.path().string());
  std::string text = contents_of(folder.file("results.json")).value_or("");
  if (outcome.status != 0) {
    throw std::runtime_error("run " + arguments + ": exit status " +
                             std::to_string(outcome.status) + ": " + outcome.err);
  }
  return text;
}

}  // namespace

ScenarioFile::ScenarioFile(const std::string& scenario) {
  std::ofstream(path()) << scenario;
}

JsonNode run_results(const std::string& arguments) {
  return parse_json(results_text(arguments), arguments);
}

std::string run_text(const std::string& arguments) {
  return without_host(results_text(arguments));
}

std::string without_host(const std::string& results_json) {
  std::istringstream lines(results_json);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool host = line.rfind("  \"cpu_s\":", 0) == 0 || line.rfind("  \"wall_s\":", 0) == 0 ||
                      line.rfind("  \"host\":", 0) == 0;
    kept += host ? "" : line + "\n";
  }
  return kept;
}

double number(const JsonNode& node, const std::string& dotted_path) {
  const JsonNode* at = &node;
  std::istringstream parts(dotted_path);
  for (std::string part; std::getline(parts, part, '.');) {
    if (at->kind == JsonNode::Kind::kArray) {
      at = &at->elements.at(std::stoul(part));
      continue;
    }
    at = at->find(part);
    if (at == nullptr) {
      throw std::runtime_error(part.insert(0, "no ").append(" of ").append(dotted_path));
    }
  }
  if (at->kind != JsonNode::Kind::kNumber) {
    throw std::runtime_error(dotted_path + " is " + shown(*at));
  }
  return at->number;
}

}  // namespace docsis_vp::system
