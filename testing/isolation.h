// Each test in a process of its own, because SystemC elaborates once per process.
#pragma once

namespace docsis_vp::testing {

// In place of RUN_ALL_TESTS(), after GoogleTest was initialised. One selected test runs in this
// process, where a debugger sees it; of several each runs in a child. Filter, repetition, sharding
// and output as XML work as GoogleTest's. A test that fails is recorded (recording.h). The exit
// status: 0 if all passed, 2 if their report cannot be written, which is said before any runs.
int run_isolated();

}  // namespace docsis_vp::testing
