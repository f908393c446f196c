// Prints the tables of docs/validation/tcp-response.md.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <systemc>
#include <vector>

#include "tests/models/hosts/tcp/congestion/response_run.h"

// libsystemc wants one even of a program that simulates nothing.
int sc_main(int, char**) {
  return 0;
}

namespace docsis_vp::hosts {
namespace {

struct Column {
  std::string name;
  std::function<double(double loss)> window;
};

void print_table(const std::string& title, ResponseRun run, const std::vector<Column>& formulas) {
  std::printf("\n## %s\n\n| loss | loss measured | window |", title.c_str());
  for (const Column& formula : formulas) std::printf(" %s | ratio |", formula.name.c_str());
  std::printf("\n| --- | --- | --- |");
  for (std::size_t i = 0; i < formulas.size(); ++i) std::printf(" --- | --- |");
  std::printf("\n");
  for (const double loss : {1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2}) {
    run.loss = loss;
    const Response response = measure_response(run);
    std::printf("| %.0e | %.2e | %.2f |", loss, response.loss, response.window);
    for (const Column& formula : formulas) {
      const double expected = formula.window(response.loss);
      std::printf(" %.2f | %.3f |", expected, response.window / expected);
    }
    std::printf("\n");
  }
}

ResponseRun reno(bool byte_counting, unsigned ack_every, bool periodic) {
  ResponseRun run;
  run.congestion.algorithm = "reno";
  run.congestion.reno.byte_counting = byte_counting;
  run.ack_every = ack_every;
  run.periodic = periodic;
  run.losses = periodic ? 60 : 400;
  run.rtt = 20 * kPsPerMs;
  return run;
}

ResponseRun cubic(bool reno_friendly, bool periodic) {
  ResponseRun run;
  run.congestion.cubic.reno_friendly = reno_friendly;
  run.congestion.cubic.fast_convergence = false;
  run.periodic = periodic;
  run.warmup_losses = periodic ? 400 : 20;
  run.losses = periodic ? 60 : 400;
  return run;
}

}  // namespace
}  // namespace docsis_vp::hosts

int main() {
  using namespace docsis_vp::hosts;
  const Column reno1{"sqrt(3/2p)", [](double p) { return reno_response(p); }};
  const Column reno2{"sqrt(3/4p)", [](double p) { return reno_response(p, 2); }};
  const Column reno1_cycle{"with recovery", [](double p) { return reno_cycle_response(p); }};
  const Column reno2_cycle{"with recovery", [](double p) { return reno_cycle_response(p, 2); }};
  const Column cubic_only{"RFC 9438 eq. 5", [](double p) { return cubic_response(p, 0.1); }};
  const Column cubic_cycle{"with recovery", [](double p) { return cubic_cycle_response(p, 0.1); }};
  const Column larger{"larger of both",
                      [](double p) { return std::max(cubic_response(p, 0.1), reno_response(p)); }};
  const Column larger_cycle{"with recovery", [](double p) {
                              return std::max(cubic_cycle_response(p, 0.1), reno_cycle_response(p));
                            }};
  print_table("Reno, losses at random", reno(true, 1, false), {reno1});
  print_table("Reno, losses at random, delayed acknowledgments without byte counting",
              reno(false, 2, false), {reno2});
  print_table("Reno, losses at equal distances", reno(true, 1, true), {reno1, reno1_cycle});
  print_table("Reno, losses at equal distances, delayed acknowledgments without byte counting",
              reno(false, 2, true), {reno2, reno2_cycle});
  print_table("CUBIC's curve alone, losses at equal distances, 100 ms", cubic(false, true),
              {cubic_only, cubic_cycle});
  print_table("CUBIC with its Reno-friendly region, losses at equal distances, 100 ms",
              cubic(true, true), {larger, larger_cycle});
  print_table("CUBIC with its Reno-friendly region, losses at random, 100 ms", cubic(true, false),
              {larger});
  return 0;
}
