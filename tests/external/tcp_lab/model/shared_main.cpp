// usage: tcp_lab_shared_model [-s SEEDS] [-o FILE] LINUX_FILE [CASE...]
//
// Runs the model on the shared cases that LINUX_FILE has (or those named), each with so many seeds,
// and prints the mean beside the measurement as tables in Markdown. -o: the model's figures as CSV.
// Exit status 1: a figure misses its limit.
#include <unistd.h>

#include <algorithm>
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

// Columns of a case; a figure that the kernel did not show is left empty.
const std::vector<std::string> kColumnsOfTable = {"goodput", "share", "queue p50", "ProbeBW",
                                                  "ProbeRTT"};

void print_heading() {
  std::printf(
      "\n| Mbit/s | RTT, ms | buffer, BDP | goodput, Mbit/s | share, %% | queue p50, ms | "
      "ProbeBW, ms | ProbeRTT, s | late, %% |\n");
  std::printf("| --: | --: | --: | --- | --- | --- | --- | --- | --: |\n");
}

void print_row(const SharedCase& c, const std::vector<SharedFigure>& figures, double late) {
  std::printf("| %.0f | %lld | %.1f |", c.rate_mbps, static_cast<long long>(c.rtt_ms),
              c.buffer_bdp);
  for (const std::string& column : kColumnsOfTable) {
    const auto figure =
        std::find_if(figures.begin(), figures.end(), [&column](const SharedFigure& candidate) {
          return candidate.name.find(column) != std::string::npos;
        });
    if (figure == figures.end()) {
      std::printf(" |");
    } else {
      std::printf(" %.1f / %.1f%s |", figure->measured, figure->model,
                  figure->holds() ? "" : " **misses**");
    }
  }
  std::printf(" %.2f |\n", late);
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
    std::vector<std::string> controls;
    unsigned all = 0;
    unsigned held = 0;
    for (const SharedCase& c : cases) {
      const SharedRow& measured = table.at(c.name);
      const SharedFigures model = mean_of_shared_model(c, seeds);
      const auto figures = compare_shared(c, measured.figures, model);
      if (c.controls != controls) print_heading();
      controls = c.controls;
      print_row(c, figures, measured.late_percent);
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
