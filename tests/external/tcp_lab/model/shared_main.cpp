// usage: tcp_lab_shared_model [-s SEEDS] [-o FILE] LINUX_FILE [CASE...]
//
// Runs the model on the shared cases that LINUX_FILE has (or those named), each with so many seeds,
// and prints the mean beside the measurement as a table in Markdown. -o: the model's figures as CSV.
// Exit status 1: a figure misses its limit.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <systemc>
#include <vector>

#include "tests/external/tcp_lab/model/shared_model.h"
#include "tests/external/tcp_lab/shared/shared_comparison.h"
#include "tests/external/tcp_lab/shared/shared_table.h"

// libsystemc wants one even of a program that simulates nothing.
int sc_main(int, char**) {
  return 0;
}

namespace {

using namespace docsis_vp::tcp_lab;

void print_rows(const SharedCase& c, const std::vector<SharedFigure>& figures, double late) {
  for (const SharedFigure& figure : figures) {
    const double percent =
        figure.measured == 0 ? 0 : 100 * figure.difference() / figure.measured;
    std::printf("| %s | %s | %.2f | %.2f | %+.1f %% | %s | %.2f |\n", c.name.c_str(),
                figure.name.c_str(), figure.measured, figure.model, percent,
                figure.holds() ? "yes" : "**no**", late);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seeds = 1;
  std::string file;
  for (int option; (option = getopt(argc, argv, "s:o:")) != -1;) {
    if (option == 's') {
      seeds = std::stoull(optarg);
    } else if (option == 'o') {
      file = optarg;
    } else {
      return 2;
    }
  }
  if (optind >= argc) return 2;
  try {
    const auto table = read_shared_table(argv[optind++]);
    std::vector<SharedCase> cases;
    for (int i = optind; i < argc; ++i) cases.push_back(shared_case_named(argv[i]));
    for (const SharedCase& c : all_shared_cases()) {
      if (optind == argc && table.count(c.name) > 0) cases.push_back(c);
    }
    std::ofstream out;
    if (!file.empty()) {
      out.open(file);
      write_heading(out);
    }
    std::printf("| case | figure | Linux | model | difference | holds | late, %% |\n");
    std::printf("| --- | --- | --: | --: | --: | --- | --: |\n");
    unsigned all = 0;
    unsigned held = 0;
    for (const SharedCase& c : cases) {
      const SharedRow& measured = table.at(c.name);
      const SharedFigures model = mean_of_shared_model(c, seeds);
      const auto figures = compare_shared(c, measured.figures, model);
      print_rows(c, figures, measured.late_percent);
      for (const SharedFigure& figure : figures) {
        ++all;
        held += figure.holds() ? 1 : 0;
      }
      if (out.is_open()) write_rows(out, c, {model, 0, 0});
    }
    std::printf("\n%u of %u figures within their limits\n", held, all);
    if (out.is_open() && !out.flush()) throw std::runtime_error("cannot write " + file);
    return held == all ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "tcp_lab_shared_model: " << error.what() << '\n';
    return 1;
  }
}
