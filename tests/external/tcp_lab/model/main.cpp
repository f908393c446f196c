// usage: tcp_lab_model [-o DIRECTORY] LINUX_DIRECTORY [CASE...]
//
// Runs the model on the cases (all that can be compared, without names), prints the comparison with
// the measurements in LINUX_DIRECTORY as tables in Markdown, and writes DIRECTORY/CASE.csv. Exit
// status 1: a figure misses its limit.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <systemc>
#include <vector>

#include "tests/external/tcp_lab/comparison.h"
#include "tests/external/tcp_lab/model/run_model.h"

// libsystemc wants one even of a program that simulates nothing.
int sc_main(int, char**) {
  return 0;
}

namespace {

using namespace docsis_vp::tcp_lab;

void print_heading(const std::vector<Figure>& figures) {
  std::printf("\n| case | lost |");
  for (const Figure& figure : figures) std::printf(" %s |", figure.name.c_str());
  std::printf("\n| --- | --- |");
  for (std::size_t i = 0; i < figures.size(); ++i) std::printf(" --- |");
  std::printf("\n");
}

bool print_row(const Case& c, const std::vector<Figure>& figures) {
  std::printf("| %s | %s |", c.name.c_str(), describe(c.loss).c_str());
  bool all_hold = true;
  for (const Figure& figure : figures) {
    all_hold = all_hold && figure.holds();
    std::printf(" %.*f / %.*f (%+.1f %%)%s |", figure.digits, figure.measured, figure.digits,
                figure.model, 100 * figure.deviation(), figure.holds() ? "" : " **misses**");
  }
  std::printf("\n");
  return all_hold;
}

bool compare_cases(const std::vector<Case>& cases, Purpose purpose,
                   const std::string& linux_directory, const std::string& directory) {
  bool all_hold = true;
  bool is_first = true;
  for (const Case& c : cases) {
    if (c.purpose != purpose) continue;
    const Record model = run_model(c);
    const auto figures = compare(c, read_record(linux_directory + "/" + c.name + ".csv"), model);
    if (is_first) print_heading(figures);
    is_first = false;
    all_hold = print_row(c, figures) && all_hold;
    if (directory.empty()) continue;
    std::ofstream out(directory + "/" + c.name + ".csv");
    write(out, model);
    if (!out.flush()) throw std::runtime_error("cannot write to " + directory);
  }
  return all_hold;
}

}  // namespace

int main(int argc, char** argv) {
  std::string directory;
  for (int option; (option = getopt(argc, argv, "o:")) != -1;) {
    if (option != 'o') return 2;
    directory = optarg;
  }
  if (optind >= argc) return 2;
  try {
    const char* linux_directory = argv[optind++];
    std::vector<Case> cases = optind == argc ? all_cases() : std::vector<Case>{};
    while (optind < argc) cases.push_back(case_named(argv[optind++]));
    bool all_hold = true;
    for (const Purpose purpose :
         {Purpose::kGrowth, Purpose::kRecovery, Purpose::kSteady, Purpose::kSlowStart}) {
      all_hold = compare_cases(cases, purpose, linux_directory, directory) && all_hold;
    }
    return all_hold ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "tcp_lab_model: " << error.what() << '\n';
    return 1;
  }
}
