// Runs each test of a GoogleTest suite in a separate process, because SystemC elaborates once per
// process.
#pragma once

namespace docsis_vp::testing {

// docsis_vp::testing has a main, and an sc_main for libsystemc. A program with its own main calls
// both functions, in this order:
//
//   int main(int argc, char** argv) {
//     docsis_vp::testing::init_suite(&argc, argv);
//     // options and global environments of its own
//     return docsis_vp::testing::run_suite();
//   }
//
// A program with its own sc_main calls them there; the main of docsis_vp::testing calls sc_main.

// Replaces InitGoogleMock(): removes GoogleTest's options and --check-tlm (SystemTest::check_tlm())
// from the arguments.
void init_suite(int* argc, char** argv);

// Replaces RUN_ALL_TESTS(). This process runs no test itself, unless a debugger traces it: each
// test runs in a child. With several tests the children start main() again. Options, environment
// variables and output are GoogleTest's. A failed test is recorded (docs/regression-suites.md).
// Returns the exit status: 0 if no test failed, 1 if one failed, 2 if --gtest_output names a report
// that cannot be written. The latter is found before any test runs.
int run_suite();

}  // namespace docsis_vp::testing
