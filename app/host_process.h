// Prepares the process of the program: limits, stack, parent.
#pragma once

namespace docsis_vp::app {

// Makes a write beyond `ulimit -f` fail, as on a full disk, instead of ending the program.
void fail_on_file_size_limit();

// Reads the parent from the environment, where Python's commands set it. If it started this
// process, this process gets SIGTERM when the parent ends, for any reason.
void end_with_named_parent();
// For a child process directly after fork(): it gets SIGTERM when `parent` ends.
void end_with(int parent);

// Calls `body`, on a larger stack if `ulimit -s` leaves too little.
int on_a_large_stack(int (*body)(int argc, char** argv), int argc, char** argv);

}  // namespace docsis_vp::app
