// A suite of GoogleTest that runs each test in a process of its own, because SystemC elaborates
// once per process.
#pragma once

namespace docsis_vp::testing {

// docsis_vp::testing has a main, and an sc_main for libsystemc. A program with a main of its own
// calls both functions, in this order:
//
//   int main(int argc, char** argv) {
//     docsis_vp::testing::init_suite(&argc, argv);
//     // options and global environments of its own
//     return docsis_vp::testing::run_suite();
//   }
//
// A program with an sc_main of its own does the same there: the main of docsis_vp::testing calls
// it.

// In place of InitGoogleMock(): takes GoogleTest's options out of the arguments.
void init_suite(int* argc, char** argv);

// In place of RUN_ALL_TESTS(). The process that returns from here has run no test, unless a
// debugger traces it: each test runs in a child, several ones in children that begin main() anew.
// Options, environment variables and output are GoogleTest's. A test that fails is recorded
// (docs/regression-suites.md). Returns the exit status: 0 if no test failed, 1, or 2 if
// --gtest_output names a report that cannot be written, which is said before any test runs.
int run_suite();

}  // namespace docsis_vp::testing
